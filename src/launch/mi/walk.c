// Walks: the packets of launch/mi/walk.h in a stream, in slices where they may take too long. See
// launch/stream/dispatch.h.
#include "launch/mi/walk.h"

#include "launch/mi/registers.h"
#include "launch/mi/segment.h"
#include "launch/stream/dispatch.h"
#include "util/math.h"

enum { INDIRECT_DWORDS = 96 }; // room for one, with the segment before its own

// More groups than one walker may have: the queue runs them in slices.
static void __attribute__((noinline)) walk_sliced(struct launch_stream *s, const struct launch_kernel *k,
                                                  const uint32_t start[3], const uint32_t count[3])
{
    struct launch_walk *w = mi_begin_walk(s, k);
    if (!w)
        return;
    memcpy(w->start, start, sizeof(w->start));
    memcpy(w->count, count, sizeof(w->count));
    s->cost = s->device->limits.segment_ns;
    mi_cut(s);
}

void launch_walk_from(struct launch_stream *s, const struct launch_kernel *k, const uint32_t start[3],
                      const uint32_t count[3])
{
    uint64_t groups = (uint64_t)count[0] * count[1] * count[2];
    if (groups > k->slice_groups) {
        walk_sliced(s, k, start, count);
        return;
    }
    mi_add_cost(s, groups * k->group_ns);
    if (s->conditional)
        mi_conditional_walker(s->device, mi_room(s, MI_CONDITION_DWORDS + k->walker.count), k, &s->bindings,
                              start, count);
    else
        mi_walker(mi_room(s, k->walker.count), k, &s->bindings, start, count);
}

static void __attribute__((noinline, cold))
walk_slowly(struct launch_stream *s, const struct launch_kernel *k, uint32_t x, uint32_t y, uint32_t z)
{
    launch_walk_from(s, k, (const uint32_t[3]){0, 0, 0}, (const uint32_t[3]){x, y, z});
}

// The most frequent of all: dwords are copied, if nothing else is to be done.
void launch_walk(struct launch_stream *s, const struct launch_kernel *k, uint32_t x, uint32_t y, uint32_t z)
{
    const uint64_t groups = (uint64_t)x * y * z, cost = s->cost + groups * k->group_ns;
    uint32_t *dw = s->cur, *end = dw + k->walker.count;
    if (__builtin_expect(groups > k->slice_groups || cost > s->segment_ns || s->conditional || end > s->end,
                         0)) {
        walk_slowly(s, k, x, y, z);
        return;
    }
    s->cost = cost;
    s->cur = end;
    mi_copy_walker(dw, &k->walker, &s->bindings);
    dw[k->walker.end[0]] = x;
    dw[k->walker.end[1]] = y;
    dw[k->walker.end[2]] = z;
}

void launch_walk_always(struct launch_stream *s, const struct launch_kernel *k, const uint32_t count[3])
{
    mi_walker(mi_room(s, k->walker.count), k, &s->bindings, (const uint32_t[3]){0, 0, 0}, count);
}

// The predicate: there is a group in each dimension, and the condition holds. Mesa 22.3.6 hasvk
// genX_cmd_buffer.c (CmdDispatchIndirect).
static void need_groups(struct launch_stream *s, uint64_t counts)
{
    static const uint32_t zeros[] = {GEN_REG_MI_PREDICATE_SRC0_HIGH, GEN_REG_MI_PREDICATE_SRC1,
                                     GEN_REG_MI_PREDICATE_SRC1_HIGH};
    for (unsigned i = 0; i < KILN_ARRAY_LEN(zeros); i++)
        mi_emit_load_imm(s, zeros[i], 0);
    for (unsigned i = 0; i < (s->conditional ? 4u : 3u); i++) {
        if (i < 3)
            mi_emit_load_mem(s, GEN_REG_MI_PREDICATE_SRC0, counts + 4 * i);
        else
            mi_emit_move_reg(s, GEN_REG_MI_PREDICATE_SRC0, MI_CONDITION_REG);
        MI_EMIT(s, MI_PREDICATE, .load_operation = GEN_PREDICATE_LOAD_LOAD,
                .combine_operation = i ? GEN_PREDICATE_COMBINE_OR : GEN_PREDICATE_COMBINE_SET,
                .compare_operation = GEN_PREDICATE_COMPARE_SRCS_EQUAL);
    }
    MI_EMIT(s, MI_PREDICATE, .load_operation = GEN_PREDICATE_LOAD_LOADINV,
            .combine_operation = GEN_PREDICATE_COMBINE_OR, .compare_operation = GEN_PREDICATE_COMPARE_FALSE);
}

// Only the GPU knows how many groups these are: one walker, in a segment of its own, so that the queue may
// run it in slices instead if there are too many. Without groups it does nothing: Mesa predicates such
// walkers off on Gen7 only (hasvk genX_cmd_buffer.c).
void launch_walk_indirect(struct launch_stream *s, const struct launch_kernel *k, uint64_t counts,
                          void *memory, uint64_t offset)
{
    if (s->device->flat)
        mi_reserve(s, INDIRECT_DWORDS);
    struct launch_walk *w = mi_begin_walk(s, k);
    if (w) {
        w->counts_address = counts;
        w->memory = memory;
        w->offset = offset;
    }
    launch_writes(s); // the queue knows what it costs
    mi_emit_load_mem(s, GEN_REG_GPGPU_DISPATCHDIMX, counts);
    mi_emit_load_mem(s, GEN_REG_GPGPU_DISPATCHDIMY, counts + 4);
    mi_emit_load_mem(s, GEN_REG_GPGPU_DISPATCHDIMZ, counts + 8);
    const bool groups = launch_keeps(s->device, WALKER_GROUPS);
    if (groups)
        need_groups(s, counts);
    uint32_t *dw = mi_room(s, (s->conditional && !groups ? MI_CONDITION_DWORDS : 0) + k->walker.count);
    if (s->conditional && !groups)
        dw = mi_condition(s->device, dw);
    mi_copy_walker(dw, &k->walker, &s->bindings);
    dw[k->walker.head] |= k->walker.indirect | (s->conditional || groups ? k->walker.predicated : 0);
    mi_cut(s);
}

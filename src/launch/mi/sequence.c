// See launch/stream/sequence.h. The packets are those of a dispatch (state/dispatch.c, mi/walk.c). PRM SKL
// vol2a MI_BATCH_BUFFER_START (second level), MI_STORE_DATA_IMM (Store Qword).
#include "launch/stream/sequence.h"

#include "launch/mi/segment.h"
#include "launch/mi/walk.h"
#include "launch/stream/class.h"
#include "util/math.h"

enum {
    STORE_QWORD = gen_MI_STORE_DATA_IMM_LENGTH + 1, // dwords
    STORE_QWORD_DATA = 3,                           // where they are
    ADDRESS = GEN_DWORD(RENDER_SURFACE_STATE, surface_base_address),
    SURFACE_DWORDS = 3 * MI_PIPE_CONTROL_MOST + STORE_QWORD,
    // Twice, for surfaces and for tables, with what the rules want around.
    BASE_DWORDS = 2 * 160,
    MOST_WALK_DWORDS = LAUNCH_LOAD_DWORDS + MI_CONDITION_DWORDS + LAUNCH_WALKER_DWORDS + LAUNCH_WALKER_MORE,
    MOST_SWITCH_DWORDS = MI_PIPE_CONTROL_MOST + LAUNCH_THREADS_DWORDS + LAUNCH_LOAD_DWORDS,
};
_Static_assert(BASE_DWORDS + MOST_SWITCH_DWORDS + SURFACE_DWORDS + MOST_WALK_DWORDS <= LAUNCH_SEQUENCE_DWORDS,
               "room for it");
_Static_assert(ADDRESS % 2 == 0, "a store of a qword");

// A stall, how threads are made, the descriptor.
static uint32_t switch_dwords(const struct launch_device *d)
{
    return MI_PIPE_CONTROL_MOST + d->class->threads_dwords + LAUNCH_LOAD_DWORDS;
}

uint32_t launch_sequence_dwords(const struct launch_device *d, enum launch_switch how, bool surface)
{
    return (uint32_t)kiln_align(LAUNCH_LOAD_DWORDS + MI_CONDITION_DWORDS + d->class->walker_dwords +
                                    (surface ? SURFACE_DWORDS : 0) +
                                    (how >= LAUNCH_SWITCH_KERNEL ? switch_dwords(d) : 0) +
                                    (how >= LAUNCH_SWITCH_BASE ? BASE_DWORDS : 0),
                                16);
}

uint32_t launch_sequence_end(void)
{
    const struct gen_MI_BATCH_BUFFER_END end = {};
    uint32_t dw[gen_MI_BATCH_BUFFER_END_LENGTH];
    gen_MI_BATCH_BUFFER_END_pack(dw, &end);
    return dw[0];
}

uint32_t launch_constant_offset(const struct launch_device *device, uint64_t address)
{
    return device->has_table_pool ? (uint32_t)address
                                  : (uint32_t)(address - launch_zone(device, DYNAMIC)->base);
}

// The walk before must be over, and what it left of the state in a cache gone. *data: what is stored.
static uint32_t *move_surface(const struct launch_device *d, uint32_t *dw, uint64_t surface, uint32_t **data)
{
    dw = mi_pipe_control_pack(d, dw, (struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true});
    const struct gen_MI_STORE_DATA_IMM store = {
        .dword_length = STORE_QWORD - 2, .store_qword = true, .address = surface + ADDRESS * 4};
    gen_MI_STORE_DATA_IMM_pack(dw, &store);
    *data = dw + STORE_QWORD_DATA;
    dw = mi_pipe_control_pack(
        d, dw + STORE_QWORD,
        (struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true, .dc_flush_enable = true});
    return mi_pipe_control_pack(d, dw, (struct gen_PIPE_CONTROL){.state_cache_invalidation_enable = true});
}

// What the stream has is not what the GPU has there.
static void forget(struct launch_stream *s, enum launch_switch how)
{
    s->has.threads = false;
    s->constants.address = 0;
    if (how == LAUNCH_SWITCH_BASE)
        s->has.table_base = 0;
}

void launch_sequence_begin(struct launch_stream *s, enum launch_switch how, struct launch_sequence *out)
{
    out->count = 0;
    if (how == LAUNCH_SWITCH_NONE || s->error)
        return;
    forget(s, how);
    s->aside = s->cur;
    s->aside_end = s->end;
    s->cur = out->dwords;
    s->end = out->dwords + LAUNCH_SEQUENCE_DWORDS;
}

static void come_back(struct launch_stream *s, struct launch_sequence *out)
{
    if (!s->aside)
        return;
    if (!s->error) {
        out->count = (uint32_t)(s->cur - out->dwords);
        s->cur = s->aside;
        s->end = s->aside_end;
    }
    s->aside = NULL;
}

void launch_sequence_walk(struct launch_stream *s, const struct launch_kernel *k, uint64_t surface,
                          struct launch_sequence *out)
{
    come_back(s, out);
    if (s->error || out->count > switch_dwords(s->device) + BASE_DWORDS) {
        launch_stream_fail(s, LAUNCH_NO_DEVICE_MEMORY);
        return;
    }
    uint32_t *dw = out->dwords + out->count;
    out->constants = out->surface = LAUNCH_NO_PLACE;
    if (surface) {
        uint32_t *data;
        dw = move_surface(s->device, dw, surface, &data);
        out->surface = (uint32_t)(data - out->dwords);
    }
    if (k->constant_regs && k->load_constants.address) {
        out->constants = (uint32_t)(dw - out->dwords) + k->load_constants.address;
        memcpy(dw, k->load_constants.dwords, sizeof(k->load_constants.dwords));
        dw += LAUNCH_LOAD_DWORDS;
    }
    out->walk = (uint32_t)(dw - out->dwords);
    if (s->conditional)
        dw = mi_condition(s->device, dw);
    const struct launch_walker *w = &k->walker;
    const uint32_t at = (uint32_t)(dw - out->dwords);
    mi_copy_walker(dw, w, &s->bindings);
    dw[w->head] |= s->conditional ? w->predicated : 0;
    if (k->constant_regs && w->more) {
        out->constants = at + w->constants;
        dw[w->constants + 1] = 0; // launch_constant_offset
    }
    out->bindings = s->bindings;
    out->x = at + w->end[0];
    out->y = at + w->end[1];
    out->z = at + w->end[2];
    out->count = at + w->count;
}

struct launch_called *launch_called(struct launch_stream *s, uint32_t kernel_count)
{
    struct launch_called *c = launch_zalloc(s->alloc, sizeof(*c) + kernel_count * sizeof(c->kernels[0]));
    if (!c) {
        launch_stream_fail(s, launch_error(LAUNCH_NO_HOST_MEMORY));
        return NULL;
    }
    c->conditional = s->conditional;
    c->kernel_count = kernel_count;
    c->next = s->called;
    s->called = c;
    return c;
}

void launch_call(struct launch_stream *s, enum launch_switch how, const struct launch_called *called,
                 uint64_t address, uint32_t count, uint64_t bytes, uint64_t ns)
{
    launch_flush(s);
    for (uint32_t i = 0; i < count; i++)
        mi_call(s, called, address + i * bytes, ns);
    if (how != LAUNCH_SWITCH_NONE)
        forget(s, how);
}

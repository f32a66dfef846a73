// Base addresses, VFE state, interface descriptor and binding table, CURBE data, walker: see
// launch/stream/dispatch.h.
//
// Order, as the PRM wants it (SKL vol2a MEDIA_VFE_STATE, MEDIA_CURBE_LOAD, MEDIA_INTERFACE_DESCRIPTOR_LOAD,
// GPGPU_WALKER): a stalling PIPE_CONTROL before STATE_BASE_ADDRESS and before MEDIA_VFE_STATE;
// MEDIA_STATE_FLUSH after each walker, so that the next CURBE and descriptor loads do not overtake it.
#include "launch/stream/dispatch.h"

#include "hw/counters.h"
#include "launch/gen8/pipeline.h"
#include "launch/gen8/segment.h"
#include "launch/gen8/walker.h"
#include "util/math.h"

// ---- what comes before

static bool needs_3d(const struct launch_stream *s)
{
    return launch_keeps(s->device, STATE_BASE_ADDRESS_3D) ||
           launch_keeps(s->device, STATE_BASE_ADDRESS_3D_ADL);
}

static uint64_t dynamic_base(const struct launch_stream *s)
{
    return launch_zone(s->device, DYNAMIC)->base;
}

static void emit_base_addresses(struct launch_stream *s, uint64_t surface_base)
{
    const uint32_t mocs = s->device->info->devinfo->mocs;
    const struct ws_range *scratch = launch_zone(s->device, SCRATCH),
                          *kernel = launch_zone(s->device, KERNEL),
                          *last = launch_zone(s->device, DESCRIPTOR);
    const bool turn = needs_3d(s);
    if (s->tells_order)
        GEN8_EMIT(s, MI_LOAD_REGISTER_IMM, .register_offset = KILN_LOG_MARK,
                  .data_dword = KILN_LOG_ORDER_TOLD);
    if (turn) // which flushes, too
        gen8_stream_turn_to(s, GEN_PIPELINE_3D);
    else if (launch_keeps(s->device, STATE_BASE_ADDRESS_FLUSH))
        GEN8_PIPE_CONTROL(s, .dc_flush_enable = true, .command_streamer_stall_enable = true);
    GEN8_EMIT_OWN(
        s, STATE_BASE_ADDRESS, .general_state_base_address = scratch->base,
        .general_state_base_address_modify_enable = true, .general_state_mocs = mocs,
        .stateless_data_port_access_mocs = mocs, .bindless_surface_state_base_address = s->has.window,
        .bindless_surface_state_base_address_modify_enable = true, .bindless_surface_state_mocs = mocs,
        .bindless_surface_state_size = LAUNCH_BINDLESS_SURFACES - 1,
        .surface_state_base_address = surface_base, .surface_state_base_address_modify_enable = true,
        .surface_state_mocs = mocs, .dynamic_state_base_address = dynamic_base(s),
        .dynamic_state_base_address_modify_enable = true, .dynamic_state_mocs = mocs,
        .indirect_object_base_address_modify_enable = true, .indirect_object_mocs = mocs,
        .instruction_base_address = kernel->base, .instruction_base_address_modify_enable = true,
        .instruction_mocs = mocs, .general_state_buffer_size = scratch->size >> 12,
        .general_state_buffer_size_modify_enable = true,
        .dynamic_state_buffer_size = (last->base + last->size - dynamic_base(s)) >> 12,
        .dynamic_state_buffer_size_modify_enable = true, .indirect_object_buffer_size = 0xfffff,
        .indirect_object_buffer_size_modify_enable = true, .instruction_buffer_size = kernel->size >> 12,
        .instruction_buffer_size_modify_enable = true);
    if (turn)
        gen8_stream_turn_to(s, GEN_PIPELINE_GPGPU);
    if (launch_keeps(s->device, STATE_BASE_ADDRESS_INVALIDATE))
        GEN8_PIPE_CONTROL(s, .state_cache_invalidation_enable = true,
                          .constant_cache_invalidation_enable = true,
                          .texture_cache_invalidation_enable = true);
    s->has.table_base = surface_base;
    s->has.stale = 0;
}

// How threads are made, and their constants, go when the pipeline is left for base addresses.
static bool must_reload(const struct launch_stream *s)
{
    return needs_3d(s) && launch_keeps(s->device, PIPELINE_RELOAD);
}

static void need_base_addresses(struct launch_stream *s, uint64_t window)
{
    if (s->has.table_base && (!window || window == s->has.window))
        return;
    s->has.window = window ? window : LAUNCH_BINDLESS_BASE;
    emit_base_addresses(s, s->has.table_base ? s->has.table_base : WS_SURFACE_BASE);
    if (must_reload(s))
        s->has.threads = false; // constants and descriptor come in any case: what is new is dirty
}

static void emit_vfe(struct launch_stream *s)
{
    bool flush = launch_keeps(s->device, VFE_FLUSH);
    if (launch_keeps(s->device, VFE_STALL))
        GEN8_PIPE_CONTROL(s, .command_streamer_stall_enable = true, .render_target_cache_flush_enable = flush,
                          .depth_cache_flush_enable = flush, .dc_flush_enable = flush);
    memcpy(gen8_room(s, gen_MEDIA_VFE_STATE_LENGTH), s->make_threads, gen_MEDIA_VFE_STATE_LENGTH * 4);
}

static void need_vfe(struct launch_stream *s, const struct launch_kernel *k)
{
    if (launch_has_threads(&s->has, k))
        return;
    memcpy(s->make_threads, k->make_threads, sizeof(s->make_threads));
    emit_vfe(s);
    s->has.threads = true;
    s->has.constants = k->constant_regs;
    s->has.scratch = k->scratch_bytes;
    s->scratch |= k->scratch_bytes != 0;
}

void launch_prepare_more(struct launch_stream *s, const struct launch_kernel *k, uint64_t window)
{
    launch_flush(s);
    need_base_addresses(s, window);
    launch_invalidate(s, k->caches);
    need_vfe(s, k);
}

// ---- states

void *launch_no_surfaces(struct launch_stream *s, uint64_t *address)
{
    launch_stream_fail(s, LAUNCH_NO_DEVICE_MEMORY);
    *address = s->device->null_surface.address;
    return NULL;
}

void *launch_no_dynamic(struct launch_stream *s, uint64_t *address)
{
    launch_stream_fail(s, LAUNCH_NO_DEVICE_MEMORY);
    *address = dynamic_base(s);
    return NULL;
}

// The binding-table pointer has 16 bits.
_Static_assert(GEN_MASK(GEN_HIGH(INTERFACE_DESCRIPTOR_DATA, binding_table_pointer), 0) ==
                   LAUNCH_TABLE_REACH - 1,
               "what tables with one base lie in");
// What is patched lies where Gen9 has it.
#define SAME_PLACE(field)                                                                                    \
    _Static_assert(                                                                                          \
        GEN_DWORD(INTERFACE_DESCRIPTOR_DATA, field) == GEN_DWORD(INTERFACE_DESCRIPTOR_DATA_GEN8, field) &&   \
            GEN_DWORD(INTERFACE_DESCRIPTOR_DATA, field) ==                                                   \
                GEN_DWORD(INTERFACE_DESCRIPTOR_DATA_GEN12, field) &&                                         \
            GEN_LOW(INTERFACE_DESCRIPTOR_DATA, field) == GEN_LOW(INTERFACE_DESCRIPTOR_DATA_GEN8, field) &&   \
            GEN_LOW(INTERFACE_DESCRIPTOR_DATA, field) == GEN_LOW(INTERFACE_DESCRIPTOR_DATA_GEN12, field),    \
        #field)
SAME_PLACE(binding_table_pointer);
SAME_PLACE(sampler_state_pointer);

static void load_constants(struct launch_stream *s)
{
    GEN8_EMIT(s, MEDIA_CURBE_LOAD, .curbe_total_data_length = s->constant_bytes,
              .curbe_data_start_address = (uint32_t)(s->constants - dynamic_base(s)));
}

void launch_table_base(struct launch_stream *s, const struct launch_table *t)
{
    if (!t->entries) {
        launch_stream_fail(s, LAUNCH_NO_DEVICE_MEMORY);
        return;
    }
    emit_base_addresses(s, t->base);
    if (!must_reload(s) || !s->has.threads)
        return;
    emit_vfe(s);
    if (s->constant_bytes)
        load_constants(s);
}

static void load_descriptor(struct launch_stream *s, uint64_t address)
{
    GEN8_EMIT(s, MEDIA_INTERFACE_DESCRIPTOR_LOAD,
              .interface_descriptor_total_length = gen_INTERFACE_DESCRIPTOR_DATA_LENGTH * 4,
              .interface_descriptor_data_start_address = (uint32_t)(address - dynamic_base(s)));
}

void launch_descriptor(struct launch_stream *s, const struct launch_kernel *k, const struct launch_table *t,
                       uint64_t samplers)
{
    enum { BYTES = gen_INTERFACE_DESCRIPTOR_DATA_LENGTH * 4 };
    if (!t) {
        load_descriptor(s, k->idle_descriptor.address);
        return;
    }
    uint64_t address;
    uint32_t *dw = launch_dynamic(s, BYTES, &address);
    if (!dw)
        return;
    memcpy(dw, k->descriptor, BYTES);
    GEN_PATCH_OFFSET(dw, INTERFACE_DESCRIPTOR_DATA, binding_table_pointer, (uint32_t)(t->address - t->base));
    if (samplers)
        GEN_PATCH_OFFSET(dw, INTERFACE_DESCRIPTOR_DATA, sampler_state_pointer,
                         (uint32_t)(samplers - dynamic_base(s)));
    load_descriptor(s, address);
}

// ---- constants: CURBE data

void launch_copy_counts(struct launch_stream *s, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < 3; i++)
        GEN8_EMIT(s, MI_COPY_MEM_MEM, .source_memory_address = from + i * 4,
                  .destination_memory_address = to + i * 4);
    GEN8_PIPE_CONTROL(s, .dc_flush_enable = true, .command_streamer_stall_enable = true);
}

void launch_constants_use(struct launch_stream *s, const struct launch_kernel *k, uint64_t address)
{
    s->constants = address;
    s->constant_bytes = launch_constant_bytes(k);
    load_constants(s);
}

// ---- walks

// More groups than one walker may have: the queue runs them in slices.
static void __attribute__((noinline)) walk_sliced(struct launch_stream *s, const struct launch_kernel *k,
                                                  const uint32_t start[3], const uint32_t count[3])
{
    struct launch_walk *w = gen8_begin_walk(s, k);
    if (!w)
        return;
    memcpy(w->start, start, sizeof(w->start));
    memcpy(w->count, count, sizeof(w->count));
    s->cost = s->device->limits.segment_ns;
    gen8_cut(s);
}

void launch_walk_from(struct launch_stream *s, const struct launch_kernel *k, const uint32_t start[3],
                      const uint32_t count[3])
{
    uint64_t groups = (uint64_t)count[0] * count[1] * count[2];
    if (groups > k->slice_groups) {
        walk_sliced(s, k, start, count);
        return;
    }
    gen8_add_cost(s, groups * k->group_ns);
    if (s->conditional)
        gen8_conditional_walker(gen8_room(s, GEN8_CONDITION_DWORDS + GEN8_WALKER_DWORDS), k, start, count);
    else
        gen8_walker(gen8_room(s, GEN8_WALKER_DWORDS), k, start, count);
}

// The most frequent of all: dwords are copied, if nothing else is to be done.
void launch_walk(struct launch_stream *s, const struct launch_kernel *k, uint32_t x, uint32_t y, uint32_t z)
{
    const uint64_t groups = (uint64_t)x * y * z, cost = s->cost + groups * k->group_ns;
    uint32_t *dw = s->cur;
    if (__builtin_expect(groups > k->slice_groups || cost > s->device->limits.segment_ns || s->conditional ||
                             s->end - dw < GEN8_WALKER_DWORDS,
                         0)) {
        launch_walk_from(s, k, (const uint32_t[3]){0, 0, 0}, (const uint32_t[3]){x, y, z});
        return;
    }
    s->cost = cost;
    s->cur = dw + GEN8_WALKER_DWORDS;
    memcpy(dw, k->walker, GEN8_WALKER_DWORDS * 4);
    GEN_PATCH(dw + GEN8_WALKER, GPGPU_WALKER, thread_group_id_x_dimension, x);
    GEN_PATCH(dw + GEN8_WALKER, GPGPU_WALKER, thread_group_id_y_dimension, y);
    GEN_PATCH(dw + GEN8_WALKER, GPGPU_WALKER, thread_group_id_z_dimension, z);
}

void launch_walk_always(struct launch_stream *s, const struct launch_kernel *k, const uint32_t count[3])
{
    gen8_walker(gen8_room(s, GEN8_WALKER_DWORDS), k, (const uint32_t[3]){0, 0, 0}, count);
}

static void load_register(struct launch_stream *s, uint32_t reg, uint64_t address)
{
    GEN8_EMIT(s, MI_LOAD_REGISTER_MEM, .register_address = reg, .memory_address = address);
}

// Only the GPU knows how many groups these are: one walker, in a segment of its own, so that the queue may
// run it in slices instead if there are too many. Without groups it does nothing: Mesa predicates such
// walkers off on Gen7 only (hasvk genX_cmd_buffer.c).
void launch_walk_indirect(struct launch_stream *s, const struct launch_kernel *k, uint64_t counts,
                          void *memory, uint64_t offset)
{
    struct launch_walk *w = gen8_begin_walk(s, k);
    if (w) {
        w->counts_address = counts;
        w->memory = memory;
        w->offset = offset;
    }
    launch_writes(s); // the queue knows what it costs
    load_register(s, GEN_REG_GPGPU_DISPATCHDIMX, counts);
    load_register(s, GEN_REG_GPGPU_DISPATCHDIMY, counts + 4);
    load_register(s, GEN_REG_GPGPU_DISPATCHDIMZ, counts + 8);
    uint32_t *dw = gen8_room(s, (s->conditional ? GEN8_CONDITION_DWORDS : 0) + GEN8_WALKER_DWORDS);
    if (s->conditional)
        dw = gen8_condition(dw);
    memcpy(dw, k->walker, GEN8_WALKER_DWORDS * 4);
    GEN_PATCH(dw + GEN8_WALKER, GPGPU_WALKER, indirect_parameter_enable, true);
    GEN_PATCH(dw + GEN8_WALKER, GPGPU_WALKER, predicate_enable, s->conditional);
    gen8_cut(s);
}

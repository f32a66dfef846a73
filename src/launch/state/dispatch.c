// What a dispatch needs before its walk: base addresses, how threads are made, constants, tables, and the
// descriptor that points to these. See launch/stream/dispatch.h.
//
// Order, as the PRM wants it (SKL vol2a MEDIA_VFE_STATE, MEDIA_CURBE_LOAD, MEDIA_INTERFACE_DESCRIPTOR_LOAD,
// GPGPU_WALKER): a stalling PIPE_CONTROL before STATE_BASE_ADDRESS and before MEDIA_VFE_STATE;
// MEDIA_STATE_FLUSH after each walker, so that the next CURBE and descriptor loads do not overtake it.
#include "launch/stream/dispatch.h"

#include "launch/mi/packets.h"
#include "launch/state/base.h"
#include "launch/stream/write.h"

static uint64_t dynamic_base(const struct launch_stream *s)
{
    return launch_zone(s->device, DYNAMIC)->base;
}

// ---- what comes before

static void need_base_addresses(struct launch_stream *s, uint64_t window)
{
    if (s->has.table_base && (!window || window == s->has.window))
        return;
    s->has.window = window ? window : LAUNCH_BINDLESS_BASE;
    state_base_addresses(s, s->has.table_base ? s->has.table_base : WS_SURFACE_BASE);
    if (state_base_forgets(s))
        s->has.threads = false; // constants and descriptor come in any case: what is new is dirty
}

static void emit_threads(struct launch_stream *s)
{
    bool flush = launch_keeps(s->device, VFE_FLUSH);
    if (launch_keeps(s->device, VFE_STALL) || launch_keeps(s->device, CFE_STALL))
        MI_PIPE_CONTROL(s, .command_streamer_stall_enable = true, .render_target_cache_flush_enable = flush,
                        .depth_cache_flush_enable = flush, .dc_flush_enable = flush);
    memcpy(mi_room(s, s->threads_count), s->make_threads, s->threads_count * 4u);
}

static void need_threads(struct launch_stream *s, const struct launch_kernel *k)
{
    if (launch_has_threads(&s->has, k))
        return;
    memcpy(s->make_threads, k->make_threads, sizeof(s->make_threads));
    s->threads_count = k->threads_count;
    emit_threads(s);
    s->has.threads = true;
    s->has.constants = k->constant_regs;
    s->has.scratch = k->scratch_bytes;
    s->has.large_registers = k->large_registers;
    s->scratch |= k->scratch_bytes != 0;
}

void launch_prepare_more(struct launch_stream *s, const struct launch_kernel *k, uint64_t window)
{
    launch_flush(s);
    need_base_addresses(s, window);
    launch_invalidate(s, k->caches);
    need_threads(s, k);
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

static void load(struct launch_stream *s, const struct launch_load *l)
{
    memcpy(mi_room(s, LAUNCH_LOAD_DWORDS), l->dwords, sizeof(l->dwords));
}

void launch_table_base(struct launch_stream *s, const struct launch_table *t)
{
    if (!t->entries) {
        launch_stream_fail(s, LAUNCH_NO_DEVICE_MEMORY);
        return;
    }
    state_base_addresses(s, t->base);
    if (!state_base_forgets(s) || !s->has.threads)
        return;
    emit_threads(s);
    if (s->constants.address)
        load(s, &s->constants);
}

static void load_descriptor(struct launch_stream *s, const struct launch_kernel *k, uint64_t address)
{
    uint32_t *dw = mi_room(s, LAUNCH_LOAD_DWORDS);
    memcpy(dw, k->load_descriptor.dwords, sizeof(k->load_descriptor.dwords));
    dw[k->load_descriptor.address] = (uint32_t)(address - dynamic_base(s));
}

void launch_descriptor(struct launch_stream *s, const struct launch_kernel *k, const struct launch_table *t,
                       uint64_t samplers)
{
    if (!k->load_descriptor.address) { // the walker names them
        s->bindings.tables = t ? (uint32_t)(t->address - t->base) : 0;
        s->bindings.samplers = samplers ? (uint32_t)(samplers - dynamic_base(s)) : 0;
        return;
    }
    if (!t) {
        load_descriptor(s, k, k->idle_descriptor.address);
        return;
    }
    uint64_t address;
    uint32_t *dw = launch_dynamic(s, sizeof(k->descriptor), &address);
    if (!dw)
        return;
    memcpy(dw, k->descriptor, sizeof(k->descriptor));
    dw[k->tables] |= (uint32_t)(t->address - t->base);
    if (samplers)
        dw[k->samplers] |= (uint32_t)(samplers - dynamic_base(s));
    load_descriptor(s, k, address);
}

// ---- constants

void launch_copy_counts(struct launch_stream *s, uint64_t from, uint64_t to)
{
    launch_copy_dwords(s, to, from, 3);
    MI_PIPE_CONTROL(s, .dc_flush_enable = true, .command_streamer_stall_enable = true);
}

void launch_constants_use(struct launch_stream *s, const struct launch_kernel *k, uint64_t address)
{
    s->bindings.constants = address;
    if (!k->load_constants.address)
        return;
    s->constants = k->load_constants;
    s->constants.dwords[s->constants.address] = (uint32_t)(address - dynamic_base(s));
    load(s, &s->constants);
}

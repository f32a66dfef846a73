// See base.h. A stalling PIPE_CONTROL comes before, as the PRM wants it.
#include "launch/state/base.h"

#include "hw/counters.h"
#include "launch/stream/dispatch.h"
#include "launch/state/pipeline.h"

static bool needs_3d(const struct launch_stream *s)
{
    return launch_keeps(s->device, STATE_BASE_ADDRESS_3D) ||
           launch_keeps(s->device, STATE_BASE_ADDRESS_3D_ADL);
}

// Where tables with one base lie, in pages.
static void set_table_pool(struct launch_stream *s, uint64_t base)
{
    const struct gen_3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125 pool = {
        .mocs = s->device->info->devinfo->mocs,
        .binding_table_pool_base_address = base,
        .binding_table_pool_buffer_size = LAUNCH_TABLE_REACH >> 12,
    };
    gen_3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125_pack(
        mi_room(s, gen_3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125_LENGTH), &pool);
}

void state_base_addresses(struct launch_stream *s, uint64_t surface_base)
{
    const uint32_t mocs = s->device->info->devinfo->mocs;
    const struct ws_range *scratch = launch_zone(s->device, SCRATCH),
                          *kernel = launch_zone(s->device, KERNEL),
                          *last = launch_zone(s->device, DESCRIPTOR);
    const uint64_t dynamic = launch_zone(s->device, DYNAMIC)->base;
    const bool in_3d = needs_3d(s);
    if (s->tells_order)
        MI_EMIT(s, MI_LOAD_REGISTER_IMM, .register_offset = KILN_LOG_MARK, .data_dword = KILN_LOG_ORDER_TOLD);
    if (in_3d) // which flushes, too
        state_stream_switch_pipeline(s, GEN_PIPELINE_3D);
    else if (launch_keeps(s->device, STATE_BASE_ADDRESS_FLUSH))
        MI_PIPE_CONTROL(s, .dc_flush_enable = true, .command_streamer_stall_enable = true);
    MI_EMIT_OWN(
        s, STATE_BASE_ADDRESS, .general_state_base_address = scratch->base,
        .general_state_base_address_modify_enable = true, .general_state_mocs = mocs,
        .stateless_data_port_access_mocs = mocs, .bindless_surface_state_base_address = s->has.window,
        .bindless_surface_state_base_address_modify_enable = true, .bindless_surface_state_mocs = mocs,
        .bindless_surface_state_size = LAUNCH_BINDLESS_SURFACES - 1,
        .surface_state_base_address = launch_surface_base(s->device, surface_base),
        .surface_state_base_address_modify_enable = true, .surface_state_mocs = mocs,
        .dynamic_state_base_address = dynamic, .dynamic_state_base_address_modify_enable = true,
        .dynamic_state_mocs = mocs, .indirect_object_base_address_modify_enable = true,
        .indirect_object_mocs = mocs, .instruction_base_address = kernel->base,
        .instruction_base_address_modify_enable = true, .instruction_mocs = mocs,
        .general_state_buffer_size = scratch->size >> 12, .general_state_buffer_size_modify_enable = true,
        .dynamic_state_buffer_size = (last->base + last->size - dynamic) >> 12,
        .dynamic_state_buffer_size_modify_enable = true, .indirect_object_buffer_size = 0xfffff,
        .indirect_object_buffer_size_modify_enable = true, .instruction_buffer_size = kernel->size >> 12,
        .instruction_buffer_size_modify_enable = true);
    if (s->device->has_table_pool)
        set_table_pool(s, surface_base);
    if (in_3d)
        state_stream_switch_pipeline(s, GEN_PIPELINE_GPGPU);
    const bool states = launch_keeps(s->device, STATE_BASE_ADDRESS_INVALIDATE),
               code = launch_keeps(s->device, STATE_BASE_ADDRESS_INSTRUCTIONS);
    if (states || code)
        MI_PIPE_CONTROL(
            s, .state_cache_invalidation_enable = states, .constant_cache_invalidation_enable = states,
            .texture_cache_invalidation_enable = states, .instruction_cache_invalidate_enable = code);
    s->has.table_base = surface_base;
    s->has.stale = 0;
}

// Where the pipeline is left for base addresses.
bool state_base_forgets(const struct launch_stream *s)
{
    return needs_3d(s) && launch_keeps(s->device, PIPELINE_RELOAD);
}

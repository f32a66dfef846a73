// See pipeline.h.
#include "launch/state/pipeline.h"

// Whether there are caches of a 3D pipeline to flush.
static bool draws(const struct launch_device *device)
{
    return !(device->compute_engine && launch_keeps(device, COMPUTE_ENGINE_BITS));
}

uint32_t *state_flush(const struct launch_device *device, uint32_t *dw)
{
    return mi_pipe_control_pack(device, dw,
                                (struct gen_PIPE_CONTROL){
                                    .dc_flush_enable = true,
                                    .render_target_cache_flush_enable = draws(device),
                                    .depth_cache_flush_enable = draws(device),
                                    .command_streamer_stall_enable = true,
                                });
}

uint32_t *state_invalidate(const struct launch_device *device, uint32_t *dw)
{
    return mi_pipe_control_pack(device, dw,
                                (struct gen_PIPE_CONTROL){
                                    .texture_cache_invalidation_enable = true,
                                    .constant_cache_invalidation_enable = true,
                                    .instruction_cache_invalidate_enable = true,
                                    .state_cache_invalidation_enable = true,
                                });
}

// What was written by the pipeline that is left. The caches of 3D are not touched in GPGPU mode (rule
// gpgpu-flush-bits).
static uint32_t *drain(const struct launch_device *device, uint32_t *dw, bool from_3d)
{
    from_3d &= draws(device);
    return mi_pipe_control_pack(device, dw,
                                (struct gen_PIPE_CONTROL){
                                    .dc_flush_enable = true,
                                    .render_target_cache_flush_enable = from_3d,
                                    .depth_cache_flush_enable = from_3d,
                                    .command_streamer_stall_enable = true,
                                });
}

uint32_t *state_switch_pipeline(const struct launch_device *device, uint32_t *dw, unsigned pipeline)
{
    bool gpgpu = pipeline == GEN_PIPELINE_GPGPU,
         clock = launch_keeps(device, MEDIA_SAMPLER_CLOCK) || launch_keeps(device, MEDIA_SAMPLER_CLOCK_ARC);
    if (gpgpu && launch_keeps(device, PIPELINE_SELECT_CC))
        MI_PUT(dw, 3DSTATE_CC_STATE_POINTERS, .color_calc_state_pointer_valid = false);
    if (launch_keeps(device, PIPELINE_SELECT_FLUSH))
        dw = state_invalidate(device, state_flush(device, dw));
    if (launch_keeps(device, PIPELINE_SELECT_DRAIN))
        dw = drain(device, dw, gpgpu);
    if (gpgpu && launch_keeps(device, STATE_INVALIDATE_SELECT))
        dw = mi_pipe_control_pack(device, dw,
                                  (struct gen_PIPE_CONTROL){.state_cache_invalidation_enable = true});
    uint32_t *select = dw;
    MI_PUT_ON(device, dw, PIPELINE_SELECT, .pipeline_selection = pipeline,
              .media_sampler_dop_clock_gate_enable = clock,
              .mask_bits = GEN_PIPELINE_MASK_PIPELINE | (clock ? GEN_PIPELINE_MASK_CLOCK : 0u) |
                           (launch_keeps(device, SYSTOLIC_MODE) ? GEN_PIPELINE_MASK_SYSTOLIC : 0u));
    if (launch_keeps(device, SYSTOLIC_MODE))
        GEN_PATCH(select, PIPELINE_SELECT_GEN125, systolic_mode_enable, gpgpu);
    if (launch_keeps(device, GLK_BARRIER_MODE)) {
        const struct gen_SLICE_COMMON_ECO_CHICKEN1 mode = {
            .glk_barrier_mode = gpgpu ? GEN_GLK_BARRIER_GPGPU : GEN_GLK_BARRIER_3D_HULL,
            .glk_barrier_mode_mask = true};
        uint32_t value;
        gen_SLICE_COMMON_ECO_CHICKEN1_pack(&value, &mode);
        MI_PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_SLICE_COMMON_ECO_CHICKEN1,
               .data_dword = value);
    }
    return dw;
}

void state_stream_switch_pipeline(struct launch_stream *s, unsigned pipeline)
{
    uint32_t dw[STATE_SWITCH_DWORDS];
    size_t dwords = (size_t)(state_switch_pipeline(s->device, dw, pipeline) - dw);
    memcpy(mi_room(s, (uint32_t)dwords), dw, dwords * 4);
}

// See pipeline.h.
#include "launch/gen8/pipeline.h"

uint32_t *gen8_flush(const struct launch_device *device, uint32_t *dw)
{
    return gen8_pipe_control_pack(device, dw,
                                  (struct gen_PIPE_CONTROL){
                                      .dc_flush_enable = true,
                                      .render_target_cache_flush_enable = true,
                                      .depth_cache_flush_enable = true,
                                      .command_streamer_stall_enable = true,
                                  });
}

uint32_t *gen8_invalidate(const struct launch_device *device, uint32_t *dw)
{
    return gen8_pipe_control_pack(device, dw,
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
    return gen8_pipe_control_pack(device, dw,
                                  (struct gen_PIPE_CONTROL){
                                      .dc_flush_enable = true,
                                      .render_target_cache_flush_enable = from_3d,
                                      .depth_cache_flush_enable = from_3d,
                                      .command_streamer_stall_enable = true,
                                  });
}

uint32_t *gen8_turn_to(const struct launch_device *device, uint32_t *dw, unsigned pipeline)
{
    bool gpgpu = pipeline == GEN_PIPELINE_GPGPU, clock = launch_keeps(device, MEDIA_SAMPLER_CLOCK);
    if (gpgpu && launch_keeps(device, PIPELINE_SELECT_CC))
        GEN8_PUT(dw, 3DSTATE_CC_STATE_POINTERS, .color_calc_state_pointer_valid = false);
    if (launch_keeps(device, PIPELINE_SELECT_FLUSH))
        dw = gen8_invalidate(device, gen8_flush(device, dw));
    if (launch_keeps(device, PIPELINE_SELECT_DRAIN))
        dw = drain(device, dw, gpgpu);
    GEN8_PUT(dw, PIPELINE_SELECT, .pipeline_selection = pipeline,
             .media_sampler_dop_clock_gate_enable = clock,
             .mask_bits = GEN_PIPELINE_MASK_PIPELINE | (clock ? GEN_PIPELINE_MASK_CLOCK : 0u));
    if (launch_keeps(device, GLK_BARRIER_MODE)) {
        const struct gen_SLICE_COMMON_ECO_CHICKEN1 mode = {
            .glk_barrier_mode = gpgpu ? GEN_GLK_BARRIER_GPGPU : GEN_GLK_BARRIER_3D_HULL,
            .glk_barrier_mode_mask = true};
        uint32_t value;
        gen_SLICE_COMMON_ECO_CHICKEN1_pack(&value, &mode);
        GEN8_PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_SLICE_COMMON_ECO_CHICKEN1,
                 .data_dword = value);
    }
    return dw;
}

void gen8_stream_turn_to(struct launch_stream *s, unsigned pipeline)
{
    uint32_t dw[GEN8_TURN_DWORDS];
    size_t dwords = (size_t)(gen8_turn_to(s->device, dw, pipeline) - dw);
    memcpy(gen8_room(s, (uint32_t)dwords), dw, dwords * 4);
}

// See setup.h. PRM SKL vol2a PIPELINE_SELECT, L3CNTLREG; what they want around them is in src/hw/rules.def.
#include "launch/media/setup.h"

#include "launch/state/pipeline.h"
#include "util/log.h"

// What a new context needs once: the GPGPU pipeline, and an L3 partition with shared local memory, which
// serves every kernel.
uint32_t *media_setup(const struct launch_device *device, uint32_t *dw)
{
    const struct kiln_devinfo *chip = device->info->devinfo;
    dw = state_switch_pipeline(device, dw, GEN_PIPELINE_GPGPU);
    if (launch_keeps(device, L3_CONFIG_DRAIN))
        dw = state_flush(device, state_invalidate(device, state_flush(device, dw)));
    MI_PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = chip->l3_register, .data_dword = chip->l3_config);
    if (KILN_DEBUG(NOSLICE) || !kiln_target_has_preemption(kiln_target_of(chip)) ||
        launch_keeps(device, KERNEL_PREEMPTION))
        return dw;
    // A walker whose size only the GPU knows cannot be sliced: let it be preempted between groups.
    struct gen_CS_CHICKEN1 groups = {.gpgpu_preemption = GEN_GPGPU_PREEMPTION_THREAD_GROUP,
                                     .gpgpu_preemption_mask = 3};
    struct gen_MI_LOAD_REGISTER_IMM preemption = {.register_offset = GEN_REG_CS_CHICKEN1};
    gen_CS_CHICKEN1_pack(&preemption.data_dword, &groups);
    gen_MI_LOAD_REGISTER_IMM_pack(dw, &preemption);
    return dw + gen_MI_LOAD_REGISTER_IMM_LENGTH;
}

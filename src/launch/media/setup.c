// See setup.h. PRM SKL vol2a PIPELINE_SELECT, L3CNTLREG; what they want around them is in src/hw/rules.def.
#include "launch/media/setup.h"

#include "launch/state/pipeline.h"
#include "util/log.h"
#include "util/math.h"

// As L3_GEN8 (hw/devices.def) has it, for three registers of one bank's 64 ways: 16 each for shared memory,
// URB, data and read-only clients. Shared memory takes them in half of the banks, so that the URB has only
// the others (URB Low Bandwidth). With ways for data L3 may do atomics, which the kernel forbids. Source:
// Mesa 22.3.6 intel_l3_config.c (ivb_l3_configs), genX_state.c (emit_l3_config).
static uint32_t *split_l3(uint32_t *dw)
{
    enum { WAYS = 16, HIGH_CREDITS = 4, GENERAL_CREDITS = 12 };
    const struct gen_L3SQCREG1 credits = {.l3sq_high_priority_credit_initialization = HIGH_CREDITS,
                                          .l3sq_general_priority_credit_initialization = GENERAL_CREDITS};
    const struct gen_L3CNTLREG2 ways = {.slm_enable = true,
                                        .urb_allocation = WAYS,
                                        .urb_low_bandwidth = true,
                                        .ro_allocation = WAYS,
                                        .dc_allocation = WAYS};
    const struct gen_L3CNTLREG3 none = {0};
    const struct gen_L3SCRATCH1 atomics = {.l3_atomic_disable = false};
    const struct gen_ROW_CHICKEN3 also = {.l3_atomic_disable = false, .l3_atomic_disable_mask = true};
    struct gen_MI_LOAD_REGISTER_IMM load[] = {{.register_offset = GEN_REG_L3SQCREG1},
                                              {.register_offset = GEN_REG_L3CNTLREG2},
                                              {.register_offset = GEN_REG_L3CNTLREG3},
                                              {.register_offset = GEN_REG_L3SCRATCH1},
                                              {.register_offset = GEN_REG_ROW_CHICKEN3}};
    gen_L3SQCREG1_pack(&load[0].data_dword, &credits);
    gen_L3CNTLREG2_pack(&load[1].data_dword, &ways);
    gen_L3CNTLREG3_pack(&load[2].data_dword, &none);
    gen_L3SCRATCH1_pack(&load[3].data_dword, &atomics);
    gen_ROW_CHICKEN3_pack(&load[4].data_dword, &also);
    for (unsigned i = 0; i < KILN_ARRAY_LEN(load); i++, dw += gen_MI_LOAD_REGISTER_IMM_LENGTH)
        gen_MI_LOAD_REGISTER_IMM_pack(dw, &load[i]);
    return dw;
}

// What a new context needs once: the GPGPU pipeline, and an L3 partition with shared local memory, which
// serves every kernel.
uint32_t *media_setup(const struct launch_device *device, uint32_t *dw)
{
    const struct kiln_devinfo *chip = device->info->devinfo;
    dw = state_switch_pipeline(device, dw, GEN_PIPELINE_GPGPU);
    if (launch_keeps(device, L3_CONFIG_DRAIN))
        dw = state_flush(device, state_invalidate(device, state_flush(device, dw)));
    if (kiln_target_has_split_l3_registers(kiln_target_of(chip)))
        dw = split_l3(dw);
    else
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

// What a kernel has done to the chip before its clients' work: the registers that batches may write, and what
// a new context holds. See setup.h.
#include "sim/kernel/sched/setup.h"

#include "cmd/gen_pack.h"
#include "hw/registers.h"
#include "hw/rules.h"
#include "hw/target.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"

void sim_build_whitelist(struct sim_chip *chip)
{
    uint32_t slot = GEN_REG_FORCE_TO_NONPRIV;
    for (unsigned i = 0; i < kiln_register_count(); i++) {
        const struct kiln_register *r = kiln_register_row(i);
        if (r->batch != KILN_BATCH_I915 || !(r->where >> sim_chip_devinfo(chip)->platform & 1))
            continue;
        sim_chip_write(chip, slot, r->offset + (r->block == KILN_BLOCK_GT ? 0 : KILN_RENDER_BASE));
        slot += 4;
    }
}

// What i915 keeps L3 from on Haswell (hsw_gt_workarounds_init).
static const struct sim_register_value no_atomics[] = {{.offset = GEN_REG_L3SCRATCH1, .value = 1u << 27},
                                                       {.offset = GEN_REG_ROW_CHICKEN3, .value = 1u << 6}};

// CS_CHICKEN1 is set in each context, but stays as a reset leaves it on Gen12.5: preemption within threads,
// and between groups for walkers that have thread_preemption_disable. Source: i915 6.1 intel_workarounds.c
// (gen9_, icl_ and gen12_ctx_workarounds_init set it, dg2_ctx_workarounds_init does not, nor does 6.12's
// xelpg_ctx_workarounds_init).
static bool sets_preemption(const struct sim_device *dev)
{
    return !kiln_target_has_compute_walker(kiln_target_of(dev->devinfo));
}

// As i915 sets a context up: GPGPU work may be preempted between commands, or between groups (gen9
// intel_workarounds.c); and its null state (gen9_renderstate.c), which it copies, has a color calculator's.
// So does xe (6.12 xe_wa.c, WaDisableGPGPUMidThreadPreemption in lrc_was: graphics 12.00 to 12.10).
struct sim_cs_state *sim_new_context_state(struct sim_device *dev)
{
    const bool by_groups = kiln_has_rule(kiln_rules_of(dev->devinfo, 0), KILN_RULE_KERNEL_PREEMPTION);
    const struct gen_CS_CHICKEN1 preemption = {
        .gpgpu_preemption = by_groups ? GEN_GPGPU_PREEMPTION_THREAD_GROUP : GEN_GPGPU_PREEMPTION_COMMAND};
    struct sim_register_value value = {.offset = GEN_REG_CS_CHICKEN1};
    struct sim_context_setup setup = {.registers = &value, .render_state = true};
    gen_CS_CHICKEN1_pack(&value.value, &preemption);
    setup.count = sets_preemption(dev);
    if (kiln_has_rule(kiln_rules_of(dev->devinfo, 0), KILN_RULE_L3_ATOMICS))
        setup = (struct sim_context_setup){.registers = no_atomics, .count = 2, .render_state = true};
    return sim_chip_context_create(dev->chip, &setup);
}

uint64_t sim_read_timestamp(struct sim_chip *chip)
{
    uint32_t low, high = sim_chip_read(chip, GEN_REG_RING_TIMESTAMP_HIGH), before;
    do {
        before = high;
        low = sim_chip_read(chip, GEN_REG_TIMESTAMP);
        high = sim_chip_read(chip, GEN_REG_RING_TIMESTAMP_HIGH);
    } while (high != before);
    return (uint64_t)high << 32 | low;
}

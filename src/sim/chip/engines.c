// A chip's engines: their names, blocks of registers, interrupts, and bits of the reset register. The only
// table of them: kernels of ours see its first columns (sim_chip_engines).
// Sources: PRM SKL vol2c, ICLLP vol2c; Linux i915 intel_engine_cs.c, intel_gt_irq.c, intel_gt_regs.h
// (GEN6_GRDOM_*, GEN11_GRDOM_*), i915_pci.c (platform_engine_mask).
#include "sim/chip/machine.h"

#include "hw/gt.h"
#include "sim/chip/state.h"

// The second video engine of Gen11 and Gen12 is the third place of four; kernels count those that there are.
// clang-format off
static const struct sim_engine_place near[] = {
    //                                                                   class, instance: the hardware's
    {{"rcs0",  SIM_ENGINE_RENDER,        0, KILN_RENDER_BASE},           0, 0,  0,  0, 1 << 1},
    {{"bcs0",  SIM_ENGINE_COPY,          0, KILN_COPY_BASE},             3, 0,  0, 16, 1 << 3},
    {{"vcs0",  SIM_ENGINE_VIDEO,         0, KILN_VIDEO_BASE},            1, 0,  1,  0, 1 << 2},
    {{"vecs0", SIM_ENGINE_VIDEO_ENHANCE, 0, KILN_ENHANCE_BASE},          2, 0,  3,  0, 1 << 4},
}, ringed[] = { // Gen7.5: bank 0 is GTIIR, 1 is PMIIR; the instance counts status pages
    {{"rcs0",  SIM_ENGINE_RENDER,        0, KILN_RENDER_BASE},           0, 0,  0,  0, 1 << 1},
    {{"bcs0",  SIM_ENGINE_COPY,          0, KILN_COPY_BASE},             3, 2,  0, 22, 1 << 3},
    {{"vcs0",  SIM_ENGINE_VIDEO,         0, KILN_VIDEO_BASE},            1, 1,  0, 12, 1 << 2},
    {{"vecs0", SIM_ENGINE_VIDEO_ENHANCE, 0, KILN_ENHANCE_BASE},          2, 3,  1, 10, 1 << 4},
}, far[] = {
    {{"rcs0",  SIM_ENGINE_RENDER,        0, KILN_RENDER_BASE},           0, 0,  0,  0, 1 << 1},
    {{"bcs0",  SIM_ENGINE_COPY,          0, KILN_COPY_BASE},             3, 0,  0, 15, 1 << 2},
    {{"vcs0",  SIM_ENGINE_VIDEO,         0, KILN_VIDEO_BASE_GEN11},      1, 0,  1,  0, 1 << 5},
    {{"vcs1",  SIM_ENGINE_VIDEO,         1, KILN_VIDEO2_BASE_GEN11},     1, 2,  1,  2, 1 << 7},
    {{"vecs0", SIM_ENGINE_VIDEO_ENHANCE, 0, KILN_ENHANCE_BASE_GEN11},    2, 0,  1, 31, 1 << 13},
    // From Gen12.5 on. Of up to four Linux 6.9 and later offer one.
    {{"ccs0",  SIM_ENGINE_COMPUTE,       0, KILN_COMPUTE_BASE},          5, 0,  0,  4, 1 << 1},
};
// clang-format on

#define FAR (sizeof(far) / sizeof(far[0]))
_Static_assert(FAR <= SIM_CHIP_ENGINES, "SIM_CHIP_ENGINES");

const struct sim_engine_place *sim_engine_places(const struct kiln_devinfo *info, unsigned *count)
{
    const struct kiln_gt *gt = kiln_gt_of(kiln_target_of(info));
    if (!gt->has_far_media) {
        _Static_assert(sizeof(near) == sizeof(ringed), "as many");
        *count = sizeof(near) / sizeof(near[0]);
        return gt->has_rings ? ringed : near;
    }
    *count = (unsigned)FAR - !kiln_target_has_compute_walker(kiln_target_of(info));
    return far;
}

unsigned sim_chip_engine_count(const struct sim_chip *chip)
{
    unsigned count;
    sim_engine_places(chip->devinfo, &count);
    return count;
}

const struct sim_chip_engine *sim_chip_engine(const struct sim_chip *chip, unsigned index)
{
    unsigned count;
    return &sim_engine_places(chip->devinfo, &count)[index].hw;
}

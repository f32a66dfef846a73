// Where a chip's engines are: their blocks of registers, their interrupts, their bits of the reset register.
// Sources: PRM SKL vol2c, ICLLP vol2c; Linux i915 intel_engine_cs.c, intel_gt_irq.c, intel_gt_regs.h
// (GEN6_GRDOM_*, GEN11_GRDOM_*).
#include "sim/chip/machine.h"

// clang-format off
static const struct sim_engine_place gen8[] = {
    {"rcs0",  KILN_RENDER_BASE, 0, 0, 0,  0, 1 << 1},
    {"bcs0",  KILN_COPY_BASE, 3, 0, 0, 16, 1 << 3},
    {"vcs0",  KILN_VIDEO_BASE, 1, 0, 1,  0, 1 << 2},
    {"vecs0", KILN_ENHANCE_BASE, 2, 0, 3,  0, 1 << 4},
}, gen11[] = {
    {"rcs0",  KILN_RENDER_BASE, 0, 0, 0,  0, 1 << 1},
    {"bcs0",  KILN_COPY_BASE, 3, 0, 0, 15, 1 << 2},
    {"vcs0",  KILN_VIDEO_BASE_GEN11, 1, 0, 1,  0, 1 << 5},
    {"vcs2",  KILN_VIDEO2_BASE_GEN11, 1, 2, 1,  2, 1 << 7},
    {"vecs0", KILN_ENHANCE_BASE_GEN11, 2, 0, 1, 31, 1 << 13},
};
// clang-format on

const struct sim_engine_place *sim_engine_places(const struct kiln_devinfo *info, unsigned *count)
{
    if (kiln_target_of(info)->isa < KILN_ISA_GEN11) {
        *count = sizeof(gen8) / sizeof(gen8[0]);
        return gen8;
    }
    *count = sizeof(gen11) / sizeof(gen11[0]);
    return gen11;
}

// Fences: parts of the aperture in which X and Y tiles look linear to the processor. Sources: PRM SNB
// vol1p2 3.5 "Fence Registers", 1.1 (tiles); Linux i915 intel_ggtt_fencing.c (i965_write_fence_reg). On
// Gen7.5 software says whether addresses of tiles are swizzled, here and in the engines:
// intel_gt_init_swizzling of the same file.
#include "cmd/gen_pack.h"
#include "sim/chip/machine.h"
#include "sim/chip/state.h"
#include "sim/surface/surface.h"

enum { FENCES = 32, VALID = 1, Y_TILES = 2, PAGE_MASK = 0xfffff000, PITCH_MASK = 0xfff, PITCH_UNIT = 128 };

bool sim_fences_engines_swizzle(struct sim_machine *m)
{
    enum { SWIZZLE_TILES = 1 << 5 };
    return m->gt->has_rings && *sim_register_at(&m->registers, GEN_REG_ARB_MODE) & SWIZZLE_TILES;
}

// Where a byte of the aperture lies in the global space.
static uint64_t place_of(struct sim_machine *m, uint64_t at)
{
    enum { SWIZZLE = 1 };
    const bool swizzles = m->gt->has_rings && *sim_register_at(&m->registers, GEN_REG_TILECTL) & SWIZZLE;
    for (uint32_t n = 0; n < FENCES; n++) {
        const uint32_t *fence = sim_register_at(&m->registers, GEN_REG_FENCE + 8 * n);
        const uint64_t first = fence[0] & PAGE_MASK, last = fence[1] & PAGE_MASK;
        if (!(fence[0] & VALID) || at < first || at >= last + 4096)
            continue;
        const uint32_t pitch = ((fence[1] & PITCH_MASK) + 1) * PITCH_UNIT, within = (uint32_t)(at - first);
        const enum sim_tiling tiling = fence[0] & Y_TILES ? SIM_TILING_Y : SIM_TILING_X;
        return first + sim_tiled_offset(tiling, swizzles, pitch, within % pitch, within / pitch);
    }
    return at;
}

uint8_t *sim_chip_aperture(struct sim_chip *chip, uint64_t address, bool write)
{
    struct sim_machine *m = chip->machine;
    if (!m)
        return NULL;
    pthread_mutex_lock(&m->lock);
    uint64_t at = place_of(m, address);
    pthread_mutex_unlock(&m->lock);
    return sim_guest_global(&m->global, at, write);
}

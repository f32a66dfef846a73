// See surface/tile.h. Source of the bits: Intel's GmmLib CpuSwizzleBlt.c (INTEL_TILE_YF_*, INTEL_TILE_YS_*);
// of the slots: PRM SKL vol5, PRM ICL vol5 "Tiling and Mip Tail for 2D Surfaces", "... for 3D Surfaces", as
// Mesa's isl.c has them (skl_std_y_2d_miptail_offset_el and the like).
#include "sim/surface/tile.h"

#include <stddef.h>

enum { SIZES = 5, LARGE = 16, SMALL = 12 };

// Of 64 KiB, highest bit first; the lower twelve are those of 4 KiB. By the element's bytes: 1, 2, 4, 8, 16.
static const char *const layouts[2][SIZES] = {
    {"xyxyxyxyyyyyxxxx", "xyxyxyxyxyyyxxxx", "xyxyxyxyxyyyxxxx", "xyxyxyxyxxyyxxxx", "xyxyxyxyxxyyxxxx"},
    {"xyzxyzyzzzyyxxxx", "xyzxyzyzzzyyxxxx", "xyzxyzxyzzyyxxxx", "xyzxyzxxzzyyxxxx", "xyzxyzxxzzyyxxxx"},
};

static unsigned log2_of(unsigned bytes)
{
    return (unsigned)__builtin_ctz(bytes);
}

struct sim_tile sim_tile_make(const struct sim_tile_kind *kind)
{
    struct sim_tile t = {.bits = kind->large ? LARGE : SMALL};
    const char *layout = layouts[kind->volume][log2_of(kind->bytes)];
    for (unsigned bit = 0; bit < t.bits; bit++) {
        // Samples take the place of the highest.
        char of = bit >= t.bits - kind->sample ? 's' : layout[LARGE - 1 - bit];
        *(of == 'x' ? &t.x : of == 'y' ? &t.y : of == 'z' ? &t.z : &t.s) |= 1u << bit;
    }
    return t;
}

// The low bits of v to where `mask` has ones.
static uint32_t deposit(uint32_t v, uint32_t mask)
{
    uint32_t out = 0;
    for (; mask; mask &= mask - 1, v >>= 1)
        out |= v & 1 ? mask & -mask : 0;
    return out;
}

uint64_t sim_tile_offset(const struct sim_tile *tile, uint64_t pitch, uint32_t x, uint32_t y, uint32_t z,
                         uint32_t sample)
{
    const unsigned wide = (unsigned)__builtin_popcount(tile->x), high = (unsigned)__builtin_popcount(tile->y);
    const uint64_t index = (y >> high) * (pitch >> wide) + (x >> wide);
    return index << tile->bits | deposit(x, tile->x) | deposit(y, tile->y) | deposit(z, tile->z) |
           deposit(sample, tile->s);
}

// ---- mip tails: a slot's place for elements of 1, 2, 4, 8 and 16 bytes

typedef uint8_t slot2[SIZES][2];
typedef uint8_t slot3[SIZES][3];

static const slot2 slots_2d[] = {
    {{128, 0}, {128, 0}, {64, 0}, {64, 0}, {32, 0}}, {{0, 128}, {0, 64}, {0, 64}, {0, 32}, {0, 32}},
    {{64, 0}, {64, 0}, {32, 0}, {32, 0}, {16, 0}},   {{0, 64}, {0, 32}, {0, 32}, {0, 16}, {0, 16}},
    {{32, 0}, {32, 0}, {16, 0}, {16, 0}, {8, 0}},    {{16, 32}, {16, 16}, {8, 16}, {8, 8}, {4, 8}},
    {{0, 48}, {0, 24}, {0, 24}, {0, 12}, {0, 12}},   {{0, 32}, {0, 16}, {0, 16}, {0, 8}, {0, 8}},
    {{16, 16}, {16, 8}, {8, 8}, {8, 4}, {4, 4}},     {{16, 0}, {16, 0}, {8, 0}, {8, 0}, {4, 0}},
    {{0, 16}, {0, 8}, {0, 8}, {0, 4}, {0, 4}},       {{0, 12}, {8, 4}, {4, 4}, {6, 0}, {3, 0}},
    {{0, 8}, {8, 0}, {4, 0}, {4, 0}, {2, 0}},        {{0, 4}, {0, 4}, {0, 4}, {2, 0}, {1, 0}},
    {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},
};

static const slot3 slots_3d[] = {
    {{32, 0, 0}, {16, 0, 0}, {16, 0, 0}, {16, 0, 0}, {8, 0, 0}},
    {{0, 16, 0}, {0, 16, 0}, {0, 16, 0}, {0, 8, 0}, {0, 8, 0}},
    {{0, 0, 16}, {0, 0, 16}, {0, 0, 8}, {0, 0, 8}, {0, 0, 8}},
    {{16, 0, 0}, {8, 0, 0}, {8, 0, 0}, {8, 0, 0}, {4, 0, 0}},
    {{0, 8, 0}, {0, 8, 0}, {0, 8, 0}, {0, 4, 0}, {0, 4, 0}},
    {{0, 0, 8}, {0, 0, 8}, {0, 0, 4}, {0, 0, 4}, {0, 0, 4}},
    {{0, 4, 4}, {0, 4, 4}, {4, 4, 0}, {6, 0, 0}, {3, 0, 0}},
    {{0, 4, 0}, {0, 4, 0}, {0, 4, 0}, {4, 0, 0}, {2, 0, 0}},
    {{0, 0, 7}, {0, 0, 7}, {4, 0, 3}, {2, 0, 3}, {1, 0, 3}},
    {{0, 0, 6}, {0, 0, 6}, {4, 0, 2}, {2, 0, 2}, {1, 0, 2}},
    {{0, 0, 5}, {0, 0, 5}, {4, 0, 1}, {2, 0, 1}, {1, 0, 1}},
    {{0, 0, 4}, {0, 0, 4}, {4, 0, 0}, {2, 0, 0}, {1, 0, 0}},
    {{0, 0, 3}, {0, 0, 3}, {0, 0, 3}, {0, 0, 3}, {0, 0, 3}},
    {{0, 0, 2}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}},
    {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
    {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
};

// From the sixth on; before, they are as above.
static const slot3 slots_3d_gen11[] = {
    {{8, 0, 8}, {4, 0, 8}, {4, 0, 4}, {4, 0, 4}, {2, 0, 4}},
    {{0, 4, 8}, {0, 4, 8}, {0, 4, 4}, {0, 2, 4}, {0, 2, 4}},
    {{0, 0, 8}, {0, 0, 8}, {0, 0, 4}, {0, 0, 4}, {0, 0, 4}},
    {{8, 4, 0}, {4, 4, 0}, {4, 4, 0}, {4, 2, 0}, {2, 2, 0}},
    {{8, 0, 0}, {4, 0, 0}, {4, 0, 0}, {4, 0, 0}, {2, 0, 0}},
    {{0, 4, 0}, {0, 4, 0}, {0, 4, 0}, {0, 2, 0}, {0, 2, 0}},
    {{4, 0, 4}, {2, 0, 4}, {2, 0, 2}, {2, 0, 2}, {1, 0, 2}},
    {{0, 0, 4}, {0, 0, 4}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}},
    {{4, 0, 0}, {2, 0, 0}, {2, 0, 0}, {2, 0, 0}, {1, 0, 0}},
    {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
};

enum {
    SLOTS_2D = sizeof(slots_2d) / sizeof(slots_2d[0]),
    SLOTS_3D = sizeof(slots_3d) / sizeof(slots_3d[0]),
    SLOTS_3D_GEN11 = sizeof(slots_3d_gen11) / sizeof(slots_3d_gen11[0]),
    ALIKE = 5,   // slots of volumes
    REVERSED = 4 // the last slots of 2D tails, since Gen11
};

// NULL: none.
static const uint8_t *slot_of(const struct sim_tile_kind *kind, bool gen11, unsigned n)
{
    const unsigned size = log2_of(kind->bytes);
    if (!kind->volume) {
        if (gen11 && n < SLOTS_2D && n >= SLOTS_2D - REVERSED)
            n = 2 * SLOTS_2D - REVERSED - 1 - n;
        return n < SLOTS_2D ? slots_2d[n][size] : NULL;
    }
    if (gen11 && n >= ALIKE)
        return n - ALIKE < SLOTS_3D_GEN11 ? slots_3d_gen11[n - ALIKE][size] : NULL;
    return n < SLOTS_3D ? slots_3d[n][size] : NULL;
}

bool sim_tile_tail(const struct sim_tile_kind *kind, bool gen11, unsigned slot, uint32_t at[3])
{
    enum { SLOTS_OF_64K = 4 }; // that a tile of 4 KiB does not have
    const uint8_t *place = slot_of(kind, gen11, slot + (kind->large ? 0 : SLOTS_OF_64K));
    for (unsigned k = 0; place && k < 3; k++)
        at[k] = k < 2 || kind->volume ? place[k] : 0;
    return place != NULL;
}

// See surface/tile.h. Source of the bits: Intel's GmmLib CpuSwizzleBlt.c (INTEL_TILE_YF_*, INTEL_TILE_YS_*);
// of the slots: PRM SKL vol5, PRM ICL vol5 "Tiling and Mip Tail for 2D Surfaces", "... for 3D Surfaces", as
// Mesa's isl.c has them (skl_std_y_2d_miptail_offset_el and the like; acm_tile64_3d_miptail_offset_el, which
// is GmmLib's GEN11_MIPTAIL_SLOT_OFFSET_3D_SURFACE).
#include "sim/surface/tile.h"

#include <stddef.h>

#include "hw/tile.h"
#include "util/math.h"

enum { SIZES = 5, LARGE = 16, SMALL = 12 };

// Of 64 KiB, highest bit first; by the element's bytes: 1, 2, 4, 8, 16.
typedef const char *bits_by_size[SIZES];

// The lower twelve are those of 4 KiB. Samples take the place of the highest.
static const bits_by_size bits_y[2] = {
    {"xyxyxyxyyyyyxxxx", "xyxyxyxyxyyyxxxx", "xyxyxyxyxyyyxxxx", "xyxyxyxyxxyyxxxx", "xyxyxyxyxxyyxxxx"},
    {"xyzxyzyzzzyyxxxx", "xyzxyzyzzzyyxxxx", "xyzxyzxyzzyyxxxx", "xyzxyzxxzzyyxxxx", "xyzxyzxxzzyyxxxx"},
};

static unsigned log2_of(unsigned bytes)
{
    return (unsigned)__builtin_ctz(bytes);
}

static bool is_64(const struct sim_tile_kind *kind)
{
    return kind->layout == SIM_TILE_64 || kind->layout == SIM_TILE_64_XE2;
}

static const char *bits_of(const struct sim_tile_kind *kind)
{
    return is_64(kind)
               ? kiln_tile64_bits(kind->layout == SIM_TILE_64_XE2, kind->volume, kind->bytes, kind->sample)
               : bits_y[kind->volume][log2_of(kind->bytes)];
}

struct sim_tile sim_tile_make(const struct sim_tile_kind *kind)
{
    struct sim_tile t = {.bits = kind->layout == SIM_TILE_YF ? SMALL : LARGE};
    const char *bits = bits_of(kind);
    for (unsigned bit = 0; bit < t.bits; bit++) {
        const bool sample = !is_64(kind) && bit >= t.bits - kind->sample;
        const char of = sample ? 's' : bits[LARGE - 1 - bit];
        *(of == 'x' ? &t.x : of == 'y' ? &t.y : of == 'z' ? &t.z : &t.s) |= 1u << bit;
    }
    return t;
}

uint64_t sim_tile_offset(const struct sim_tile *tile, uint64_t pitch, uint32_t x, uint32_t y, uint32_t z,
                         uint32_t sample)
{
    const unsigned wide = (unsigned)__builtin_popcount(tile->x), high = (unsigned)__builtin_popcount(tile->y);
    const uint64_t index = (y >> high) * (pitch >> wide) + (x >> wide);
    return index << tile->bits | kiln_deposit(x, tile->x) | kiln_deposit(y, tile->y) | kiln_deposit(z, tile->z) |
           kiln_deposit(sample, tile->s);
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

static const slot3 slots_3d_64[] = {
    {{32, 0, 0}, {16, 0, 0}, {16, 0, 0}, {16, 0, 0}, {8, 0, 0}},
    {{0, 16, 0}, {0, 16, 0}, {0, 16, 0}, {0, 8, 0}, {0, 8, 0}},
    {{0, 0, 16}, {0, 0, 16}, {0, 0, 8}, {0, 0, 8}, {0, 0, 8}},
    {{16, 0, 0}, {8, 0, 0}, {8, 0, 0}, {8, 0, 0}, {4, 0, 0}},
    {{0, 8, 0}, {0, 8, 0}, {0, 8, 0}, {0, 4, 0}, {0, 4, 0}},
    {{0, 4, 8}, {0, 4, 8}, {4, 0, 4}, {4, 0, 4}, {2, 0, 4}},
    {{0, 0, 12}, {0, 0, 12}, {0, 4, 4}, {2, 0, 4}, {1, 0, 4}},
    {{0, 0, 8}, {0, 0, 8}, {0, 0, 4}, {0, 0, 4}, {0, 0, 4}},
    {{0, 4, 4}, {0, 4, 4}, {4, 4, 0}, {6, 0, 0}, {3, 0, 0}},
    {{0, 4, 0}, {0, 4, 0}, {4, 0, 0}, {4, 0, 0}, {2, 0, 0}},
    {{0, 0, 4}, {0, 0, 4}, {0, 4, 0}, {2, 0, 0}, {1, 0, 0}},
    {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
    {{0, 0, 2}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}},
    {{0, 0, 3}, {0, 0, 3}, {0, 0, 3}, {0, 0, 3}, {0, 0, 3}},
};

enum {
    SLOTS_2D = sizeof(slots_2d) / sizeof(slots_2d[0]),
    SLOTS_3D = sizeof(slots_3d) / sizeof(slots_3d[0]),
    SLOTS_3D_GEN11 = sizeof(slots_3d_gen11) / sizeof(slots_3d_gen11[0]),
    SLOTS_3D_64 = sizeof(slots_3d_64) / sizeof(slots_3d_64[0]),
    ALIKE = 5,   // slots of volumes
    REVERSED = 4 // the last slots of 2D tails, since Gen11
};

// NULL: none.
static const uint8_t *slot_of(const struct sim_tile_kind *kind, bool gen11, unsigned n)
{
    const unsigned size = log2_of(kind->bytes);
    if (!kind->volume) {
        if ((gen11 || is_64(kind)) && n < SLOTS_2D && n >= SLOTS_2D - REVERSED)
            n = 2 * SLOTS_2D - REVERSED - 1 - n;
        return n < SLOTS_2D ? slots_2d[n][size] : NULL;
    }
    if (is_64(kind))
        return n < SLOTS_3D_64 ? slots_3d_64[n][size] : NULL;
    if (gen11 && n >= ALIKE)
        return n - ALIKE < SLOTS_3D_GEN11 ? slots_3d_gen11[n - ALIKE][size] : NULL;
    return n < SLOTS_3D ? slots_3d[n][size] : NULL;
}

bool sim_tile_tail(const struct sim_tile_kind *kind, bool gen11, unsigned slot, uint32_t at[3])
{
    enum { SLOTS_OF_64K = 4 }; // that a tile of 4 KiB does not have
    const uint8_t *place = slot_of(kind, gen11, slot + (kind->layout == SIM_TILE_YF ? SLOTS_OF_64K : 0));
    for (unsigned k = 0; place && k < 3; k++)
        at[k] = k < 2 || kind->volume ? place[k] : 0;
    return place != NULL;
}

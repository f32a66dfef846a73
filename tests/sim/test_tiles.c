// Tiles that have mip tails (surface/tile.h): extents and sizes of tails by the PRM's tables, every byte used
// once; Tile64 and Tile4 by formulas of their own; and surfaces in them whose texels share no byte.
#include <stdlib.h>
#include <string.h>

#include "kt.h"
#include "hw/devinfo.h"
#include "sim/ports/image.h"
#include "sim/surface/surface.h"

enum { SIZES = 5, LARGE_BYTES = 0x10000, SMALL_BYTES = 0x1000, LAYOUTS = 4 };

static const char *const names[LAYOUTS] = {
    [SIM_TILE_YF] = "Yf", [SIM_TILE_YS] = "Ys", [SIM_TILE_64] = "64", [SIM_TILE_64_XE2] = "64 of Xe2"};

// PRM SKL vol5 "2D/CUBE Alignment Requirements", "3D Alignment Requirements": elements of 1, 2, 4, 8, 16
// bytes. The larger are Tile64's as well (GmmLib GmmTexture.h, __GmmTexFillHAlignVAlign).
static const unsigned extents[2][2][SIZES][3] = {
    {{{64, 64, 1}, {64, 32, 1}, {32, 32, 1}, {32, 16, 1}, {16, 16, 1}},
     {{256, 256, 1}, {256, 128, 1}, {128, 128, 1}, {128, 64, 1}, {64, 64, 1}}},
    {{{16, 16, 16}, {8, 16, 16}, {8, 16, 8}, {8, 8, 8}, {4, 8, 8}},
     {{64, 32, 32}, {32, 32, 32}, {32, 32, 16}, {32, 16, 16}, {16, 16, 16}}},
};

// PRM KBL vol2d "RENDER_SURFACE_STATE", Mip Tail Start LOD: the largest level that may begin a tail.
static const unsigned largest[2][2][SIZES][3] = {
    {{{32, 64, 1}, {32, 32, 1}, {16, 32, 1}, {16, 16, 1}, {8, 16, 1}},
     {{128, 256, 1}, {128, 128, 1}, {64, 128, 1}, {64, 64, 1}, {32, 64, 1}}},
    {{{16, 8, 16}, {8, 8, 16}, {8, 8, 8}, {8, 4, 8}, {4, 4, 8}},
     {{32, 32, 32}, {16, 32, 32}, {16, 32, 16}, {16, 16, 16}, {8, 16, 16}}},
};

// True the first time.
static bool take(uint8_t *used, uint64_t at, unsigned bytes, uint64_t limit)
{
    bool good = at + bytes <= limit;
    for (unsigned b = 0; good && b < bytes; b++) {
        good = !used[at + b];
        used[at + b] = 1;
    }
    return good;
}

static unsigned taken_once(const struct sim_tile_kind *kind, const unsigned size[3])
{
    static uint8_t used[LARGE_BYTES];
    const struct sim_tile t = sim_tile_make(kind);
    unsigned wrong = 0;
    memset(used, 0, sizeof(used));
    for (unsigned s = 0; s < 1u << kind->sample; s++)
        for (unsigned z = 0; z < size[2]; z++)
            for (unsigned y = 0; y < size[1]; y++)
                for (unsigned x = 0; x < size[0]; x++)
                    wrong += !take(used, sim_tile_offset(&t, size[0] * kind->bytes, x * kind->bytes, y, z, s),
                                   kind->bytes, 1u << t.bits);
    return wrong;
}

// What samples take from a tile's width and height, as powers of two. Y: half the width, then half the height
// ... Tile64: GmmLib GmmTexture.h, __GmmTexFillHAlignVAlign; on Gen12.5 there are four samples at most.
static void divide_by_samples(const struct sim_tile_kind *kind, unsigned by[2])
{
    const unsigned bits = kind->bytes * 8;
    by[0] = (kind->sample + 1) / 2;
    by[1] = kind->sample / 2;
    if (kind->layout == SIM_TILE_64 && kind->sample > 2)
        by[0] = by[1] = 1;
    if (kind->layout != SIM_TILE_64_XE2)
        return;
    const bool moved = (kind->sample == 1 && bits == 128) || (kind->sample == 3 && (bits == 8 || bits == 32));
    by[0] += kind->sample == 4 && bits == 64 ? 1 : -(unsigned)moved;
    by[1] += kind->sample == 4 && bits == 64 ? -1u : moved;
}

static void by_samples(struct sim_tile_kind kind, const unsigned extent[3])
{
    for (kind.sample = 1; kind.sample <= 4; kind.sample++) {
        unsigned by[2];
        divide_by_samples(&kind, by);
        const unsigned size[3] = {extent[0] >> by[0], extent[1] >> by[1], 1};
        struct sim_tile_kind within = kind;
        within.sample = by[0] + by[1]; // that one tile has
        kt_ok(!taken_once(&within, size), "%u samples, %s, %u bytes", 1u << kind.sample, names[kind.layout],
              kind.bytes);
        kt_eq(sim_tile_make(&kind).s, sim_tile_make(&within).s);
    }
}

KT_TEST(a_tile_has_its_extent_and_uses_every_byte)
{
    for (unsigned n = 0; n < 2 * LAYOUTS * SIZES; n++) {
        const unsigned size = n / (2 * LAYOUTS);
        const struct sim_tile_kind kind = {.volume = n & 1, .layout = n / 2 % LAYOUTS, .bytes = 1u << size};
        const bool large = kind.layout != SIM_TILE_YF;
        const unsigned *e = extents[kind.volume][large][size];
        kt_eq(e[0] * e[1] * e[2] * kind.bytes, large ? LARGE_BYTES : SMALL_BYTES);
        kt_ok(!taken_once(&kind, e), "volume %d, %s, %u bytes", kind.volume, names[kind.layout], kind.bytes);
        if (!kind.volume)
            by_samples(kind, e);
    }
}

// A Tile4 is eight blocks of 512 bytes, 64 bytes by 8 rows: two in a row of them, four rows. A block is eight
// cells of 64 bytes, 16 bytes by 4 rows: four in a row, two rows. (Mesa docs/isl/tiling.rst, "Tile4".)
static unsigned in_tile4(unsigned x, unsigned y)
{
    const unsigned block = y / 8 * 2 + x / 64, cell = y % 8 / 4 * 4 + x % 64 / 16;
    return block * 512 + cell * 64 + y % 4 * 16 + x % 16;
}

KT_TEST(tile4_is_blocks_of_cells)
{
    unsigned wrong = 0;
    for (unsigned y = 0; y < 64; y++)
        for (unsigned x = 0; x < 384; x++)
            wrong += sim_tiled_offset(SIM_TILING_4, false, 384, x, y) !=
                     (y / 32 * 3 + x / 128) * SMALL_BYTES + in_tile4(x % 128, y % 32);
    kt_eq(wrong, 0);
}

// Without samples a Tile64 is Tile4s, row after row. (Mesa docs/isl/tiling.rst, "Tile64".)
KT_TEST(tile64_is_rows_of_tile4)
{
    unsigned wrong = 0;
    for (unsigned n = 0; n < 2 * SIZES; n++) {
        const struct sim_tile_kind kind = {.layout = n & 1 ? SIM_TILE_64_XE2 : SIM_TILE_64,
                                           .bytes = 1u << n / 2};
        const unsigned *e = extents[0][1][n / 2], wide = e[0] * kind.bytes;
        const struct sim_tile t = sim_tile_make(&kind);
        for (unsigned y = 0; y < 2 * e[1]; y++)
            for (unsigned x = 0; x < 3 * wide; x++)
                wrong += sim_tile_offset(&t, 3 * wide, x, y, 0, 0) !=
                         (y / e[1] * 3 + x / wide) * LARGE_BYTES +
                             (y % e[1] / 32 * (wide / 128) + x % wide / 128) * SMALL_BYTES +
                             in_tile4(x % 128, y % 32);
    }
    kt_eq(wrong, 0);
}

// A pattern that no other order of bits has: source as in surface/tile.c.
KT_TEST(offsets_within_a_tile)
{
    const struct sim_tile_kind kind = {.layout = SIM_TILE_YS, .bytes = 4},
                               volume = {.volume = true, .bytes = 4};
    const struct sim_tile t = sim_tile_make(&kind), v = sim_tile_make(&volume);
    kt_eq(sim_tile_offset(&t, 1024, 16, 0, 0, 0), 1u << 7);
    kt_eq(sim_tile_offset(&t, 1024, 32, 8, 0, 0), 1u << 9 | 1u << 8);
    kt_eq(sim_tile_offset(&t, 1024, 511, 127, 0, 0), 0xffff);
    kt_eq(sim_tile_offset(&t, 1024, 512, 128, 0, 0), 3u << 16); // the second tile of the second row
    kt_eq(sim_tile_offset(&v, 32, 0, 4, 1, 0), 1u << 8 | 1u << 6);
    kt_eq(sim_tile_offset(&v, 32, 16, 8, 4, 0), 1u << 9 | 1u << 11 | 1u << 10);
}

// Each bit of the offset, highest first: of which coordinate, and which bit of it; x in bytes. Source: Mesa's
// isl.c (acm_tile64_*_swiz, xe2_tile64_*_swiz), which has them independently of GmmLib, where surface/tile.c
// has them from.
struct written {
    enum sim_tile_layout layout;
    bool volume;
    unsigned bytes, sample;
    const char *bits;
};

static const struct written written[] = {
    {SIM_TILE_64, false, 4, 1, "y6 y5 x7 x6 y4 y3 x5 y2 s0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64, false, 1, 2, "y6 y5 y4 x6 y3 y2 x5 s1 s0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64, false, 16, 4, "y4 x8 x7 x6 y3 y2 x5 s1 s0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64, true, 16, 0, "z3 z2 y3 x7 x6 x5 z1 y2 z0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64, true, 4, 0, "z3 z2 y4 x6 y3 x5 z1 y2 z0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64, true, 2, 0, "z4 z3 z2 y4 y3 x5 z1 y2 z0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64, true, 1, 0, "z4 z3 z2 x5 y4 y3 z1 y2 z0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 16, 1, "y4 x9 x8 x7 y3 y2 x6 s0 x5 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 4, 1, "y6 y5 y4 x7 y3 y2 x6 s0 x5 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 1, 1, "y7 y6 y5 y4 y3 y2 x6 s0 x5 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 8, 2, "y4 x8 x7 x6 y3 y2 s1 s0 x5 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 2, 2, "y5 y4 x7 x6 y3 y2 s1 s0 x5 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 4, 3, "y4 y3 x7 x6 y2 x5 s2 s1 s0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 2, 3, "y5 y4 y3 x6 y2 x5 s2 s1 s0 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 8, 4, "y4 y3 x6 x5 y2 x4 s3 s2 s1 s0 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, false, 16, 4, "y3 x7 x6 x5 y2 x4 s3 s2 s1 s0 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, true, 8, 0, "z3 z2 y3 x7 x6 y2 z1 z0 x5 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, true, 4, 0, "z3 z2 y4 x6 y3 y2 z1 z0 x5 x4 y1 y0 x3 x2 x1 x0"},
    {SIM_TILE_64_XE2, true, 1, 0, "z4 z3 z2 y4 y3 y2 z1 z0 x5 x4 y1 y0 x3 x2 x1 x0"},
};

KT_TEST(bits_of_tile64)
{
    for (unsigned n = 0; n < sizeof(written) / sizeof(*written); n++) {
        const struct written *w = &written[n];
        const struct sim_tile_kind kind = {
            .layout = w->layout, .volume = w->volume, .bytes = w->bytes, .sample = w->sample};
        const struct sim_tile t = sim_tile_make(&kind);
        for (unsigned bit = 0; bit < 16; bit++) {
            const char *at = w->bits + 3 * (15 - bit);
            const uint32_t one = 1u << (at[1] - '0');
            const uint64_t got = sim_tile_offset(&t, LARGE_BYTES, *at == 'x' ? one : 0, *at == 'y' ? one : 0,
                                                 *at == 'z' ? one : 0, *at == 's' ? one : 0);
            kt_ok(got == 1u << bit, "%s, %u bytes, %u samples: %.2s is 0x%llx, not bit %u", names[w->layout],
                  w->bytes, 1u << w->sample, at, (unsigned long long)got, bit);
        }
    }
}

static unsigned minified(unsigned v, unsigned l)
{
    return v >> l ? v >> l : 1;
}

static unsigned tail_overlaps(const struct sim_tile_kind *kind, bool gen11, unsigned size, unsigned *slots)
{
    static uint8_t used[LARGE_BYTES];
    const bool large = kind->layout != SIM_TILE_YF;
    const unsigned *first = largest[kind->volume][large][size];
    const struct sim_tile t = sim_tile_make(kind);
    const unsigned pitch = extents[kind->volume][large][size][0] * kind->bytes;
    unsigned wrong = 0;
    uint32_t at[3];
    memset(used, 0, sizeof(used));
    for (*slots = 0; sim_tile_tail(kind, gen11, *slots, at); ++*slots) {
        unsigned end = 1; // the smallest level is of one texel
        for (unsigned k = 0; k < 3; k++)
            end = first[k] >> *slots > end ? first[k] >> *slots : end;
        for (unsigned z = 0; z < minified(first[2], *slots); z++)
            for (unsigned y = 0; y < minified(first[1], *slots); y++)
                for (unsigned x = 0; x < minified(first[0], *slots); x++)
                    wrong += !take(
                        used, sim_tile_offset(&t, pitch, (at[0] + x) * kind->bytes, at[1] + y, at[2] + z, 0),
                        kind->bytes, 1u << t.bits);
        if (end == 1)
            return wrong;
    }
    return wrong + 1; // no slot for the level of one texel
}

KT_TEST(levels_of_a_tail_share_no_byte)
{
    for (unsigned n = 0; n < 4 * LAYOUTS * SIZES; n++) {
        const bool gen11 = n & 1, volume = n & 2;
        const unsigned size = n / (4 * LAYOUTS);
        const struct sim_tile_kind kind = {.volume = volume, .layout = n / 4 % LAYOUTS, .bytes = 1u << size};
        unsigned slots = 0, wrong = tail_overlaps(&kind, gen11, size, &slots);
        kt_ok(!wrong, "volume %d, %s, %u bytes, Gen11 %d: %u texels at slot %u", volume, names[kind.layout],
              kind.bytes, gen11, wrong, slots);
    }
}

KT_TEST(no_slot_beyond_the_last)
{
    uint32_t at[3];
    const struct sim_tile_kind flat = {.layout = SIM_TILE_YS, .bytes = 4}, small = {.bytes = 4},
                               later = {.layout = SIM_TILE_64, .bytes = 4},
                               volume = {.layout = SIM_TILE_64_XE2, .volume = true, .bytes = 1};
    kt_true(sim_tile_tail(&flat, false, 14, at));
    kt_true(!sim_tile_tail(&flat, false, 15, at));
    kt_true(!sim_tile_tail(&flat, true, 15, at));
    kt_true(!sim_tile_tail(&small, false, 11, at));
    kt_true(sim_tile_tail(&flat, true, 14, at) && at[0] == 4 && at[1] == 4); // where Gen9 has the fourth last
    kt_true(sim_tile_tail(&later, false, 14, at) && at[0] == 4 && at[1] == 4);
    kt_true(!sim_tile_tail(&later, false, 15, at));
    kt_true(sim_tile_tail(&volume, true, 5, at) && at[0] == 0 && at[1] == 4 && at[2] == 8);
    kt_true(!sim_tile_tail(&volume, true, 15, at));
}

// ---- whole surfaces

struct made {
    unsigned type, mode /* GEN_TRMODE_*, or NONE: Tile64 */, format, width, height, depth, levels, tail,
        samples;
};

static unsigned up(unsigned v, unsigned to)
{
    return (v + to - 1) / to * to;
}

static unsigned shared_texels(const struct made *m, const char *chip)
{
    struct sim_surface s = {0};
    const struct sim_format *f = sim_format_find(m->format);
    const unsigned *tile =
        extents[m->type == GEN_SURFTYPE_3D][m->mode != GEN_TRMODE_YF][__builtin_ctz(f->bytes)];
    const unsigned h = up(m->height, tile[1]), qpitch = m->levels > 1 ? 2 * h + tile[1] : h;
    sim_surface_make(
        &s,
        &(struct gen_RENDER_SURFACE_STATE){.surface_type = m->type,
                                           .surface_format = m->format,
                                           .tile_mode = m->mode ? (uint32_t)GEN_TILE_MODE_YMAJOR
                                                                : (uint32_t)GEN_TILE_MODE_GEN125_TILE64,
                                           .tiled_resource_mode = m->mode,
                                           .surface_array = m->type == GEN_SURFTYPE_2D,
                                           .width = m->width - 1,
                                           .height = m->height - 1,
                                           .depth = m->depth - 1,
                                           .surface_pitch = up(m->width, tile[0]) * f->bytes * 2 - 1,
                                           .surface_qpitch = qpitch / 4,
                                           .mip_count_lod = m->levels - 1,
                                           .mip_tail_start_lod = m->tail,
                                           .number_of_multisamples = (uint32_t)__builtin_ctz(m->samples)},
        kiln_target_of(kiln_devinfo_simulated(chip)));
    kt_ok(!s.refused, "%s", s.refused);
    const uint64_t size = (uint64_t)s.pitch * qpitch * up(m->depth, tile[2]) * m->samples;
    uint8_t *used = calloc(size, 1);
    unsigned wrong = 0;
    for (unsigned l = 0; used && l < m->levels; l++)
        for (unsigned z = 0; z < (m->type == GEN_SURFTYPE_3D ? minified(m->depth, l) : m->depth * m->samples);
             z++)
            for (unsigned y = 0; y < minified(m->height, l); y++)
                for (unsigned x = 0; x < minified(m->width, l); x++)
                    wrong += !take(used, sim_surface_offset(&s, l, x, y, z), f->bytes, size);
    free(used);
    return wrong;
}

static void none_share(const char *chip, const struct made *all, unsigned count)
{
    for (unsigned n = 0; n < count; n++) {
        unsigned wrong = shared_texels(&all[n], chip);
        kt_ok(!wrong, "%s, surface %u: %u texels", chip, n, wrong);
    }
}

enum { NO_TAIL = 15 };

KT_TEST(texels_of_a_surface_share_no_byte)
{
    const struct made all[] = {
        {GEN_SURFTYPE_2D, GEN_TRMODE_YF, GEN_FORMAT_R8G8B8A8_UNORM, 100, 70, 3, 1, NO_TAIL, 1},
        {GEN_SURFTYPE_2D, GEN_TRMODE_YF, GEN_FORMAT_R8G8B8A8_UNORM, 100, 70, 3, 7, 3, 1},
        {GEN_SURFTYPE_2D, GEN_TRMODE_YS, GEN_FORMAT_R16_UNORM, 600, 300, 2, 10, 3, 1},
        {GEN_SURFTYPE_2D, GEN_TRMODE_YS, GEN_FORMAT_R32G32B32A32_FLOAT, 65, 130, 2, 3, NO_TAIL, 1},
        {GEN_SURFTYPE_3D, GEN_TRMODE_YS, GEN_FORMAT_R8G8B8A8_UNORM, 40, 70, 35, 6, 2, 1},
        {GEN_SURFTYPE_3D, GEN_TRMODE_YF, GEN_FORMAT_R8_UNORM, 40, 70, 35, 7, 3, 1},
        {GEN_SURFTYPE_2D, GEN_TRMODE_YS, GEN_FORMAT_R8G8B8A8_UNORM, 60, 60, 3, 1, NO_TAIL, 4},
    };
    static const char *const chips[] = {"skl", "icl", "tgl"};
    for (unsigned c = 0; c < 3; c++)
        none_share(chips[c], all, sizeof(all) / sizeof(*all));
}

KT_TEST(texels_of_a_surface_in_tile64_share_no_byte)
{
    const struct made all[] = {
        {GEN_SURFTYPE_2D, GEN_TRMODE_NONE, GEN_FORMAT_R8G8B8A8_UNORM, 200, 140, 3, 1, NO_TAIL, 1},
        {GEN_SURFTYPE_2D, GEN_TRMODE_NONE, GEN_FORMAT_R16_UNORM, 600, 300, 2, 10, 3, 1},
        {GEN_SURFTYPE_2D, GEN_TRMODE_NONE, GEN_FORMAT_R32G32B32A32_FLOAT, 65, 130, 2, 3, NO_TAIL, 1},
        {GEN_SURFTYPE_3D, GEN_TRMODE_NONE, GEN_FORMAT_R8G8B8A8_UNORM, 40, 70, 35, 6, 2, 1},
        {GEN_SURFTYPE_3D, GEN_TRMODE_NONE, GEN_FORMAT_R8_UNORM, 70, 70, 35, 3, NO_TAIL, 1},
        {GEN_SURFTYPE_2D, GEN_TRMODE_NONE, GEN_FORMAT_R8G8B8A8_UNORM, 60, 60, 3, 1, NO_TAIL, 2},
        {GEN_SURFTYPE_2D, GEN_TRMODE_NONE, GEN_FORMAT_R8_UNORM, 60, 60, 3, 1, NO_TAIL, 4},
        {GEN_SURFTYPE_2D, GEN_TRMODE_NONE, GEN_FORMAT_R8G8B8A8_UNORM, 60, 60, 3, 1, NO_TAIL, 8},
        {GEN_SURFTYPE_2D, GEN_TRMODE_NONE, GEN_FORMAT_R32G32B32A32_FLOAT, 60, 60, 2, 1, NO_TAIL, 16},
    };
    static const char *const chips[] = {"dg2", "mtl", "bmg", "lnl"};
    for (unsigned c = 0; c < 4; c++)
        none_share(chips[c], all, sizeof(all) / sizeof(*all));
}

static void refused(const char *chip, const struct gen_RENDER_SURFACE_STATE *s, const char *what)
{
    struct sim_surface made = {0};
    sim_surface_make(&made, s, kiln_target_of(kiln_devinfo_simulated(chip)));
    kt_ok(made.refused && strstr(made.refused, what), "%s: %s", chip, made.refused);
}

KT_TEST(what_has_no_such_tile_is_refused)
{
    struct gen_RENDER_SURFACE_STATE s = {.surface_type = GEN_SURFTYPE_2D,
                                         .surface_format = GEN_FORMAT_R32G32B32_FLOAT,
                                         .tile_mode = GEN_TILE_MODE_YMAJOR,
                                         .tiled_resource_mode = GEN_TRMODE_YS,
                                         .surface_pitch = 1023};
    struct gen_RENDER_SURFACE_STATE later = s;
    later.tiled_resource_mode = GEN_TRMODE_NONE;
    later.tile_mode = GEN_TILE_MODE_GEN125_TILE64;
    refused("skl", &s, "TileYs");
    refused("dg2", &later, "Tile64");
    s.surface_format = later.surface_format = GEN_FORMAT_R32_FLOAT;
    s.surface_type = later.surface_type = GEN_SURFTYPE_1D;
    refused("skl", &s, "TileYs");
    refused("bmg", &later, "Tile64");
    later.surface_type = GEN_SURFTYPE_3D;
    later.number_of_multisamples = 1;
    refused("dg2", &later, "Tile64");
}

// Mesa isl_gfx12.c: what RENDER_SURFACE_STATE asks of Gen12.5's images.
KT_TEST(alignments_in_bytes)
{
    enum { HALIGN_16, HALIGN_32, HALIGN_64, HALIGN_128 };
    static const struct {
        unsigned tile, format, halign, samples;
        const char *refused;
    } rows[] = {
        {GEN_TILE_MODE_GEN125_LINEAR, GEN_FORMAT_R32_FLOAT, HALIGN_128, 0, NULL},
        {GEN_TILE_MODE_GEN125_LINEAR, GEN_FORMAT_R32_FLOAT, HALIGN_64, 0, "128 bytes"},
        {GEN_TILE_MODE_GEN125_TILE4, GEN_FORMAT_R8_UNORM, HALIGN_16, 0, NULL},
        {GEN_TILE_MODE_GEN125_TILE4, GEN_FORMAT_R32_FLOAT, HALIGN_32, 0, NULL},
        {GEN_TILE_MODE_GEN125_TILE4, GEN_FORMAT_R32_FLOAT, HALIGN_16, 0, "smaller elements"},
        {GEN_TILE_MODE_GEN125_TILE4, GEN_FORMAT_R32G32_FLOAT, HALIGN_32, 0, "smaller elements"},
        {GEN_TILE_MODE_GEN125_TILE4, GEN_FORMAT_R32G32B32A32_FLOAT, HALIGN_64, 0, NULL},
        {GEN_TILE_MODE_GEN125_TILE4, GEN_FORMAT_R32_FLOAT, HALIGN_128, 2, "samples"},
        {GEN_TILE_MODE_GEN125_TILE64, GEN_FORMAT_R32_FLOAT, HALIGN_16, 2, NULL},
    };
    for (unsigned n = 0; n < sizeof(rows) / sizeof(*rows); n++) {
        const struct gen_RENDER_SURFACE_STATE s = {.surface_type = GEN_SURFTYPE_2D,
                                                   .surface_format = rows[n].format,
                                                   .tile_mode = rows[n].tile,
                                                   .surface_horizontal_alignment = rows[n].halign,
                                                   .number_of_multisamples = rows[n].samples,
                                                   .surface_pitch = 1023};
        struct sim_surface made = {0};
        sim_surface_make(&made, &s, kiln_target_of(kiln_devinfo_simulated("dg2")));
        kt_ok(rows[n].refused ? made.refused && strstr(made.refused, rows[n].refused) : !made.refused,
              "row %u: %s", n, made.refused ? made.refused : "made");
    }
    const struct gen_RENDER_SURFACE_STATE x = {.surface_type = GEN_SURFTYPE_3D,
                                               .surface_format = GEN_FORMAT_R32_FLOAT,
                                               .tile_mode = GEN_TILE_MODE_GEN125_XMAJOR,
                                               .surface_pitch = 1023};
    refused("bmg", &x, "2D");
}

// Translated code (ports/image.h) reads images in tiles that slices do not share.
KT_TEST(which_tiles_are_translated)
{
    static const struct {
        const char *chip;
        unsigned tile, mode, type;
        bool is_translated;
    } rows[] = {
        {"skl", GEN_TILE_MODE_YMAJOR, GEN_TRMODE_NONE, GEN_SURFTYPE_2D, true},
        {"skl", GEN_TILE_MODE_YMAJOR, GEN_TRMODE_YS, GEN_SURFTYPE_2D, true},
        {"skl", GEN_TILE_MODE_YMAJOR, GEN_TRMODE_YF, GEN_SURFTYPE_3D, false},
        {"dg2", GEN_TILE_MODE_GEN125_TILE4, GEN_TRMODE_NONE, GEN_SURFTYPE_2D, true},
        {"dg2", GEN_TILE_MODE_GEN125_TILE4, GEN_TRMODE_NONE, GEN_SURFTYPE_3D, true},
        {"dg2", GEN_TILE_MODE_GEN125_TILE64, GEN_TRMODE_NONE, GEN_SURFTYPE_2D, true},
        {"bmg", GEN_TILE_MODE_GEN125_TILE64, GEN_TRMODE_NONE, GEN_SURFTYPE_3D, false},
    };
    for (unsigned n = 0; n < sizeof(rows) / sizeof(*rows); n++) {
        const struct kiln_target *target = kiln_target_of(kiln_devinfo_simulated(rows[n].chip));
        const struct gen_RENDER_SURFACE_STATE s = {.surface_type = rows[n].type,
                                                   .surface_format = GEN_FORMAT_R32_UINT,
                                                   .tile_mode = rows[n].tile,
                                                   .tiled_resource_mode = rows[n].mode,
                                                   .surface_horizontal_alignment = GEN_HALIGN_4,
                                                   .surface_vertical_alignment = GEN_VALIGN_4,
                                                   .surface_pitch = 1023};
        struct sim_surface made = {0};
        sim_surface_make(&made, &s, target);
        const struct sim_image_shape shape = sim_image_shape(&made, SIM_IMAGE_READ, target);
        kt_ok(!made.refused && !shape.key == !rows[n].is_translated, "row %u: %s", n, made.refused);
        kt_ok(!shape.key || !memcmp(&shape.tile, &made.tile, sizeof(made.tile)), "row %u: the tile", n);
    }
}

KT_MAIN()

// The standard tiles (surface/tile.h): extents and sizes of tails by the PRM's tables, every byte used once;
// and surfaces in them whose texels share none.
#include <stdlib.h>
#include <string.h>

#include "kt.h"
#include "hw/devinfo.h"
#include "sim/surface/surface.h"

enum { SIZES = 5, LARGE_BYTES = 0x10000, SMALL_BYTES = 0x1000 };

// PRM SKL vol5 "2D/CUBE Alignment Requirements", "3D Alignment Requirements": elements of 1, 2, 4, 8, 16
// bytes.
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

KT_TEST(a_tile_has_its_extent_and_uses_every_byte)
{
    for (unsigned n = 0; n < 4 * SIZES; n++) {
        struct sim_tile_kind kind = {.volume = n & 1, .large = n & 2, .bytes = 1u << n / 4};
        const unsigned *e = extents[kind.volume][kind.large][n / 4];
        kt_eq(e[0] * e[1] * e[2] * kind.bytes, kind.large ? LARGE_BYTES : SMALL_BYTES);
        kt_ok(!taken_once(&kind, e), "volume %d, large %d, %u bytes", kind.volume, kind.large, kind.bytes);
        if (kind.volume)
            continue;
        for (kind.sample = 1; kind.sample <= 4; kind.sample++) { // half the width, then half the height ...
            const unsigned size[3] = {e[0] >> (kind.sample + 1) / 2, e[1] >> kind.sample / 2, 1};
            kt_ok(!taken_once(&kind, size), "%u samples, large %d, %u bytes", 1u << kind.sample, kind.large,
                  kind.bytes);
        }
    }
}

// A pattern that no other order of bits has: source as in surface/tile.c.
KT_TEST(offsets_within_a_tile)
{
    const struct sim_tile_kind kind = {.large = true, .bytes = 4}, volume = {.volume = true, .bytes = 4};
    const struct sim_tile t = sim_tile_make(&kind), v = sim_tile_make(&volume);
    kt_eq(sim_tile_offset(&t, 1024, 16, 0, 0, 0), 1u << 7);
    kt_eq(sim_tile_offset(&t, 1024, 32, 8, 0, 0), 1u << 9 | 1u << 8);
    kt_eq(sim_tile_offset(&t, 1024, 511, 127, 0, 0), 0xffff);
    kt_eq(sim_tile_offset(&t, 1024, 512, 128, 0, 0), 3u << 16); // the second tile of the second row
    kt_eq(sim_tile_offset(&v, 32, 0, 4, 1, 0), 1u << 8 | 1u << 6);
    kt_eq(sim_tile_offset(&v, 32, 16, 8, 4, 0), 1u << 9 | 1u << 11 | 1u << 10);
}

static unsigned minified(unsigned v, unsigned l)
{
    return v >> l ? v >> l : 1;
}

static unsigned tail_overlaps(const struct sim_tile_kind *kind, bool gen11, unsigned size, unsigned *slots)
{
    static uint8_t used[LARGE_BYTES];
    const unsigned *first = largest[kind->volume][kind->large][size];
    const struct sim_tile t = sim_tile_make(kind);
    const unsigned pitch = extents[kind->volume][kind->large][size][0] * kind->bytes;
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
    for (unsigned n = 0; n < 8 * SIZES; n++) {
        const struct sim_tile_kind kind = {.volume = n & 1, .large = n & 2, .bytes = 1u << n / 8};
        unsigned slots = 0, wrong = tail_overlaps(&kind, n & 4, n / 8, &slots);
        kt_ok(!wrong, "volume %d, large %d, %u bytes, Gen11 %d: %u texels at slot %u", kind.volume,
              kind.large, kind.bytes, !!(n & 4), wrong, slots);
    }
}

KT_TEST(no_slot_beyond_the_last)
{
    uint32_t at[3];
    const struct sim_tile_kind flat = {.large = true, .bytes = 4}, small = {.bytes = 4};
    kt_true(sim_tile_tail(&flat, false, 14, at));
    kt_true(!sim_tile_tail(&flat, false, 15, at));
    kt_true(!sim_tile_tail(&flat, true, 15, at));
    kt_true(!sim_tile_tail(&small, false, 11, at));
    kt_true(sim_tile_tail(&flat, true, 14, at) && at[0] == 4 && at[1] == 4); // where Gen9 has the fourth last
}

// ---- whole surfaces

struct made {
    unsigned type, mode, format, width, height, depth, levels, tail, samples;
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
        extents[m->type == GEN_SURFTYPE_3D][m->mode - GEN_TRMODE_YF][__builtin_ctz(f->bytes)];
    const unsigned h = up(m->height, tile[1]), qpitch = m->levels > 1 ? 2 * h + tile[1] : h;
    sim_surface_make(
        &s,
        &(struct gen_RENDER_SURFACE_STATE){.surface_type = m->type,
                                           .surface_format = m->format,
                                           .tile_mode = GEN_TILE_MODE_YMAJOR,
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

KT_TEST(texels_of_a_surface_share_no_byte)
{
    enum { NO_TAIL = 15 };
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
        for (unsigned n = 0; n < sizeof(all) / sizeof(*all); n++) {
            unsigned wrong = shared_texels(&all[n], chips[c]);
            kt_ok(!wrong, "%s, surface %u: %u texels", chips[c], n, wrong);
        }
}

KT_TEST(what_has_no_such_tile_is_refused)
{
    struct gen_RENDER_SURFACE_STATE s = {.surface_type = GEN_SURFTYPE_2D,
                                         .surface_format = GEN_FORMAT_R32G32B32_FLOAT,
                                         .tile_mode = GEN_TILE_MODE_YMAJOR,
                                         .tiled_resource_mode = GEN_TRMODE_YS,
                                         .surface_pitch = 1023};
    struct sim_surface made = {0};
    sim_surface_make(&made, &s, kiln_target_of(kiln_devinfo_simulated("skl")));
    kt_ok(made.refused && strstr(made.refused, "TileYs"), "%s", made.refused);
    s.surface_format = GEN_FORMAT_R32_FLOAT;
    s.surface_type = GEN_SURFTYPE_1D;
    sim_surface_make(&made, &s, kiln_target_of(kiln_devinfo_simulated("skl")));
    kt_ok(made.refused && strstr(made.refused, "TileYs"), "%s", made.refused);
}

KT_MAIN()

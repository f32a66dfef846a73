// The layout of images in memory.
//
// A 2D slice (array element, cube face, z of a volume) holds all levels: level 0, below it level 1, to the
// right of that level 2, and below level 2 all others. Each level's size is aligned to the surface's halign
// and valign; slices are QPitch rows apart. A 1D slice has its levels side by side, aligned to 64 elements,
// and slices QPitch elements apart. Units are elements: texels, or blocks of a block format, whose level 0 is
// rounded up to whole blocks before it is halved (as Mesa's isl.c does, which is right on the hardware).
//
// Gen8 differs: a 1D surface lies as a 2D one of height 1; alignments and QPitch count texels, not blocks;
// and a 3D surface has its levels below each other, in each 2^level slices side by side, then the next row of
// them (QPitch is not looked at). Source: Mesa 25.0.7 isl.c (ISL_DIM_LAYOUT_GFX4_3D,
// isl_surf_choose_dim_layout), isl_surface_state.c (get_qpitch, which quotes PRM BDW vol2d,
// get_image_alignment).
//
// Gen7.5 has no QPitch: slices of an array are as far apart as all levels need, or (for a single level) as
// the first is high; and names for alignments of its own. Source: Mesa 22.3.6 isl.c
// (isl_calc_array_pitch_el_rows_gfx4_2d), isl_surface_state.c (SurfaceArraySpacing, y_offset).
//
// Tiles are 4 KiB: X is 512 bytes x 8 rows, row after row; Y is 128 bytes x 32 rows, columns of 16 bytes; W
// is 64 x 64 bytes, blocks of 8 x 8, bit-interleaved within. There is no bit-6 swizzling on Gen8 and later.
//
// Gen12.5 has Tile4 instead of Y and W: 128 bytes x 32 rows, of pieces of 16 bytes x 4 rows, two by two of
// which and so on make it up; alignments are bytes, and levels of 1D surfaces have them. Levels in Tile64
// (surface/tile.h) begin where tiles do. Source: Mesa 25.0.7 docs/isl/tiling.rst, isl_gfx12.c
// (isl_gfx125_choose_image_alignment_el).
//
// Source: PRM KBL vol2d RENDER_SURFACE_STATE, PRM SNB vol1p2 "Tiled Surfaces"; Mesa isl.c, isl_gfx9.c for
// what the PRM's missing volume 5 "Surface Layout" says.
#include "sim/surface/surface.h"
#include "sim/surface/lanes.h"

#include <string.h>

#include "cmd/gen_table.h"
#include "hw/tile.h"

#define IS(tiling, mode) ((int)SIM_TILING_##tiling == (int)GEN_TILE_MODE_##mode)
_Static_assert(IS(LINEAR, LINEAR) && IS(W, WMAJOR) && IS(X, XMAJOR) && IS(Y, YMAJOR), "enum sim_tiling");
#undef IS

// Of 4 KiB; without bits: none.
static struct sim_tile plain_tile(enum sim_tiling tiling)
{
    const struct kiln_tile_bits *b = tiling == SIM_TILING_X   ? &kiln_tile_x
                                     : tiling == SIM_TILING_Y ? &kiln_tile_y
                                     : tiling == SIM_TILING_4 ? &kiln_tile_4
                                                              : NULL;
    return b ? (struct sim_tile){.bits = 12, .x = b->x, .y = b->y} : (struct sim_tile){0};
}

static uint64_t plain_offset(enum sim_tiling tiling, uint64_t pitch, uint32_t x, uint32_t y)
{
    const struct sim_tile tile = plain_tile(tiling);
    if (tile.bits)
        return sim_tile_offset(&tile, pitch, x, y, 0, 0);
    if (tiling == SIM_TILING_W)
        return ((uint64_t)(y / 64) * (pitch / 128) + x / 64) * 4096 + (x % 64 / 8) * 512 + (y % 64 / 8) * 64 +
               (y / 4 % 2) * 32 + (x / 4 % 2) * 16 + (y / 2 % 2) * 8 + (x / 2 % 2) * 4 + (y % 2) * 2 + x % 2;
    return (uint64_t)y * pitch + x;
}

uint64_t sim_tiled_offset(enum sim_tiling tiling, bool swizzled, uint64_t pitch, uint32_t x, uint32_t y)
{
    const uint64_t offset = plain_offset(tiling, pitch, x, y);
    return swizzled ? SIM_SWIZZLED(offset, (uint64_t)(tiling == SIM_TILING_X)) : offset;
}

static uint32_t align(uint32_t v, uint32_t to)
{
    return (v + to - 1) / to * to;
}

static uint32_t blocks(uint32_t texels, uint32_t of)
{
    return (texels + of - 1) / of;
}

// A tiled 1D surface (a depth buffer) is laid out as a 2D one of height 1.
static bool in_a_row(const struct sim_surface *s)
{
    return !s->in_texels && s->type == GEN_SURFTYPE_1D && s->tiling == SIM_TILING_LINEAR;
}

// Bytes, but of formats that are no power of two of them.
static void align_levels_in_bytes(struct sim_surface *s)
{
    const uint32_t unit = 16u << s->state.surface_horizontal_alignment, bytes = s->fmt->bytes;
    s->halign = bytes & (bytes - 1) ? unit : blocks(unit, bytes);
    s->valign = 2u << s->state.surface_vertical_alignment;
    s->align_1d = s->halign;
}

static void align_levels(struct sim_surface *s)
{
    const struct sim_format *f = s->fmt;
    s->halign = blocks(2u << s->state.surface_horizontal_alignment, s->in_texels ? f->bw : 1);
    s->valign = blocks(2u << s->state.surface_vertical_alignment, s->in_texels ? f->bh : 1);
    s->align_1d = 64;
}

static enum sim_tile_layout layout_of(const struct sim_surface *s, const struct kiln_target *target)
{
    if (s->tiling == SIM_TILING_64)
        return kiln_target_has_late_tile64(target) ? SIM_TILE_64_XE2 : SIM_TILE_64;
    return s->state.tiled_resource_mode == GEN_TRMODE_YS ? SIM_TILE_YS : SIM_TILE_YF;
}

// Tiled resources and Tile64: levels begin where tiles do. False: there is no such tile.
static bool choose_tile(struct sim_surface *s, struct sim_tile_kind *kind, const struct kiln_target *target)
{
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    const uint32_t bytes = s->fmt->bytes;
    if ((s->tiling != SIM_TILING_Y && s->tiling != SIM_TILING_64) || s->type == GEN_SURFTYPE_1D ||
        bytes > 16 || (bytes & (bytes - 1)) || (s->type == GEN_SURFTYPE_3D && r->number_of_multisamples))
        return false;
    *kind = (struct sim_tile_kind){.layout = layout_of(s, target),
                                   .volume = s->type == GEN_SURFTYPE_3D,
                                   .bytes = bytes,
                                   .sample = r->number_of_multisamples};
    s->tile = sim_tile_make(kind);
    s->tiling = s->tiling == SIM_TILING_64    ? SIM_TILING_64
                : kind->layout == SIM_TILE_YS ? SIM_TILING_YS
                                              : SIM_TILING_YF;
    return true;
}

static void align_levels_to_tiles(struct sim_surface *s)
{
    s->halign = (1u << __builtin_popcount(s->tile.x)) / s->fmt->bytes;
    s->valign = 1u << __builtin_popcount(s->tile.y);
}

// Those of the mip tail lie in the tile with which its first begins.
static void place_tail(struct sim_surface *s, const struct sim_tile_kind *kind, bool gen11)
{
    const unsigned first = s->state.mip_tail_start_lod;
    const uint32_t x = first < SIM_MAX_LODS ? s->lod_x[first] : 0,
                   y = first < SIM_MAX_LODS ? s->lod_y[first] : 0;
    uint32_t at[3];
    for (unsigned l = first; l < SIM_MAX_LODS && sim_tile_tail(kind, gen11, l - first, at); l++) {
        s->lod_x[l] = x + at[0];
        s->lod_y[l] = y + at[1];
        s->lod_z[l] = (uint8_t)at[2];
    }
}

static void place_lods(struct sim_surface *s)
{
    const struct sim_format *f = s->fmt;
    uint32_t w0 = align(s->width, f->bw), h0 = align(s->height, f->bh), x = 0, y = 0;
    for (unsigned l = 0; l < SIM_MAX_LODS; l++) {
        s->lod_x[l] = x;
        s->lod_y[l] = y;
        uint32_t w = blocks(sim_minify(w0, l), f->bw), h = blocks(sim_minify(h0, l), f->bh);
        s->lod_w[l] = align(w, s->halign);
        s->lod_h[l] = align(h, s->valign);
        if (s->slices_by_level)
            y += s->lod_h[l] * blocks(sim_minify(s->depth, l), 1u << l);
        else if (in_a_row(s))
            x += align(w, s->align_1d);
        else if (l == 1)
            x += align(w, s->halign);
        else
            y += align(h, s->valign);
    }
}

// What Gen12.5's documents ask of an image. Source: Mesa isl_gfx12.c, which quotes RENDER_SURFACE_STATE; ANV
// 25 and NEO 26.27 do so.
static const char *refusal_in_bytes(const struct sim_surface *s)
{
    enum { HALIGN_16, HALIGN_32, HALIGN_64, HALIGN_128 };
    const unsigned halign = (unsigned)s->state.surface_horizontal_alignment, bytes = s->fmt->bytes,
                   least = bytes & (bytes - 1) || bytes <= 2 ? HALIGN_16
                           : bytes == 4                      ? HALIGN_32
                                                             : HALIGN_64;
    if (s->samples > 1 && s->tiling != SIM_TILING_64)
        return "several samples that are not in Tile64";
    if (s->tiling == SIM_TILING_X && s->type != GEN_SURFTYPE_2D)
        return "X tiles of what is not 2D";
    if (s->tiling == SIM_TILING_LINEAR && halign != HALIGN_128)
        return "rows that are not aligned to 128 bytes";
    return s->tiling == SIM_TILING_4 && halign < least ? "Tile4 with an alignment for smaller elements"
                                                       : NULL;
}

static const char *refusal(const struct sim_surface *s, const struct kiln_target *target)
{
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    if (!s->fmt)
        return "surface format";
    const char *in_bytes = kiln_target_has_tile4(target) ? refusal_in_bytes(s) : NULL;
    if (in_bytes)
        return in_bytes;
    if ((r->tiled_resource_mode || s->tiling == SIM_TILING_64) && !s->tile.bits)
        return s->tiling == SIM_TILING_64 ? "Tile64 of a surface that cannot have it"
                                          : "TileYf or TileYs of a surface that cannot have it";
    if (r->number_of_multisamples && r->multisampled_surface_storage_format)
        return "multisampled surface in depth/stencil storage format";
    if (r->vertical_line_stride)
        return "vertical line stride";
    // Gen7.5's alignment to two rows has the number that later ones reserve.
    if (s->tiling < SIM_TILING_64 && s->type != GEN_SURFTYPE_1D && (r->mip_count_lod || r->surface_min_lod) &&
        kiln_target_has_long_addresses(target) &&
        ((!r->surface_horizontal_alignment && !kiln_target_has_tile4(target)) ||
         !r->surface_vertical_alignment))
        return "surface with a reserved alignment";
    return NULL;
}

// Where QPitch counts rows, Y Offset counts two of them; otherwise both count four.
static void image(struct sim_surface *s, const struct kiln_target *target)
{
    const bool by_row = !kiln_target_has_long_addresses(target);
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    s->width = r->width + 1;
    s->height = r->height + 1;
    s->depth = r->depth + 1;
    s->pitch = r->surface_pitch + 1;
    s->size = (uint64_t)s->pitch * s->height * s->depth;
    s->layers = s->type == GEN_SURFTYPE_CUBE ? s->depth * 6 : s->depth;
    s->samples = 1u << r->number_of_multisamples;
    s->slices_by_level = s->in_texels && s->type == GEN_SURFTYPE_3D;
    s->qpitch = r->surface_qpitch * (by_row ? 1 : 4);
    if (s->fmt && s->in_texels)
        s->qpitch /= s->fmt->bh;
    s->origin_x = r->x_offset * 4;
    s->origin_y = r->y_offset * (by_row ? 2 : 4);
    struct sim_tile_kind kind;
    const bool wanted = r->tiled_resource_mode || s->tiling == SIM_TILING_64,
               standard = s->fmt && wanted && choose_tile(s, &kind, target);
    s->refused = refusal(s, target);
    if (s->refused)
        return;
    if (!wanted)
        s->tile = plain_tile(s->tiling);
    (standard                        ? align_levels_to_tiles
     : kiln_target_has_tile4(target) ? align_levels_in_bytes
                                     : align_levels)(s);
    place_lods(s);
    if (standard)
        place_tail(s, &kind, kiln_target_has_late_tails(target));
}

// Gen7.5: rows from a slice of an array to the next.
static uint32_t slice_rows(uint32_t height, uint32_t valign, bool of_one_level)
{
    enum { MORE = 12 }; // times the alignment, for all levels below the first two
    uint32_t h0 = align(height, valign), h1 = align(sim_minify(height, 1), valign);
    return of_one_level ? h0 : h0 + h1 + MORE * valign;
}

// A state of Gen7.5 in the layout and with the meanings of Gen9's, but for QPitch and offsets, which count
// rows.
static void from_gen75(const uint32_t *dw, struct gen_RENDER_SURFACE_STATE *to)
{
    enum { SPACING_LOD0 = 1 };
    struct gen_RENDER_SURFACE_STATE_GEN75 s;
    uint32_t out[gen_RENDER_SURFACE_STATE_LENGTH + GEN_OWN_MAX],
        length = gen_RENDER_SURFACE_STATE_GEN75_LENGTH;
    memcpy(out, dw, length * sizeof(*dw));
    gen_RENDER_SURFACE_STATE_GEN75_unpack(dw, &s);
    gen_to_gen9(&gen_cmd_table[GEN_CMD_RENDER_SURFACE_STATE], KILN_ISA_GEN75, out, &length);
    gen_RENDER_SURFACE_STATE_unpack(out, to);
    to->tile_mode = !s.tiled_surface ? GEN_TILE_MODE_LINEAR
                    : s.tile_walk    ? GEN_TILE_MODE_YMAJOR
                                     : GEN_TILE_MODE_XMAJOR;
    to->y_offset = s.y_offset; // which has a bit more
    to->surface_horizontal_alignment = s.surface_horizontal_alignment + 1;
    to->surface_vertical_alignment = s.surface_vertical_alignment;
    to->surface_qpitch =
        slice_rows(s.height + 1, 2u << s.surface_vertical_alignment, s.surface_array_spacing == SPACING_LOD0);
}

static void find_selects(struct sim_surface *s)
{
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    const uint8_t select[4] = {(uint8_t)r->shader_channel_select_red, (uint8_t)r->shader_channel_select_green,
                               (uint8_t)r->shader_channel_select_blue,
                               (uint8_t)r->shader_channel_select_alpha};
    memcpy(s->select, select, sizeof(select));
    s->wanted = 0;
    for (unsigned n = 0; n < 4; n++)
        s->wanted |= (uint8_t)(select[n] >= GEN_SCS_RED ? 1u << (select[n] - GEN_SCS_RED) : 0);
    s->selects_all = select[0] == GEN_SCS_RED && select[1] == GEN_SCS_GREEN && select[2] == GEN_SCS_BLUE &&
                     select[3] == GEN_SCS_ALPHA;
}

static enum sim_tiling tiling_of(const struct gen_RENDER_SURFACE_STATE *r, const struct kiln_target *target)
{
    static const enum sim_tiling later[] = {SIM_TILING_LINEAR, SIM_TILING_64, SIM_TILING_X, SIM_TILING_4};
    return kiln_target_has_tile4(target) ? later[r->tile_mode] : (enum sim_tiling)r->tile_mode;
}

static void fill(struct sim_surface *s, const struct kiln_target *target)
{
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    s->base = r->surface_base_address;
    s->type = r->surface_type;
    s->format = r->surface_format;
    s->fmt = sim_format_find(s->format);
    s->in_texels = kiln_target_surfaces_in_texels(target);
    s->tiling = tiling_of(r, target);
    s->tile = (struct sim_tile){0};
    s->parsed = true;
    s->layers = s->samples = 1;
    if (s->type == GEN_SURFTYPE_BUFFER || s->type == GEN_SURFTYPE_STRBUF || s->type == GEN_SURFTYPE_SCRATCH) {
        uint64_t entries = ((uint64_t)(r->width & 0x7f) | (uint64_t)(r->height & 0x3fff) << 7 |
                            (uint64_t)(r->depth & 0x7ff) << 21) +
                           1;
        s->stride = r->surface_pitch + 1;
        s->size = entries * s->stride;
        s->width = entries > UINT32_MAX ? UINT32_MAX : (uint32_t)entries;
        s->height = s->depth = 1;
        s->pitch = s->stride;
        s->refused = s->fmt && !s->fmt->codec ? NULL : "surface format of a buffer";
    } else {
        image(s, target);
    }
    if (s->type == GEN_SURFTYPE_NULL)
        s->size = 0;
    find_selects(s);
    s->in_lanes = sim_lanes_can(s);
}

void sim_surface_make(struct sim_surface *s, const struct gen_RENDER_SURFACE_STATE *state,
                      const struct kiln_target *target)
{
    s->state = *state;
    if (!kiln_target_has_long_addresses(target))
        s->state.surface_qpitch =
            slice_rows(state->height + 1, 2u << state->surface_vertical_alignment, false);
    fill(s, target);
}

void sim_surface_unpack(struct sim_surface *s, const uint32_t dw[gen_RENDER_SURFACE_STATE_LENGTH],
                        const struct kiln_target *target)
{
    if (s->parsed && !memcmp(s->raw, dw, sizeof(s->raw)))
        return;
    memcpy(s->raw, dw, sizeof(s->raw));
    if (kiln_target_has_long_addresses(target))
        gen_RENDER_SURFACE_STATE_unpack(dw, &s->state);
    else
        from_gen75(dw, &s->state);
    if (kiln_target_has_tile4(target)) // the bits say how L1 caches
        s->state.tiled_resource_mode = 0;
    fill(s, target);
}

void sim_surface_swizzle(struct sim_surface *s, bool machine_swizzles)
{
    s->swizzled = machine_swizzles &&
                  (s->tiling == SIM_TILING_X || s->tiling == SIM_TILING_Y || s->tiling == SIM_TILING_W);
}

// z: of the level in its tile.
static uint64_t in_tiles(const struct sim_surface *s, uint32_t x, uint32_t y, uint32_t slice, uint32_t z)
{
    const unsigned shared = (unsigned)__builtin_popcount(s->tile.z | s->tile.s); // one is 0
    const uint32_t within = slice & ((1u << shared) - 1);
    y += (slice >> shared) * s->qpitch;
    return sim_tile_offset(&s->tile, s->pitch, x * s->fmt->bytes, y, s->tile.z ? within + z : 0,
                           s->tile.s ? within : 0);
}

uint64_t sim_surface_offset(const struct sim_surface *s, unsigned lod, uint32_t x, uint32_t y, uint32_t slice)
{
    if (s->type == GEN_SURFTYPE_BUFFER)
        return (uint64_t)x * s->stride;
    x += s->lod_x[lod] + s->origin_x;
    y += s->lod_y[lod] + s->origin_y;
    if (s->slices_by_level) {
        x += s->lod_w[lod] * (slice & ((1u << lod) - 1));
        y += s->lod_h[lod] * (slice >> lod);
        slice = 0;
    }
    if (s->tiling >= SIM_TILING_64)
        return in_tiles(s, x, y, slice, s->lod_z[lod]);
    if (in_a_row(s))
        return ((uint64_t)slice * s->qpitch + x) * s->fmt->bytes;
    return sim_tiled_offset(s->tiling, s->swizzled, s->pitch, x * s->fmt->bytes, y + slice * s->qpitch);
}

// See ports/image.h.
#include "sim/ports/image.h"

#include "sim/ports/dataport.h"
#include "sim/surface/lanes.h"
#include "util/math.h"

enum { PAGE = 4096 };

// Slices of some share tiles.
static bool has_tile(const struct sim_surface *s)
{
    return s->tiling == SIM_TILING_LINEAR || (s->tile.bits && !(s->tile.z | s->tile.s));
}

static uint64_t offset_of(const struct sim_surface *s, bool swizzled, uint32_t x, uint32_t y)
{
    return s->tiling >= SIM_TILING_64 ? sim_tile_offset(&s->tile, s->pitch, x, y, 0, 0)
                                      : sim_tiled_offset(s->tiling, swizzled, s->pitch, x, y);
}

static bool is_buffer(const struct sim_surface *s)
{
    return s->type == GEN_SURFTYPE_BUFFER;
}

// Texels next to each other, whose offsets have 31 bits.
static bool can_buffer(const struct sim_surface *s, enum sim_image_use use)
{
    const struct sim_format *f = s->fmt;
    return f && !s->refused && sim_lanes_can_decode(f) && !(f->srgb && use != SIM_IMAGE_SAMPLED) &&
           s->stride == f->bytes && !(s->base & 3) && !(s->base % f->bytes) && s->size < (1u << 31);
}

// Translated code reads the dword around a small texel. Levels that are more detailed than Resource Min LOD
// are not in the resource.
static bool can(const struct sim_surface *s, enum sim_image_use use)
{
    if (is_buffer(s))
        return can_buffer(s, use);
    const unsigned lod = s->state.surface_min_lod;
    const bool plain = s->in_lanes && !(s->fmt->srgb && use != SIM_IMAGE_SAMPLED),
               blocks = use == SIM_IMAGE_SAMPLED && sim_lanes_can_find(s) && s->fmt->codec;
    return (plain || blocks) && has_tile(s) && !(s->base & 3) && lod < SIM_MAX_LODS &&
           (use != SIM_IMAGE_SAMPLED ||
            (lod >= (unsigned)s->state.resource_min_lod && s->state.base_mip_level == 0));
}

struct sim_image_shape sim_image_shape(const struct sim_surface *s, enum sim_image_use use,
                                       const struct kiln_target *target)
{
    struct sim_image_shape shape = {0};
    if (!can(s, use))
        return shape;
    shape.format = s->fmt;
    shape.tiling = s->tiling;
    shape.tile = s->tile;
    shape.swizzled = s->swizzled;
    shape.raw = use == SIM_IMAGE_READ && sim_typed_is_raw(target, s->fmt);
    static const uint8_t as_they_are[4] = {GEN_SCS_RED, GEN_SCS_GREEN, GEN_SCS_BLUE, GEN_SCS_ALPHA};
    memcpy(shape.select, use == SIM_IMAGE_SAMPLED ? s->select : as_they_are, 4); // typed messages have none
    shape.buffer = is_buffer(s);
    shape.one_level = shape.buffer || !s->state.mip_count_lod;
    shape.volume = s->type == GEN_SURFTYPE_3D;
    shape.array = !shape.buffer && s->state.surface_array;
    shape.key = 1u << 31 | s->fmt->id | (uint32_t)shape.swizzled << 10 | (uint32_t)shape.buffer << 11 |
                (uint32_t)s->tiling << 12 | (uint32_t)shape.raw << 15 | (uint32_t)shape.one_level << 28 |
                (uint32_t)shape.volume << 29 | (uint32_t)shape.array << 30;
    for (unsigned n = 0; n < 4; n++)
        shape.key |= (uint32_t)shape.select[n] << (16 + 3 * n);
    return shape;
}

struct sim_image_shape sim_image_bound(const struct sim_launch *launch, struct sim_tlb *tlb, unsigned index,
                                       enum sim_image_use use, const struct kiln_target *target)
{
    const uint32_t bytes = sim_surface_dwords(target) * 4;
    uint32_t entry, dw[gen_RENDER_SURFACE_STATE_LENGTH] = {0};
    struct sim_surface s = {0};
    const uint8_t *at = sim_tlb_probe(tlb, launch->table_base + launch->binding_table + 4 * index, SIM_READ);
    if (at)
        memcpy(&entry, at, sizeof(entry));
    const uint8_t *state =
        at ? sim_tlb_probe(tlb, launch->surface_base + (entry & ~(bytes - 1)), SIM_READ) : NULL;
    if (state) // which crosses no page
        memcpy(dw, state, bytes);
    else
        return (struct sim_image_shape){0};
    sim_surface_unpack(&s, dw, target);
    sim_surface_swizzle(&s, launch->swizzles);
    return sim_image_shape(&s, use, target);
}

// ---- where it lies

struct extent {
    uint32_t x, y;       // of the first texel, in bytes and rows
    uint32_t size[3];    // texels, rows, slices
    uint64_t first, end; // bytes from the surface's base
    uint64_t right;      // of a row
};

static uint32_t blocks(uint32_t texels, uint32_t of)
{
    return (texels + of - 1) / of;
}

// By the rules of ports/typed.c and of the sampler's ld.
static struct extent extent_of(const struct sim_surface *s, enum sim_image_use use)
{
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    if (is_buffer(s))
        return (struct extent){.size = {s->width, 1, 1}, .end = s->size};
    const unsigned lod = r->surface_min_lod, tile = sim_tile_rows(&s->tile);
    const bool volume = s->type == GEN_SURFTYPE_3D, typed = use != SIM_IMAGE_SAMPLED;
    struct extent e = {.size = {sim_minify(s->width, lod), sim_minify(s->height, lod),
                                volume             ? sim_minify(s->depth, lod)
                                : r->surface_array ? s->layers
                                                   : 1}};
    if (volume && typed)
        e.size[2] = KILN_MIN(e.size[2], (uint32_t)r->render_target_view_extent + 1);
    e.x = (s->lod_x[lod] + s->origin_x) * s->fmt->bytes;
    e.y =
        s->lod_y[lod] + s->origin_y + (volume && !typed ? 0 : (uint32_t)r->minimum_array_element * s->qpitch);
    const uint64_t rows =
        (uint64_t)e.y + blocks(e.size[1], s->fmt->bh) + (uint64_t)(e.size[2] - 1) * s->qpitch;
    e.right = e.x + (uint64_t)blocks(e.size[0], s->fmt->bw) * s->fmt->bytes;
    e.first = offset_of(s, false, e.x, e.y); // of a tile
    e.end = (rows + tile - 1) / tile * tile * s->pitch;
    if (s->tiling == SIM_TILING_LINEAR)
        e.end = (rows - 1) * s->pitch + e.right;
    return e;
}

uint32_t sim_image_pages(const struct sim_surface *s)
{
    const struct extent e = extent_of(s, SIM_IMAGE_SAMPLED);
    return (uint32_t)((e.end - e.first) / PAGE);
}

static bool is_in_one_piece(struct sim_tlb *tlb, uint64_t first, uint64_t end, uint8_t **host)
{
    *host = sim_tlb_probe(tlb, first, SIM_READ);
    for (uint64_t at = (first & -(uint64_t)PAGE) + PAGE; *host && at < end; at += PAGE)
        if (sim_tlb_probe(tlb, at, SIM_READ) != *host + (at - first))
            return false;
    return *host;
}

// All levels; false: they are not in one piece.
static bool find_levels(struct sim_image_levels *l, const struct sim_surface *s, struct sim_tlb *tlb)
{
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    const bool volume = s->type == GEN_SURFTYPE_3D;
    const uint32_t first = volume ? 0 : (uint32_t)r->minimum_array_element * s->qpitch;
    const uint32_t tile = sim_tile_rows(&s->tile);
    uint64_t end = 0;
    l->size[0] = s->width;
    l->size[1] = s->height;
    l->size[2] = s->depth;
    l->base = (uint32_t)r->surface_min_lod;
    l->count = (uint32_t)r->mip_count_lod;
    if (l->base + l->count >= SIM_MAX_LODS)
        return false;
    for (unsigned n = 0; n <= l->base + l->count; n++) {
        const uint32_t slices = volume ? sim_minify(s->depth, n) : r->surface_array ? s->layers : 1;
        l->left[n] = s->lod_x[n] + s->origin_x;
        l->above[n] = s->lod_y[n] + s->origin_y + first;
        const uint64_t rows = (uint64_t)l->above[n] + blocks(sim_minify(s->height, n), s->fmt->bh) +
                              (uint64_t)(slices - 1) * s->qpitch;
        const uint64_t last =
            (uint64_t)(l->left[n] + blocks(sim_minify(s->width, n), s->fmt->bw)) * s->fmt->bytes;
        const uint64_t here = s->tiling == SIM_TILING_LINEAR ? (rows - 1) * s->pitch + last
                                                             : (rows + tile - 1) / tile * tile * s->pitch;
        if (last > s->pitch) // a row would go on in the next one
            return false;
        end = here > end ? here : end;
    }
    l->bytes = end;
    return is_in_one_piece(tlb, s->base, s->base + end, &l->host);
}

bool sim_image_find(struct sim_image *image, const struct sim_surface *s, enum sim_image_use use,
                    struct sim_tlb *tlb)
{
    const struct extent e = extent_of(s, use);
    // Only where tiles begin, so that coordinates count from there. And no row may go on in the next one.
    if (e.right > s->pitch || e.x % sim_tile_width(&s->tile) || e.y % sim_tile_rows(&s->tile))
        return false;
    if (use != SIM_IMAGE_WRITTEN && !is_in_one_piece(tlb, s->base + e.first, s->base + e.end, &image->host))
        return false;
    if (use == SIM_IMAGE_SAMPLED && !is_buffer(s) && s->state.mip_count_lod &&
        !find_levels(image->levels, s, tlb))
        return false;
    for (unsigned k = 0; k < 3; k++) {
        image->last[k] = e.size[k] - 1;
        image->scale[k] = (float)e.size[k] * 256;
    }
    image->pitch = s->pitch * sim_tile_rows(&s->tile);
    image->qpitch = s->qpitch;
    image->srgb = sim_srgb8;
    image->slices = s->type == GEN_SURFTYPE_3D || (!is_buffer(s) && s->state.surface_array) ? UINT32_MAX : 0;
    image->address = s->base + e.first;
    image->bytes = e.end - e.first;
    return true;
}

uint64_t sim_image_offset(const struct sim_image *image, const struct sim_surface *s, const uint32_t at[3])
{
    const uint32_t slice = at[2] & image->slices;
    if (at[0] > image->last[0] || at[1] > image->last[1] || slice > image->last[2])
        return UINT64_MAX;
    return offset_of(s, s->swizzled, at[0] * s->fmt->bytes, at[1] + slice * s->qpitch);
}

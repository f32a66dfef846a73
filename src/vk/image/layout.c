// Where the levels and layers of an image lie: our own choice within the PRM's rules.
//
// Sources: PRM SKL vol5 "Common Surface Formats", "Surface Layout and Tiling"; PRM KBL vol2d
// RENDER_SURFACE_STATE (Surface QPitch, Horizontal and Vertical Alignment, Tile Mode); Mesa isl.c,
// isl_gfx9.c.
// - 2D: level 1 below level 0, level 2 to the right of level 1, the others below level 2; each aligned to
//   HALIGN x VALIGN elements. Layers follow each other at QPitch rows, a multiple of 4 (of the tile's height
//   in a tiled 3D image). A 3D image is an array of its slices, for every level.
//   The samples of a layer are layers of their own, one behind the other (MSFMT_MSS).
// - 1D: levels side by side, each aligned to 64 elements; QPitch counts elements.
// - Gen8 has other 1D and 3D images (Mesa isl.c, ISL_DIM_LAYOUT_GFX4_2D and _3D): 1D are 2D of one row; of a
//   3D one the levels are below each other, each with 2^level slices side by side, and below these the next
//   ones.
// - Gen7.5 has no field for QPitch. It is the height of the first level if there is only one, else that of
// two
//   levels and twelve alignments of four texels (isl_calc_array_pitch_el_rows_gfx4_2d).
// - Tile Y: 128 bytes by 32 rows, 4 KiB; elements of powers of two. Gen12.5 has Tile4 instead, of the same
//   size. HALIGN is bytes there: 128, which rows need, and which goes with every element (Mesa isl_gfx12.c).
//   Several samples are in Tile64, which has them beside each other; layers begin at tiles (isl_gfx12.c,
//   isl_gfx125_filter_tiling).
#include "vk/image/image.h"
#include "hw/tile.h"

enum { LINEAR_PITCH = 64, ALIGN_1D = 64, BYTE_ALIGNMENT = 128 };

static uint32_t align32(uint32_t v, uint32_t a)
{
    return (v + a - 1) & ~(a - 1);
}

// HALIGN on Gen12.5, in elements.
static uint32_t aligned_bytes(const struct kiln_format *f)
{
    return f->bytes & (f->bytes - 1) ? BYTE_ALIGNMENT : BYTE_ALIGNMENT / f->bytes;
}

static void layout_1d(struct kiln_image_layout *l, const struct kiln_image *image)
{
    const bool tile4 = kiln_target_has_tile4(kiln_target_of(image->device->info->devinfo));
    const uint32_t unit = tile4 ? aligned_bytes(image->format) : ALIGN_1D;
    uint32_t width = 0;
    l->in_a_row = true;
    l->halign = l->valign = 4; // ignored
    for (uint32_t i = 0; i < image->levels; i++) {
        l->level[i].x = width;
        l->level[i].y = 0;
        width += align32(kiln_minify(image->extent.width, i), unit);
    }
    l->qpitch = width;
    l->pitch = width * image->format->bytes;
    l->alignment = 64;
    l->size = (uint64_t)l->pitch * image->layers;
}

static uint32_t blocks(uint32_t texels, uint32_t per_block)
{
    return (texels + per_block - 1) / per_block;
}

// Places the levels of one layer; what they take together.
static void place_levels(struct kiln_image_layout *l, const struct kiln_image *image, uint32_t *width,
                         uint32_t *height)
{
    const struct kiln_format *f = image->format;
    uint32_t x = 0, y = 0;
    *width = *height = 0;
    for (uint32_t i = 0; i < image->levels; i++) {
        uint32_t w = align32(blocks(kiln_minify(image->extent.width, i), f->width), l->halign);
        uint32_t h = align32(blocks(kiln_minify(image->extent.height, i), f->height), l->valign);
        l->level[i].x = x;
        l->level[i].y = y;
        *width = KILN_MAX(*width, x + w);
        *height = KILN_MAX(*height, y + h);
        if (i == 1)
            x += w;
        else
            y += h;
    }
}

// The levels of a 3D image on Gen8, each with its slices; what they take together.
static void place_levels_with_slices(struct kiln_image_layout *l, const struct kiln_image *image,
                                     uint32_t *width, uint32_t *height)
{
    const struct kiln_format *f = image->format;
    *width = *height = 0;
    for (uint32_t i = 0; i < image->levels; i++) {
        uint32_t w = align32(blocks(kiln_minify(image->extent.width, i), f->width), l->halign);
        uint32_t h = align32(blocks(kiln_minify(image->extent.height, i), f->height), l->valign);
        uint32_t slices = kiln_minify(image->extent.depth, i);
        l->level[i].x = 0;
        l->level[i].y = *height;
        l->level[i].width = w;
        l->level[i].height = h;
        *width = KILN_MAX(*width, w * KILN_MIN(slices, 1u << i));
        *height += h * blocks(slices, 1u << i);
    }
}

static uint32_t fixed_qpitch(const struct kiln_image_layout *l, const struct kiln_image *image)
{
    enum { MORE = 12 };
    uint32_t rows = 0;
    for (uint32_t i = 0; i < 2; i++)
        rows += align32(blocks(kiln_minify(image->extent.height, i), image->format->height), l->valign);
    return image->levels == 1 ? align32(blocks(image->extent.height, image->format->height), l->valign)
                              : rows + MORE * l->valign;
}

// Several samples on Gen12.5: one level. QPitch is from the samples that share tiles to the next.
static bool layout_samples(struct kiln_image_layout *l, const struct kiln_image *image)
{
    const bool late = kiln_target_has_late_tile64(kiln_target_of(image->device->info->devinfo));
    const uint32_t bytes = image->format->bytes;
    const char *bits = kiln_tile64_bits(late, false, bytes, (unsigned)__builtin_ctz(image->samples));
    for (unsigned n = 0; n < KILN_TILE64_BITS; n++)
        *(bits[n] == 'x'   ? &l->bits.x
          : bits[n] == 'y' ? &l->bits.y
                           : &l->bits.sample) |= 1u << (KILN_TILE64_BITS - 1 - n);
    l->tiled = l->tile64 = true;
    l->halign = aligned_bytes(image->format);
    l->valign = 4;
    l->pitch = align32(image->extent.width * bytes, 1u << __builtin_popcount(l->bits.x));
    l->qpitch = align32(image->extent.height, 1u << __builtin_popcount(l->bits.y));
    l->size = (uint64_t)l->pitch * l->qpitch * image->layers * image->samples;
    l->alignment = 1u << KILN_TILE64_BITS;
    return l->size <= KILN_IMAGE_MAX_SIZE && l->qpitch / 4 < 1u << 15 && l->pitch <= 1u << 18;
}

bool kiln_image_layout_init(struct kiln_image_layout *l, const struct kiln_image *image)
{
    const struct kiln_format *f = image->format;
    const bool tile4 = kiln_target_has_tile4(kiln_target_of(image->device->info->devinfo));
    memset(l, 0, sizeof(*l));
    if (image->samples > 1 && tile4)
        return layout_samples(l, image);
    const bool gen8 = !kiln_image_levels_everywhere(image->device->info->devinfo);
    if (image->type == VK_IMAGE_TYPE_1D && !gen8) {
        layout_1d(l, image);
        return l->size <= KILN_IMAGE_MAX_SIZE && l->qpitch / 4 < 1u << 15;
    }
    // An element's rows are in cache lines of 16 bytes by 4 rows in a tile: levels start at whole lines.
    // Where a view may begin at any level and layer (its texels are the blocks), they start at whole tiles
    // but for 16 rows; on Gen8, whose alignments are smaller, but for some elements in fours.
    bool any_start = image->flags & VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT;
    const bool fixed = !kiln_target_has_qpitch(kiln_target_of(image->device->info->devinfo));
    l->halign = fixed ? 4 / f->width : kiln_format_compressed(f) && (!any_start || gen8) ? 4 : 16;
    l->valign = fixed ? 4 / f->height : any_start && !gen8 ? 16 : 4;
    if (tile4)
        l->halign = aligned_bytes(f);
    l->tiled = image->tiling == VK_IMAGE_TILING_OPTIMAL && !kiln_format_rows_only(f) &&
               image->type != VK_IMAGE_TYPE_1D;
    uint32_t width, height;
    bool slices = image->type == VK_IMAGE_TYPE_3D;
    l->by_level = gen8 && slices && image->levels > 1;
    uint32_t layers = l->by_level ? 1 : slices ? image->extent.depth : image->layers * image->samples;
    if (l->by_level)
        place_levels_with_slices(l, image, &width, &height);
    else
        place_levels(l, image, &width, &height);
    // Of a sparse image whose parts may be without memory no tile is of two layers (sparse.c).
    bool resident = image->flags & VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT;
    bool whole_tiles = (slices && !gen8) || any_start || resident;
    l->qpitch = l->by_level ? l->level[0].height
                            : align32(height, whole_tiles && l->tiled ? KILN_TILE_HEIGHT : l->valign);
    if (fixed && !slices)
        l->qpitch = fixed_qpitch(l, image);
    l->pitch = align32(width * f->bytes, l->tiled ? KILN_TILE_WIDTH : LINEAR_PITCH);
    uint64_t rows = (uint64_t)l->qpitch * (layers - 1) + height;
    l->tile4 = l->tiled && tile4;
    l->swizzled = l->tiled && image->device->info->swizzles_tiles;
    if (l->tiled)
        rows = kiln_align(rows, KILN_TILE_HEIGHT);
    l->size = rows * l->pitch;
    l->alignment = l->tiled ? 4096 : 64;
    return l->size <= KILN_IMAGE_MAX_SIZE && l->qpitch / 4 < 1u << 15 && l->pitch <= 1u << 18;
}

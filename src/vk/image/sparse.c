// Sparse images: where blocks and mip tails lie.
//
// A block is a tile (kiln_format_has_blocks), since tiles are pages, and what is bound of an image with
// blocks is tiles that lie one behind the other in a row of them. Levels are blocks up to the first one whose
// size is no multiple of a block's (VK_SPARSE_IMAGE_FORMAT_ALIGNED_MIP_SIZE_BIT): those before it begin at
// tiles by themselves, as each is a whole number of them wide and high, and what follows does not share a
// tile with them (layout.c: level 1 lies below level 0, level 2 to the right of level 1, the others below
// level 2, and layers begin at tiles).
//
// The rest is the layer's mip tail: a rectangle of tiles, in every slice that its first level has. Opaque
// offsets are those from the image's start; behind its last byte the tails follow, layer by layer, in each
// tile by tile. So the tiles of a tail have two offsets, and are what was bound last by either.
#include "entrypoints.h"
#include "vk/image/image.h"
#include "vk/memory/buffer.h"
#include "vk/memory/sparse.h"
#include "vk/object/device.h"

enum { TILE = KILN_TILE_WIDTH * KILN_TILE_HEIGHT };
_Static_assert(TILE == KILN_SPARSE_BLOCK, "a tile is a page");

static bool has_blocks(const struct kiln_image *image)
{
    return image->flags & VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT && image->layout.tiled &&
           kiln_format_has_blocks(image->format, image->type, image->tiling,
                                  (VkSampleCountFlagBits)image->samples,
                                  !kiln_image_levels_everywhere(image->device->info->devinfo));
}

static uint32_t tiles(uint64_t size, uint32_t of)
{
    return (uint32_t)((size + of - 1) / of);
}

static uint32_t elements(uint32_t texels, uint32_t per_element)
{
    return (texels + per_element - 1) / per_element;
}

// ---- mip tails

struct tail {
    uint32_t first;               // level; as many as the image has: there is no tail
    uint32_t x, y, width, height; // tiles, of layer 0
    uint32_t slices;
    uint64_t offset, size; // of layer 0: opaque, in bytes
};

static uint32_t first_in_tail(const struct kiln_image *image)
{
    const VkExtent3D block = kiln_format_block(image->format);
    uint32_t level = 0;
    while (level < image->levels && kiln_minify(image->extent.width, level) % block.width == 0 &&
           kiln_minify(image->extent.height, level) % block.height == 0)
        level++;
    return level;
}

static struct tail tail_of(const struct kiln_image *image)
{
    const struct kiln_image_layout *l = &image->layout;
    const struct kiln_format *f = image->format;
    struct tail t = {.first = first_in_tail(image), .offset = kiln_align(l->size, TILE)};
    if (t.first == image->levels)
        return t;
    uint64_t right = 0, bottom = 0;
    for (uint32_t i = t.first; i < image->levels; i++) {
        uint32_t w = elements(kiln_minify(image->extent.width, i), f->width);
        uint32_t h = elements(kiln_minify(image->extent.height, i), f->height);
        right = KILN_MAX(right, (uint64_t)(l->level[i].x + w) * f->bytes);
        bottom = KILN_MAX(bottom, (uint64_t)l->level[i].y + h);
    }
    // Of two levels one may be to the right of the other: their first one is where both begin, or above.
    t.x = l->level[t.first].x * f->bytes / KILN_TILE_WIDTH;
    t.y = l->level[t.first].y / KILN_TILE_HEIGHT;
    t.width = tiles(right, KILN_TILE_WIDTH) - t.x;
    t.height = tiles(bottom, KILN_TILE_HEIGHT) - t.y;
    t.slices = image->type == VK_IMAGE_TYPE_3D ? kiln_minify(image->extent.depth, t.first) : 1;
    t.size = (uint64_t)t.width * t.height * t.slices * TILE;
    return t;
}

// Where the tile at (x, y) of a layer, or a slice, lies in the image.
static uint64_t tile_at(const struct kiln_image *image, uint32_t layer, uint32_t x, uint32_t y)
{
    const struct kiln_image_layout *l = &image->layout;
    uint64_t row = (uint64_t)layer * (l->qpitch / KILN_TILE_HEIGHT) + y;
    return (row * (l->pitch / KILN_TILE_WIDTH) + x) * TILE;
}

// ---- what it requires

VkResult kiln_image_make_sparse(struct kiln_device *device, struct kiln_image *image, uint64_t size,
                                const void *chain, const VkAllocationCallbacks *alloc)
{
    // The same bit as that of descriptor heaps.
    const bool captured = image->flags & VK_IMAGE_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT;
    if (!device->physical->info.has_sparse)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "a sparse image");
    const struct launch_sparse_info info = {.size = size,
                                            .address =
                                                kiln_sparse_replay_address(device, chain, captured, size),
                                            .alignment = image->layout.tile64 ? image->layout.alignment : 0,
                                            .zone = WS_ZONE_HIGH,
                                            .holes = image->flags & VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT};
    VkResult result = kiln_sparse_create(device, &info, alloc, &image->sparse);
    if (result)
        return result != VK_ERROR_OUT_OF_HOST_MEMORY && info.address ? VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS
                                                                     : result;
    for (uint32_t n = 0; n <= image->more; n++)
        image[n].address = image->sparse->address + image[n].plane_offset;
    kiln_image_placed(device, image);
    return VK_SUCCESS;
}

void kiln_image_sparse_requirements(const struct kiln_image *image, VkMemoryRequirements *r)
{
    kiln_sparse_requirements(r);
    if (has_blocks(image))
        r->size += tail_of(image).size * image->layers;
}

VKAPI_ATTR void VKAPI_CALL
kiln_GetImageSparseMemoryRequirements2(VkDevice handle, const VkImageSparseMemoryRequirementsInfo2 *info,
                                       uint32_t *count, VkSparseImageMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_image, image, info->image);
    uint32_t there = has_blocks(image);
    *count = out ? KILN_MIN(*count, there) : there;
    if (!out || !*count)
        return;
    const struct tail t = tail_of(image);
    out->memoryRequirements = (VkSparseImageMemoryRequirements){
        .formatProperties = kiln_format_sparse(image->format),
        .imageMipTailFirstLod = t.first,
        .imageMipTailSize = t.size,
        .imageMipTailOffset = t.offset,
        .imageMipTailStride = image->layers > 1 ? t.size : 0,
    };
}

// ---- binds

// Tiles of mip tails from number `tile` on.
static void bind_tails(struct kiln_binds *out, const struct kiln_image *image, uint64_t tile, uint64_t count,
                       VkDeviceMemory memory, uint64_t offset)
{
    const struct tail t = tail_of(image);
    const uint64_t slice = (uint64_t)t.width * t.height, layer = slice * t.slices;
    for (uint64_t i = 0; layer && i < count; i++) {
        uint64_t n = tile + i, in = n % slice;
        // A 3D image has one layer, whose slices lie as layers do.
        uint32_t z = (uint32_t)(n / layer + n % layer / slice);
        uint64_t at = tile_at(image, z, t.x + (uint32_t)(in % t.width), t.y + (uint32_t)(in / t.width));
        kiln_binds_add(out, image->sparse, at, TILE, memory, offset + i * TILE);
    }
}

void kiln_image_bind_opaque(struct kiln_binds *out, const struct kiln_image *image,
                            const VkSparseMemoryBind *b)
{
    const uint64_t image_end = image->sparse->size, end = b->resourceOffset + b->size;
    if (b->resourceOffset < image_end)
        kiln_binds_add(out, image->sparse, b->resourceOffset, KILN_MIN(end, image_end) - b->resourceOffset,
                       b->memory, b->memoryOffset);
    if (end <= image_end || !has_blocks(image))
        return;
    const uint64_t from = KILN_MAX(b->resourceOffset, image_end);
    bind_tails(out, image, (from - image_end) / TILE, tiles(end - from, TILE), b->memory,
               b->memoryOffset + (from - b->resourceOffset));
}

void kiln_image_bind_blocks(struct kiln_binds *out, const struct kiln_image *image,
                            const VkSparseImageMemoryBind *b)
{
    const struct kiln_image_layout *l = &image->layout;
    const VkExtent3D block = kiln_format_block(image->format);
    const uint32_t level = b->subresource.mipLevel;
    if (!has_blocks(image) || level >= image->levels)
        return;
    const uint32_t x = l->level[level].x * image->format->bytes / KILN_TILE_WIDTH +
                       (uint32_t)b->offset.x / block.width,
                   y = l->level[level].y / KILN_TILE_HEIGHT + (uint32_t)b->offset.y / block.height,
                   layer = b->subresource.arrayLayer + (uint32_t)b->offset.z;
    const uint32_t width = tiles(b->extent.width, block.width),
                   height = tiles(b->extent.height, block.height);
    uint64_t offset = b->memoryOffset;
    for (uint32_t z = 0; z < b->extent.depth; z++)
        for (uint32_t row = 0; row < height; row++) {
            kiln_binds_add(out, image->sparse, tile_at(image, layer + z, x, y + row), (uint64_t)width * TILE,
                           b->memory, offset);
            offset += (uint64_t)width * TILE;
        }
}

// VK_EXT_host_image_copy: the host reads and writes images itself, tiled or not. Memory is coherent, and an
// image lies the same in every layout: nothing needs to be told to the GPU.
#include "entrypoints.h"
#include "hw/tile.h"
#include "util/math.h"
#include "vk/memory/buffer.h"
#include "vk/object/device.h"
#include "vk/image/image.h"

enum { COLUMN = 16, TILE_BYTES = KILN_TILE_WIDTH * KILN_TILE_HEIGHT };

// Rows of bytes: of a level of an image, or of the application's memory.
struct plane {
    uint8_t *base;
    bool tiled, tile4, swizzled;              // swizzled: bit 6 of a place takes bit 9 to itself
    uint64_t pitch;                           // bytes
    uint64_t slice;                           // bytes; tiled: rows
    uint64_t x, y;                            // where the region starts: bytes, rows
    const struct kiln_image_layout *by_level; // not NULL: where its slices are, from number `z` of `level` on
    uint32_t level, z, bytes;                 // of an element
};

struct size {
    uint32_t width, height, slices; // bytes, rows
};

static uint64_t blocks(uint64_t texels, uint32_t per_block)
{
    return (texels + per_block - 1) / per_block;
}

static uint64_t in_tile(const struct kiln_tile_bits *tile, uint64_t x, uint64_t y)
{
    return kiln_deposit((uint32_t)(x % KILN_TILE_WIDTH), tile->x) |
           kiln_deposit((uint32_t)(y % KILN_TILE_HEIGHT), tile->y);
}

// A byte of the region, and how many follow it in memory as they do in the row.
static uint8_t *find(const struct plane *p, uint64_t x, uint64_t y, uint64_t z, uint32_t *run)
{
    x += p->x;
    y += p->y;
    if (p->by_level) {
        const struct kiln_slice_place s = kiln_slice_by_level(p->by_level, p->level, p->z + (uint32_t)z);
        x += (uint64_t)s.x * p->bytes;
        y += s.y;
        z = 0;
    }
    if (!p->tiled) {
        *run = UINT32_MAX;
        return p->base + z * p->slice + y * p->pitch + x;
    }
    y += z * p->slice;
    *run = (uint32_t)(COLUMN - x % COLUMN);
    const uint64_t at = y / KILN_TILE_HEIGHT * KILN_TILE_HEIGHT * p->pitch +
                        x / KILN_TILE_WIDTH * TILE_BYTES +
                        in_tile(p->tile4 ? &kiln_tile_4 : &kiln_tile_y, x, y);
    return p->base + (p->swizzled ? at ^ (at >> 3 & 64) : at);
}

static void copy(const struct plane *to, const struct plane *from, const struct size *size)
{
    for (uint32_t z = 0; z < size->slices; z++)
        for (uint32_t y = 0; y < size->height; y++)
            for (uint32_t x = 0, n; x < size->width; x += n) {
                uint32_t run;
                uint8_t *dst = find(to, x, y, z, &n);
                const uint8_t *src = find(from, x, y, z, &run);
                n = KILN_MIN(KILN_MIN(n, run), size->width - x);
                memcpy(dst, src, n);
            }
}

static VkResult image_plane(const struct kiln_image *image, const VkImageSubresourceLayers *sub,
                            const VkOffset3D *offset, struct plane *out)
{
    const struct kiln_image_layout *l = &image->layout;
    const struct kiln_format *f = image->format;
    uint64_t z = image->type == VK_IMAGE_TYPE_3D ? (uint32_t)offset->z : sub->baseArrayLayer;
    void *map;
    VkResult result = kiln_memory_map(image->memory, image->offset, &map);
    if (result)
        return result;
    *out =
        (struct plane){.base = map,
                       .tiled = l->tiled,
                       .tile4 = l->tile4,
                       .swizzled = l->swizzled,
                       .pitch = l->pitch,
                       .slice = l->qpitch,
                       .x = (uint64_t)(l->level[sub->mipLevel].x + (uint32_t)offset->x / f->width) * f->bytes,
                       .y = l->level[sub->mipLevel].y + (uint32_t)offset->y / f->height};
    if (l->by_level) {
        out->by_level = l;
        out->level = sub->mipLevel;
        out->z = (uint32_t)z;
        out->bytes = f->bytes;
    } else if (l->tiled) {
        out->y += z * l->qpitch;
    } else {
        out->slice = l->in_a_row ? l->pitch : (uint64_t)l->qpitch * l->pitch;
        out->base += z * out->slice;
    }
    return VK_SUCCESS;
}

static struct size region_size(const struct kiln_image *image, const VkImageSubresourceLayers *sub,
                               const VkExtent3D *extent)
{
    const struct kiln_format *f = image->format;
    uint32_t layers =
        sub->layerCount == VK_REMAINING_ARRAY_LAYERS ? image->layers - sub->baseArrayLayer : sub->layerCount;
    return (struct size){(uint32_t)blocks(extent->width, f->width) * f->bytes,
                         (uint32_t)blocks(extent->height, f->height),
                         image->type == VK_IMAGE_TYPE_3D ? extent->depth : layers};
}

uint64_t kiln_image_packed_size(const struct kiln_image *image, uint32_t level)
{
    const struct kiln_format *f = image->format;
    return blocks(kiln_minify(image->extent.width, level), f->width) * f->bytes *
           blocks(kiln_minify(image->extent.height, level), f->height) *
           kiln_minify(image->extent.depth, level);
}

// The application's memory. With VK_HOST_IMAGE_COPY_MEMCPY_EXT it has whole subresources, packed.
static struct plane memory_plane(const struct kiln_image *image, const void *memory, uint32_t row_length,
                                 uint32_t image_height, const VkExtent3D *extent,
                                 VkHostImageCopyFlagsEXT flags)
{
    const struct kiln_format *f = image->format;
    bool packed = flags & VK_HOST_IMAGE_COPY_MEMCPY_EXT;
    uint64_t pitch = blocks(row_length && !packed ? row_length : extent->width, f->width) * f->bytes;
    uint64_t rows = blocks(image_height && !packed ? image_height : extent->height, f->height);
    return (struct plane){.base = (uint8_t *)(uintptr_t)memory, .pitch = pitch, .slice = pitch * rows};
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CopyMemoryToImageEXT(VkDevice handle,
                                                         const VkCopyMemoryToImageInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_image, whole, info->dstImage);
    for (uint32_t i = 0; i < info->regionCount; i++) {
        const VkMemoryToImageCopyEXT *r = &info->pRegions[i];
        const struct kiln_image *image = kiln_image_plane(whole, r->imageSubresource.aspectMask);
        struct plane to, from = memory_plane(image, r->pHostPointer, r->memoryRowLength, r->memoryImageHeight,
                                             &r->imageExtent, info->flags);
        VkResult result = image_plane(image, &r->imageSubresource, &r->imageOffset, &to);
        if (result)
            return result;
        struct size size = region_size(image, &r->imageSubresource, &r->imageExtent);
        copy(&to, &from, &size);
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CopyImageToMemoryEXT(VkDevice handle,
                                                         const VkCopyImageToMemoryInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_image, whole, info->srcImage);
    for (uint32_t i = 0; i < info->regionCount; i++) {
        const VkImageToMemoryCopyEXT *r = &info->pRegions[i];
        const struct kiln_image *image = kiln_image_plane(whole, r->imageSubresource.aspectMask);
        struct plane from, to = memory_plane(image, r->pHostPointer, r->memoryRowLength, r->memoryImageHeight,
                                             &r->imageExtent, info->flags);
        VkResult result = image_plane(image, &r->imageSubresource, &r->imageOffset, &from);
        if (result)
            return result;
        struct size size = region_size(image, &r->imageSubresource, &r->imageExtent);
        copy(&to, &from, &size);
    }
    return VK_SUCCESS;
}

static VkResult copy_image(const struct kiln_image *src, const struct kiln_image *dst, const VkImageCopy2 *r)
{
    struct plane from, to;
    VkResult result = image_plane(src, &r->srcSubresource, &r->srcOffset, &from);
    if (!result)
        result = image_plane(dst, &r->dstSubresource, &r->dstOffset, &to);
    if (result)
        return result;
    // The extent is the source's; a slice of a 3D image and a layer correspond.
    struct size size = region_size(src, &r->srcSubresource, &r->extent);
    size.slices = KILN_MAX(size.slices, dst->type == VK_IMAGE_TYPE_3D ? r->extent.depth : 1);
    copy(&to, &from, &size);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CopyImageToImageEXT(VkDevice handle,
                                                        const VkCopyImageToImageInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_image, src, info->srcImage);
    KILN_FROM_HANDLE(kiln_image, dst, info->dstImage);
    for (uint32_t i = 0; i < info->regionCount; i++) {
        const VkImageCopy2 *r = &info->pRegions[i];
        VkImageAspectFlags aspects = r->srcSubresource.aspectMask;
        VkResult result = copy_image(kiln_image_plane(src, aspects),
                                     kiln_image_plane(dst, r->dstSubresource.aspectMask), r);
        if (!result && aspects == KILN_ASPECT_DEPTH_STENCIL)
            result = copy_image(src->stencil, dst->stencil, r);
        if (result)
            return result;
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_TransitionImageLayoutEXT(VkDevice handle, uint32_t count,
                                                             const VkHostImageLayoutTransitionInfoEXT *infos)
{
    return VK_SUCCESS;
}

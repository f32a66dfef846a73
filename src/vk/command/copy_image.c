// Copies between buffers and images, and clears of images: kernels of our own that move rows of bytes and
// know how a tiled surface lies in memory (shaders/image_place.glsl). All formats are bytes to them: a row of
// an image is a row of elements (blocks of a compressed format).
//
// Units of 16, 8 or 4 bytes where both sides are aligned so far; what is left, and everything else, by dwords
// put together from bytes.
#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/format/clear_color.h"
#include "vk/command/buffer.h"
#include "vk/command/copy_samples.h"
#include "vk/image/image.h"

#define MAX_SURFACE (UINT64_C(1) << 30) // bytes that a raw buffer surface covers
#define TWO_PARTS 256                   // bytes of a row that are worth two dispatches

// One side of a copy, in elements: of an image's level, or of a buffer that holds texels.
struct side {
    uint64_t address; // of the image or of the region in the buffer
    bool tiled;
    uint32_t bytes;                           // of an element
    uint64_t pitch, slice;                    // bytes; tiled: slice in rows
    uint32_t x, y;                            // elements from the address
    uint64_t first;                           // tiled: rows of the slices before the first one
    const struct kiln_image_layout *by_level; // not NULL: where its slices are, from number `z` of `level` on
    uint32_t level, z;
};

// As the kernels have it (image_place.glsl).
struct place {
    uint32_t base, pitch, slice, x, y;
};

struct size {
    uint32_t width, height, slices; // elements
};

// What a kernel sees of a side: a surface from `address` on, and places in it.
static struct place place_of(const struct side *s, uint32_t x_bytes, uint32_t y, uint32_t z,
                             const struct size *size, struct kiln_buffer_range *range)
{
    if (!s->tiled) {
        uint64_t at =
            s->address + z * s->slice + (uint64_t)(s->y + y) * s->pitch + (uint64_t)s->x * s->bytes + x_bytes;
        uint64_t end =
            (size->slices - 1) * s->slice + (size->height - 1) * s->pitch + (uint64_t)size->width * s->bytes;
        uint32_t lead = at & 3;
        *range = (struct kiln_buffer_range){at - lead, kiln_align(lead + end, 4)};
        return (struct place){.base = lead, .pitch = (uint32_t)s->pitch, .slice = (uint32_t)s->slice};
    }
    uint64_t row = s->first + (uint64_t)z * s->slice + s->y + y, tile = row / 32;
    uint64_t rows = row % 32 + (size->slices - 1) * s->slice + size->height;
    *range = (struct kiln_buffer_range){s->address + tile * 32 * s->pitch, kiln_align(rows, 32) * s->pitch};
    return (struct place){.pitch = (uint32_t)s->pitch,
                          .slice = (uint32_t)s->slice,
                          .x = s->x * s->bytes + x_bytes,
                          .y = (uint32_t)(row % 32)};
}

// Bytes of memory from a region's start to its end, at most.
static uint64_t span(const struct side *s, const struct size *size)
{
    uint64_t slice = s->tiled ? s->slice * s->pitch : s->slice;
    return (size->slices - 1) * slice + (size->height + 32) * s->pitch;
}

// The largest unit, in bytes, at which rows of a side start; 0: less than a dword.
static uint32_t unit_of(const struct side *s)
{
    uint64_t start = s->address + (uint64_t)s->y * s->pitch + (uint64_t)s->x * s->bytes;
    if (!s->tiled)
        return ((start | s->pitch | s->slice) & 3) == 0 ? 16 : 0;
    uint32_t x = s->x * s->bytes | 16;
    return (x & -x) >= 4 ? x & -x : 0;
}

// A group's 64 invocations as 2^n by 2^(6-n).
static uint64_t groups_of(uint32_t width, uint32_t height, uint32_t n)
{
    return (uint64_t)((width + (1u << n) - 1) >> n) * ((height + (64u >> n) - 1) >> (6 - n));
}

// The n with the fewest groups; the widest of them.
static uint32_t across_log(uint32_t width, uint32_t height)
{
    uint32_t best = 6;
    for (uint32_t n = 6; n-- > 0;)
        if (groups_of(width, height, n) < groups_of(width, height, best))
            best = n;
    return best;
}

static uint64_t fewest_groups(uint32_t width, uint32_t height)
{
    return groups_of(width, height, across_log(width, height));
}

struct rows {
    struct place from, to;
    uint32_t count, rows, across_log;
};

// As copies of whole units have it.
static struct place in_dwords(const struct place *p, bool tiled)
{
    return (struct place){.base = p->base / 4,
                          .pitch = p->pitch / 4,
                          .slice = tiled ? p->slice : p->slice / 4,
                          .x = p->x / 4,
                          .y = p->y};
}

// Bytes x_bytes.. of each row; unit 0: any bytes. `each`: rows of an invocation, 1 or 4.
static void dispatch_rows(struct kiln_cmd_buffer *cmd, const struct side *from, const struct side *to,
                          uint32_t unit, uint32_t each, uint32_t x_bytes, uint32_t bytes,
                          const struct size *size, uint32_t y, uint32_t z)
{
    struct kiln_buffer_range ranges[2];
    struct rows push = {.from = place_of(from, x_bytes, y, z, size, &ranges[0]),
                        .to = place_of(to, x_bytes, y, z, size, &ranges[1]),
                        .count = unit ? bytes / unit : bytes,
                        .rows = size->height / each};
    uint32_t which = (uint32_t)from->tiled | (uint32_t)to->tiled << 1, push_size = sizeof(push);
    uint32_t across = 16, down = 4, n = unit ? push.count : (bytes + 3 + 3) / 4;
    if (unit) {
        push.from = in_dwords(&push.from, from->tiled);
        push.to = in_dwords(&push.to, to->tiled);
        push.across_log = across_log(push.count, push.rows);
        across = 1u << push.across_log;
        down = 64 / across;
        which += KILN_BUILTIN_COPY_UNITS + (unit == 16 ? 8 : unit == 8 ? 4 : 0) + (each == 4 ? 12 : 0);
    } else {
        which += KILN_BUILTIN_COPY_IMAGE;
        push_size = offsetof(struct rows, across_log);
    }
    const uint32_t groups[3] = {(n + across - 1) / across, (push.rows + down - 1) / down, size->slices};
    kiln_cmd_dispatch_builtin3(cmd, (enum kiln_builtin)which, ranges, 2, &push, push_size, groups);
}

// Four rows lie together in a tile.
static bool starts_at_four(const struct side *s, const struct size *size, uint32_t y, uint32_t z)
{
    uint64_t row = s->first + z * s->slice + s->y + y;
    return !s->tiled || (row % 4 == 0 && (size->slices == 1 || s->slice % 4 == 0));
}

static void copy_rows(struct kiln_cmd_buffer *cmd, const struct side *from, const struct side *to,
                      uint32_t unit, uint32_t x_bytes, uint32_t bytes, const struct size *size, uint32_t y,
                      uint32_t z)
{
    bool four = unit && starts_at_four(from, size, y, z) && starts_at_four(to, size, y, z);
    if (four) { // and it takes fewer groups
        uint32_t n = bytes / unit, h = size->height;
        four = fewest_groups(n, h / 4) + fewest_groups(n, h % 4) < fewest_groups(n, h);
    }
    struct size whole = *size, rest = *size;
    whole.height = four ? size->height & ~3u : 0;
    rest.height -= whole.height;
    if (whole.height)
        dispatch_rows(cmd, from, to, unit, 4, x_bytes, bytes, &whole, y, z);
    if (rest.height)
        dispatch_rows(cmd, from, to, unit, 1, x_bytes, bytes, &rest, y + whole.height, z);
}

// A part that both surfaces can hold. Long rows that end within a unit of 16 bytes are copied in two parts.
static void copy_part(struct kiln_cmd_buffer *cmd, const struct side *from, const struct side *to,
                      const struct size *size, uint32_t y, uint32_t z)
{
    uint32_t bytes = size->width * from->bytes, unit = KILN_MIN(unit_of(from), unit_of(to)), done = 0;
    uint32_t end = bytes & -bytes; // what divides the length
    if (unit > end && bytes >= TWO_PARTS) {
        done = bytes & -unit;
        copy_rows(cmd, from, to, unit, 0, done, size, y, z);
    }
    unit = KILN_MIN(unit, end);
    if (bytes > done)
        copy_rows(cmd, from, to, unit >= 4 ? unit : 0, done, bytes - done, size, y, z);
}

// Slice z alone.
static struct side slice_of(const struct side *s, uint32_t z)
{
    struct side one = *s;
    if (s->by_level) {
        const struct kiln_slice_place p = kiln_slice_by_level(s->by_level, s->level, s->z + z);
        one.by_level = NULL;
        one.x += p.x;
        one.y += p.y;
    } else if (s->tiled) {
        one.first += z * s->slice;
    } else {
        one.address += z * s->slice;
    }
    return one;
}

static void copy_region(struct kiln_cmd_buffer *cmd, const struct side *from, const struct side *to,
                        const struct size *size)
{
    if (!size->width || !size->height || !size->slices)
        return;
    if (from->by_level || to->by_level) {
        const struct size one = {size->width, size->height, 1};
        for (uint32_t z = 0; z < size->slices; z++) {
            const struct side a = slice_of(from, z), b = slice_of(to, z);
            copy_region(cmd, &a, &b, &one);
        }
        return;
    }
    if (span(from, size) <= MAX_SURFACE && span(to, size) <= MAX_SURFACE) {
        copy_part(cmd, from, to, size, 0, 0);
        return;
    }
    // (Rows of a buffer may lie so far apart that a surface has just one of them.)
    uint64_t pitch = KILN_MAX(from->pitch, to->pitch), most = KILN_MAX(MAX_SURFACE / pitch, 65) - 64;
    uint32_t rows = (uint32_t)KILN_MIN(most, (uint64_t)size->height);
    for (uint32_t z = 0; z < size->slices; z++)
        for (uint32_t y = 0; y < size->height; y += rows) {
            struct size part = {size->width, KILN_MIN(rows, size->height - y), 1};
            copy_part(cmd, from, to, &part, y, z);
        }
}

// ---- sides ----

static uint32_t blocks(uint32_t texels, uint32_t per_block)
{
    return (texels + per_block - 1) / per_block;
}

static struct side image_side(const struct kiln_image *image, const VkImageSubresourceLayers *sub,
                              const VkOffset3D *offset)
{
    const struct kiln_image_layout *l = &image->layout;
    const struct kiln_format *f = image->format;
    uint32_t z = image->type == VK_IMAGE_TYPE_3D ? (uint32_t)offset->z : sub->baseArrayLayer * image->samples;
    struct side s = {.address = image->address,
                     .tiled = l->tiled,
                     .bytes = f->bytes,
                     .pitch = l->pitch,
                     .x = l->level[sub->mipLevel].x + (uint32_t)offset->x / f->width,
                     .y = l->level[sub->mipLevel].y + (uint32_t)offset->y / f->height};
    uint64_t slice = l->in_a_row ? l->pitch : (uint64_t)l->qpitch * l->pitch;
    if (l->by_level) {
        s.by_level = l;
        s.level = sub->mipLevel;
        s.z = z;
    } else if (l->tiled) {
        s.slice = l->qpitch;
        s.first = (uint64_t)z * l->qpitch;
    } else {
        s.slice = slice;
        s.address += z * slice;
    }
    return s;
}

// Each sample is a layer.
static uint32_t layers_of(const struct kiln_image *image, const VkImageSubresourceLayers *sub)
{
    uint32_t n = sub->layerCount;
    if (n == VK_REMAINING_ARRAY_LAYERS)
        n = image->layers - sub->baseArrayLayer;
    return n * image->samples;
}

static struct size region_size(const struct kiln_image *image, const VkImageSubresourceLayers *sub,
                               const VkExtent3D *extent)
{
    const struct kiln_format *f = image->format;
    return (struct size){blocks(extent->width, f->width), blocks(extent->height, f->height),
                         image->type == VK_IMAGE_TYPE_3D ? extent->depth : layers_of(image, sub)};
}

// Texels in memory, `row` and `height` texels from one to the next; 0: as many as are copied.
static struct side memory_side(uint64_t address, const struct kiln_image *image, uint32_t row,
                               uint32_t height, const VkExtent3D *extent)
{
    const struct kiln_format *f = image->format;
    uint64_t pitch = (uint64_t)blocks(row ? row : extent->width, f->width) * f->bytes;
    return (struct side){.address = address,
                         .bytes = f->bytes,
                         .pitch = pitch,
                         .slice = pitch * blocks(height ? height : extent->height, f->height)};
}

// ---- commands ----

static void copy_memory_image(struct kiln_cmd_buffer *cmd, const struct kiln_image *image,
                              const VkDeviceMemoryImageCopyKHR *r, bool to_image)
{
    image = kiln_image_plane(image, r->imageSubresource.aspectMask);
    struct side b = memory_side(r->addressRange.address, image, r->addressRowLength, r->addressImageHeight,
                                &r->imageExtent),
                i = image_side(image, &r->imageSubresource, &r->imageOffset);
    struct size size = region_size(image, &r->imageSubresource, &r->imageExtent);
    copy_region(cmd, to_image ? &b : &i, to_image ? &i : &b, &size);
}

static void copy_buffer_image(struct kiln_cmd_buffer *cmd, const struct kiln_buffer *buffer,
                              const struct kiln_image *image, const VkBufferImageCopy2 *r, bool to_image)
{
    copy_memory_image(cmd, image,
                      &(VkDeviceMemoryImageCopyKHR){.addressRange.address = buffer->address + r->bufferOffset,
                                                    .addressRowLength = r->bufferRowLength,
                                                    .addressImageHeight = r->bufferImageHeight,
                                                    .imageSubresource = r->imageSubresource,
                                                    .imageOffset = r->imageOffset,
                                                    .imageExtent = r->imageExtent},
                      to_image);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyBufferToImage2(VkCommandBuffer handle,
                                                      const VkCopyBufferToImageInfo2 *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->srcBuffer);
    KILN_FROM_HANDLE(kiln_image, image, info->dstImage);
    for (uint32_t i = 0; i < info->regionCount; i++)
        copy_buffer_image(cmd, buffer, image, &info->pRegions[i], true);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyImageToBuffer2(VkCommandBuffer handle,
                                                      const VkCopyImageToBufferInfo2 *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_image, image, info->srcImage);
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->dstBuffer);
    for (uint32_t i = 0; i < info->regionCount; i++)
        copy_buffer_image(cmd, buffer, image, &info->pRegions[i], false);
}

static void copy_memory_images(VkCommandBuffer handle, const VkCopyDeviceMemoryImageInfoKHR *info,
                               bool to_image)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_image, image, info->image);
    for (uint32_t i = 0; i < info->regionCount; i++)
        copy_memory_image(cmd, image, &info->pRegions[i], to_image);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyMemoryToImageKHR(VkCommandBuffer handle,
                                                        const VkCopyDeviceMemoryImageInfoKHR *info)
{
    copy_memory_images(handle, info, true);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyImageToMemoryKHR(VkCommandBuffer handle,
                                                        const VkCopyDeviceMemoryImageInfoKHR *info)
{
    copy_memory_images(handle, info, false);
}

// Offset and extent are not known here: as many groups as keep the EUs busy, which take turns at rows and
// dwords. `count` slices from s on, of which it is number `first` in the memory.
static void copy_indirect_slices(struct kiln_cmd_buffer *cmd, const struct kiln_format *f,
                                 const struct side *s, uint64_t command, uint32_t first, uint32_t count)
{
    enum { COLUMNS = 2, ROWS = 32 };
    const struct {
        uint64_t command, image;
        struct place to;
        uint32_t tiled, bytes, width, height, columns, rows, first;
    } push = {.command = command,
              .image = s->address,
              .to = {.base = s->tiled ? 0 : s->y * (uint32_t)s->pitch + s->x * s->bytes,
                     .pitch = (uint32_t)s->pitch,
                     .slice = (uint32_t)s->slice,
                     .x = s->x * s->bytes,
                     .y = (uint32_t)s->first + s->y},
              .tiled = s->tiled,
              .bytes = s->bytes,
              .width = f->width,
              .height = f->height,
              .columns = COLUMNS,
              .rows = ROWS,
              .first = first};
    const uint32_t groups[3] = {COLUMNS, ROWS, count};
    kiln_cmd_dispatch_builtin3(cmd, KILN_BUILTIN_COPY_INDIRECT_IMAGE, NULL, 0, &push, sizeof(push), groups);
}

// Slices of a 3D image are counted as layers, which the host knows.
static void copy_indirect(struct kiln_cmd_buffer *cmd, const struct kiln_image *image,
                          const VkImageSubresourceLayers *sub, uint64_t command)
{
    image = kiln_image_plane(image, sub->aspectMask);
    const bool slices = image->type == VK_IMAGE_TYPE_3D;
    const struct side s =
        image_side(image, sub, &(VkOffset3D){.z = slices ? (int32_t)sub->baseArrayLayer : 0});
    const uint32_t count = slices ? sub->layerCount : layers_of(image, sub);
    if (!s.by_level)
        copy_indirect_slices(cmd, image->format, &s, command, 0, count);
    for (uint32_t z = 0; s.by_level && z < count; z++) {
        const struct side one = slice_of(&s, z);
        copy_indirect_slices(cmd, image->format, &one, command, z, 1);
    }
}

VKAPI_ATTR void VKAPI_CALL
kiln_CmdCopyMemoryToImageIndirectKHR(VkCommandBuffer handle, const VkCopyMemoryToImageIndirectInfoKHR *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_image, image, info->dstImage);
    for (uint32_t i = 0; i < info->copyCount; i++)
        copy_indirect(cmd, image, &info->pImageSubresources[i],
                      info->copyAddressRange.address + i * info->copyAddressRange.stride);
}

// The extent is the source's; a slice of a 3D image and a layer correspond.
static void copy_plane(struct kiln_cmd_buffer *cmd, const struct kiln_image *src,
                       const struct kiln_image *dst, const VkImageCopy2 *r)
{
    if (src->layout.tile64) {
        kiln_cmd_copy_samples(cmd, src, dst, r);
        return;
    }
    struct side from = image_side(src, &r->srcSubresource, &r->srcOffset);
    struct side to = image_side(dst, &r->dstSubresource, &r->dstOffset);
    struct size size = region_size(src, &r->srcSubresource, &r->extent);
    size.slices = KILN_MAX(size.slices, dst->type == VK_IMAGE_TYPE_3D ? r->extent.depth : 1);
    // Two texels of 422 are one of another format: both sides are counted in the source's elements.
    to.x = to.x * to.bytes / from.bytes;
    to.bytes = from.bytes;
    copy_region(cmd, &from, &to, &size);
}

static void copy_image(struct kiln_cmd_buffer *cmd, const struct kiln_image *src,
                       const struct kiln_image *dst, const VkImageCopy2 *r)
{
    copy_plane(cmd, kiln_image_plane(src, r->srcSubresource.aspectMask),
               kiln_image_plane(dst, r->dstSubresource.aspectMask), r);
    if (r->srcSubresource.aspectMask == KILN_ASPECT_DEPTH_STENCIL)
        copy_plane(cmd, src->stencil, dst->stencil, r);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyImage2(VkCommandBuffer handle, const VkCopyImageInfo2 *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_image, src, info->srcImage);
    KILN_FROM_HANDLE(kiln_image, dst, info->dstImage);
    for (uint32_t i = 0; i < info->regionCount; i++)
        copy_image(cmd, src, dst, &info->pRegions[i]);
}

// Levels, and slices that lie by level, begin and end at whole 16-byte columns; on Gen7.5 at fours of
// elements.
static void clear_side(struct kiln_cmd_buffer *cmd, const struct side *s, const struct kiln_image *image,
                       const struct size *size, const uint32_t pattern[12])
{
    const uint32_t height = size->height;
    bool split = span(s, size) > MAX_SURFACE;
    uint32_t slices = split ? 1 : size->slices;
    uint32_t rows = split ? (uint32_t)KILN_MIN(MAX_SURFACE / s->pitch - 64, (uint64_t)height) : height;
    struct {
        struct place to;
        uint32_t units, rows, dwords, pattern[12];
    } push = {.units = (size->width * s->bytes + 15) / 16, .dwords = (size->width * s->bytes + 3) / 4};
    memcpy(push.pattern, pattern, sizeof(push.pattern));
    const enum kiln_builtin which =
        KILN_BUILTIN_FILL_IMAGE + (kiln_format_rows_only(image->format) ? 2 : s->tiled);
    for (uint32_t z = 0; z < size->slices; z += slices)
        for (uint32_t y = 0; y < height; y += rows) {
            struct size part = {(uint32_t)kiln_align(size->width, 16), KILN_MIN(rows, height - y), slices};
            struct kiln_buffer_range range;
            push.to = place_of(s, 0, y, z, &part, &range);
            push.rows = part.height;
            const uint32_t groups[3] = {(push.units + 7) / 8, (part.height + 7) / 8, part.slices};
            kiln_cmd_dispatch_builtin3(cmd, which, &range, 1, &push, sizeof(push), groups);
        }
}

// All samples of whole layers, which lie in whole tiles: rows of memory.
static void clear_samples(struct kiln_cmd_buffer *cmd, const struct kiln_image *image, uint32_t layer,
                          uint32_t layers, const uint32_t pattern[12])
{
    const struct kiln_image_layout *l = &image->layout;
    const uint64_t slice = (uint64_t)l->pitch * l->qpitch;
    const struct side side = {.address = image->address + slice * layer * image->samples,
                              .bytes = image->format->bytes,
                              .pitch = l->pitch,
                              .slice = slice};
    const struct size size = {l->pitch / image->format->bytes, l->qpitch, layers * image->samples};
    clear_side(cmd, &side, image, &size, pattern);
}

static void clear_level(struct kiln_cmd_buffer *cmd, const struct kiln_image *image, uint32_t level,
                        uint32_t layer, uint32_t layers, const uint32_t pattern[12])
{
    VkImageSubresourceLayers sub = {VK_IMAGE_ASPECT_COLOR_BIT, level, layer, layers};
    if (image->layout.tile64) {
        clear_samples(cmd, image, layer, layers, pattern);
        return;
    }
    struct side side = image_side(image, &sub, &(VkOffset3D){0});
    uint32_t depth = kiln_minify(image->extent.depth, level),
             height = kiln_minify(image->extent.height, level);
    struct size size = {kiln_minify(image->extent.width, level), height,
                        image->type == VK_IMAGE_TYPE_3D ? depth : layers * image->samples};
    if (!side.by_level) {
        clear_side(cmd, &side, image, &size, pattern);
        return;
    }
    const struct size one = {size.width, size.height, 1};
    for (uint32_t z = 0; z < size.slices; z++) {
        const struct side s = slice_of(&side, z);
        clear_side(cmd, &s, image, &one, pattern);
    }
}

static void clear_range(struct kiln_cmd_buffer *cmd, const struct kiln_image *image,
                        const VkImageSubresourceRange *r, const uint32_t pattern[12])
{
    for (uint32_t l = 0; l < kiln_image_level_count(image, r); l++)
        clear_level(cmd, image, r->baseMipLevel + l, r->baseArrayLayer, kiln_image_layer_count(image, r),
                    pattern);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdClearColorImage(VkCommandBuffer handle, VkImage image_handle,
                                                   VkImageLayout layout, const VkClearColorValue *color,
                                                   uint32_t count, const VkImageSubresourceRange *ranges)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_image, image, image_handle);
    uint32_t pattern[12];
    if (!kiln_clear_pattern(image->format, color, pattern))
        return; // not a format that may be cleared
    for (uint32_t i = 0; i < count; i++)
        clear_range(cmd, image, &ranges[i], pattern);
}

// For queues that claim graphics (KILN_GRAPHICS): others have no such command.
VKAPI_ATTR void VKAPI_CALL kiln_CmdClearDepthStencilImage(VkCommandBuffer handle, VkImage image_handle,
                                                          VkImageLayout layout,
                                                          const VkClearDepthStencilValue *value,
                                                          uint32_t count,
                                                          const VkImageSubresourceRange *ranges)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_image, image, image_handle);
    uint32_t pattern[12];
    for (uint32_t i = 0; i < count; i++)
        for (unsigned stencil = 0; stencil < 2; stencil++) {
            VkImageAspectFlagBits aspect = stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : VK_IMAGE_ASPECT_DEPTH_BIT;
            if (!(ranges[i].aspectMask & image->format->aspect & aspect))
                continue;
            const struct kiln_image *plane = kiln_image_plane(image, aspect);
            kiln_clear_depth_pattern(plane->format, value, pattern);
            clear_range(cmd, plane, &ranges[i], pattern);
        }
}

// See copy_samples.h. The samples that share tiles are copied by one dispatch; a layer of more samples has
// several such parts, one after the other.
#include "vk/command/copy_samples.h"

#define MAX_SURFACE (UINT64_C(1) << 30) // bytes that a raw buffer surface covers

// As the kernel has it (shaders/copy_samples.comp).
struct place {
    uint32_t pitch, x, y;
};

// Samples that a tile has of one place.
static uint32_t shared_samples(const struct kiln_image_layout *l)
{
    return 1u << __builtin_popcount(l->bits.sample);
}

static uint32_t tile_rows(const struct kiln_image_layout *l)
{
    return 1u << __builtin_popcount(l->bits.y);
}

// Bytes of memory for each row of the image.
static uint64_t row_bytes(const struct kiln_image_layout *l)
{
    return (uint64_t)l->pitch * shared_samples(l);
}

// Part `part` of the image from row y on: its surface begins at the row's tiles.
static struct place place_of(const struct kiln_image *image, uint32_t part, uint32_t x, uint32_t y,
                             uint32_t rows, struct kiln_buffer_range *range)
{
    const struct kiln_image_layout *l = &image->layout;
    const uint32_t high = tile_rows(l), first = y / high * high;
    *range = (struct kiln_buffer_range){image->address + ((uint64_t)part * l->qpitch + first) * row_bytes(l),
                                        (kiln_align(y - first + rows, high)) * row_bytes(l)};
    return (struct place){l->pitch, x * image->format->bytes, y - first};
}

static void copy_part(struct kiln_cmd_buffer *cmd, const struct kiln_image *src, const struct kiln_image *dst,
                      const VkImageCopy2 *r, uint32_t src_part, uint32_t dst_part)
{
    const struct kiln_image_layout *l = &dst->layout;
    const uint64_t widest = KILN_MAX(row_bytes(l), row_bytes(&src->layout));
    const uint32_t most = (uint32_t)(MAX_SURFACE / widest) - tile_rows(l), bytes = src->format->bytes;
    struct {
        struct place from, to;
        uint32_t row_bytes, rows, x_bits, y_bits, sample_bits;
    } push = {.row_bytes = r->extent.width * bytes,
              .x_bits = l->bits.x,
              .y_bits = l->bits.y,
              .sample_bits = l->bits.sample};
    for (uint32_t y = 0; y < r->extent.height; y += most) {
        struct kiln_buffer_range ranges[2];
        push.rows = KILN_MIN(most, r->extent.height - y);
        push.from = place_of(src, src_part, (uint32_t)r->srcOffset.x, (uint32_t)r->srcOffset.y + y, push.rows,
                             &ranges[0]);
        push.to = place_of(dst, dst_part, (uint32_t)r->dstOffset.x, (uint32_t)r->dstOffset.y + y, push.rows,
                           &ranges[1]);
        const uint32_t groups[3] = {(push.row_bytes + 3 + 63) / 64, (push.rows + 3) / 4, shared_samples(l)};
        kiln_cmd_dispatch_builtin3(cmd, KILN_BUILTIN_COPY_SAMPLES, ranges, 2, &push, sizeof(push), groups);
    }
}

void kiln_cmd_copy_samples(struct kiln_cmd_buffer *cmd, const struct kiln_image *src,
                           const struct kiln_image *dst, const VkImageCopy2 *r)
{
    const uint32_t parts = src->samples / shared_samples(&src->layout); // of a layer
    const uint32_t layers = r->srcSubresource.layerCount == VK_REMAINING_ARRAY_LAYERS
                                ? src->layers - r->srcSubresource.baseArrayLayer
                                : r->srcSubresource.layerCount;
    for (uint32_t n = 0; n < layers * parts; n++)
        copy_part(cmd, src, dst, r, r->srcSubresource.baseArrayLayer * parts + n,
                  r->dstSubresource.baseArrayLayer * parts + n);
}

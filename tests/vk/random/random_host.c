// See random.h: copies of images by the host (VK_EXT_host_image_copy), between submissions. The validation
// layer does not know them.
#include "random/random.h"

#include "newer.h"

enum { ROOM = 4 << 20 };

static uint32_t blocks(uint32_t texels, uint32_t of)
{
    return (texels + of - 1) / of;
}

struct rows { // of a region in the host's memory
    size_t pitch, slice, bytes;
    uint32_t rows, slices;
};

static struct rows rows_of(const struct plane *p, const VkExtent3D *e, uint32_t layers, uint32_t length,
                           uint32_t height)
{
    struct rows r = {.pitch = (size_t)blocks(length ? length : e->width, p->width) * p->bytes,
                     .bytes = (size_t)blocks(e->width, p->width) * p->bytes,
                     .rows = blocks(e->height, p->height),
                     .slices = e->depth * layers};
    r.slice = r.pitch * blocks(height ? height : e->height, p->height);
    return r;
}

static uint8_t *block(struct world *w, const struct image *i, unsigned plane,
                      const VkImageSubresourceLayers *sub, const VkOffset3D *o, uint32_t z, uint32_t y)
{
    const struct plane *p = &i->plane[plane];
    return world_block(w, i, plane, sub->mipLevel, z + (uint32_t)o->z + sub->baseArrayLayer,
                       (uint32_t)o->x / p->width, y + (uint32_t)o->y / p->height);
}

static void random_rows(struct world *w, const struct plane *p, uint8_t *at, size_t size)
{
    for (size_t i = 0; i + 4 <= size; i += 4) {
        uint32_t x = (uint32_t)random_next(&w->rng);
        float f = (float)(x >> 8) / (float)(1 << 24);
        bool depth = p->aspect == VK_IMAGE_ASPECT_DEPTH_BIT && p->bytes == 4;
        memcpy(at + i, depth ? (void *)&f : &x, 4);
    }
}

static void write_region(struct world *w, struct image *i, unsigned plane, VkMemoryToImageCopyEXT *r,
                         uint8_t *host)
{
    const struct plane *p = &i->plane[plane];
    struct rows d =
        rows_of(p, &r->imageExtent, r->imageSubresource.layerCount, r->memoryRowLength, r->memoryImageHeight);
    if (d.slice * d.slices > ROOM)
        return;
    random_rows(w, p, host, d.slice * d.slices);
    for (uint32_t z = 0; z < d.slices; z++)
        for (uint32_t y = 0; y < d.rows; y++)
            memcpy(block(w, i, plane, &r->imageSubresource, &r->imageOffset, z, y),
                   host + z * d.slice + y * d.pitch, d.bytes);
    r->sType = VK_STRUCTURE_TYPE_MEMORY_TO_IMAGE_COPY_EXT;
    r->pHostPointer = host;
    VkCopyMemoryToImageInfoEXT info = {.sType = VK_STRUCTURE_TYPE_COPY_MEMORY_TO_IMAGE_INFO_EXT,
                                       .dstImage = i->handle,
                                       .dstImageLayout = i->layout,
                                       .regionCount = 1,
                                       .pRegions = r};
    vkt_ok(vkt_proc(&w->v, vkCopyMemoryToImageEXT)(w->v.device, &info));
}

static void read_region(struct world *w, struct image *i, unsigned plane, const VkMemoryToImageCopyEXT *r,
                        uint8_t *host)
{
    const struct plane *p = &i->plane[plane];
    struct rows d =
        rows_of(p, &r->imageExtent, r->imageSubresource.layerCount, r->memoryRowLength, r->memoryImageHeight);
    if (d.slice * d.slices > ROOM)
        return;
    VkImageToMemoryCopyEXT region = {.sType = VK_STRUCTURE_TYPE_IMAGE_TO_MEMORY_COPY_EXT,
                                     .pHostPointer = host,
                                     .memoryRowLength = r->memoryRowLength,
                                     .memoryImageHeight = r->memoryImageHeight,
                                     .imageSubresource = r->imageSubresource,
                                     .imageOffset = r->imageOffset,
                                     .imageExtent = r->imageExtent};
    VkCopyImageToMemoryInfoEXT info = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_TO_MEMORY_INFO_EXT,
                                       .srcImage = i->handle,
                                       .srcImageLayout = i->layout,
                                       .regionCount = 1,
                                       .pRegions = &region};
    vkt_ok(vkt_proc(&w->v, vkCopyImageToMemoryEXT)(w->v.device, &info));
    bool same = true;
    for (uint32_t z = 0; z < d.slices; z++)
        for (uint32_t y = 0; y < d.rows; y++)
            same &= !memcmp(block(w, i, plane, &r->imageSubresource, &r->imageOffset, z, y),
                            host + z * d.slice + y * d.pitch, d.bytes);
    kt_ok(same, "seed %" PRIu64 ": image %d read by the host", w->seed, (int)(i - w->images));
}

static void to_general(struct world *w, struct image *i)
{
    VkHostImageLayoutTransitionInfoEXT t = {.sType = VK_STRUCTURE_TYPE_HOST_IMAGE_LAYOUT_TRANSITION_INFO_EXT,
                                            .image = i->handle,
                                            .oldLayout = i->defined ? i->layout : VK_IMAGE_LAYOUT_UNDEFINED,
                                            .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                            .subresourceRange = {i->plane[0].aspect | i->plane[1].aspect, 0,
                                                                 VK_REMAINING_MIP_LEVELS, 0,
                                                                 VK_REMAINING_ARRAY_LAYERS}};
    vkt_ok(vkt_proc(&w->v, vkTransitionImageLayoutEXT)(w->v.device, 1, &t));
    i->layout = VK_IMAGE_LAYOUT_GENERAL;
}

void host_define(struct world *w, struct image *i, unsigned plane, uint32_t level)
{
    uint8_t *host = malloc(ROOM);
    to_general(w, i);
    i->defined = true;
    VkMemoryToImageCopyEXT r = {.imageSubresource = {i->plane[plane].aspect, level, 0, i->layers},
                                .imageExtent = world_extent(i, level)};
    write_region(w, i, plane, &r, host);
    free(host);
}

void host_image_copy(struct world *w)
{
    if (!w->newer || !w->image_count)
        return;
    struct image *i = &w->images[rnd(w, w->image_count)];
    unsigned plane = i->plane[1].aspect && chance(w, 50);
    const struct plane *p = &i->plane[plane];
    struct box b = random_box(w, i);
    to_general(w, i);
    VkMemoryToImageCopyEXT r = {.imageSubresource = {p->aspect, b.level, b.layer, b.layers},
                                .imageOffset = b.offset,
                                .imageExtent = b.extent};
    if (chance(w, 40))
        r.memoryRowLength = (blocks(b.extent.width, p->width) + rnd(w, 9)) * p->width;
    if (chance(w, 30))
        r.memoryImageHeight = (blocks(b.extent.height, p->height) + rnd(w, 3)) * p->height;
    uint8_t *host = malloc(ROOM);
    world_log(w, "host %s image %d plane %u level %u", "copies", (int)(i - w->images), plane, b.level);
    if (chance(w, 60))
        write_region(w, i, plane, &r, host);
    read_region(w, i, plane, &r, host);
    free(host);
}

// Sparse images: blocks are pages of memory, levels of a mip tail are elsewhere, and what is not bound reads
// as zeros where the device says so; images bound as a whole, of every kind, in pieces that lie anywhere.
#include <stdlib.h>
#include <string.h>

#include "vk/sparse_kit.h"
#include "vkt_fetch.h"
#include "vkt_texels.h"

static struct vkt v;
static struct vkt_buffer staging;
enum { STAGING = 8 << 20 };

static bool begin(bool blocks)
{
    if (!sparse_init(&v, NULL, blocks))
        return false;
    staging = vkt_buffer(&v, STAGING);
    return true;
}

static void end(void)
{
    vkt_buffer_free(&v, &staging);
    vkt_finish(&v);
}

static uint32_t state = 4711;
static uint32_t rnd(uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

struct format {
    VkFormat format;
    uint32_t bytes, width, height; // of an element
};
static const struct format formats[] = {
    {VK_FORMAT_R8_UNORM, 1, 1, 1},
    {VK_FORMAT_R16_SFLOAT, 2, 1, 1},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, 1, 1},
    {VK_FORMAT_R16G16B16A16_UINT, 8, 1, 1},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, 1},
    {VK_FORMAT_BC1_RGB_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_BC7_UNORM_BLOCK, 16, 4, 4},
};
enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

static uint32_t minify(uint32_t n, uint32_t level)
{
    return n >> level ? n >> level : 1;
}

static uint32_t above(uint32_t n, uint32_t by)
{
    return (n + by - 1) / by;
}

static const VkImageUsageFlags USAGE =
    VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;

struct image {
    VkImage image;
    const struct format *f;
    VkImageCreateInfo info;
    VkMemoryRequirements r;
    VkSparseImageMemoryRequirements s;
    VkImageAspectFlags aspect;
};

static VkImageCreateInfo describe(const struct format *f, VkImageType type, VkExtent3D extent,
                                  uint32_t levels, uint32_t layers, VkImageCreateFlags flags)
{
    VkImageCreateInfo info = vkt_image_2d(f->format, extent.width, extent.height, levels, layers, USAGE);
    info.imageType = type;
    info.extent = extent;
    info.flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT | flags;
    return info;
}

static bool make(struct image *i, const struct format *f, VkImageCreateInfo info)
{
    memset(i, 0, sizeof(*i));
    i->f = f;
    i->info = info;
    i->aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    VkResult r = vkCreateImage(v.device, &info, NULL, &i->image);
    if (!kt_ok(r == VK_SUCCESS, "vkCreateImage: %d", r))
        return false;
    vkGetImageMemoryRequirements(v.device, i->image, &i->r);
    kt_eq(i->r.alignment, PAGE);
    kt_eq(i->r.size % PAGE, 0);
    uint32_t count = 0;
    vkGetImageSparseMemoryRequirements(v.device, i->image, &count, NULL);
    kt_eq(count, !!(info.flags & VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT));
    if (count)
        vkGetImageSparseMemoryRequirements(v.device, i->image, &count, &i->s);
    return true;
}

// Elements of a level: of one slice.
static uint32_t width_of(const struct image *i, uint32_t level)
{
    return above(minify(i->info.extent.width, level), i->f->width);
}

static uint32_t height_of(const struct image *i, uint32_t level)
{
    return above(minify(i->info.extent.height, level), i->f->height);
}

static uint32_t slices_of(const struct image *i, uint32_t level)
{
    return minify(i->info.extent.depth, level);
}

static VkBufferImageCopy whole(const struct image *i, uint32_t level, uint32_t layer)
{
    return (VkBufferImageCopy){.imageSubresource = {i->aspect, level, layer, 1},
                               .imageExtent = {minify(i->info.extent.width, level),
                                               minify(i->info.extent.height, level), slices_of(i, level)}};
}

// A level of a layer, all its rows one behind the other, from or to the start of the staging buffer.
static void move(const struct image *i, uint32_t level, uint32_t layer, bool up)
{
    const VkBufferImageCopy copy = whole(i, level, layer);
    VkCommandBuffer cmd = vkt_begin(&v);
    if (up)
        vkCmdCopyBufferToImage(cmd, staging.buffer, i->image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    else
        vkCmdCopyImageToBuffer(cmd, i->image, VK_IMAGE_LAYOUT_GENERAL, staging.buffer, 1, &copy);
    vkt_run(&v, cmd);
}

static void general(const struct image *i)
{
    const VkImageMemoryBarrier b = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .image = i->image,
        .subresourceRange = {i->aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                         NULL, 0, NULL, 1, &b);
    vkt_run(&v, cmd);
}

static size_t bytes_of(const struct image *i, uint32_t level)
{
    return (size_t)width_of(i, level) * height_of(i, level) * slices_of(i, level) * i->f->bytes;
}

static uint8_t pattern(uint32_t level, uint32_t layer, size_t at)
{
    return (uint8_t)(at * 7 + (at >> 8) * 13 + (at >> 16) * 5 + level * 31 + layer * 57 + 1) & 0x3f;
}

static void fill_all(const struct image *i)
{
    for (uint32_t layer = 0; layer < i->info.arrayLayers; layer++)
        for (uint32_t level = 0; level < i->info.mipLevels; level++) {
            for (size_t k = 0; k < bytes_of(i, level); k++)
                ((uint8_t *)staging.map)[k] = pattern(level, layer, k);
            move(i, level, layer, true);
        }
}

static void check_all(const struct image *i, const char *what)
{
    for (uint32_t layer = 0; layer < i->info.arrayLayers; layer++)
        for (uint32_t level = 0; level < i->info.mipLevels; level++) {
            size_t bad = 0, size = bytes_of(i, level);
            memset(staging.map, 0xee, size);
            move(i, level, layer, false);
            for (size_t k = 0; k < size; k++)
                bad += ((uint8_t *)staging.map)[k] != pattern(level, layer, k);
            kt_ok(!bad, "%s, format %d: %zu of %zu bytes of level %u, layer %u", what, i->info.format, bad,
                  size, level, layer);
        }
}

// ---- images bound as a whole

// All of it, page for page, to places of memory that are in no order.
static struct sparse_memory bind_shuffled(const struct image *i)
{
    uint32_t pages = (uint32_t)(i->r.size / PAGE), *at = malloc(pages * sizeof(*at));
    VkSparseMemoryBind *binds = calloc(pages, sizeof(*binds));
    struct sparse_memory m = sparse_memory(&v, i->r.size, i->r.memoryTypeBits);
    for (uint32_t k = 0; k < pages; k++)
        at[k] = k;
    for (uint32_t k = pages; k-- > 1;) {
        uint32_t other = rnd(k + 1), t = at[k];
        at[k] = at[other];
        at[other] = t;
    }
    for (uint32_t k = 0; k < pages; k++)
        binds[k] =
            (VkSparseMemoryBind){(VkDeviceSize)k * PAGE, PAGE, m.memory, (VkDeviceSize)at[k] * PAGE, 0};
    vkt_ok(
        sparse_submit(v.queue, (struct sparse_submit){.opaque = i->image, .count = pages, .binds = binds}));
    free(binds);
    free(at);
    return m;
}

KT_TEST(opaque)
{
    if (!begin(false))
        return;
    static const struct {
        VkImageType type;
        VkExtent3D extent;
        uint32_t levels, layers;
    } shapes[] = {{VK_IMAGE_TYPE_2D, {200, 120, 1}, 1, 1},
                  {VK_IMAGE_TYPE_2D, {144, 80, 1}, 8, 3},
                  {VK_IMAGE_TYPE_1D, {1000, 1, 1}, 5, 4},
                  {VK_IMAGE_TYPE_3D, {40, 36, 12}, 4, 1}};
    for (uint32_t s = 0; s < 4; s++)
        for (uint32_t f = 0; f < FORMATS; f++) {
            if (shapes[s].type != VK_IMAGE_TYPE_2D && formats[f].width > 1)
                continue;
            struct image i;
            if (!make(&i, &formats[f],
                      describe(&formats[f], shapes[s].type, shapes[s].extent, shapes[s].levels,
                               shapes[s].layers, 0)))
                continue;
            struct sparse_memory m = bind_shuffled(&i);
            general(&i);
            fill_all(&i);
            check_all(&i, "opaque");
            vkDestroyImage(v.device, i.image, NULL);
            vkFreeMemory(v.device, m.memory, NULL);
        }
    end();
}

// One with blocks, too: its tails come last, and are bound twice then.
KT_TEST(opaque_with_blocks)
{
    if (!begin(true))
        return;
    struct image i;
    for (uint32_t f = 0; f < FORMATS; f++) {
        const uint32_t w = 128 / formats[f].bytes * formats[f].width, h = 32 * formats[f].height;
        if (!make(&i, &formats[f],
                  describe(&formats[f], VK_IMAGE_TYPE_2D, (VkExtent3D){2 * w, 4 * h, 1}, 4, 2,
                           VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT)))
            continue;
        struct sparse_memory m = bind_shuffled(&i);
        general(&i);
        fill_all(&i);
        check_all(&i, "opaque");
        vkDestroyImage(v.device, i.image, NULL);
        vkFreeMemory(v.device, m.memory, NULL);
    }
    end();
}

// ---- blocks

struct blocks {
    uint32_t width, height; // of a level, in blocks
};

static struct blocks blocks_of(const struct image *i, uint32_t level)
{
    const VkExtent3D g = i->s.formatProperties.imageGranularity;
    return (struct blocks){above(minify(i->info.extent.width, level), g.width),
                           above(minify(i->info.extent.height, level), g.height)};
}

static VkSparseImageMemoryBind block_bind(const struct image *i, uint32_t level, uint32_t layer, uint32_t x,
                                          uint32_t y, uint32_t z, uint32_t width, uint32_t height,
                                          VkDeviceMemory memory, uint32_t page)
{
    const VkExtent3D g = i->s.formatProperties.imageGranularity;
    return (VkSparseImageMemoryBind){.subresource = {i->aspect, level, layer},
                                     .offset = {(int32_t)(x * g.width), (int32_t)(y * g.height), (int32_t)z},
                                     .extent = {width * g.width, height * g.height, 1},
                                     .memory = memory,
                                     .memoryOffset = (VkDeviceSize)page * PAGE};
}

static void bind_blocks(const struct image *i, uint32_t count, const VkSparseImageMemoryBind *binds)
{
    vkt_ok(sparse_submit(v.queue,
                         (struct sparse_submit){.image = i->image, .count = count, .image_binds = binds}));
}

static void bind_tail(const struct image *i, uint32_t layer, VkDeviceMemory memory, uint32_t page)
{
    const VkSparseMemoryBind bind = {i->s.imageMipTailOffset + layer * i->s.imageMipTailStride,
                                     i->s.imageMipTailSize, memory, (VkDeviceSize)page * PAGE, 0};
    if (bind.size)
        vkt_ok(
            sparse_submit(v.queue, (struct sparse_submit){.opaque = i->image, .count = 1, .binds = &bind}));
}

// Each level before the tail block by block, in no order, and the tails; how many pages that takes. The n-th
// block of all is at page n.
static uint32_t bind_everything(const struct image *i, struct sparse_memory *m)
{
    uint32_t tail_pages = (uint32_t)(i->s.imageMipTailSize / PAGE), n = 0, layers = i->info.arrayLayers;
    VkSparseImageMemoryBind *binds = calloc(i->r.size / PAGE, sizeof(*binds));
    *m = sparse_memory(&v, 2 * i->r.size, i->r.memoryTypeBits);
    for (uint32_t layer = 0; layer < layers; layer++)
        for (uint32_t level = 0; level < i->info.mipLevels && level < i->s.imageMipTailFirstLod; level++) {
            struct blocks b = blocks_of(i, level);
            for (uint32_t z = 0; z < slices_of(i, level); z++)
                for (uint32_t y = 0; y < b.height; y++)
                    for (uint32_t x = 0; x < b.width; x++, n++)
                        binds[n] = block_bind(i, level, layer, x, y, z, 1, 1, m->memory, n);
        }
    for (uint32_t k = n; k-- > 1;) {
        uint32_t other = rnd(k + 1);
        VkSparseImageMemoryBind t = binds[k];
        binds[k] = binds[other];
        binds[other] = t;
    }
    if (n)
        bind_blocks(i, n, binds);
    for (uint32_t layer = 0; layer < layers; layer++, n += tail_pages)
        bind_tail(i, layer, m->memory, n);
    free(binds);
    return n;
}

// Paints each block of a level in a colour of its own, and looks whether its page is all of that colour: a
// block is a page.
static void paint(const struct image *i, const struct sparse_memory *m)
{
    const uint32_t bytes = i->f->bytes, across = 128 / bytes;
    uint32_t n = 0;
    for (uint32_t layer = 0; layer < i->info.arrayLayers; layer++)
        for (uint32_t level = 0; level < i->info.mipLevels && level < i->s.imageMipTailFirstLod; level++) {
            const struct blocks b = blocks_of(i, level);
            const uint32_t width = width_of(i, level), height = height_of(i, level), first = n;
            uint8_t *to = staging.map;
            for (uint32_t z = 0; z < slices_of(i, level); z++, n += b.width * b.height)
                for (uint32_t y = 0; y < height; y++)
                    for (uint32_t x = 0; x < width; x++, to += bytes)
                        memset(to, 1 + (int)((n + y / 32 * b.width + x / across) % 60), bytes);
            move(i, level, layer, true);
            uint32_t bad = 0;
            for (uint32_t k = first; k < n; k++)
                for (uint32_t at = 0; at < PAGE; at++)
                    bad += ((const uint8_t *)m->map)[k * PAGE + at] != 1 + k % 60;
            kt_ok(!bad, "format %d, level %u, layer %u: %u bytes are not their block's", i->info.format,
                  level, layer, bad);
        }
}

static void everything(const struct format *f, VkImageType type, VkExtent3D extent, uint32_t levels,
                       uint32_t layers)
{
    struct image i;
    struct sparse_memory m;
    if (!make(&i, f, describe(f, type, extent, levels, layers, VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT)))
        return;
    const VkExtent3D g = i.s.formatProperties.imageGranularity;
    kt_eq(g.width, 128 / f->bytes * f->width);
    kt_eq(g.height, 32 * f->height);
    kt_eq(g.depth, 1);
    kt_eq(i.s.formatProperties.aspectMask, i.aspect);
    kt_eq(i.s.formatProperties.flags, VK_SPARSE_IMAGE_FORMAT_ALIGNED_MIP_SIZE_BIT);
    uint32_t tail = 0;
    while (tail < levels && minify(extent.width, tail) % g.width == 0 &&
           minify(extent.height, tail) % g.height == 0)
        tail++;
    kt_eq(i.s.imageMipTailFirstLod, tail);
    kt_eq(i.s.imageMipTailSize != 0, tail < levels);
    kt_eq(i.s.imageMipTailSize % PAGE, 0);
    uint32_t pages = bind_everything(&i, &m);
    memset(m.map, 0, (size_t)pages * PAGE);
    general(&i);
    paint(&i, &m);
    for (uint32_t k = 0; k < 16; k++) // and a page behind all
        kt_eq(m.map[(size_t)pages * PAGE / 4 + k], 0);
    fill_all(&i);
    check_all(&i, "blocks");
    vkDestroyImage(v.device, i.image, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
}

KT_TEST(blocks_are_pages)
{
    if (!begin(true))
        return;
    for (uint32_t f = 0; f < FORMATS; f++) {
        const uint32_t w = 128 / formats[f].bytes * formats[f].width, h = 32 * formats[f].height;
        everything(&formats[f], VK_IMAGE_TYPE_2D, (VkExtent3D){3 * w, 2 * h, 1}, 1, 1);
        everything(&formats[f], VK_IMAGE_TYPE_2D, (VkExtent3D){4 * w, 4 * h, 1}, 5, 2);
        everything(&formats[f], VK_IMAGE_TYPE_2D, (VkExtent3D){3 * w / 2, h + 5 * formats[f].height, 1}, 3,
                   2);
    }
    everything(&formats[2], VK_IMAGE_TYPE_2D, (VkExtent3D){512, 256, 1}, 10, 3);
    everything(&formats[2], VK_IMAGE_TYPE_2D, (VkExtent3D){256, 512, 1}, 10, 1);
    end();
}

KT_TEST(volumes)
{
    VkPhysicalDeviceFeatures has;
    if (!begin(true))
        return;
    vkGetPhysicalDeviceFeatures(v.physical, &has);
    if (!has.sparseResidencyImage3D) {
        end();
        kt_skip("volumes of the device have no blocks");
    }
    for (uint32_t f = 0; f < 5; f++) {
        const uint32_t w = 128 / formats[f].bytes;
        everything(&formats[f], VK_IMAGE_TYPE_3D, (VkExtent3D){2 * w, 64, 5}, 1, 1);
        everything(&formats[f], VK_IMAGE_TYPE_3D, (VkExtent3D){4 * w, 64, 6}, 6, 1);
        everything(&formats[f], VK_IMAGE_TYPE_3D, (VkExtent3D){w + 3, 40, 4}, 3, 1);
    }
    end();
}

// ---- what is not bound

static VkImageView view_of(const struct image *i, uint32_t level)
{
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = i->image,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = i->info.format,
                                        .subresourceRange = {i->aspect, level, 1, 0, 1}};
    VkImageView view = VK_NULL_HANDLE;
    vkt_ok(vkCreateImageView(v.device, &info, NULL, &view));
    return view;
}

static void bind_view(struct vkt_pipeline *p, uint32_t binding, VkDescriptorType type, VkImageView view)
{
    const VkDescriptorImageInfo info = {.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    const VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                    .dstSet = p->set,
                                    .dstBinding = binding,
                                    .descriptorCount = 1,
                                    .descriptorType = type,
                                    .pImageInfo = &info};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
}

// The sampler's view of a level: as floats, in the staging buffer.
static void sample(const struct image *i, uint32_t level)
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    const int32_t size[2] = {(int32_t)width_of(i, level), (int32_t)height_of(i, level)};
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_texels, sizeof(vkt_texels)}, 2, types, 8, NULL, &p))
        return;
    VkImageView view = view_of(i, level);
    bind_view(&p, 0, types[0], view);
    vkt_bind_buffer(&v, &p, 1, types[1], &staging, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, size);
    vkCmdDispatch(cmd, above((uint32_t)size[0], 8), above((uint32_t)size[1], 8), 1);
    vkt_run(&v, cmd);
    vkDestroyImageView(v.device, view, NULL);
    vkt_pipeline_free(&v, &p);
}

static void clear(const struct image *i, float to)
{
    const VkClearColorValue color = {.float32 = {to, to, to, to}};
    const VkImageSubresourceRange all = {i->aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdClearColorImage(cmd, i->image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
    vkt_run(&v, cmd);
}

// Texels of blocks of a level that the sampler does not see as `want`, or as zero where `bound` has no bit.
static uint32_t unlike(const struct image *i, uint32_t level, uint64_t bound, float want, bool strict)
{
    const float(*texel)[4] = staging.map;
    const struct blocks b = blocks_of(i, level);
    uint32_t bad = 0, width = width_of(i, level), height = height_of(i, level);
    sample(i, level);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            bool there = bound >> (y / 32 * b.width + x / 32) & 1;
            if (there || strict)
                bad += texel[y * width + x][2] != (there ? want : 0);
        }
    return bad;
}

KT_TEST(blocks_without_memory)
{
    if (!begin(true))
        return;
    enum { SIZE = 128, TAIL = 3 };
    const bool strict = sparse_is_strict(&v);
    struct image i;
    if (!make(&i, &formats[2],
              describe(&formats[2], VK_IMAGE_TYPE_2D, (VkExtent3D){SIZE, SIZE, 1}, 8, 1,
                       VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT)))
        return;
    struct sparse_memory m = sparse_memory(&v, 16 * PAGE, i.r.memoryTypeBits);
    kt_eq(i.s.imageMipTailFirstLod, TAIL);
    general(&i);
    clear(&i, 1); // of which nothing is there
    kt_eq(unlike(&i, 0, 0, 1, strict) + unlike(&i, TAIL, 0, 1, strict), 0);
    // Blocks (1, 1), (2, 1), (1, 2), (2, 2) of level 0 by one bind, rows behind each other; (0, 0) of
    // level 1.
    const VkSparseImageMemoryBind first[] = {block_bind(&i, 0, 0, 1, 1, 0, 2, 2, m.memory, 2),
                                             block_bind(&i, 1, 0, 0, 0, 0, 1, 1, m.memory, 1)};
    bind_blocks(&i, 2, first);
    clear(&i, 1);
    const uint64_t bound = 3u << 5 | 3u << 9;
    kt_eq(unlike(&i, 0, bound, 1, strict), 0);
    kt_eq(unlike(&i, 1, 1, 1, strict), 0);
    kt_eq(unlike(&i, 2, 0, 1, strict), 0);
    uint32_t pages = 0;
    for (uint32_t k = 0; k < 16; k++)
        pages |= (uint32_t)(m.map[k * PAGE / 4 + 77] == UINT32_MAX) << k;
    kt_eq(pages, 0x3e);
    // (2, 1) goes, (0, 0) comes with what (2, 1) had, and the tail.
    const VkSparseImageMemoryBind second[] = {block_bind(&i, 0, 0, 2, 1, 0, 1, 1, VK_NULL_HANDLE, 0),
                                              block_bind(&i, 0, 0, 0, 0, 0, 1, 1, m.memory, 3)};
    bind_blocks(&i, 2, second);
    bind_tail(&i, 0, m.memory, 8);
    const uint64_t now = (bound & ~(UINT64_C(1) << 6)) | 1;
    kt_eq(unlike(&i, 0, now, 1, strict), 0);
    clear(&i, 0.2f);
    kt_eq(unlike(&i, 0, now, 51 / 255.f, strict), 0);
    for (uint32_t level = TAIL; level < 8; level++)
        kt_eq(unlike(&i, level, 1, 51 / 255.f, strict), 0);
    vkDestroyImage(v.device, i.image, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// Writes of shaders, to a storage image that is half there.
KT_TEST(stores)
{
    if (!begin(true))
        return;
    const struct format f = {VK_FORMAT_R32G32B32A32_UINT, 16, 1, 1};
    const bool strict = sparse_is_strict(&v);
    struct image i;
    VkImageCreateInfo info =
        describe(&f, VK_IMAGE_TYPE_2D, (VkExtent3D){32, 64, 1}, 1, 1, VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT);
    info.usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    if (!make(&i, &f, info))
        return;
    struct sparse_memory m = sparse_memory(&v, 8 * PAGE, i.r.memoryTypeBits);
    const VkSparseImageMemoryBind some = block_bind(&i, 0, 0, 1, 0, 0, 2, 2, m.memory, 0);
    bind_blocks(&i, 1, &some);
    general(&i);
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    const int32_t size[2] = {32, 64};
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_fetch, sizeof(vkt_fetch)}, 3, types, 8, NULL, &p))
        return;
    VkImageView view = view_of(&i, 0);
    bind_view(&p, 0, types[0], view);
    bind_view(&p, 1, types[1], view);
    vkt_bind_buffer(&v, &p, 2, types[2], &staging, 0, VK_WHOLE_SIZE);
    for (uint32_t round = 0; round < 2; round++) { // the first writes, the second reads what is there
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, size);
        vkCmdDispatch(cmd, 4, 8, 1);
        vkt_run(&v, cmd);
    }
    const uint32_t(*texel)[4] = staging.map;
    uint32_t bad = 0;
    for (uint32_t y = 0; y < 64; y++)
        for (uint32_t x = 0; x < 32; x++) {
            bool there = x >= 8 && x < 24;
            if (there || strict)
                bad += texel[y * 32 + x][0] != (there ? ~x : 0) || texel[y * 32 + x][1] != (there ? ~y : 0);
        }
    kt_eq(bad, 0);
    vkDestroyImageView(v.device, view, NULL);
    vkt_pipeline_free(&v, &p);
    vkDestroyImage(v.device, i.image, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// ---- what is said of formats

static uint32_t said(VkFormat format, VkImageType type, VkSampleCountFlagBits samples, VkImageTiling tiling)
{
    uint32_t count = 9;
    VkSparseImageFormatProperties props[9];
    vkGetPhysicalDeviceSparseImageFormatProperties(v.physical, format, type, samples,
                                                   VK_IMAGE_USAGE_SAMPLED_BIT, tiling, &count, props);
    return count;
}

static bool has_image(VkFormat format, VkImageType type, VkImageTiling tiling, VkImageCreateFlags flags)
{
    VkImageFormatProperties props;
    return vkGetPhysicalDeviceImageFormatProperties(v.physical, format, type, tiling,
                                                    VK_IMAGE_USAGE_SAMPLED_BIT, flags, &props) == VK_SUCCESS;
}

KT_TEST(formats_that_have_blocks)
{
    VkPhysicalDeviceFeatures has;
    if (!vkt_init(&v, NULL)) // of devices without blocks, too
        return;
    const VkImageCreateFlags whole_flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT,
                             parts = whole_flags | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT;
    vkGetPhysicalDeviceFeatures(v.physical, &has);
    static const struct {
        VkFormat format;
        VkImageType type;
        bool parts, whole;
    } rows[] = {
        {VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, true, true},
        {VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_3D, true, true},
        {VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_1D, false, true},
        {VK_FORMAT_BC3_UNORM_BLOCK, VK_IMAGE_TYPE_2D, true, true},
        {VK_FORMAT_D16_UNORM, VK_IMAGE_TYPE_2D, true, true},
        {VK_FORMAT_D32_SFLOAT_S8_UINT, VK_IMAGE_TYPE_2D, false, true},
        {VK_FORMAT_G8_B8R8_2PLANE_420_UNORM, VK_IMAGE_TYPE_2D, false, true},
        {VK_FORMAT_R32G32B32_SFLOAT, VK_IMAGE_TYPE_2D, false, true},
    };
    for (uint32_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        bool want = rows[k].parts && (rows[k].type == VK_IMAGE_TYPE_3D ? has.sparseResidencyImage3D
                                                                       : has.sparseResidencyImage2D);
        kt_ok(said(rows[k].format, rows[k].type, VK_SAMPLE_COUNT_1_BIT, VK_IMAGE_TILING_OPTIMAL) == want,
              "row %u", k);
        kt_ok(has_image(rows[k].format, rows[k].type, VK_IMAGE_TILING_OPTIMAL, parts) == want, "row %u", k);
        kt_ok(has_image(rows[k].format, rows[k].type, VK_IMAGE_TILING_OPTIMAL, whole_flags) ==
                  (rows[k].whole && has.sparseBinding),
              "row %u", k);
    }
    kt_eq(said(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, VK_SAMPLE_COUNT_4_BIT, VK_IMAGE_TILING_OPTIMAL),
          0);
    kt_eq(said(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, VK_SAMPLE_COUNT_1_BIT, VK_IMAGE_TILING_LINEAR), 0);
    kt_true(!has_image(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_LINEAR, parts));
    vkt_finish(&v);
}

// What an image would require is what it requires.
KT_TEST(before_it_is_made)
{
    if (!begin(true))
        return;
    struct image i;
    if (!make(&i, &formats[2],
              describe(&formats[2], VK_IMAGE_TYPE_2D, (VkExtent3D){200, 300, 1}, 5, 4,
                       VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT)))
        return;
    const VkDeviceImageMemoryRequirements of = {.sType = VK_STRUCTURE_TYPE_DEVICE_IMAGE_MEMORY_REQUIREMENTS,
                                                .pCreateInfo = &i.info};
    VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    VkSparseImageMemoryRequirements2 s = {.sType = VK_STRUCTURE_TYPE_SPARSE_IMAGE_MEMORY_REQUIREMENTS_2};
    uint32_t count = 1;
    vkt_proc(&v, vkGetDeviceImageMemoryRequirementsKHR)(v.device, &of, &r);
    vkt_proc(&v, vkGetDeviceImageSparseMemoryRequirementsKHR)(v.device, &of, &count, &s);
    kt_eq(count, 1);
    kt_true(!memcmp(&r.memoryRequirements, &i.r, sizeof(i.r)));
    kt_true(!memcmp(&s.memoryRequirements, &i.s, sizeof(i.s)));
    vkDestroyImage(v.device, i.image, NULL);
    end();
}

KT_MAIN()

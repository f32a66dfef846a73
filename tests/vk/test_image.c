// Images: copies between buffers and images of all kinds against a host model, clears, layouts of linear
// images, and what the format queries say.
#include <stdlib.h>
#include <string.h>

#include "vk/vkt.h"

static struct vkt v;

static uint32_t state = 4711;
static uint32_t rnd(uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

struct format {
    VkFormat format;
    uint32_t bytes, bw, bh;
    const char *name;
};
#define F(name, bytes, bw, bh) {VK_FORMAT_##name, bytes, bw, bh, #name}
static const struct format formats[] = {
    F(R8_UNORM, 1, 1, 1),
    F(R8G8_UINT, 2, 1, 1),
    F(R5G6B5_UNORM_PACK16, 2, 1, 1),
    F(R8G8B8_UNORM, 3, 1, 1),
    F(R8G8B8A8_UNORM, 4, 1, 1),
    F(R16G16B16_SFLOAT, 6, 1, 1),
    F(B10G11R11_UFLOAT_PACK32, 4, 1, 1),
    F(R16G16B16A16_SFLOAT, 8, 1, 1),
    F(R32G32B32_UINT, 12, 1, 1),
    F(R32G32B32A32_UINT, 16, 1, 1),
    F(BC1_RGB_UNORM_BLOCK, 8, 4, 4),
    F(BC7_SRGB_BLOCK, 16, 4, 4),
    F(ETC2_R8G8B8_UNORM_BLOCK, 8, 4, 4),
};
enum { FORMATS = sizeof(formats) / sizeof(formats[0]), PLAIN = 10 };

// Haswell lacks what came with Gen8: ETC2, three bytes of sRGB.
static bool has_format(VkFormat format)
{
    VkFormatProperties p;
    vkGetPhysicalDeviceFormatProperties(v.physical, format, &p);
    return p.optimalTilingFeatures;
}

// An image and what should be in it: all levels and layers (slices), tightly packed rows of elements.
struct image {
    VkImage image;
    VkDeviceMemory memory;
    const struct format *f;
    VkImageType type;
    VkExtent3D extent;
    uint32_t levels, layers;
    size_t size;
    size_t offset[16]; // of a level: all its layers or slices
    uint8_t *model;
};

static uint32_t minify(uint32_t n, uint32_t level)
{
    return n >> level ? n >> level : 1;
}

static uint32_t width_of(const struct image *i, uint32_t level)
{
    return (minify(i->extent.width, level) + i->f->bw - 1) / i->f->bw;
}

static uint32_t height_of(const struct image *i, uint32_t level)
{
    return (minify(i->extent.height, level) + i->f->bh - 1) / i->f->bh;
}

static uint32_t slices_of(const struct image *i, uint32_t level)
{
    return i->type == VK_IMAGE_TYPE_3D ? minify(i->extent.depth, level) : i->layers;
}

static uint8_t *texel(const struct image *i, uint32_t level, uint32_t x, uint32_t y, uint32_t z)
{
    return i->model + i->offset[level] +
           (((size_t)z * height_of(i, level) + y) * width_of(i, level) + x) * i->f->bytes;
}

static bool make(struct image *i, const struct format *f, VkImageType type, VkExtent3D extent,
                 uint32_t levels, uint32_t layers, VkImageTiling tiling)
{
    *i = (struct image){.f = f, .type = type, .extent = extent, .levels = levels, .layers = layers};
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = type,
                              .format = f->format,
                              .extent = extent,
                              .mipLevels = levels,
                              .arrayLayers = layers,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .tiling = tiling,
                              .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                       VK_IMAGE_USAGE_SAMPLED_BIT};
    if (!vkt_ok(vkCreateImage(v.device, &info, NULL, &i->image)))
        return false;
    i->memory = vkt_back(&v, i->image);
    for (uint32_t l = 0; l < levels; l++) {
        i->offset[l] = i->size;
        i->size += (size_t)width_of(i, l) * height_of(i, l) * slices_of(i, l) * f->bytes;
    }
    i->model = calloc(1, i->size);
    vkt_general(&v, i->image);
    return true;
}

static void drop(struct image *i)
{
    vkDestroyImage(v.device, i->image, NULL);
    vkFreeMemory(v.device, i->memory, NULL);
    free(i->model);
}

// A whole level, all its layers.
static VkBufferImageCopy whole(const struct image *i, uint32_t level)
{
    return (VkBufferImageCopy){.bufferOffset = i->offset[level],
                               .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, i->layers},
                               .imageExtent = {minify(i->extent.width, level),
                                               minify(i->extent.height, level),
                                               minify(i->extent.depth, level)}};
}

static void upload(struct image *i)
{
    struct vkt_buffer b = vkt_buffer(&v, i->size);
    for (size_t n = 0; n < i->size; n++)
        i->model[n] = (uint8_t)rnd(256);
    memcpy(b.map, i->model, i->size);
    VkCommandBuffer cmd = vkt_begin(&v);
    for (uint32_t l = 0; l < i->levels; l++) {
        VkBufferImageCopy c = whole(i, l);
        if (c.bufferOffset % 4 == 0 && c.bufferOffset % i->f->bytes == 0) {
            vkCmdCopyBufferToImage(cmd, b.buffer, i->image, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
        } else { // offsets must be a multiple of 4 on some queues: leave the level as it is
            memset(i->model + i->offset[l], 0,
                   (l + 1 < i->levels ? i->offset[l + 1] : i->size) - i->offset[l]);
            VkClearColorValue zero = {{0}};
            VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, l, 1, 0, i->layers};
            vkCmdClearColorImage(cmd, i->image, VK_IMAGE_LAYOUT_GENERAL, &zero, 1, &range);
        }
    }
    vkt_run(&v, cmd);
    vkt_buffer_free(&v, &b);
}

static bool matches(const struct image *i, const char *what)
{
    bool good = true;
    for (uint32_t l = 0; l < i->levels && good; l++) {
        size_t size = (l + 1 < i->levels ? i->offset[l + 1] : i->size) - i->offset[l];
        struct vkt_buffer b = vkt_buffer(&v, size);
        VkBufferImageCopy c = whole(i, l);
        c.bufferOffset = 0;
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyImageToBuffer(cmd, i->image, VK_IMAGE_LAYOUT_GENERAL, b.buffer, 1, &c);
        vkt_run(&v, cmd);
        const uint8_t *have = b.map;
        for (size_t n = 0; n < size && good; n++)
            if (have[n] != i->model[i->offset[l] + n])
                good =
                    kt_ok(false,
                          "%s: %s of type %d, %u by %u by %u, %u levels, %u layers: level %u, byte %zu is "
                          "%02x, not %02x",
                          what, i->f->name, (int)i->type, i->extent.width, i->extent.height, i->extent.depth,
                          i->levels, i->layers, l, n, have[n], i->model[i->offset[l] + n]);
        vkt_buffer_free(&v, &b);
    }
    return good;
}

// A random box of a level, in elements.
struct box {
    uint32_t level, x, y, z, w, h, d;
};

static struct box random_box(const struct image *i)
{
    struct box b = {.level = rnd(i->levels)};
    uint32_t w = width_of(i, b.level), h = height_of(i, b.level), d = slices_of(i, b.level);
    b.x = rnd(w);
    b.y = rnd(h);
    b.z = rnd(d);
    b.w = 1 + rnd(w - b.x);
    b.h = 1 + rnd(h - b.y);
    b.d = 1 + rnd(d - b.z);
    return b;
}

static VkImageSubresourceLayers layers_of(const struct image *i, const struct box *b)
{
    bool deep = i->type == VK_IMAGE_TYPE_3D;
    return (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, b->level, deep ? 0 : b->z, deep ? 1 : b->d};
}

static VkOffset3D offset_of(const struct image *i, const struct box *b)
{
    return (VkOffset3D){(int32_t)(b->x * i->f->bw), (int32_t)(b->y * i->f->bh),
                        i->type == VK_IMAGE_TYPE_3D ? (int32_t)b->z : 0};
}

// In texels: blocks at the edge may be incomplete.
static VkExtent3D extent_of(const struct image *i, const struct box *b)
{
    uint32_t w = minify(i->extent.width, b->level), h = minify(i->extent.height, b->level);
    VkExtent3D e = {b->w * i->f->bw, b->h * i->f->bh, i->type == VK_IMAGE_TYPE_3D ? b->d : 1};
    if (b->x * i->f->bw + e.width > w)
        e.width = w - b->x * i->f->bw;
    if (b->y * i->f->bh + e.height > h)
        e.height = h - b->y * i->f->bh;
    return e;
}

static struct image random_image(const struct format *f)
{
    struct image i;
    bool plain = f->bw == 1;
    VkImageType type = plain ? (VkImageType)rnd(3) : VK_IMAGE_TYPE_2D;
    VkExtent3D e = {1 + rnd(type == VK_IMAGE_TYPE_1D ? 300 : 90), type == VK_IMAGE_TYPE_1D ? 1 : 1 + rnd(90),
                    type == VK_IMAGE_TYPE_3D ? 1 + rnd(9) : 1};
    uint32_t largest = e.width > e.height ? e.width : e.height, most = 1;
    while (largest >> most)
        most++;
    bool linear = plain && rnd(3) == 0;
    uint32_t levels = linear ? 1 : 1 + rnd(most),
             layers = type == VK_IMAGE_TYPE_3D || linear ? 1 : 1 + rnd(4);
    if (linear && type != VK_IMAGE_TYPE_2D)
        type = VK_IMAGE_TYPE_2D, e.depth = 1;
    make(&i, f, type, e, levels, layers, linear ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL);
    return i;
}

KT_TEST(buffer_to_image_regions)
{
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < 3 * FORMATS; n++) {
        if (!has_format(formats[n % FORMATS].format))
            continue;
        struct image i = random_image(&formats[n % FORMATS]);
        upload(&i);
        bool good = matches(&i, "upload");
        for (unsigned k = 0; k < 4 && good; k++) {
            struct box b = random_box(&i);
            uint32_t row = b.w + rnd(5), rows = b.h + rnd(3), at = (rnd(4) + 1) * i.f->bytes * 4;
            size_t size = at + (size_t)row * rows * b.d * i.f->bytes;
            struct vkt_buffer buffer = vkt_buffer(&v, (size + 3) & ~(size_t)3);
            uint8_t *bytes = buffer.map;
            for (size_t m = 0; m < size; m++)
                bytes[m] = (uint8_t)rnd(256);
            VkBufferImageCopy c = {.bufferOffset = at,
                                   .bufferRowLength = row * i.f->bw,
                                   .bufferImageHeight = rows * i.f->bh,
                                   .imageSubresource = layers_of(&i, &b),
                                   .imageOffset = offset_of(&i, &b),
                                   .imageExtent = extent_of(&i, &b)};
            VkCommandBuffer cmd = vkt_begin(&v);
            vkCmdCopyBufferToImage(cmd, buffer.buffer, i.image, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
            vkt_run(&v, cmd);
            for (uint32_t z = 0; z < b.d; z++)
                for (uint32_t y = 0; y < b.h; y++)
                    memcpy(texel(&i, b.level, b.x, b.y + y, b.z + z),
                           bytes + at + (((size_t)z * rows + y) * row) * i.f->bytes,
                           (size_t)b.w * i.f->bytes);
            good = matches(&i, "a region");
            vkt_buffer_free(&v, &buffer);
        }
        drop(&i);
    }
    vkt_finish(&v);
}

KT_TEST(image_to_image)
{
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < 3 * FORMATS; n++) {
        const struct format *f = &formats[n % FORMATS];
        if (!has_format(f->format))
            continue;
        struct image a = random_image(f), b = random_image(f);
        upload(&a);
        upload(&b);
        bool good = true;
        for (unsigned k = 0; k < 4 && good; k++) {
            struct box from = random_box(&a), to = random_box(&b);
            // The smaller of both; compressed images only where both have whole blocks.
            uint32_t w = from.w < to.w ? from.w : to.w, h = from.h < to.h ? from.h : to.h;
            uint32_t d = from.d < to.d ? from.d : to.d;
            if (a.type == VK_IMAGE_TYPE_1D || b.type == VK_IMAGE_TYPE_1D) {
                h = 1;
                if (a.type != b.type)
                    continue;
            }
            from.w = to.w = w;
            from.h = to.h = h;
            from.d = to.d = d;
            VkExtent3D e = extent_of(&a, &from), other = extent_of(&b, &to);
            if (e.width != other.width || e.height != other.height)
                continue;
            e.depth = a.type == VK_IMAGE_TYPE_3D || b.type == VK_IMAGE_TYPE_3D ? d : 1;
            VkImageCopy c = {.srcSubresource = layers_of(&a, &from),
                             .srcOffset = offset_of(&a, &from),
                             .dstSubresource = layers_of(&b, &to),
                             .dstOffset = offset_of(&b, &to),
                             .extent = e};
            VkCommandBuffer cmd = vkt_begin(&v);
            vkCmdCopyImage(cmd, a.image, VK_IMAGE_LAYOUT_GENERAL, b.image, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
            vkt_run(&v, cmd);
            for (uint32_t z = 0; z < d; z++)
                for (uint32_t y = 0; y < h; y++)
                    memcpy(texel(&b, to.level, to.x, to.y + y, to.z + z),
                           texel(&a, from.level, from.x, from.y + y, from.z + z), (size_t)w * f->bytes);
            good = matches(&b, "copied");
        }
        drop(&a);
        drop(&b);
    }
    vkt_finish(&v);
}

KT_TEST(linear_images_are_where_the_layout_says)
{
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < PLAIN; n++) {
        struct image i;
        if (!make(&i, &formats[n], VK_IMAGE_TYPE_2D, (VkExtent3D){37 + n, 19, 1}, 1, 1,
                  VK_IMAGE_TILING_LINEAR))
            break;
        upload(&i);
        VkImageSubresource which = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
        VkSubresourceLayout l;
        vkGetImageSubresourceLayout(v.device, i.image, &which, &l);
        uint8_t *map;
        vkt_ok(vkMapMemory(v.device, i.memory, 0, VK_WHOLE_SIZE, 0, (void **)&map));
        size_t row = (size_t)width_of(&i, 0) * i.f->bytes;
        for (uint32_t y = 0; y < 19; y++)
            if (memcmp(map + l.offset + y * l.rowPitch, texel(&i, 0, 0, y, 0), row) != 0)
                kt_ok(false, "%s: row %u differs", i.f->name, y);
        kt_ok(l.size >= 18 * l.rowPitch + row, "%s: size %llu", i.f->name, (unsigned long long)l.size);
        drop(&i);
    }
    vkt_finish(&v);
}

// No tile holds texels of three channels: of the modifiers, rows are left.
KT_TEST(three_channels_lie_in_rows)
{
    if (!vkt_init(&v, NULL))
        return;
    const VkFormat of[] = {VK_FORMAT_R8G8B8_UNORM, VK_FORMAT_R16G16B16_SFLOAT, VK_FORMAT_R32G32B32_UINT};
    for (unsigned n = 0; n < 3; n++) {
        VkDrmFormatModifierPropertiesEXT all[4];
        VkDrmFormatModifierPropertiesListEXT list = {
            .sType = VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT,
            .drmFormatModifierCount = 4,
            .pDrmFormatModifierProperties = all};
        VkFormatProperties2 p = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &list};
        vkGetPhysicalDeviceFormatProperties2(v.physical, of[n], &p);
        kt_eq(list.drmFormatModifierCount, 1);
        kt_eq(all[0].drmFormatModifier, 0); // DRM_FORMAT_MOD_LINEAR
        kt_ok(p.formatProperties.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, "sampled");
        kt_eq(p.formatProperties.optimalTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT, 0);
    }
    vkt_finish(&v);
}

// Colours and the bytes that they make, worked out by hand from the definitions of the formats.
static const struct {
    VkFormat format;
    uint32_t bytes;
    VkClearColorValue color;
    uint32_t texel[4];
} clears[] = {
    {VK_FORMAT_R8_UNORM, 1, {.float32 = {0.5f}}, {0x80}},
    {VK_FORMAT_R8G8_SNORM, 2, {.float32 = {-1.5f, 0.25f}}, {0x2081}},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 2, {.float32 = {1, 0.5f, 0, 1}}, {0xfc00}},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2, {.float32 = {1, 0, 1, 0}}, {0x7c1f}},
    {VK_FORMAT_B8G8R8A8_UNORM, 4, {.float32 = {1, 0, 0, 1}}, {0xffff0000}},
    {VK_FORMAT_B8G8R8A8_SNORM, 4, {.float32 = {1, 0, -1, 0.5f}}, {0x407f0081}},
    {VK_FORMAT_B8G8R8A8_SINT, 4, {.int32 = {-1, 2, -3, 4}}, {0x04ff02fd}},
    {VK_FORMAT_B8G8R8_SRGB, 3, {.float32 = {0.5f, 0, 1}}, {0xbc00ff}},
    {VK_FORMAT_R8G8B8A8_SRGB, 4, {.float32 = {0.5f, 0, 1, 0.5f}}, {0x80ff00bc}},
    {VK_FORMAT_R8G8B8A8_SINT, 4, {.int32 = {-1, 2, -3, 4}}, {0x04fd02ff}},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, {.float32 = {1, 0, 0, 1}}, {0xc00003ff}},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, {.float32 = {1, 2, 0.5f, 0}}, {0x702003c0}},
    {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, {.float32 = {1, 0.5f, 0, 0}}, {0x80010100}},
    {VK_FORMAT_R8G8B8_UNORM, 3, {.float32 = {1, 0.2f, 0.6f}}, {0x9933ff}},
    {VK_FORMAT_R8G8B8_SRGB, 3, {.float32 = {0.5f, 0, 1}}, {0xff00bc}},
    {VK_FORMAT_R16G16B16_SNORM, 6, {.float32 = {-1, 0, 1}}, {0x00008001, 0x7fff}},
    {VK_FORMAT_R16G16B16_SFLOAT, 6, {.float32 = {1, -2, 0.5f}}, {0xc0003c00, 0x3800}},
    {VK_FORMAT_R32G32B32_SFLOAT, 12, {.float32 = {1, -1, 2}}, {0x3f800000, 0xbf800000, 0x40000000}},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8, {.float32 = {1, -2, 65504, 0}}, {0xc0003c00, 0x00007bff}},
    {VK_FORMAT_R32G32_SFLOAT, 8, {.float32 = {1, -1}}, {0x3f800000, 0xbf800000}},
    {VK_FORMAT_R32G32B32A32_UINT, 16, {.uint32 = {1, 2, 3, 4}}, {1, 2, 3, 4}},
};

KT_TEST(clears_of_colors)
{
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < sizeof(clears) / sizeof(clears[0]); n++) {
        const struct format f = {clears[n].format, clears[n].bytes, 1, 1, "a cleared format"};
        struct image i;
        if (!has_format(f.format))
            continue;
        if (!make(&i, &f, n % 3 == 2 ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D,
                  (VkExtent3D){33, 21, n % 3 == 2 ? 5 : 1}, 3, n % 3 == 2 ? 1 : 3, VK_IMAGE_TILING_OPTIMAL))
            break;
        VkCommandBuffer cmd = vkt_begin(&v);
        VkClearColorValue zero = {{0}};
        VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                       VK_REMAINING_ARRAY_LAYERS};
        VkImageSubresourceRange some = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, n % 3 == 2 ? 0 : 1, 1};
        vkCmdClearColorImage(cmd, i.image, VK_IMAGE_LAYOUT_GENERAL, &zero, 1, &all);
        vkt_barrier(cmd);
        vkCmdClearColorImage(cmd, i.image, VK_IMAGE_LAYOUT_GENERAL, &clears[n].color, 1, &some);
        vkt_run(&v, cmd);
        uint32_t first = n % 3 == 2 ? 0 : 1, end = n % 3 == 2 ? slices_of(&i, 1) : 2;
        for (uint32_t z = first; z < end; z++)
            for (uint32_t y = 0; y < height_of(&i, 1); y++)
                for (uint32_t x = 0; x < width_of(&i, 1); x++)
                    memcpy(texel(&i, 1, x, y, z), clears[n].texel, f.bytes);
        char what[40];
        snprintf(what, sizeof(what), "clear of format %d", f.format);
        matches(&i, what);
        drop(&i);
    }
    vkt_finish(&v);
}

KT_TEST(a_large_copy)
{
    if (!vkt_init(&v, NULL))
        return;
    struct image i;
    if (make(&i, &formats[4], VK_IMAGE_TYPE_2D, (VkExtent3D){512, 300, 1}, 1, 1, VK_IMAGE_TILING_OPTIMAL)) {
        upload(&i);
        matches(&i, "512 x 300");
        drop(&i);
    }
    vkt_finish(&v);
}

// What every implementation must report though only a graphics queue could use it, and nothing else
// ("Required Format Support").
KT_TEST(mandatory_graphics_features)
{
    if (!vkt_init(&v, NULL))
        return;
    enum {
        C = VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT,
        M = VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT,
        D = VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT,
        B = VK_FORMAT_FEATURE_BLIT_SRC_BIT,
        V = VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT,
    };
    static const struct {
        VkFormat format;
        VkFormatFeatureFlags image, buffer;
    } rows[] = {{VK_FORMAT_R5G6B5_UNORM_PACK16, B | C | M, 0},
                {VK_FORMAT_B5G6R5_UNORM_PACK16, 0, 0},
                {VK_FORMAT_R8_SNORM, B, V},
                {VK_FORMAT_R8_SRGB, 0, 0},
                {VK_FORMAT_B8G8R8A8_UNORM, B | C | M, V},
                {VK_FORMAT_B8G8R8A8_SRGB, B | C | M, 0},
                {VK_FORMAT_R8G8B8A8_UINT, B | C, V},
                {VK_FORMAT_A2B10G10R10_UNORM_PACK32, B | C | M, V},
                {VK_FORMAT_A2B10G10R10_UINT_PACK32, B | C, 0},
                {VK_FORMAT_R16_UNORM, 0, V},
                {VK_FORMAT_R16G16B16A16_SFLOAT, B | C | M, V},
                {VK_FORMAT_R32_SFLOAT, B | C, V},
                {VK_FORMAT_R32G32_SFLOAT, B | C, V},
                {VK_FORMAT_R32G32B32_SFLOAT, 0, V},
                {VK_FORMAT_B10G11R11_UFLOAT_PACK32, B, 0},
                {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, B, 0},
                {VK_FORMAT_D16_UNORM, B | D, 0},
                {VK_FORMAT_X8_D24_UNORM_PACK32, 0, 0},
                {VK_FORMAT_D32_SFLOAT, B | D, 0},
                {VK_FORMAT_S8_UINT, 0, 0},
                {VK_FORMAT_BC1_RGB_UNORM_BLOCK, B, 0},
                {VK_FORMAT_EAC_R11_SNORM_BLOCK, B, 0},
                {VK_FORMAT_ASTC_12x12_SRGB_BLOCK, B, 0},
                {VK_FORMAT_A4B4G4R4_UNORM_PACK16, B, 0}};
    VkPhysicalDeviceFeatures features;
    vkGetPhysicalDeviceFeatures(v.physical, &features);
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
        VkFormatProperties p;
        vkGetPhysicalDeviceFormatProperties(v.physical, rows[n].format, &p);
        if ((rows[n].format == VK_FORMAT_ASTC_12x12_SRGB_BLOCK && !features.textureCompressionASTC_LDR) ||
            (rows[n].format == VK_FORMAT_EAC_R11_SNORM_BLOCK && !features.textureCompressionETC2) ||
            (rows[n].format == VK_FORMAT_A4B4G4R4_UNORM_PACK16 && !has_format(rows[n].format)))
            continue;
        kt_eq(p.optimalTilingFeatures & (C | M | D | B), rows[n].image);
        kt_eq(p.linearTilingFeatures & (C | M | D | B), 0);
        kt_eq(p.bufferFeatures & V, rows[n].buffer);
    }
    vkt_finish(&v);
}

// Depth formats that must be attachments have the limits' sample counts, and any use of an attachment.
KT_TEST(depth_attachments)
{
    if (!vkt_init(&v, NULL))
        return;
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(v.physical, &properties);
    const VkFormat formats_d[] = {VK_FORMAT_D16_UNORM, VK_FORMAT_D32_SFLOAT};
    for (unsigned n = 0; n < 2; n++) {
        VkImageFormatProperties q;
        kt_eq(vkGetPhysicalDeviceImageFormatProperties(
                  v.physical, formats_d[n], VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
                  VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT, 0, &q),
              VK_SUCCESS);
        kt_eq(q.sampleCounts & properties.limits.framebufferDepthSampleCounts,
              properties.limits.framebufferDepthSampleCounts);
        kt_eq(vkGetPhysicalDeviceImageFormatProperties(v.physical, formats_d[n], VK_IMAGE_TYPE_2D,
                                                       VK_IMAGE_TILING_OPTIMAL,
                                                       VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, 0, &q),
              VK_ERROR_FORMAT_NOT_SUPPORTED);
        VkImageCreateInfo info =
            vkt_image_2d(formats_d[n], 37, 21, 1, 2, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
        info.samples = VK_SAMPLE_COUNT_4_BIT;
        VkImage image;
        if (kt_eq(vkCreateImage(v.device, &info, NULL, &image), VK_SUCCESS))
            vkDestroyImage(v.device, image, NULL);
    }
    vkt_finish(&v);
}

// The features of a storage format and what its use needs must agree with what can be created.
KT_TEST(format_queries_agree)
{
    if (!vkt_init(&v, NULL))
        return;
    for (uint32_t format = 1; format <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; format++) {
        VkFormatProperties p;
        vkGetPhysicalDeviceFormatProperties(v.physical, (VkFormat)format, &p);
        for (unsigned tiling = 0; tiling < 2; tiling++) {
            VkFormatFeatureFlags have = tiling ? p.linearTilingFeatures : p.optimalTilingFeatures;
            VkImageFormatProperties q;
            const struct {
                VkImageUsageFlags usage;
                VkFormatFeatureFlags feature;
            } rows[] = {{VK_IMAGE_USAGE_SAMPLED_BIT, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT},
                        {VK_IMAGE_USAGE_STORAGE_BIT, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT},
                        {VK_IMAGE_USAGE_TRANSFER_SRC_BIT, VK_FORMAT_FEATURE_TRANSFER_SRC_BIT},
                        {VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT},
                        {VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                         VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT}};
            for (unsigned r = 0; r < 5; r++) {
                VkResult result = vkGetPhysicalDeviceImageFormatProperties(
                    v.physical, (VkFormat)format, VK_IMAGE_TYPE_2D,
                    tiling ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL, rows[r].usage, 0, &q);
                kt_eq(result, have & rows[r].feature ? VK_SUCCESS : VK_ERROR_FORMAT_NOT_SUPPORTED);
                // Several samples are for formats that can be attachments ("Image Creation Limits").
                if (result == VK_SUCCESS && !(have & (VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT |
                                                      VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT)))
                    kt_eq(q.sampleCounts, VK_SAMPLE_COUNT_1_BIT);
            }
        }
    }
    vkt_finish(&v);
}

KT_MAIN()

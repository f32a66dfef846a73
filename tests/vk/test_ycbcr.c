// Images of Y'CbCr: copies of their planes, views of planes, and the conversion against the specification's
// formulas in double precision.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vk/vkt.h"
#include "vkt_fetch.h"
#include "vkt_ycbcr.h"

static struct vkt v;

struct format {
    VkFormat format;
    const char *name;
    uint32_t planes, dx, dy, bits, container;
    bool chroma_first; // of the packed ones: Cb Y Cr Y
};
#define F(name, planes, dx, dy, bits, container)                                                             \
    {VK_FORMAT_##name, #name, planes, dx, dy, bits, container, false}
static const struct format formats[] = {
    F(G8B8G8R8_422_UNORM, 1, 2, 1, 8, 8),
    {VK_FORMAT_B8G8R8G8_422_UNORM, "B8G8R8G8_422_UNORM", 1, 2, 1, 8, 8, true},
    F(G8_B8_R8_3PLANE_420_UNORM, 3, 2, 2, 8, 8),
    F(G8_B8R8_2PLANE_420_UNORM, 2, 2, 2, 8, 8),
    F(G8_B8_R8_3PLANE_422_UNORM, 3, 2, 1, 8, 8),
    F(G8_B8R8_2PLANE_422_UNORM, 2, 2, 1, 8, 8),
    F(G8_B8_R8_3PLANE_444_UNORM, 3, 1, 1, 8, 8),
    F(G10X6_B10X6_R10X6_3PLANE_420_UNORM_3PACK16, 3, 2, 2, 10, 16),
    F(G10X6_B10X6R10X6_2PLANE_420_UNORM_3PACK16, 2, 2, 2, 10, 16),
    F(G12X4_B12X4R12X4_2PLANE_422_UNORM_3PACK16, 2, 2, 1, 12, 16),
    F(G12X4_B12X4_R12X4_3PLANE_444_UNORM_3PACK16, 3, 1, 1, 12, 16),
    F(G16_B16_R16_3PLANE_420_UNORM, 3, 2, 2, 16, 16),
    F(G16_B16R16_2PLANE_422_UNORM, 2, 2, 1, 16, 16),
    F(G8_B8R8_2PLANE_444_UNORM, 2, 1, 1, 8, 8),
    F(G10X6_B10X6R10X6_2PLANE_444_UNORM_3PACK16, 2, 1, 1, 10, 16),
};
enum { FORMATS = sizeof(formats) / sizeof(formats[0]), W = 22, H = 14 };

static const VkImageAspectFlagBits aspects[] = {VK_IMAGE_ASPECT_PLANE_0_BIT, VK_IMAGE_ASPECT_PLANE_1_BIT,
                                                VK_IMAGE_ASPECT_PLANE_2_BIT};

static VkImageAspectFlagBits aspect_of(const struct format *f, uint32_t plane)
{
    return f->planes == 1 ? VK_IMAGE_ASPECT_COLOR_BIT : aspects[plane];
}

static uint32_t width_of(const struct format *f, uint32_t plane)
{
    return plane ? W / f->dx : W;
}

static uint32_t height_of(const struct format *f, uint32_t plane)
{
    return plane ? H / f->dy : H;
}

static uint32_t texel_bytes(const struct format *f, uint32_t plane)
{
    uint32_t channels = f->planes == 1 || (f->planes == 2 && plane) ? 2 : 1;
    return channels * f->container / 8;
}

// An image, its planes' bytes behind each other, and what its components are.
struct image {
    const struct format *f;
    VkImage image;
    VkDeviceMemory memory[3];
    uint8_t *bytes;
    uint32_t offset[3], size;
};

static uint32_t rnd_state = 99;
static uint32_t rnd(void)
{
    return (rnd_state = rnd_state * 1664525 + 1013904223) >> 8;
}

static void fill(struct image *i)
{
    const struct format *f = i->f;
    for (uint32_t n = 0; n < f->planes; n++) {
        i->offset[n] = i->size;
        i->size += (width_of(f, n) * height_of(f, n) * texel_bytes(f, n) + 15) & ~15u;
    }
    i->bytes = malloc(i->size);
    for (uint32_t n = 0; n < i->size; n += f->container / 8) {
        uint16_t value = (uint16_t)((rnd() & ((1u << f->bits) - 1)) << (f->container - f->bits));
        memcpy(i->bytes + n, &value, f->container / 8);
    }
}

static bool make(struct image *i, const struct format *f, VkImageTiling tiling, bool disjoint,
                 VkImageCreateFlags flags)
{
    *i = (struct image){.f = f};
    fill(i);
    VkImageCreateInfo info = vkt_image_2d(f->format, W, H, 1, 2,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                              VK_IMAGE_USAGE_SAMPLED_BIT);
    info.flags = flags | (disjoint ? VK_IMAGE_CREATE_DISJOINT_BIT : 0u);
    info.tiling = tiling;
    if (flags & VK_IMAGE_CREATE_EXTENDED_USAGE_BIT)
        info.usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    if (tiling == VK_IMAGE_TILING_LINEAR)
        info.arrayLayers = 1;
    if (!vkt_ok(vkCreateImage(v.device, &info, NULL, &i->image)))
        return false;
    for (uint32_t n = 0; n < (disjoint ? f->planes : 1); n++) {
        VkImagePlaneMemoryRequirementsInfo plane = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_PLANE_MEMORY_REQUIREMENTS_INFO, .planeAspect = aspects[n]};
        VkImageMemoryRequirementsInfo2 ask = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2,
                                              .pNext = disjoint ? &plane : NULL,
                                              .image = i->image};
        VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
        vkGetImageMemoryRequirements2(v.device, &ask, &r);
        VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                      .allocationSize = r.memoryRequirements.size};
        vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &i->memory[n]));
    }
    VkBindImagePlaneMemoryInfo which[3];
    VkBindImageMemoryInfo bind[3];
    for (uint32_t n = 0; n < (disjoint ? f->planes : 1); n++) {
        which[n] = (VkBindImagePlaneMemoryInfo){.sType = VK_STRUCTURE_TYPE_BIND_IMAGE_PLANE_MEMORY_INFO,
                                                .planeAspect = aspects[n]};
        bind[n] = (VkBindImageMemoryInfo){.sType = VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO,
                                          .pNext = disjoint ? &which[n] : NULL,
                                          .image = i->image,
                                          .memory = i->memory[n]};
    }
    vkt_ok(vkBindImageMemory2(v.device, disjoint ? f->planes : 1, bind));
    vkt_general(&v, i->image);
    return true;
}

static void drop(struct image *i)
{
    vkDestroyImage(v.device, i->image, NULL);
    for (uint32_t n = 0; n < 3; n++)
        vkFreeMemory(v.device, i->memory[n], NULL);
    free(i->bytes);
}

// All planes from a buffer, or into it.
static void copy(const struct image *i, const struct vkt_buffer *b, uint32_t layer, bool to_image)
{
    VkBufferImageCopy c[3];
    for (uint32_t n = 0; n < i->f->planes; n++)
        c[n] = (VkBufferImageCopy){.bufferOffset = i->offset[n],
                                   .imageSubresource = {aspect_of(i->f, n), 0, layer, 1},
                                   .imageExtent = {width_of(i->f, n), height_of(i->f, n), 1}};
    VkCommandBuffer cmd = vkt_begin(&v);
    if (to_image)
        vkCmdCopyBufferToImage(cmd, b->buffer, i->image, VK_IMAGE_LAYOUT_GENERAL, i->f->planes, c);
    else
        vkCmdCopyImageToBuffer(cmd, i->image, VK_IMAGE_LAYOUT_GENERAL, b->buffer, i->f->planes, c);
    vkt_run(&v, cmd);
}

static void upload(const struct image *i, uint32_t layer)
{
    struct vkt_buffer b = vkt_buffer(&v, i->size);
    memcpy(b.map, i->bytes, i->size);
    copy(i, &b, layer, true);
    vkt_buffer_free(&v, &b);
}

KT_TEST(copies_of_planes)
{
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < FORMATS * 3; n++) {
        const struct format *f = &formats[n / 3];
        if (n % 3 == 2 && f->planes == 1)
            continue;
        struct image i;
        if (!make(&i, f, n % 3 == 1 ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL, n % 3 == 2, 0))
            break;
        upload(&i, 0);
        struct vkt_buffer b = vkt_buffer(&v, i.size);
        copy(&i, &b, 0, false);
        for (uint32_t p = 0; p < f->planes; p++)
            kt_ok(!memcmp((uint8_t *)b.map + i.offset[p], i.bytes + i.offset[p],
                          width_of(f, p) * height_of(f, p) * texel_bytes(f, p)),
                  "%s, plane %u, way %u", f->name, p, n % 3);
        vkt_buffer_free(&v, &b);
        drop(&i);
    }
    vkt_finish(&v);
}

// Two texels of 422 in one word are one of another format with texels of that size; offsets too.
KT_TEST(words_of_422_as_texels)
{
    static const struct format words = {VK_FORMAT_R8G8B8A8_UNORM, "R8G8B8A8", 1, 1, 1, 16, 16, false};
    static const VkImageTiling tilings[] = {VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_TILING_LINEAR};
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < 8; n++) {
        const VkImageSubresourceLayers layers = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        struct image from, between, to;
        if (!make(&from, &formats[0], tilings[n & 1], false, 0) ||
            !make(&between, &words, tilings[n >> 1 & 1], false, 0) ||
            !make(&to, &formats[0], tilings[n >> 2 & 1], false, 0))
            break;
        upload(&from, 0);
        upload(&to, 0);
        // All but the first word of each row goes there, and back to where it was.
        VkImageCopy there = {layers, {2, 0, 0}, layers, {3, 0, 0}, {W - 2, H, 1}};
        VkImageCopy back = {layers, {3, 0, 0}, layers, {2, 0, 0}, {W / 2 - 1, H, 1}};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyImage(cmd, from.image, VK_IMAGE_LAYOUT_GENERAL, between.image, VK_IMAGE_LAYOUT_GENERAL, 1,
                       &there);
        vkt_barrier(cmd);
        vkCmdCopyImage(cmd, between.image, VK_IMAGE_LAYOUT_GENERAL, to.image, VK_IMAGE_LAYOUT_GENERAL, 1,
                       &back);
        vkt_run(&v, cmd);
        struct vkt_buffer b = vkt_buffer(&v, to.size);
        copy(&to, &b, 0, false);
        unsigned wrong = 0;
        for (uint32_t i = 0; i < H * W * 2; i++)
            wrong += ((uint8_t *)b.map)[i] != (i % (W * 2) < 4 ? to.bytes[i] : from.bytes[i]);
        kt_ok(!wrong, "tilings %u: %u bytes wrong", n, wrong);
        vkt_buffer_free(&v, &b);
        drop(&from);
        drop(&between);
        drop(&to);
    }
    vkt_finish(&v);
}

// ---- the conversion

struct conversion {
    VkSamplerYcbcrModelConversion model;
    VkSamplerYcbcrRange range;
    VkChromaLocation x, y;
    VkFilter filter, luma; // of chroma; of the sampler
    VkComponentMapping components;
};

// A component of a plane, of all its bits.
static double component(const struct image *i, uint32_t plane, uint32_t x, uint32_t y, uint32_t byte)
{
    const uint8_t *p =
        i->bytes + i->offset[plane] + (y * width_of(i->f, plane) + x) * texel_bytes(i->f, plane) + byte;
    uint16_t value = p[0];
    if (i->f->container == 16)
        memcpy(&value, p, 2);
    return (double)(value >> (i->f->container - i->f->bits)) / (double)((1u << i->f->bits) - 1);
}

static double luma(const struct image *i, uint32_t x, uint32_t y)
{
    return component(i, 0, x, y, i->f->chroma_first ? 1 : 0);
}

static double chroma_texel(const struct image *i, uint32_t which, int x, int y)
{
    const struct format *f = i->f;
    int w = (int)(W / f->dx), h = (int)(H / f->dy);
    uint32_t cx = (uint32_t)(x < 0 ? 0 : x >= w ? w - 1 : x), cy = (uint32_t)(y < 0 ? 0 : y >= h ? h - 1 : y);
    if (f->planes == 1) // the pair's second channel of one or the other texel
        return component(i, 0, 2 * cx + which, cy, f->chroma_first ? 0 : 1);
    return f->planes == 2 ? component(i, 1, cx, cy, which * f->container / 8)
                          : component(i, 1 + which, cx, cy, 0);
}

// Where chroma's texels are along an axis, in texels of theirs, from the middle of the first.
static double place(double at, uint32_t divisor, VkChromaLocation location, bool linear)
{
    bool cosited = linear && divisor > 1 && location == VK_CHROMA_LOCATION_COSITED_EVEN;
    return cosited ? (at - 0.5) / 2 : at / divisor - 0.5;
}

// `at`: from the image's edge, in texels of luma.
static double chroma(const struct image *i, const struct conversion *c, uint32_t which, double at_x,
                     double at_y)
{
    bool linear = c->filter == VK_FILTER_LINEAR;
    double x = place(at_x, i->f->dx, c->x, linear), y = place(at_y, i->f->dy, c->y, linear);
    if (!linear)
        return chroma_texel(i, which, (int)floor(x + 0.5), (int)floor(y + 0.5));
    int x0 = (int)floor(x), y0 = (int)floor(y);
    double fx = x - x0, fy = y - y0;
    return (1 - fy) * ((1 - fx) * chroma_texel(i, which, x0, y0) + fx * chroma_texel(i, which, x0 + 1, y0)) +
           fy * ((1 - fx) * chroma_texel(i, which, x0, y0 + 1) + fx * chroma_texel(i, which, x0 + 1, y0 + 1));
}

static double swizzled(const double from[4], VkComponentSwizzle s, unsigned own)
{
    return s == VK_COMPONENT_SWIZZLE_IDENTITY ? from[own]
           : s == VK_COMPONENT_SWIZZLE_ZERO   ? 0
           : s == VK_COMPONENT_SWIZZLE_ONE    ? 1
                                              : from[s - VK_COMPONENT_SWIZZLE_R];
}

// At the middle of a texel.
static void expected(const struct image *i, const struct conversion *c, uint32_t x, uint32_t y, double out[4])
{
    const double raw[4] = {chroma(i, c, 1, x + 0.5, y + 0.5), luma(i, x, y),
                           chroma(i, c, 0, x + 0.5, y + 0.5), 1};
    const double s[4] = {swizzled(raw, c->components.r, 0), swizzled(raw, c->components.g, 1),
                         swizzled(raw, c->components.b, 2), swizzled(raw, c->components.a, 3)};
    const double top = (1u << i->f->bits) - 1, unit = 1u << (i->f->bits - 8);
    memcpy(out, s, sizeof(s));
    if (c->model == VK_SAMPLER_YCBCR_MODEL_CONVERSION_RGB_IDENTITY)
        return;
    bool narrow = c->range == VK_SAMPLER_YCBCR_RANGE_ITU_NARROW;
    double luminance = narrow ? (s[1] * top - 16 * unit) / (219 * unit) : s[1];
    double cb = narrow ? (s[2] * top - 128 * unit) / (224 * unit) : s[2] - 128 * unit / top;
    double cr = narrow ? (s[0] * top - 128 * unit) / (224 * unit) : s[0] - 128 * unit / top;
    out[0] = cr;
    out[1] = luminance;
    out[2] = cb;
    // The matrices as the specification prints them.
    switch (c->model) {
    case VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_709:
        out[0] = luminance + 1.5748 * cr;
        out[1] = luminance - 0.13397432 / 0.7152 * cb - 0.33480248 / 0.7152 * cr;
        out[2] = luminance + 1.8556 * cb;
        break;
    case VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_601:
        out[0] = luminance + 1.402 * cr;
        out[1] = luminance - 0.202008 / 0.587 * cb - 0.419198 / 0.587 * cr;
        out[2] = luminance + 1.772 * cb;
        break;
    case VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_2020:
        out[0] = luminance + 1.4746 * cr;
        out[1] = luminance - 0.11156702 / 0.6780 * cb - 0.38737742 / 0.6780 * cr;
        out[2] = luminance + 1.8814 * cb;
        break;
    default:
        break;
    }
}

// Two images, each with its conversion, in the two elements of one binding.
struct pair {
    struct image image[2];
    struct conversion how[2];
    VkSamplerYcbcrConversion conversion[2];
    VkSampler sampler[2];
    VkImageView view[2];
};

static void make_view(struct pair *p, uint32_t n, uint32_t layer)
{
    const struct conversion *how = &p->how[n];
    VkSamplerYcbcrConversionCreateInfo info = {.sType =
                                                   VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_CREATE_INFO,
                                               .format = p->image[n].f->format,
                                               .ycbcrModel = how->model,
                                               .ycbcrRange = how->range,
                                               .components = how->components,
                                               .xChromaOffset = how->x,
                                               .yChromaOffset = how->y,
                                               .chromaFilter = how->filter};
    vkt_ok(vkCreateSamplerYcbcrConversion(v.device, &info, NULL, &p->conversion[n]));
    VkSamplerYcbcrConversionInfo use = {.sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO,
                                        .conversion = p->conversion[n]};
    VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                   .pNext = &use,
                                   .magFilter = how->luma,
                                   .minFilter = how->luma,
                                   .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                   .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                   .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
    vkt_ok(vkCreateSampler(v.device, &sampler, NULL, &p->sampler[n]));
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .pNext = &use,
                                  .image = p->image[n].image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = p->image[n].f->format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layer, 1}};
    vkt_ok(vkCreateImageView(v.device, &view, NULL, &p->view[n]));
}

// How descriptors reach the shader: in a set, in one that is copied from another, pushed, or in a buffer.
enum way { SET, COPIED, PUSHED, IN_BUFFER, WAYS };

struct bytes {
    struct vkt_buffer buffer;
    uint64_t address;
    uint8_t *map;
};

static struct bytes make_bytes(VkDeviceSize size, VkBufferUsageFlags usage)
{
    struct bytes b = {.buffer.size = size};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = size,
                                     .usage = usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b.buffer.buffer));
    b.address = vkt_back_addressed(&v, &b.buffer, ~0u);
    b.map = b.buffer.map;
    return b;
}

// Each combined descriptor takes as many as its format has planes; so far apart are those of an array.
static void write_bytes(const struct pair *p, VkDescriptorSetLayout layout, const struct bytes *set,
                        const struct bytes *out, VkDeviceSize out_size)
{
    VkPhysicalDeviceDescriptorBufferPropertiesEXT sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 p2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                      .pNext = &sizes};
    vkGetPhysicalDeviceProperties2(v.physical, &p2);
    uint32_t most = p->image[0].f->planes == 3 || p->image[1].f->planes == 3 ? 3 : 2;
    for (uint32_t n = 0; n < 2; n++) {
        VkDeviceSize offset;
        vkt_proc(&v, vkGetDescriptorSetLayoutBindingOffsetEXT)(v.device, layout, 0, &offset);
        VkDescriptorImageInfo image = {p->sampler[n], p->view[n], VK_IMAGE_LAYOUT_GENERAL};
        VkDescriptorGetInfoEXT get = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                      .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                      .data.pCombinedImageSampler = &image};
        size_t size = sizes.combinedImageSamplerDescriptorSize * (p->image[n].f->planes == 3 ? 3 : 2);
        vkt_proc(&v, vkGetDescriptorEXT)(
            v.device, &get, size, set->map + offset + n * most * sizes.combinedImageSamplerDescriptorSize);
    }
    VkDeviceSize offset;
    vkt_proc(&v, vkGetDescriptorSetLayoutBindingOffsetEXT)(v.device, layout, 1, &offset);
    VkDescriptorAddressInfoEXT buffer = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT, .address = out->address, .range = out_size};
    VkDescriptorGetInfoEXT get = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                  .type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .data.pStorageBuffer = &buffer};
    vkt_proc(&v, vkGetDescriptorEXT)(v.device, &get, sizes.storageBufferDescriptorSize, set->map + offset);
}

static void bind_bytes(VkCommandBuffer cmd, VkPipelineLayout layout, const struct bytes *set)
{
    VkDescriptorBufferBindingInfoEXT binding = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
                                                .address = set->address,
                                                .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT |
                                                         VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT};
    const uint32_t index = 0;
    const VkDeviceSize zero = 0;
    vkt_proc(&v, vkCmdBindDescriptorBuffersEXT)(cmd, 1, &binding);
    vkt_proc(&v, vkCmdSetDescriptorBufferOffsetsEXT)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1,
                                                     &index, &zero);
}

static void sample(struct pair *p, const struct bytes *out, VkDeviceSize out_size, enum way way)
{
    static const VkDescriptorSetLayoutCreateFlags flags[WAYS] = {
        [PUSHED] = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
        [IN_BUFFER] = VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT};
    VkDescriptorSetLayoutBinding bindings[2] = {
        {0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2, VK_SHADER_STAGE_COMPUTE_BIT, p->sampler},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    VkDescriptorSetLayoutCreateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .flags = flags[way],
                                                .bindingCount = 2,
                                                .pBindings = bindings};
    VkDescriptorSetLayout layouts[2];
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &set_info, NULL, &layouts[0]));
    layouts[1] = layouts[0];
    VkPipelineLayout layout = vkt_layout(&v, 1, layouts, 8);
    VkPipeline pipeline = vkt_compute(&v, (struct vkt_shader){vkt_ycbcr, sizeof(vkt_ycbcr)}, layout, 0, NULL);
    VkDescriptorPoolSize sizes[2] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 12},
                                     {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2}};
    VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                            .maxSets = 2,
                                            .poolSizeCount = 2,
                                            .pPoolSizes = sizes};
    VkDescriptorPool pool;
    vkt_ok(vkCreateDescriptorPool(v.device, &pool_info, NULL, &pool));
    VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = pool,
                                         .descriptorSetCount = 2,
                                         .pSetLayouts = layouts};
    VkDescriptorSet sets[2] = {VK_NULL_HANDLE, VK_NULL_HANDLE};
    if (way <= COPIED)
        vkt_ok(vkAllocateDescriptorSets(v.device, &alloc, sets));
    VkDescriptorImageInfo images[2] = {{.imageView = p->view[0], .imageLayout = VK_IMAGE_LAYOUT_GENERAL},
                                       {.imageView = p->view[1], .imageLayout = VK_IMAGE_LAYOUT_GENERAL}};
    VkDescriptorBufferInfo buffer = {out->buffer.buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet writes[2] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = sets[0],
                                       .descriptorCount = 2,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                       .pImageInfo = images},
                                      {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = sets[0],
                                       .dstBinding = 1,
                                       .descriptorCount = 1,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .pBufferInfo = &buffer}};
    if (way <= COPIED)
        vkUpdateDescriptorSets(v.device, 2, writes, 0, NULL);
    VkCopyDescriptorSet copies[2] = {{.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                      .srcSet = sets[0],
                                      .dstSet = sets[1],
                                      .descriptorCount = 2},
                                     {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                      .srcSet = sets[0],
                                      .srcBinding = 1,
                                      .dstSet = sets[1],
                                      .dstBinding = 1,
                                      .descriptorCount = 1}};
    if (way == COPIED)
        vkUpdateDescriptorSets(v.device, 0, NULL, 2, copies);
    const int32_t size[2] = {W, H};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    struct bytes set = {0};
    if (way == PUSHED) {
        vkt_proc(&v, vkCmdPushDescriptorSetKHR)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 2, writes);
    } else if (way == IN_BUFFER) {
        VkDeviceSize needed;
        vkt_proc(&v, vkGetDescriptorSetLayoutSizeEXT)(v.device, layouts[0], &needed);
        set = make_bytes(needed, VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT |
                                     VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT);
        write_bytes(p, layouts[0], &set, out, out_size);
        bind_bytes(cmd, layout, &set);
    } else {
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &sets[way], 0, NULL);
    }
    vkCmdPushConstants(cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, size);
    vkCmdDispatch(cmd, (W + 7) / 8, (H + 7) / 8, 1);
    vkt_run(&v, cmd);
    if (way == IN_BUFFER)
        vkt_buffer_free(&v, &set.buffer);
    vkDestroyPipeline(v.device, pipeline, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyDescriptorPool(v.device, pool, NULL);
    vkDestroyDescriptorSetLayout(v.device, layouts[0], NULL);
}

static void check(const struct pair *p, const float *got)
{
    for (uint32_t n = 0; n < 2; n++) {
        const struct conversion *how = &p->how[n];
        for (uint32_t k = 0; k < W * H; k++) {
            double want[4];
            const float *have = got + 4 * (n * W * H + k);
            expected(&p->image[n], how, k % W, k / W, want);
            bool good = true;
            for (unsigned m = 0; m < 4; m++) // weights of the filter have eight bits
                good &= fabs(have[m] - want[m]) < (how->filter == VK_FILTER_LINEAR ? 0.012 : 0.0005);
            if (!kt_ok(good,
                       "%s, model %d, range %d, chroma %d %d, filter %d: texel %u %u is %g %g %g %g, not %g "
                       "%g %g %g",
                       p->image[n].f->name, how->model, how->range, how->x, how->y, how->filter, k % W, k / W,
                       have[0], have[1], have[2], have[3], want[0], want[1], want[2], want[3]))
                break;
        }
    }
}

// The second image of a pair has another format and conversion: element 1's are taken, at the right place.
static void convert(unsigned n, bool disjoint, enum way way)
{
    struct pair p = {0};
    for (unsigned k = 0; k < 2; k++) {
        const struct format *f = &formats[(n + k * 4) % FORMATS];
        unsigned m = n + 3 * k;
        p.how[k] = (struct conversion){.model = (VkSamplerYcbcrModelConversion)(m % 5),
                                       .range = (VkSamplerYcbcrRange)(m / 5 % 2),
                                       .x = (VkChromaLocation)(m / 2 % 2),
                                       .y = (VkChromaLocation)(m / 4 % 2),
                                       .filter = m % 3 ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
                                       .luma = m % 4 ? VK_FILTER_LINEAR : VK_FILTER_NEAREST};
        if (f->dx == 1)
            p.how[k].x = p.how[k].y = VK_CHROMA_LOCATION_MIDPOINT;
        if (m % 7 == 0 && p.how[k].model == VK_SAMPLER_YCBCR_MODEL_CONVERSION_RGB_IDENTITY)
            p.how[k].components = (VkComponentMapping){VK_COMPONENT_SWIZZLE_B, VK_COMPONENT_SWIZZLE_IDENTITY,
                                                       VK_COMPONENT_SWIZZLE_R, VK_COMPONENT_SWIZZLE_IDENTITY};
        if (!make(&p.image[k], f, VK_IMAGE_TILING_OPTIMAL, disjoint && f->planes > 1, 0))
            return;
        upload(&p.image[k], k); // the second from another layer
        make_view(&p, k, k);
    }
    struct bytes out = make_bytes(2 * W * H * 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    sample(&p, &out, 2 * W * H * 16, way);
    check(&p, (const float *)out.map);
    vkt_buffer_free(&v, &out.buffer);
    for (unsigned k = 0; k < 2; k++) {
        vkDestroyImageView(v.device, p.view[k], NULL);
        vkDestroySampler(v.device, p.sampler[k], NULL);
        vkDestroySamplerYcbcrConversion(v.device, p.conversion[k], NULL);
        drop(&p.image[k]);
    }
}

KT_TEST(conversions)
{
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < 2 * FORMATS; n++)
        convert(n, false, n % 3 == PUSHED && vkt_gpu_assisted() ? SET : (enum way)(n % 3));
    vkt_finish(&v);
}

KT_TEST(planes_in_memory_of_their_own)
{
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < FORMATS; n += 3)
        convert(n, true, SET);
    vkt_finish(&v);
}

KT_TEST(descriptors_in_buffers)
{
    // The layer is off: GPU-assisted validation does not go with them.
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    for (unsigned n = 0; n < FORMATS; n += 2)
        convert(n, false, IN_BUFFER);
    vkt_finish(&v);
}

// A plane as an image of its own, read and written.
KT_TEST(views_of_planes)
{
    if (!vkt_init(&v, NULL))
        return;
    struct image i;
    if (!make(&i, &formats[3], VK_IMAGE_TILING_OPTIMAL, false,
              VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT))
        return;
    upload(&i, 0);
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = i.image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = VK_FORMAT_R8G8_UINT,
                                  .subresourceRange = {VK_IMAGE_ASPECT_PLANE_1_BIT, 0, 1, 0, 1}};
    VkImageView view;
    vkt_ok(vkCreateImageView(v.device, &info, NULL, &view));
    struct vkt_buffer out = vkt_buffer(&v, W * H * 16), back = vkt_buffer(&v, i.size);
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_fetch, sizeof(vkt_fetch)}, 3, types, 8, NULL, &p))
        return;
    for (unsigned n = 0; n < 2; n++) {
        VkDescriptorImageInfo image = {.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = p.set,
                                  .dstBinding = n,
                                  .descriptorCount = 1,
                                  .descriptorType = types[n],
                                  .pImageInfo = &image};
        vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    }
    vkt_bind_buffer(&v, &p, 2, types[2], &out, 0, VK_WHOLE_SIZE);
    const int32_t size[2] = {W / 2, H / 2};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, size);
    vkCmdDispatch(cmd, (W / 2 + 7) / 8, (H / 2 + 7) / 8, 1);
    vkt_run(&v, cmd);
    copy(&i, &back, 0, false);
    const uint8_t *wrote = (uint8_t *)back.map + i.offset[1], *had = i.bytes + i.offset[1];
    kt_true(!memcmp(back.map, i.bytes, W * H)); // the other plane
    for (uint32_t k = 0; k < W / 2 * (H / 2); k++) {
        const uint32_t *got = (uint32_t *)out.map + 4 * k;
        if (!kt_ok(got[0] == had[2 * k] && got[1] == had[2 * k + 1], "texel %u: %u %u", k, got[0], got[1]) ||
            !kt_eq(wrote[2 * k], 255)) // large numbers saturate
            break;
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &back);
    vkDestroyImageView(v.device, view, NULL);
    drop(&i);
    vkt_finish(&v);
}

// What a format's features say, and how many descriptors it takes.
KT_TEST(queries_of_planar_formats)
{
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned n = 0; n < FORMATS; n++) {
        const struct format *f = &formats[n];
        VkFormatProperties p;
        vkGetPhysicalDeviceFormatProperties(v.physical, f->format, &p);
        const VkFormatFeatureFlags need =
            VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_SRC_BIT |
            VK_FORMAT_FEATURE_TRANSFER_DST_BIT | VK_FORMAT_FEATURE_MIDPOINT_CHROMA_SAMPLES_BIT;
        kt_eq(p.optimalTilingFeatures & need, need);
        kt_eq(p.bufferFeatures, 0);
        kt_eq((p.optimalTilingFeatures & VK_FORMAT_FEATURE_DISJOINT_BIT) != 0, f->planes > 1);
        VkSamplerYcbcrConversionImageFormatProperties count = {
            .sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_IMAGE_FORMAT_PROPERTIES};
        VkImageFormatProperties2 q = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, .pNext = &count};
        VkPhysicalDeviceImageFormatInfo2 info = {.sType =
                                                     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                                 .format = f->format,
                                                 .type = VK_IMAGE_TYPE_2D,
                                                 .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
        vkt_ok(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &info, &q));
        kt_eq(count.combinedImageSamplerDescriptorCount, f->planes == 3 ? 3 : 2);
        kt_eq(q.imageFormatProperties.maxMipLevels, 1);
        info.usage = VK_IMAGE_USAGE_STORAGE_BIT;
        kt_eq(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &info, &q),
              VK_ERROR_FORMAT_NOT_SUPPORTED);
        info.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
        info.type = VK_IMAGE_TYPE_3D;
        kt_eq(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &info, &q),
              VK_ERROR_FORMAT_NOT_SUPPORTED);
    }
    vkt_finish(&v);
}

KT_MAIN()

// Images with depth and stencil: what the host writes into each aspect is what shaders and the host read, and
// what a copy of both has.
#include <stdlib.h>
#include <string.h>

#include "newer.h"
#include "vk/vkt.h"
#include "vkt_depth_stencil.h"

static struct vkt v;

enum { WIDTH = 45, HEIGHT = 37, LEVELS = 3, LAYERS = 2, DEPTH = 0, STENCIL = 1 };
static const VkImageAspectFlags aspects[] = {VK_IMAGE_ASPECT_DEPTH_BIT, VK_IMAGE_ASPECT_STENCIL_BIT};

static struct vkt_image make(VkFormat format)
{
    VkImageCreateInfo info = vkt_image_2d(format, WIDTH, HEIGHT, LEVELS, LAYERS,
                                          VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT | VK_IMAGE_USAGE_SAMPLED_BIT);
    struct vkt_image i = vkt_image(&v, &info);
    VkHostImageLayoutTransitionInfoEXT general = {
        .sType = VK_STRUCTURE_TYPE_HOST_IMAGE_LAYOUT_TRANSITION_INFO_EXT,
        .image = i.image,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .subresourceRange = {aspects[DEPTH] | aspects[STENCIL], 0, LEVELS, 0, LAYERS}};
    vkt_ok(vkt_proc(&v, vkTransitionImageLayoutEXT)(v.device, 1, &general));
    return i;
}

static VkExtent3D extent_of(uint32_t level)
{
    return (VkExtent3D){WIDTH >> level, HEIGHT >> level, 1};
}

static void host_write(VkImage image, unsigned aspect, uint32_t level, const void *data)
{
    VkMemoryToImageCopyEXT r = {.sType = VK_STRUCTURE_TYPE_MEMORY_TO_IMAGE_COPY_EXT,
                                .pHostPointer = data,
                                .imageSubresource = {aspects[aspect], level, 0, LAYERS},
                                .imageExtent = extent_of(level)};
    VkCopyMemoryToImageInfoEXT info = {.sType = VK_STRUCTURE_TYPE_COPY_MEMORY_TO_IMAGE_INFO_EXT,
                                       .dstImage = image,
                                       .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                       .regionCount = 1,
                                       .pRegions = &r};
    vkt_ok(vkt_proc(&v, vkCopyMemoryToImageEXT)(v.device, &info));
}

static void host_read(VkImage image, unsigned aspect, uint32_t level, void *data)
{
    VkImageToMemoryCopyEXT r = {.sType = VK_STRUCTURE_TYPE_IMAGE_TO_MEMORY_COPY_EXT,
                                .pHostPointer = data,
                                .imageSubresource = {aspects[aspect], level, 0, LAYERS},
                                .imageExtent = extent_of(level)};
    VkCopyImageToMemoryInfoEXT info = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_TO_MEMORY_INFO_EXT,
                                       .srcImage = image,
                                       .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                       .regionCount = 1,
                                       .pRegions = &r};
    vkt_ok(vkt_proc(&v, vkCopyImageToMemoryEXT)(v.device, &info));
}

// Both aspects of a level at once.
static void host_copy(VkImage from, VkImage to, uint32_t level)
{
    VkImageSubresourceLayers both = {aspects[DEPTH] | aspects[STENCIL], level, 0, LAYERS};
    VkImageCopy2 r = {.sType = VK_STRUCTURE_TYPE_IMAGE_COPY_2,
                      .srcSubresource = both,
                      .dstSubresource = both,
                      .extent = extent_of(level)};
    VkCopyImageToImageInfoEXT info = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_TO_IMAGE_INFO_EXT,
                                      .srcImage = from,
                                      .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                      .dstImage = to,
                                      .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                      .regionCount = 1,
                                      .pRegions = &r};
    vkt_ok(vkt_proc(&v, vkCopyImageToImageEXT)(v.device, &info));
}

static VkImageView view_of(VkImage image, VkFormat format, unsigned aspect)
{
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                  .format = format,
                                  .subresourceRange = {aspects[aspect], 0, LEVELS, 0, LAYERS}};
    VkImageView view = VK_NULL_HANDLE;
    vkt_ok(vkCreateImageView(v.device, &info, NULL, &view));
    return view;
}

// What a shader sees of each level: depth, as the bits of a float, and stencil.
static void shader_read(VkImage image, VkFormat format, uint32_t level, uint32_t (*out)[2])
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_depth_stencil, sizeof(vkt_depth_stencil)}, 3, types, 16,
                      NULL, &p))
        return;
    VkImageView views[2];
    for (unsigned a = 0; a < 2; a++) {
        views[a] = view_of(image, format, a);
        VkDescriptorImageInfo d = {VK_NULL_HANDLE, views[a], VK_IMAGE_LAYOUT_GENERAL};
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = p.set,
                                  .dstBinding = a,
                                  .descriptorCount = 1,
                                  .descriptorType = types[a],
                                  .pImageInfo = &d};
        vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    }
    VkExtent3D e = extent_of(level);
    struct vkt_buffer b = vkt_buffer(&v, (VkDeviceSize)e.width * e.height * LAYERS * 8);
    vkt_bind_buffer(&v, &p, 2, types[2], &b, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    const int32_t size[4] = {(int32_t)e.width, (int32_t)e.height, LAYERS, (int32_t)level};
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(size), size);
    vkCmdDispatch(cmd, (e.width + 7) / 8, (e.height + 7) / 8, 1);
    vkt_run(&v, cmd);
    memcpy(out, b.map, b.size);
    vkt_buffer_free(&v, &b);
    vkDestroyImageView(v.device, views[0], NULL);
    vkDestroyImageView(v.device, views[1], NULL);
    vkt_pipeline_free(&v, &p);
}

// Texel n of a level: in memory, and as a shader has it.
static uint32_t depth_bits(VkFormat format, uint32_t n)
{
    const float f = (float)(n % 1009) / 1009;
    uint32_t bits;
    memcpy(&bits, &f, sizeof(bits));
    return format == VK_FORMAT_D16_UNORM_S8_UINT   ? n * 40503u & 0xffff
           : format == VK_FORMAT_D24_UNORM_S8_UINT ? n * 2654435761u & 0xffffff
                                                   : bits;
}

static uint32_t depth_value(VkFormat format, uint32_t bits)
{
    const float f = format == VK_FORMAT_D16_UNORM_S8_UINT ? (float)((double)bits / 0xffff)
                                                          : (float)((double)bits / 0xffffff);
    uint32_t value;
    memcpy(&value, &f, sizeof(value));
    return format == VK_FORMAT_D32_SFLOAT_S8_UINT ? bits : value;
}

static void aspects_of(VkFormat format, uint32_t bytes)
{
    struct vkt_image a = make(format), b = make(format);
    static uint32_t seen[WIDTH * HEIGHT * LAYERS][2];
    static uint8_t depth[LEVELS][sizeof(seen)], stencil[LEVELS][sizeof(seen)], got[sizeof(seen)];
    for (uint32_t level = 0; level < LEVELS; level++) {
        uint32_t texels = extent_of(level).width * extent_of(level).height * LAYERS;
        for (uint32_t n = 0; n < texels; n++) {
            uint32_t bits = depth_bits(format, n + level * 7);
            memcpy(depth[level] + (size_t)n * bytes, &bits, bytes);
            stencil[level][n] = (uint8_t)(n * 37 + level);
        }
        host_write(a.image, DEPTH, level, depth[level]);
        host_write(a.image, STENCIL, level, stencil[level]);
    }
    for (uint32_t level = 0; level < LEVELS; level++) {
        uint32_t texels = extent_of(level).width * extent_of(level).height * LAYERS, wrong = 0;
        host_read(a.image, DEPTH, level, got);
        kt_ok(!memcmp(got, depth[level], (size_t)texels * bytes), "format %d: depth of level %u", format,
              level);
        host_read(a.image, STENCIL, level, got);
        kt_ok(!memcmp(got, stencil[level], texels), "format %d: stencil of level %u", format, level);
        host_copy(a.image, b.image, level);
        shader_read(b.image, format, level, seen);
        for (uint32_t n = 0; n < texels; n++)
            wrong += seen[n][0] != depth_value(format, depth_bits(format, n + level * 7)) ||
                     seen[n][1] != stencil[level][n];
        kt_ok(!wrong, "format %d level %u: the shader sees %u texels wrong", format, level, wrong);
    }
    vkt_image_free(&v, &a);
    vkt_image_free(&v, &b);
}

KT_TEST(aspects_of_formats_with_both)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    aspects_of(VK_FORMAT_D16_UNORM_S8_UINT, 2);
    aspects_of(VK_FORMAT_D24_UNORM_S8_UINT, 4);
    aspects_of(VK_FORMAT_D32_SFLOAT_S8_UINT, 4);
    vkt_finish(&v);
}

// "Required Format Support": attachments are D16, one of the two larger depths, and one of these with
// stencil.
KT_TEST(depth_and_stencil_attachment)
{
    if (!vkt_init(&v, NULL))
        return;
    VkFormatProperties p;
    vkGetPhysicalDeviceFormatProperties(v.physical, VK_FORMAT_D32_SFLOAT_S8_UINT, &p);
    kt_true(p.optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT);
    kt_eq(p.bufferFeatures, 0);
    vkt_finish(&v);
}

// A queue without graphics copies an aspect if the format says so: KHR_maintenance10.
KT_TEST(copies_on_a_compute_queue)
{
    const VkFormatFeatureFlags2 depth = VK_FORMAT_FEATURE_2_DEPTH_COPY_ON_COMPUTE_QUEUE_BIT_KHR,
                                stencil = VK_FORMAT_FEATURE_2_STENCIL_COPY_ON_COMPUTE_QUEUE_BIT_KHR;
    const struct {
        VkFormat format;
        VkFormatFeatureFlags2 flags;
    } formats[] = {{VK_FORMAT_D16_UNORM, depth},
                   {VK_FORMAT_X8_D24_UNORM_PACK32, depth},
                   {VK_FORMAT_D24_UNORM_S8_UINT, depth | stencil},
                   {VK_FORMAT_S8_UINT, stencil},
                   {VK_FORMAT_R8G8B8A8_UNORM, 0}};
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        VkFormatProperties3 p = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
        VkFormatProperties2 p2 = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &p};
        vkGetPhysicalDeviceFormatProperties2(v.physical, formats[i].format, &p2);
        kt_eq(p.optimalTilingFeatures & (depth | stencil), formats[i].flags);
    }
    vkt_finish(&v);
}

KT_MAIN()

// Storage images of 128 bits a texel: levels and layers of each kind, blocks seen as texels, texel buffers,
// places outside. On Gen8 typed reads do not reach them.
#include <string.h>

#include "vk/vkt.h"
#include "vkt_image128.h"
#include "vkt_read32.h"

static struct vkt v;

enum { GROUPS = 5, COUNT = GROUPS * 64, IMAGES = 5 };

// A view of a level and some layers; `size` is what the view has, in texels.
static const struct part {
    VkImageType type;
    VkImageViewType view;
    VkFormat format, seen;
    VkExtent3D extent;
    uint32_t levels, array, level, layer, layers;
    uint32_t size[3];
    VkImageCreateFlags flags;
} parts[IMAGES] = {
    {VK_IMAGE_TYPE_1D,
     VK_IMAGE_VIEW_TYPE_1D_ARRAY,
     VK_FORMAT_R32G32B32A32_UINT,
     VK_FORMAT_R32G32B32A32_UINT,
     {27, 1, 1},
     3,
     5,
     1,
     2,
     3,
     {13, 3, 1},
     0},
    {VK_IMAGE_TYPE_2D,
     VK_IMAGE_VIEW_TYPE_2D_ARRAY,
     VK_FORMAT_R32G32B32A32_SINT,
     VK_FORMAT_R32G32B32A32_SINT,
     {21, 26, 1},
     4,
     4,
     2,
     1,
     2,
     {5, 6, 2},
     0},
    {VK_IMAGE_TYPE_3D,
     VK_IMAGE_VIEW_TYPE_3D,
     VK_FORMAT_R32G32B32A32_SFLOAT,
     VK_FORMAT_R32G32B32A32_SFLOAT,
     {13, 7, 11},
     3,
     1,
     1,
     0,
     1,
     {6, 3, 5},
     0},
    {VK_IMAGE_TYPE_2D,
     VK_IMAGE_VIEW_TYPE_2D,
     VK_FORMAT_BC3_UNORM_BLOCK,
     VK_FORMAT_R32G32B32A32_UINT,
     {44, 76, 1},
     3,
     3,
     2,
     1,
     1,
     {3, 5, 1},
     VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT | VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT |
         VK_IMAGE_CREATE_EXTENDED_USAGE_BIT},
    {VK_IMAGE_TYPE_2D,
     VK_IMAGE_VIEW_TYPE_2D,
     VK_FORMAT_R32G32B32A32_UINT,
     VK_FORMAT_R32G32B32A32_UINT,
     {11, 14, 1},
     1,
     1,
     0,
     0,
     1,
     {11, 14, 1},
     0},
};

static uint32_t word_of(uint32_t image, uint32_t texel, uint32_t channel)
{
    uint32_t w = (image + 1) * 0x10000000 + texel * 0x101 + channel * 0x4000000;
    return image == 2 ? 0x3f000000 + (w & 0x7fffff) : w;
}

static VkImageView fill(uint32_t n, struct vkt_image *image)
{
    const struct part *p = &parts[n];
    const uint32_t texels = p->size[0] * p->size[1] * p->size[2];
    *image = vkt_image(
        &v, &(VkImageCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .flags = p->flags,
                                 .imageType = p->type,
                                 .format = p->format,
                                 .extent = p->extent,
                                 .mipLevels = p->levels,
                                 .arrayLayers = p->array,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT});
    vkt_general(&v, image->image);
    struct vkt_buffer data = vkt_buffer(&v, texels * 16);
    for (uint32_t t = 0; t < texels; t++)
        for (uint32_t c = 0; c < 4; c++)
            ((uint32_t *)data.map)[4 * t + c] = word_of(n, t, c);
    VkExtent3D level = {p->extent.width >> p->level, p->extent.height >> p->level,
                        p->extent.depth >> p->level};
    level.height += !level.height;
    level.depth += !level.depth;
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyBufferToImage(
        cmd, data.buffer, image->image, VK_IMAGE_LAYOUT_GENERAL, 1,
        &(VkBufferImageCopy){.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, p->level, p->layer, p->layers},
                             .imageExtent = level});
    vkt_run(&v, cmd);
    vkt_buffer_free(&v, &data);
    VkImageView view = VK_NULL_HANDLE;
    VkImageViewUsageCreateInfo usage = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
                                        .usage = VK_IMAGE_USAGE_STORAGE_BIT};
    VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &usage,
        .image = image->image,
        .viewType = p->view,
        .format = p->seen,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, p->level, 1, p->layer, p->layers}};
    vkt_ok(vkCreateImageView(v.device, &info, NULL, &view));
    return view;
}

static void bind_image(const struct vkt_pipeline *p, uint32_t binding, VkImageView view)
{
    VkDescriptorImageInfo info = {.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = p->set,
                              .dstBinding = binding,
                              .descriptorCount = 1,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                              .pImageInfo = &info};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
}

static void bind_texels(const struct vkt_pipeline *p, uint32_t binding, VkBufferView view)
{
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = p->set,
                              .dstBinding = binding,
                              .descriptorCount = 1,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
                              .pTexelBufferView = &view};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
}

// What invocation i reads of image n; the texel's number, or -1 outside.
static int32_t texel_at(uint32_t n, uint32_t i)
{
    const uint32_t at[IMAGES][3] = {{i % 16, i / 16, 0},
                                    {i % 8, i / 8 % 8, i / 64},
                                    {i % 8, i / 8 % 4, i / 32},
                                    {i % 8, i / 8, 0},
                                    {i % 16, i / 16, 0}};
    const uint32_t *s = parts[n].size;
    if (at[n][0] >= s[0] || at[n][1] >= s[1] || at[n][2] >= s[2])
        return -1;
    return (int32_t)((at[n][2] * s[1] + at[n][1]) * s[0] + at[n][0]);
}

static void check(const uint32_t (*got)[4])
{
    for (uint32_t n = 0; n < IMAGES; n++)
        for (uint32_t k = 0; k < 4 * COUNT; k++) {
            uint32_t i = k / 4, c = k % 4, want = 0, seen = got[n * COUNT + i][c];
            int32_t t = texel_at(n, i);
            if (t >= 0)
                want = n < 4 ? word_of(n, (uint32_t)t, c) : word_of(n, (uint32_t)t, c) * 3 + (c ? c : i);
            else if (c == 3)
                continue; // of a texel outside, alpha is 0 or 1
            if (!kt_ok(seen == want, "image %u, invocation %u, channel %u: %x, not %x", n, i, c, seen, want))
                break;
        }
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t want = i - 3 < 60 ? (i - 3) * 4 + 1000 : 0;
        if (!kt_ok(got[IMAGES * COUNT + i][0] == want, "texel %u: %u", i, got[IMAGES * COUNT + i][0]) ||
            !kt_ok(!got[(IMAGES + 1) * COUNT + i][0], "a null descriptor gives something"))
            break;
    }
}

KT_TEST(texels_of_128_bits)
{
    if (!vkt_init(&v, NULL))
        return;
    const VkDescriptorType image = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                           types[] = {image, image,
                                      image, image,
                                      image, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
                                      image, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_image images[IMAGES];
    VkImageView views[IMAGES];
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_image128, sizeof(vkt_image128)}, 8, types, 0, NULL, &p))
        return;
    for (uint32_t n = 0; n < IMAGES; n++) {
        views[n] = fill(n, &images[n]);
        bind_image(&p, n, views[n]);
    }
    bind_image(&p, 6, VK_NULL_HANDLE);
    struct vkt_buffer texels = {.size = 64 * 16}, out = vkt_buffer(&v, (IMAGES + 2) * COUNT * 16);
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = texels.size,
                               .usage = VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &texels.buffer));
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, texels.buffer, &r);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = r.size};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &texels.memory));
    vkt_ok(vkBindBufferMemory(v.device, texels.buffer, texels.memory, 0));
    vkt_ok(vkMapMemory(v.device, texels.memory, 0, VK_WHOLE_SIZE, 0, &texels.map));
    for (uint32_t k = 0; k < 64 * 4; k++)
        ((uint32_t *)texels.map)[k] = 984 + k;
    VkBufferViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                   .buffer = texels.buffer,
                                   .format = VK_FORMAT_R32G32B32A32_SINT,
                                   .offset = 4 * 16,
                                   .range = 60 * 16};
    VkBufferView texel_view = VK_NULL_HANDLE;
    vkt_ok(vkCreateBufferView(v.device, &view, NULL, &texel_view));
    bind_texels(&p, 5, texel_view);
    vkt_bind_buffer(&v, &p, 7, types[7], &out, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, GROUPS, 1, 1);
    vkt_run(&v, cmd);
    check(out.map);
    for (uint32_t n = 0; n < IMAGES; n++) {
        vkDestroyImageView(v.device, views[n], NULL);
        vkt_image_free(&v, &images[n]);
    }
    vkDestroyBufferView(v.device, texel_view, NULL);
    vkt_buffer_free(&v, &texels);
    vkt_buffer_free(&v, &out);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

static struct vkt_image one_level(VkFormat format)
{
    struct vkt_image i = vkt_image(
        &v, &(VkImageCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .imageType = VK_IMAGE_TYPE_2D,
                                 .format = format,
                                 .extent = {16, 16, 1},
                                 .mipLevels = 1,
                                 .arrayLayers = 1,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT});
    vkt_general(&v, i.image);
    return i;
}

static VkImageView whole(VkImage image, VkFormat format)
{
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkImageView view = VK_NULL_HANDLE;
    vkt_ok(vkCreateImageView(v.device, &info, NULL, &view));
    return view;
}

// A kernel that names formats of 128 bits, on an image of another one.
static void smaller(const struct vkt_pipeline *p, VkFormat format)
{
    struct vkt_image i = one_level(format);
    VkImageView view = whole(i.image, format);
    const VkClearColorValue ones = {.uint32 = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000}};
    for (uint32_t b = 0; b < 7; b++)
        if (b != 5)
            bind_image(p, b, b == 3 || b == 4 ? view : VK_NULL_HANDLE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdClearColorImage(cmd, i.image, VK_IMAGE_LAYOUT_GENERAL, &ones, 1,
                         &(VkImageSubresourceRange){VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1});
    vkt_barrier(cmd);
    vkt_bind(cmd, p);
    vkCmdDispatch(cmd, GROUPS, 1, 1);
    vkt_run(&v, cmd);
    vkDestroyImageView(v.device, view, NULL);
    vkt_image_free(&v, &i);
}

// A kernel that names one of 32 bits, on an image of 128.
static void larger(void)
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    const VkFormat format = VK_FORMAT_R32G32B32A32_UINT;
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_read32, sizeof(vkt_read32)}, 2, types, 0, NULL, &p))
        return;
    struct vkt_image i = one_level(format);
    struct vkt_buffer out = vkt_buffer(&v, 8 + 32 * 32 * 4);
    VkImageView view = whole(i.image, format);
    bind_image(&p, 0, view);
    vkt_bind_buffer(&v, &p, 1, types[1], &out, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, 4, 4, 1);
    vkt_run(&v, cmd);
    for (uint32_t n = 0; n < 2; n++)
        kt_eq(((const uint32_t *)out.map)[n], 16);
    vkDestroyImageView(v.device, view, NULL);
    vkt_buffer_free(&v, &out);
    vkt_image_free(&v, &i);
    vkt_pipeline_free(&v, &p);
}

// Views of other formats than the shader names (the layer would complain): what is read is undefined, but the
// device lives, and other bindings are what they were.
KT_TEST(formats_that_are_others)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    const VkDescriptorType image = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                           types[] = {image, image,
                                      image, image,
                                      image, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
                                      image, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_image128, sizeof(vkt_image128)}, 8, types, 0, NULL, &p))
        return;
    struct vkt_buffer out = vkt_buffer(&v, (IMAGES + 2) * COUNT * 16);
    bind_texels(&p, 5, VK_NULL_HANDLE);
    vkt_bind_buffer(&v, &p, 7, types[7], &out, 0, VK_WHOLE_SIZE);
    const VkFormat formats[] = {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R16G16B16A16_UINT, VK_FORMAT_R32_UINT};
    for (uint32_t n = 0; n < 3; n++) {
        memset(out.map, 0xee, out.size);
        smaller(&p, formats[n]);
        kt_eq(((const uint32_t(*)[4])out.map)[(IMAGES + 1) * COUNT][0], 0); // a null descriptor's
    }
    larger();
    vkt_buffer_free(&v, &out);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

KT_MAIN()

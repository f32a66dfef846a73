// Views and samplers through the API: compressed images as blocks, slices of volumes, null descriptors,
// immutable samplers, push descriptors, templates, samplers that are written after the dispatch is recorded.
#include <stdlib.h>
#include <string.h>

#include "vk/vkt.h"
#include "vkt_border.h"
#include "vkt_fetch.h"
#include "vkt_samples.h"

static struct vkt v;

static uint32_t minify(uint32_t n, uint32_t level)
{
    return n >> level ? n >> level : 1;
}

static struct vkt_image make(const VkImageCreateInfo *info)
{
    struct vkt_image i = vkt_image(&v, info);
    vkt_general(&v, i.image);
    return i;
}

static VkImageView view_of(VkImage image, VkImageViewType type, VkFormat format, uint32_t level,
                           uint32_t layer, uint32_t levels)
{
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = image,
                                  .viewType = type,
                                  .format = format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, level, levels, layer, 1}};
    VkImageView view = VK_NULL_HANDLE;
    vkt_ok(vkCreateImageView(v.device, &info, NULL, &view));
    return view;
}

static void write_image(VkDescriptorSet set, uint32_t binding, uint32_t element, VkDescriptorType type,
                        VkImageView view, VkSampler sampler)
{
    VkDescriptorImageInfo image = {sampler, view, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = set,
                              .dstBinding = binding,
                              .dstArrayElement = element,
                              .descriptorCount = 1,
                              .descriptorType = type,
                              .pImageInfo = &image};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
}

static const VkDescriptorType fetch_types[] = {
    VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};

// Runs fetch.comp on a view of width x height texels.
static void fetch(VkImageView view, int32_t width, int32_t height, struct vkt_buffer *out)
{
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_fetch, sizeof(vkt_fetch)}, 3, fetch_types, 8, NULL, &p))
        return;
    write_image(p.set, 0, 0, fetch_types[0], view, VK_NULL_HANDLE);
    write_image(p.set, 1, 0, fetch_types[1], view, VK_NULL_HANDLE);
    vkt_bind_buffer(&v, &p, 2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    const int32_t size[2] = {width, height};
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, size);
    vkCmdDispatch(cmd, (uint32_t)(width + 7) / 8, (uint32_t)(height + 7) / 8, 1);
    vkt_run(&v, cmd);
    vkt_pipeline_free(&v, &p);
}

// Each level and layer of a compressed image, seen as an image of its blocks.
static void blocks(VkFormat compressed, VkFormat format, uint32_t bytes, uint32_t block)
{
    enum { W = 150, H = 70, LEVELS = 6, LAYERS = 3 };
    VkImageCreateInfo info = vkt_image_2d(compressed, W, H, LEVELS, LAYERS,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT);
    info.flags = VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT | VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT |
                 VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
    struct vkt_image i = make(&info);
    for (uint32_t n = 0; n < LEVELS * LAYERS; n++) {
        uint32_t level = n / LAYERS, layer = n % LAYERS;
        uint32_t w = (minify(W, level) + block - 1) / block, h = (minify(H, level) + block - 1) / block;
        struct vkt_buffer data = vkt_buffer(&v, (VkDeviceSize)w * h * bytes),
                          out = vkt_buffer(&v, (VkDeviceSize)w * h * 16);
        uint32_t *words = data.map, *got = out.map;
        for (uint32_t k = 0; k < w * h * bytes / 4; k++)
            words[k] = (k + 1) * 2654435761u ^ n * 40503u;
        VkBufferImageCopy c = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, layer, 1},
                               .imageExtent = {minify(W, level), minify(H, level), 1}};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyBufferToImage(cmd, data.buffer, i.image, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
        vkt_run(&v, cmd);
        VkImageView view = view_of(i.image, VK_IMAGE_VIEW_TYPE_2D, format, level, layer, 1);
        fetch(view, (int32_t)w, (int32_t)h, &out);
        for (uint32_t k = 0; k < w * h; k++)
            if (memcmp(&got[4 * k], &words[k * bytes / 4], bytes) != 0) {
                kt_ok(false, "level %u layer %u block %u: %08x, not %08x", level, layer, k, got[4 * k],
                      words[k * bytes / 4]);
                break;
            }
        cmd = vkt_begin(&v);
        vkCmdCopyImageToBuffer(cmd, i.image, VK_IMAGE_LAYOUT_GENERAL, data.buffer, 1, &c);
        vkt_run(&v, cmd);
        for (uint32_t k = 0; k < w * h; k++) {
            const uint32_t want[4] = {~(k % w), ~(k / w), ~(k % w), ~(k / w)};
            if (memcmp(&words[k * bytes / 4], want, bytes) != 0) {
                kt_ok(false, "level %u layer %u block %u was written %08x", level, layer, k,
                      words[k * bytes / 4]);
                break;
            }
        }
        vkDestroyImageView(v.device, view, NULL);
        vkt_buffer_free(&v, &data);
        vkt_buffer_free(&v, &out);
    }
    vkt_image_free(&v, &i);
}

// Gen7.5 aligns levels to one block, and a surface begins at multiples of four.
static bool has_blocks_as_texels(void)
{
    VkImageFormatProperties p;
    return vkGetPhysicalDeviceImageFormatProperties(v.physical, VK_FORMAT_BC7_UNORM_BLOCK, VK_IMAGE_TYPE_2D,
                                                    VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_SAMPLED_BIT,
                                                    VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT |
                                                        VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT,
                                                    &p) == VK_SUCCESS;
}

KT_TEST(blocks_as_texels)
{
    if (!vkt_init(&v, NULL))
        return;
    if (!has_blocks_as_texels()) {
        vkt_finish(&v);
        kt_skip("no views of blocks as texels");
    }
    blocks(VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_FORMAT_R32G32_UINT, 8, 4);
    blocks(VK_FORMAT_BC7_UNORM_BLOCK, VK_FORMAT_R32G32B32A32_UINT, 16, 4);
    vkt_finish(&v);
}

KT_TEST(slices_of_volumes)
{
    if (!vkt_init(&v, NULL))
        return;
    enum { W = 40, H = 20, D = 9, LEVELS = 3 };
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .flags = VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT,
                              .imageType = VK_IMAGE_TYPE_3D,
                              .format = VK_FORMAT_R32_UINT,
                              .extent = {W, H, D},
                              .mipLevels = LEVELS,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                       VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT};
    struct vkt_image i = make(&info);
    struct vkt_buffer data = vkt_buffer(&v, W * H * D * 4), out = vkt_buffer(&v, W * H * 16);
    uint32_t *words = data.map, *got = out.map;
    for (uint32_t level = 0; level < LEVELS; level++) {
        uint32_t w = W >> level, h = H >> level, d = D >> level;
        for (uint32_t k = 0; k < w * h * d; k++)
            words[k] = k * 2654435761u + level;
        VkBufferImageCopy c = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1},
                               .imageExtent = {w, h, d}};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyBufferToImage(cmd, data.buffer, i.image, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
        vkt_run(&v, cmd);
        for (uint32_t z = 0; z < d; z += 2) {
            VkImageView view = view_of(i.image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_UINT, level, z, 1);
            fetch(view, (int32_t)w, (int32_t)h, &out);
            for (uint32_t k = 0; k < w * h; k++)
                if (!kt_eq(got[4 * k], words[z * w * h + k]))
                    break;
            vkDestroyImageView(v.device, view, NULL);
        }
        cmd = vkt_begin(&v);
        vkCmdCopyImageToBuffer(cmd, i.image, VK_IMAGE_LAYOUT_GENERAL, data.buffer, 1, &c);
        vkt_run(&v, cmd);
        for (uint32_t k = 0; k < w * h * d; k++) // every other slice was written
            if (!kt_eq(words[k], k / (w * h) % 2 ? k * 2654435761u + level : ~(k % w)))
                break;
    }
    vkt_buffer_free(&v, &data);
    vkt_buffer_free(&v, &out);
    vkt_image_free(&v, &i);
    vkt_finish(&v);
}

enum { PART_X = 1, PART_Y = 3, PART_W = 5, PART_H = 4 }; // of a second copy

// A part of the first layer of `a`, by way of an image in which it lies where several tiles meet.
static void copy_part_around(VkCommandBuffer cmd, VkImage a, VkImage by, VkImage b)
{
    enum { X = 125, Y = 62 };
    const VkImageSubresourceLayers layer = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    const VkExtent3D extent = {PART_W, PART_H, 1};
    const VkImageCopy to = {layer, {2, 1, 0}, layer, {X, Y, 0}, extent},
                      from = {layer, {X, Y, 0}, layer, {PART_X, PART_Y, 0}, extent};
    vkCmdCopyImage(cmd, a, VK_IMAGE_LAYOUT_GENERAL, by, VK_IMAGE_LAYOUT_GENERAL, 1, &to);
    vkt_barrier(cmd);
    vkCmdCopyImage(cmd, by, VK_IMAGE_LAYOUT_GENERAL, b, VK_IMAGE_LAYOUT_GENERAL, 1, &from);
}

static uint32_t value_of(uint32_t k, uint32_t samples)
{
    const uint32_t x = k % 8, y = k / 8 % 8;
    const bool part = x >= PART_X && x < PART_X + PART_W && y >= PART_Y && y < PART_Y + PART_H;
    return k >= samples * 64 ? 9 : part ? 7 : 5;
}

// Multisampled images can be cleared, copied and fetched from.
static void multisampled(uint32_t samples, VkFormat format)
{
    VkImageCreateInfo info = vkt_image_2d(format, 8, 8, 1, 2,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                              VK_IMAGE_USAGE_SAMPLED_BIT);
    info.samples = (VkSampleCountFlagBits)samples;
    struct vkt_image a = make(&info), b = make(&info);
    info.extent = (VkExtent3D){150, 80, 1};
    struct vkt_image by = make(&info);
    VkCommandBuffer cmd = vkt_begin(&v);
    VkImageSubresourceRange first = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
                            second = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 1, 1};
    vkCmdClearColorImage(cmd, a.image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearColorValue){.uint32 = {7}}, 1,
                         &first);
    vkCmdClearColorImage(cmd, a.image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearColorValue){.uint32 = {9}}, 1,
                         &second);
    vkCmdClearColorImage(cmd, b.image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearColorValue){.uint32 = {5}}, 1,
                         &first);
    vkt_barrier(cmd);
    VkImageCopy c = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 1},
                     .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 1},
                     .extent = {8, 8, 1}};
    vkCmdCopyImage(cmd, a.image, VK_IMAGE_LAYOUT_GENERAL, b.image, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
    copy_part_around(cmd, a.image, by.image, b.image);
    vkt_run(&v, cmd);

    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    struct vkt_buffer out = vkt_buffer(&v, (2 * samples * 64 + 1) * 4);
    VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                       .image = b.image,
                                       .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                       .format = format,
                                       .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 2}};
    VkImageView view;
    vkt_ok(vkCreateImageView(v.device, &view_info, NULL, &view));
    if (vkt_pipeline(&v, (struct vkt_shader){vkt_samples, sizeof(vkt_samples)}, 2, types, 0, NULL, &p)) {
        write_image(p.set, 0, 0, types[0], view, VK_NULL_HANDLE);
        vkt_bind_buffer(&v, &p, 1, types[1], &out, 0, VK_WHOLE_SIZE);
        cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        const uint32_t *got = out.map;
        for (uint32_t k = 0; k < 2 * samples * 64; k++)
            if (!kt_eq(got[k], value_of(k, samples)))
                break;
        kt_eq(got[2 * samples * 64], samples);
        vkt_pipeline_free(&v, &p);
    }
    vkDestroyImageView(v.device, view, NULL);
    vkt_buffer_free(&v, &out);
    vkt_image_free(&v, &a);
    vkt_image_free(&v, &by);
    vkt_image_free(&v, &b);
}

KT_TEST(multisampled_images)
{
    if (!vkt_init(&v, NULL))
        return;
    static const VkFormat formats[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R8_UINT, VK_FORMAT_R16G16B16A16_UINT};
    for (uint32_t samples = 2; samples <= 16; samples *= 2)
        for (unsigned n = 0; n < 3; n++)
            multisampled(samples, formats[n]);
    vkt_finish(&v);
}

KT_TEST(null_images)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer out = vkt_buffer(&v, 64 * 16);
    memset(out.map, 0xa5, 64 * 16);
    fetch(VK_NULL_HANDLE, 8, 8, &out);
    for (uint32_t k = 0; k < 64 * 4; k++)
        if (k % 4 != 3 && !kt_eq(((uint32_t *)out.map)[k], 0))
            break;
    vkt_buffer_free(&v, &out);
    vkt_finish(&v);
}

// ---- samplers ----

// Samplers that are known by their border colours; immutable ones have no custom colours, though one is told.
static const float colors[4][4] = {
    {0.25f, 0.5f, 0.75f, 1}, {0, 1, 0.5f, 0.25f}, {0.5f, 0.5f, 0, 0}, {1, 0, 0, 1}};
static const float standard[3][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}};

static VkSampler colored(unsigned n, bool custom_color)
{
    VkSamplerCustomBorderColorCreateInfoEXT custom = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT,
        .customBorderColor = {.float32 = {colors[n][0], colors[n][1], colors[n][2], colors[n][3]}},
        .format = VK_FORMAT_R8G8B8A8_UNORM};
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                .pNext = &custom,
                                .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                .borderColor =
                                    custom_color ? VK_BORDER_COLOR_FLOAT_CUSTOM_EXT : (VkBorderColor)(2 * n)};
    VkSampler s = VK_NULL_HANDLE;
    vkt_ok(vkCreateSampler(v.device, &info, NULL, &s));
    return s;
}

enum how { PLAIN, IMMUTABLE, AFTER_BIND, PUSH, TEMPLATE, SWIZZLED, LATE };

struct border {
    struct vkt_image image;
    VkImageView view;
    VkSampler samplers[4];
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    struct vkt_buffer out;
};

static void make_layout(struct border *b, enum how how)
{
    bool fixed = how == IMMUTABLE;
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_SAMPLER, 2, VK_SHADER_STAGE_COMPUTE_BIT, fixed ? b->samplers : NULL},
        {2, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT,
         fixed ? &b->samplers[2] : NULL},
        {3, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkDescriptorBindingFlags after = VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT,
                                   flags[] = {after, after, after, 0};
    VkDescriptorSetLayoutBindingFlagsCreateInfo binding_flags = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = 4,
        .pBindingFlags = flags};
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .pNext = how == AFTER_BIND ? &binding_flags : NULL,
        .flags = how == AFTER_BIND ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT
                 : how == PUSH     ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
                                   : 0u,
        .bindingCount = 4,
        .pBindings = bindings};
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &b->set_layout));
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &b->set_layout};
    vkt_ok(vkCreatePipelineLayout(v.device, &layout, NULL, &b->layout));
}

static void make_set(struct border *b, enum how how)
{
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1},
                                          {VK_DESCRIPTOR_TYPE_SAMPLER, 2},
                                          {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
    VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .flags = how == AFTER_BIND ? VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT : 0u,
        .maxSets = 1,
        .poolSizeCount = 4,
        .pPoolSizes = sizes};
    vkt_ok(vkCreateDescriptorPool(v.device, &info, NULL, &b->pool));
    VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = b->pool,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &b->set_layout};
    vkt_ok(vkAllocateDescriptorSets(v.device, &alloc, &b->set));
}

static void make_border(struct border *b, enum how how)
{
    VkImageCreateInfo image = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, 4, 4, 1, 1,
                                           VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    b->image = make(&image);
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = b->image.image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = VK_FORMAT_R8G8B8A8_UNORM,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    if (how == SWIZZLED)
        view.components = (VkComponentMapping){VK_COMPONENT_SWIZZLE_B, VK_COMPONENT_SWIZZLE_R,
                                               VK_COMPONENT_SWIZZLE_ONE, VK_COMPONENT_SWIZZLE_G};
    vkt_ok(vkCreateImageView(v.device, &view, NULL, &b->view));
    VkCommandBuffer cmd = vkt_begin(&v);
    VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vkCmdClearColorImage(cmd, b->image.image, VK_IMAGE_LAYOUT_GENERAL,
                         &(VkClearColorValue){.float32 = {1, 0, 1, 0}}, 1, &all);
    vkt_run(&v, cmd);
    for (unsigned n = 0; n < (how == IMMUTABLE ? 3u : 4u); n++)
        b->samplers[n] = colored(n, how != IMMUTABLE);
    make_layout(b, how);
    b->pipeline = vkt_compute(&v, (struct vkt_shader){vkt_border, sizeof(vkt_border)}, b->layout, 0, NULL);
    b->out = vkt_buffer(&v, 4096);
    if (how != PUSH)
        make_set(b, how);
}

static void free_border(struct border *b)
{
    vkt_buffer_free(&v, &b->out);
    vkDestroyDescriptorPool(v.device, b->pool, NULL);
    vkDestroyPipeline(v.device, b->pipeline, NULL);
    vkDestroyPipelineLayout(v.device, b->layout, NULL);
    vkDestroyDescriptorSetLayout(v.device, b->set_layout, NULL);
    for (unsigned n = 0; n < 4; n++)
        vkDestroySampler(v.device, b->samplers[n], NULL);
    vkDestroyImageView(v.device, b->view, NULL);
    vkt_image_free(&v, &b->image);
}

// All writes; samplers from `first` on, those that are immutable are ignored.
static void writes(struct border *b, VkWriteDescriptorSet w[5], VkDescriptorImageInfo images[4],
                   VkDescriptorBufferInfo *buffer, bool wrong)
{
    const VkSampler *s = b->samplers;
    images[0] = (VkDescriptorImageInfo){VK_NULL_HANDLE, b->view, VK_IMAGE_LAYOUT_GENERAL};
    images[1] = (VkDescriptorImageInfo){.sampler = s[wrong ? 3 : 0]};
    images[2] = (VkDescriptorImageInfo){.sampler = s[wrong ? 3 : 1]};
    images[3] = (VkDescriptorImageInfo){s[wrong ? 3 : 2], b->view, VK_IMAGE_LAYOUT_GENERAL};
    *buffer = (VkDescriptorBufferInfo){b->out.buffer, 0, VK_WHOLE_SIZE};
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLER,
                                             VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    for (uint32_t n = 0; n < 4; n++)
        w[n] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = b->set,
                                      .dstBinding = n,
                                      .descriptorCount = n == 1 ? 2 : 1,
                                      .descriptorType = types[n],
                                      .pImageInfo = &images[n < 2 ? n : 3],
                                      .pBufferInfo = buffer};
}

static void expect(const struct border *b, enum how how)
{
    const float *got = b->out.map, inside[4] = {1, 0, 1, 0};
    for (unsigned n = 0; n < 16; n++) {
        float want = n >= 12            ? inside[n % 4]
                     : how == IMMUTABLE ? standard[n / 4][n % 4]
                                        : colors[n / 4][n % 4];
        // b, r, 1, g
        if (how == SWIZZLED) {
            const float *from = n >= 12 ? inside : colors[n / 4];
            want = (const float[]){from[2], from[0], 1, from[1]}[n % 4];
        }
        kt_ok(got[n] == want, "component %u is %g, not %g", n, (double)got[n], (double)want);
    }
}

static void by_template(struct border *b)
{
    struct {
        VkDescriptorImageInfo images[4];
        VkDescriptorBufferInfo buffer;
    } data;
    VkWriteDescriptorSet w[5];
    writes(b, w, data.images, &data.buffer, false);
    const VkDescriptorUpdateTemplateEntry entries[] = {
        {0, 0, 1, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 0, 0},
        {1, 0, 2, VK_DESCRIPTOR_TYPE_SAMPLER, sizeof(VkDescriptorImageInfo), sizeof(VkDescriptorImageInfo)},
        {2, 0, 1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 3 * sizeof(VkDescriptorImageInfo), 0},
        {3, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4 * sizeof(VkDescriptorImageInfo), 0}};
    VkDescriptorUpdateTemplateCreateInfo info = {.sType =
                                                     VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
                                                 .descriptorUpdateEntryCount = 4,
                                                 .pDescriptorUpdateEntries = entries,
                                                 .descriptorSetLayout = b->set_layout};
    VkDescriptorUpdateTemplate t;
    vkt_ok(vkCreateDescriptorUpdateTemplate(v.device, &info, NULL, &t));
    vkUpdateDescriptorSetWithTemplate(v.device, b->set, t, &data);
    vkDestroyDescriptorUpdateTemplate(v.device, t, NULL);
}

static void samplers(enum how how)
{
    if (!vkt_init(&v, NULL))
        return;
    struct border b = {0};
    VkWriteDescriptorSet w[5];
    VkDescriptorImageInfo images[4];
    VkDescriptorBufferInfo buffer;
    VkDescriptorPool large = VK_NULL_HANDLE;
    VkDescriptorPoolSize much = {VK_DESCRIPTOR_TYPE_SAMPLER, 600000};
    VkDescriptorPoolCreateInfo large_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 1,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &much};
    if (how == LATE)
        vkt_ok(vkCreateDescriptorPool(v.device, &large_info, NULL, &large));
    make_border(&b, how);
    writes(&b, w, images, &buffer, how == AFTER_BIND);
    if (how == TEMPLATE)
        by_template(&b);
    else if (how == IMMUTABLE) { // the combined one's view is still ours to write
        const VkWriteDescriptorSet some[] = {w[0], w[2], w[3]};
        vkUpdateDescriptorSets(v.device, 3, some, 0, NULL);
    } else if (how != PUSH) {
        vkUpdateDescriptorSets(v.device, 4, w, 0, NULL);
    }
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b.pipeline);
    if (how == PUSH)
        vkt_proc(&v, vkCmdPushDescriptorSetKHR)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b.layout, 0, 4, w);
    else
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b.layout, 0, 1, &b.set, 0, NULL);
    vkCmdDispatch(cmd, 1, 1, 1);
    if (how == AFTER_BIND) {
        writes(&b, w, images, &buffer, false);
        vkUpdateDescriptorSets(v.device, 3, w, 0, NULL);
    }
    vkt_run(&v, cmd);
    expect(&b, how);
    free_border(&b);
    vkDestroyDescriptorPool(v.device, large, NULL);
    vkt_finish(&v);
}

// Where border colours are packed as their formats, a sampler without a format has none of its own.
static bool has_custom_borders(void)
{
    VkPhysicalDeviceCustomBorderColorFeaturesEXT f = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    if (!vkt_init(&v, NULL))
        return false;
    vkGetPhysicalDeviceFeatures2(v.physical, &features);
    vkt_finish(&v);
    return f.customBorderColors;
}
#define NEEDS_CUSTOM_BORDERS()                                                                               \
    if (!has_custom_borders())                                                                               \
    kt_skip("no border colours of one's own")

KT_TEST(samplers_in_sets)
{
    NEEDS_CUSTOM_BORDERS();
    samplers(PLAIN);
}

KT_TEST(immutable_samplers)
{
    samplers(IMMUTABLE);
}

static bool may_update_after_bind(void)
{
    VkPhysicalDeviceDescriptorIndexingFeatures f = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    if (!vkt_init(&v, NULL))
        return false;
    vkGetPhysicalDeviceFeatures2(v.physical, &features);
    vkt_finish(&v);
    return f.descriptorBindingSampledImageUpdateAfterBind;
}

KT_TEST(samplers_after_bind)
{
    if (!may_update_after_bind()) // Gen8
        return;
    samplers(AFTER_BIND);
}

KT_TEST(pushed_samplers)
{
    NEEDS_CUSTOM_BORDERS();
    if (vkt_gpu_assisted())
        kt_skip("the layer knows no pushed descriptors");
    samplers(PUSH);
}

// A sampler's pointer to its border colour reaches 16 MiB, however much other state there is.
KT_TEST(borders_behind_much_state)
{
    NEEDS_CUSTOM_BORDERS();
    samplers(LATE);
}

// Border colours go through the view's swizzle, as texels do.
KT_TEST(swizzled_borders)
{
    NEEDS_CUSTOM_BORDERS();
    samplers(SWIZZLED);
}

KT_TEST(samplers_by_template)
{
    NEEDS_CUSTOM_BORDERS();
    samplers(TEMPLATE);
}

KT_MAIN()

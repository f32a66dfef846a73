// VK_EXT_descriptor_buffer: every kind of descriptor in buffers, reached through binding tables, by handles
// within 64 MiB and from further apart; written by the host before and after recording, and by the device.
#include <stdlib.h>
#include <string.h>

#include "vk/addressed.h"
#include "vkt_dbuf.h"
#include "vkt_dbuf_wide.h"
#include "vkt_wide_add.h"

static VkPhysicalDeviceDescriptorBufferPropertiesEXT limits;
static PFN_vkGetDescriptorEXT get_descriptor;
static PFN_vkCmdBindDescriptorBuffersEXT bind_buffers;
static PFN_vkCmdSetDescriptorBufferOffsetsEXT set_offsets;

static bool start(void)
{
    if (!vkt_init(&v, NULL))
        return false;
    limits.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT;
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                     .pNext = &limits};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    get_descriptor = vkt_proc(&v, vkGetDescriptorEXT);
    bind_buffers = vkt_proc(&v, vkCmdBindDescriptorBuffersEXT);
    set_offsets = vkt_proc(&v, vkCmdSetDescriptorBufferOffsetsEXT);
    return true;
}

#define BOTH                                                                                                 \
    (VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT | VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT)

// ---- what the scenes are made of ----

enum { SETS = 5, IMAGES = 16 };
enum where { NEAR, FAR };

struct scene {
    VkDescriptorSetLayout layouts[SETS];
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkSampler samplers[4]; // border colours: zero, opaque black, white, custom (0.5 in x)
    VkImage images[IMAGES + 2];
    VkImageView views[IMAGES + 2];
    VkDeviceMemory image_memory;
    struct memory descriptors, data;
    VkDeviceSize offsets[SETS];
};

// Places in the data buffer.
enum { OUT = 0, UNIFORM = 1024, WORDS = 1280, TEXELS = 1536, FEW = 2048, MANY = 4096, PUSHED = 8192 };

static void make_layouts(struct scene *s)
{
    const VkShaderStageFlags stage = VK_SHADER_STAGE_COMPUTE_BIT;
    const VkDescriptorSetLayoutBinding first[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, NULL},
        {1, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, stage, NULL},
        {2, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1, stage, NULL},
        {3, VK_DESCRIPTOR_TYPE_SAMPLER, 2, stage, NULL},
        {4, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, stage, NULL},
        {5, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1, stage, NULL},
        {6, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1, stage, NULL},
        {7, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 1, stage, NULL},
        {8, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 32, stage, NULL},
        {9, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3, stage, NULL}};
    const VkDescriptorSetLayoutBinding own[2] = {{0, VK_DESCRIPTOR_TYPE_SAMPLER, 1, stage, &s->samplers[1]},
                                                 {1, VK_DESCRIPTOR_TYPE_SAMPLER, 1, stage, &s->samplers[2]}};
    const VkDescriptorSetLayoutBinding many = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1000, stage, NULL},
                                       pushed = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, NULL},
                                       images = {0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 20, stage, NULL};
    const struct {
        uint32_t count;
        const VkDescriptorSetLayoutBinding *bindings;
        VkDescriptorSetLayoutCreateFlags flags;
    } rows[SETS] = {
        {10, first, 0},
        {1, &many, 0},
        {2, own, VK_DESCRIPTOR_SET_LAYOUT_CREATE_EMBEDDED_IMMUTABLE_SAMPLERS_BIT_EXT},
        {1, &pushed, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR},
        {1, &images, 0},
    };
    const VkDescriptorBindingFlags variable = VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
    VkDescriptorSetLayoutBindingFlagsCreateInfo flags = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = 1,
        .pBindingFlags = &variable};
    for (unsigned i = 0; i < SETS; i++) {
        VkDescriptorSetLayoutCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .pNext = i == 1 ? &flags : NULL,
            .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT | rows[i].flags,
            .bindingCount = rows[i].count,
            .pBindings = rows[i].bindings};
        vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &s->layouts[i]));
    }
}

static void make_samplers(struct scene *s)
{
    VkSamplerCustomBorderColorCreateInfoEXT custom = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT,
        .customBorderColor = {.float32 = {0.2f, 0.4f, 0.6f, 0.8f}},
        .format = VK_FORMAT_R8G8B8A8_UNORM};
    static const VkBorderColor colors[4] = {
        VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK,
        VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, VK_BORDER_COLOR_FLOAT_CUSTOM_EXT};
    for (unsigned i = 0; i < 4; i++) {
        VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                    .pNext = i == 3 ? &custom : NULL,
                                    .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                    .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                    .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                    .borderColor = colors[i]};
        vkt_ok(vkCreateSampler(v.device, &info, NULL, &s->samplers[i]));
    }
}

// Image n is cleared to (n, n, n, n) + 100 in bytes.
static void make_images(struct scene *s)
{
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, 4, 4, 1, 1,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT);
    VkMemoryRequirements r = {0};
    for (unsigned i = 0; i < IMAGES + 2; i++) {
        vkt_ok(vkCreateImage(v.device, &info, NULL, &s->images[i]));
        vkGetImageMemoryRequirements(v.device, s->images[i], &r);
    }
    VkDeviceSize step = (r.size + r.alignment - 1) / r.alignment * r.alignment;
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = step * (IMAGES + 2)};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &s->image_memory));
    for (unsigned i = 0; i < IMAGES + 2; i++) {
        vkt_ok(vkBindImageMemory(v.device, s->images[i], s->image_memory, i * step));
        vkt_general(&v, s->images[i]);
        float c = (float)(100 + i) / 255.0f;
        VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdClearColorImage(cmd, s->images[i], VK_IMAGE_LAYOUT_GENERAL,
                             &(VkClearColorValue){.float32 = {c, c, c, c}}, 1, &all);
        vkt_run(&v, cmd);
        VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                      .image = s->images[i],
                                      .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                      .format = VK_FORMAT_R8G8B8A8_UNORM,
                                      .subresourceRange = all};
        vkt_ok(vkCreateImageView(v.device, &view, NULL, &s->views[i]));
    }
}

static void fill_data(struct scene *s)
{
    uint32_t *d = (uint32_t *)s->data.map;
    memset(d, 0, s->data.size);
    d[UNIFORM / 4 + 1] = 4321;
    d[WORDS / 4 + 1] = 0xabcd1234;
    d[TEXELS / 4 + 1] = 0x00007700;
    for (uint32_t i = 0; i < 12; i++)
        d[FEW / 4 + i / 4 * 64 + i % 4] = 500 + i;
    for (uint32_t i = 0; i < 16; i++)
        d[MANY / 4 + i * 16] = 1000 + i;
    d[PUSHED / 4] = 31;
}

static void setup(struct scene *s, enum where where)
{
    memset(s, 0, sizeof(*s));
    make_samplers(s);
    make_images(s);
    make_layouts(s);
    s->layout = vkt_layout(&v, SETS, s->layouts, 4);
    s->pipeline = vkt_compute(&v, (struct vkt_shader){vkt_dbuf, sizeof(vkt_dbuf)}, s->layout,
                              VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT, NULL);
    s->data = allocate(16384, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                  VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                                  VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
                                  VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    fill_data(s);
    VkDeviceSize far = where == FAR ? 80u << 20 : 0;
    s->descriptors = allocate(65536 + far, BOTH | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    s->offsets[0] = 4096 + 64;
    s->offsets[4] = 16384;
    s->offsets[1] = 32768 + far;
}

static void teardown(struct scene *s)
{
    for (unsigned i = 0; i < IMAGES + 2; i++) {
        vkDestroyImageView(v.device, s->views[i], NULL);
        vkDestroyImage(v.device, s->images[i], NULL);
    }
    vkFreeMemory(v.device, s->image_memory, NULL);
    for (unsigned i = 0; i < 4; i++)
        vkDestroySampler(v.device, s->samplers[i], NULL);
    vkDestroyPipeline(v.device, s->pipeline, NULL);
    vkDestroyPipelineLayout(v.device, s->layout, NULL);
    for (unsigned i = 0; i < SETS; i++)
        vkDestroyDescriptorSetLayout(v.device, s->layouts[i], NULL);
    release(&s->descriptors);
    release(&s->data);
}

// ---- descriptors ----

static size_t size_of(VkDescriptorType type)
{
    switch (type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
        return limits.samplerDescriptorSize;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        return limits.combinedImageSamplerDescriptorSize;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
        return limits.sampledImageDescriptorSize;
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        return limits.storageImageDescriptorSize;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        return limits.robustUniformTexelBufferDescriptorSize;
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        return limits.robustStorageTexelBufferDescriptorSize;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
        return limits.robustUniformBufferDescriptorSize;
    default:
        return limits.robustStorageBufferDescriptorSize;
    }
}

// Writes one descriptor of a set into `base`, which stands for the start of the descriptor buffer.
static void put(const struct scene *s, uint8_t *base, unsigned set, uint32_t binding, uint32_t element,
                VkDescriptorType type, VkDescriptorDataEXT data)
{
    VkDescriptorGetInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT, .type = type, .data = data};
    VkDeviceSize at;
    vkt_proc(&v, vkGetDescriptorSetLayoutBindingOffsetEXT)(v.device, s->layouts[set], binding, &at);
    get_descriptor(v.device, &info, size_of(type), base + s->offsets[set] + at + element * size_of(type));
}

static void put_range(const struct scene *s, uint8_t *base, unsigned set, uint32_t binding, uint32_t element,
                      VkDescriptorType type, uint32_t offset, uint32_t range, VkFormat format)
{
    VkDescriptorAddressInfoEXT a = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                    .address = s->data.address + offset,
                                    .range = range,
                                    .format = format};
    put(s, base, set, binding, element, type, (VkDescriptorDataEXT){.pStorageBuffer = &a});
}

static void put_image(const struct scene *s, uint8_t *base, unsigned set, uint32_t binding, uint32_t element,
                      VkDescriptorType type, unsigned image, VkSampler sampler)
{
    VkDescriptorImageInfo i = {sampler, s->views[image], VK_IMAGE_LAYOUT_GENERAL};
    put(s, base, set, binding, element, type, (VkDescriptorDataEXT){.pCombinedImageSampler = &i});
}

static void put_all(const struct scene *s, uint8_t *base)
{
    const VkDescriptorType ssbo = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    put_range(s, base, 0, 0, 0, ssbo, OUT, 1024, 0);
    put_range(s, base, 0, 1, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, UNIFORM, 16, 0);
    put_image(s, base, 0, 2, 0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, IMAGES, VK_NULL_HANDLE);
    for (uint32_t n = 0; n < 2; n++)
        put(s, base, 0, 3, n, VK_DESCRIPTOR_TYPE_SAMPLER,
            (VkDescriptorDataEXT){.pSampler = &s->samplers[2 + n]});
    put_image(s, base, 0, 4, 0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, IMAGES, s->samplers[3]);
    put_image(s, base, 0, 5, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, IMAGES + 1, VK_NULL_HANDLE);
    put_range(s, base, 0, 6, 0, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, WORDS, 16, VK_FORMAT_R32_UINT);
    put_range(s, base, 0, 7, 0, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, TEXELS, 16,
              VK_FORMAT_R8G8B8A8_UNORM);
    const uint32_t block[8] = {1, 2, 3, 4, 5, 6, 789, 8};
    VkDeviceSize at;
    vkt_proc(&v, vkGetDescriptorSetLayoutBindingOffsetEXT)(v.device, s->layouts[0], 8, &at);
    memcpy(base + s->offsets[0] + at, block, sizeof(block));
    for (uint32_t n = 0; n < 3; n++)
        put_range(s, base, 0, 9, n, ssbo, FEW + n * 256, 16 * (n + 1), 0);
    for (uint32_t n = 0; n < 16; n++)
        put_range(s, base, 1, 0, n, ssbo, MANY + n * 64, 4, 0);
    for (uint32_t n = 0; n < IMAGES; n++)
        put_image(s, base, 4, 0, n, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, n, VK_NULL_HANDLE);
}

static void push_buffer(VkCommandBuffer cmd, VkPipelineLayout layout, uint32_t set, uint32_t count,
                        const VkDescriptorBufferInfo *infos)
{
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .descriptorCount = count,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                              .pBufferInfo = infos};
    vkt_proc(&v, vkCmdPushDescriptorSetKHR)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, set, 1, &w);
}

static void bind(VkCommandBuffer cmd, const struct memory *m)
{
    VkDescriptorBufferBindingInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT, .address = m->address, .usage = BOTH};
    bind_buffers(cmd, 1, &info);
}

static void dispatch(VkCommandBuffer cmd, const struct scene *s, uint32_t which)
{
    const VkPipelineBindPoint point = VK_PIPELINE_BIND_POINT_COMPUTE;
    const uint32_t zeros[2] = {0, 0};
    const VkDescriptorBufferInfo pushed = {s->data.buffer, PUSHED, 64};
    vkCmdBindPipeline(cmd, point, s->pipeline);
    bind(cmd, &s->descriptors);
    set_offsets(cmd, point, s->layout, 0, 2, zeros, s->offsets);
    vkt_proc(&v, vkCmdBindDescriptorBufferEmbeddedSamplersEXT)(cmd, point, s->layout, 2);
    push_buffer(cmd, s->layout, 3, 1, &pushed);
    set_offsets(cmd, point, s->layout, 4, 1, zeros, &s->offsets[4]);
    vkCmdPushConstants(cmd, s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &which);
    vkCmdDispatch(cmd, 1, 1, 1);
}

static uint32_t pixel(const struct scene *s, unsigned image, int32_t x)
{
    struct vkt_buffer out = vkt_buffer(&v, 64);
    VkBufferImageCopy c = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                           .imageOffset = {x, 0, 0},
                           .imageExtent = {1, 1, 1}};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyImageToBuffer(cmd, s->images[image], VK_IMAGE_LAYOUT_GENERAL, out.buffer, 1, &c);
    vkt_run(&v, cmd);
    uint32_t texel = *(uint32_t *)out.map;
    vkt_buffer_free(&v, &out);
    return texel;
}

static void expect(const struct scene *s, uint32_t which)
{
    const uint32_t *o = (const uint32_t *)s->data.map;
    for (uint32_t i = 0; i < 16; i++) {
        kt_eq(o[i], 1015 - i);
        kt_eq(o[16 + i], 500 + which * 4 + (i & 3));
        kt_eq(o[32 + i], 100 + i);
        kt_eq(pixel(s, i, 1), i * 0x01010101);
    }
    kt_eq(o[48], 4321);
    kt_eq(o[49], 116);
    kt_eq(o[50], which & 1 ? 51 : 255);
    kt_eq(o[51], 102);
    kt_eq(o[52], 117);
    kt_eq(pixel(s, IMAGES + 1, 0), 0xff3300ff);
    kt_eq(o[53], 0xabcd1234);
    kt_eq(o[54], 0x77);
    kt_eq(o[TEXELS / 4], 0xff00ff00);
    kt_eq(o[55], 789);
    kt_eq(o[56], 255);
    kt_eq(o[57], 31);
    kt_eq(o[PUSHED / 4 + 1], 77);
    kt_eq(o[58], 4 * (which + 1));
    kt_eq(o[59], 0);
    kt_eq(o[60], 255);
}

// ---- tests ----

static bool begin(struct scene *s, enum where where)
{
    if (!start())
        return false;
    setup(s, where);
    return true;
}

static void end(struct scene *s)
{
    teardown(s);
    vkt_finish(&v);
}

KT_TEST(every_kind_of_descriptor)
{
    struct scene s;
    if (!begin(&s, NEAR))
        return;
    put_all(&s, s.descriptors.map);
    for (uint32_t which = 0; which < 3; which++) {
        fill_data(&s);
        VkCommandBuffer cmd = vkt_begin(&v);
        dispatch(cmd, &s, which);
        vkt_run(&v, cmd);
        expect(&s, which);
    }
    end(&s);
}

// Handles reach 64 MiB.
KT_TEST(sets_far_apart)
{
    struct scene s;
    if (!begin(&s, FAR))
        return;
    put_all(&s, s.descriptors.map);
    VkCommandBuffer cmd = vkt_begin(&v);
    dispatch(cmd, &s, 2);
    dispatch(cmd, &s, 1);
    vkt_run(&v, cmd);
    expect(&s, 1);
    end(&s);
}

KT_TEST(written_after_recording)
{
    struct scene s;
    for (enum where where = NEAR; where <= FAR; where++) {
        if (!begin(&s, where))
            return;
        VkCommandBuffer cmd = vkt_begin(&v);
        dispatch(cmd, &s, 1);
        put_all(&s, s.descriptors.map);
        vkt_run(&v, cmd);
        expect(&s, 1);
        end(&s);
    }
}

// A dispatch before, whose states the caches have, and descriptors that change between two dispatches.
KT_TEST(written_by_the_device)
{
    struct scene s;
    for (unsigned round = 0; round < 4; round++) {
        if (!begin(&s, round & 1 ? FAR : NEAR))
            return;
        put_all(&s, s.descriptors.map);
        VkDeviceSize at = s.offsets[1];
        struct memory staging = allocate(at + 65536, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
        put_all(&s, staging.map);
        // The other way round, at first.
        for (uint32_t n = 0; n < 16; n++)
            put_range(&s, s.descriptors.map, 1, 0, n, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MANY + 960 - n * 64,
                      4, 0);
        VkCommandBuffer cmd = vkt_begin(&v);
        dispatch(cmd, &s, 1);
        vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0,
                             NULL, 0, NULL, 0, NULL);
        VkBufferCopy c = {at, at, 2048};
        vkCmdCopyBuffer(cmd, staging.buffer, s.descriptors.buffer, 1, &c);
        VkMemoryBarrier2 b = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                              .srcStageMask = VK_PIPELINE_STAGE_2_TRANSFER_BIT,
                              .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                              .dstStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                              .dstAccessMask = VK_ACCESS_2_DESCRIPTOR_BUFFER_READ_BIT_EXT};
        VkDependencyInfo d = {
            .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &b};
        if (round < 2)
            vkCmdPipelineBarrier2(cmd, &d);
        else
            vkt_barrier(cmd);
        dispatch(cmd, &s, 1);
        vkt_run(&v, cmd);
        expect(&s, 1);
        release(&staging);
        end(&s);
    }
}

// Null descriptors read as zero; what was not written for the layout's count is not looked at.
KT_TEST(null_descriptors)
{
    struct scene s;
    if (!begin(&s, NEAR))
        return;
    put_all(&s, s.descriptors.map);
    // (Layers of before 1.4 want other ranges than VK_WHOLE_SIZE, which later ones demand.)
    VkDescriptorAddressInfoEXT none = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                       .range = VK_HEADER_VERSION >= 303 ? VK_WHOLE_SIZE : 4};
    put(&s, s.descriptors.map, 1, 0, 3, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        (VkDescriptorDataEXT){.pStorageBuffer = &none});
    put(&s, s.descriptors.map, 1, 0, 4, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        (VkDescriptorDataEXT){.pStorageBuffer = NULL});
    put(&s, s.descriptors.map, 0, 1, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
        (VkDescriptorDataEXT){.pUniformBuffer = NULL});
    put(&s, s.descriptors.map, 0, 2, 0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
        (VkDescriptorDataEXT){.pSampledImage = NULL});
    put(&s, s.descriptors.map, 0, 6, 0, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
        (VkDescriptorDataEXT){.pUniformTexelBuffer = NULL});
    put(&s, s.descriptors.map, 0, 7, 0, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
        (VkDescriptorDataEXT){.pStorageTexelBuffer = NULL});
    put(&s, s.descriptors.map, 4, 0, 2, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
        (VkDescriptorDataEXT){.pStorageImage = NULL});
    VkCommandBuffer cmd = vkt_begin(&v);
    dispatch(cmd, &s, 0);
    vkt_run(&v, cmd);
    const uint32_t *o = (const uint32_t *)s.data.map;
    kt_eq(o[15 - 3], 0);
    kt_eq(o[15 - 4], 0);
    kt_eq(o[15 - 5], 1005);
    kt_eq(o[48], 0);
    kt_eq(o[49], 0);
    kt_eq(o[53], 0);
    kt_eq(o[54], 0);
    kt_eq(o[TEXELS / 4], 0);
    kt_eq(o[34], 0);
    kt_eq(o[35], 103);
    end(&s);
}

// A secondary that copies descriptors far apart to where it finds them runs twice, and they change in
// between.
KT_TEST(copied_twice)
{
    struct scene s;
    if (!begin(&s, FAR))
        return;
    put_all(&s, s.descriptors.map);
    VkDeviceSize at = s.offsets[1];
    struct memory staging = allocate(at + 65536, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    put_all(&s, staging.map);
    for (uint32_t n = 0; n < 16; n++) // the other way round, at first
        put_range(&s, s.descriptors.map, 1, 0, n, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MANY + 960 - n * 64, 4,
                  0);
    VkCommandBuffer second, cmd = vkt_begin(&v);
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = v.pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                         .commandBufferCount = 1};
    vkt_ok(vkAllocateCommandBuffers(v.device, &alloc, &second));
    VkCommandBufferInheritanceInfo inherit = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
                                     .pInheritanceInfo = &inherit};
    vkt_ok(vkBeginCommandBuffer(second, &info));
    dispatch(second, &s, 1);
    vkt_ok(vkEndCommandBuffer(second));
    const VkBufferCopy c = {at, at, 2048};
    vkCmdExecuteCommands(cmd, 1, &second);
    vkt_barrier(cmd);
    vkCmdCopyBuffer(cmd, staging.buffer, s.descriptors.buffer, 1, &c);
    vkt_barrier(cmd);
    vkCmdExecuteCommands(cmd, 1, &second);
    vkt_run(&v, cmd);
    vkFreeCommandBuffers(v.device, v.pool, 1, &second);
    expect(&s, 1);
    release(&staging);
    end(&s);
}

// Pipelines with sets and pipelines with buffers in one command buffer: Bindless Surface State Base Address
// goes back and forth. The secondary leaves it where the primary does not expect it.
KT_TEST(beside_descriptor_sets)
{
    struct scene s;
    if (!begin(&s, NEAR))
        return;
    put_all(&s, s.descriptors.map);
    struct vkt_pipeline p;
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    struct vkt_buffer sum = vkt_buffer(&v, 64);
    if (vkt_pipeline(&v, (struct vkt_shader){vkt_wide_add, sizeof(vkt_wide_add)}, 1, &type, 0, NULL, &p)) {
        vkt_bind_buffer(&v, &p, 0, type, &sum, 0, VK_WHOLE_SIZE);
        VkCommandBuffer second, cmd = vkt_begin(&v);
        VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                             .commandPool = v.pool,
                                             .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                             .commandBufferCount = 1};
        vkt_ok(vkAllocateCommandBuffers(v.device, &alloc, &second));
        VkCommandBufferInheritanceInfo inherit = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
        VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .pInheritanceInfo = &inherit};
        vkt_ok(vkBeginCommandBuffer(second, &info));
        dispatch(second, &s, 1);
        vkt_ok(vkEndCommandBuffer(second));
        for (unsigned round = 0; round < 3; round++) {
            vkt_bind(cmd, &p);
            vkCmdDispatch(cmd, 1, 1, 1);
            vkt_barrier(cmd);
            if (round == 1)
                vkCmdExecuteCommands(cmd, 1, &second);
            else
                dispatch(cmd, &s, 1);
            vkt_barrier(cmd);
        }
        vkt_run(&v, cmd);
        vkFreeCommandBuffers(v.device, v.pool, 1, &second);
        expect(&s, 1);
        kt_eq(*(uint64_t *)sum.map, UINT64_C(360) << 32 | 48);
        vkt_pipeline_free(&v, &p);
    }
    vkt_buffer_free(&v, &sum);
    end(&s);
}

// 64-bit atomics find addresses in descriptors at a fixed place; pushed descriptors have states of the
// driver's.
KT_TEST(wide_atomics_and_pushed_arrays)
{
    if (!start())
        return;
    struct scene s = {0};
    const VkDescriptorSetLayoutBinding bindings[2] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 20, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    for (unsigned i = 0; i < 2; i++) {
        VkDescriptorSetLayoutCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT |
                     (i ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR : 0),
            .bindingCount = 1,
            .pBindings = &bindings[i]};
        vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &s.layouts[i]));
    }
    s.layout = vkt_layout(&v, 2, s.layouts, 0);
    s.pipeline = vkt_compute(&v, (struct vkt_shader){vkt_dbuf_wide, sizeof(vkt_dbuf_wide)}, s.layout,
                             VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT, NULL);
    s.data = allocate(16384, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    s.descriptors = allocate(8192, BOTH);
    s.offsets[0] = 4096;
    memset(s.data.map, 0, s.data.size);
    put_range(&s, s.descriptors.map, 0, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0, 64, 0);
    put_range(&s, s.descriptors.map, 0, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 64, 64, 0);
    VkDescriptorBufferInfo infos[20];
    for (uint32_t i = 0; i < 20; i++)
        infos[i] = (VkDescriptorBufferInfo){s.data.buffer, 1024 + 64 * i, 4};
    const uint32_t zero = 0;
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s.pipeline);
    bind(cmd, &s.descriptors);
    set_offsets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s.layout, 0, 1, &zero, &s.offsets[0]);
    push_buffer(cmd, s.layout, 1, 20, infos);
    vkCmdDispatch(cmd, 3, 1, 1);
    vkt_run(&v, cmd);
    kt_eq(*(uint64_t *)s.data.map, 0);
    kt_eq(*(uint64_t *)(s.data.map + 64), UINT64_C(360) << 32 | 48);
    for (uint32_t i = 0; i < 20; i++)
        kt_eq(((uint32_t *)s.data.map)[256 + 16 * i], i < 16 ? i + 1 : 0);
    vkDestroyPipeline(v.device, s.pipeline, NULL);
    vkDestroyPipelineLayout(v.device, s.layout, NULL);
    for (unsigned i = 0; i < 2; i++)
        vkDestroyDescriptorSetLayout(v.device, s.layouts[i], NULL);
    release(&s.data);
    release(&s.descriptors);
    vkt_finish(&v);
}

// What the specification demands ("Required Limits").
KT_TEST(properties_of_descriptor_buffers)
{
    if (!start())
        return;
    const size_t sizes[] = {limits.samplerDescriptorSize,
                            limits.combinedImageSamplerDescriptorSize,
                            limits.sampledImageDescriptorSize,
                            limits.storageImageDescriptorSize,
                            limits.robustUniformTexelBufferDescriptorSize,
                            limits.robustStorageTexelBufferDescriptorSize,
                            limits.robustUniformBufferDescriptorSize,
                            limits.robustStorageBufferDescriptorSize,
                            limits.inputAttachmentDescriptorSize};
    size_t most = 0;
    for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        kt_true(sizes[i] > 0 && sizes[i] <= 256);
        most = sizes[i] > most ? sizes[i] : most;
    }
    kt_true(limits.maxDescriptorBufferBindings >= 3 && limits.maxResourceDescriptorBufferBindings >= 1 &&
            limits.maxSamplerDescriptorBufferBindings >= 1 &&
            limits.maxEmbeddedImmutableSamplerBindings >= 1);
    kt_true(limits.maxEmbeddedImmutableSamplers >= 2032);
    kt_true(limits.descriptorBufferOffsetAlignment > 0 && limits.descriptorBufferOffsetAlignment <= 256);
    kt_true(limits.maxSamplerDescriptorBufferRange >= 2048 * limits.samplerDescriptorSize);
    kt_true(limits.maxResourceDescriptorBufferRange >= ((1u << 20) - (1u << 15)) * most);
    kt_true(limits.samplerDescriptorBufferAddressSpaceSize >= 1u << 27);
    kt_true(limits.resourceDescriptorBufferAddressSpaceSize >= 1u << 27);
    kt_true(limits.descriptorBufferAddressSpaceSize >= 1u << 27);
    VkPhysicalDeviceDescriptorBufferFeaturesEXT f = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    vkGetPhysicalDeviceFeatures2(v.physical, &features);
    kt_true(f.descriptorBuffer && f.descriptorBufferPushDescriptors && f.descriptorBufferCaptureReplay);
    vkt_finish(&v);
}

// A variable count comes last, every binding is where no other is, and a set is as large as its bindings.
KT_TEST(layouts_in_memory)
{
    if (!start())
        return;
    struct scene s = {0};
    make_samplers(&s);
    make_layouts(&s);
    VkDeviceSize size, at, end_of_last = 0;
    vkt_proc(&v, vkGetDescriptorSetLayoutSizeEXT)(v.device, s.layouts[0], &size);
    for (uint32_t i = 0; i < 10; i++) {
        vkt_proc(&v, vkGetDescriptorSetLayoutBindingOffsetEXT)(v.device, s.layouts[0], i, &at);
        kt_true(at >= end_of_last);
        end_of_last = at + (i == 8 ? 32 : i == 3 ? 2 * size_of(VK_DESCRIPTOR_TYPE_SAMPLER) : 16);
    }
    kt_true(size >= at + 3 * size_of(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER));
    vkt_proc(&v, vkGetDescriptorSetLayoutSizeEXT)(v.device, s.layouts[1], &size);
    kt_eq(size, 1000 * size_of(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER));
    for (unsigned i = 0; i < SETS; i++)
        vkDestroyDescriptorSetLayout(v.device, s.layouts[i], NULL);
    for (unsigned i = 0; i < 4; i++)
        vkDestroySampler(v.device, s.samplers[i], NULL);
    vkt_finish(&v);
}

// Memory for descriptors runs out by itself, and comes back.
KT_TEST(memory_for_descriptors)
{
    if (!start())
        return;
    struct memory m[20];
    unsigned n = 0;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 64u << 20,
                               .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT};
    VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    VkDeviceBufferMemoryRequirements without = {.sType = VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS,
                                                .pCreateInfo = &info};
    vkGetDeviceBufferMemoryRequirements(v.device, &without, &r);
    uint32_t type = 0;
    while (!(r.memoryRequirements.memoryTypeBits >> type & 1))
        type++;
    for (unsigned round = 0; round < 2; round++) {
        VkResult result = VK_SUCCESS;
        for (n = 0; n < 20 && !result; n++) {
            VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                          .allocationSize = info.size,
                                          .memoryTypeIndex = type};
            result = vkAllocateMemory(v.device, &alloc, NULL, &m[n].memory);
        }
        kt_eq(result, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        n -= result != VK_SUCCESS;
        kt_true(n * info.size == limits.descriptorBufferAddressSpaceSize);
        while (n-- > 0)
            vkFreeMemory(v.device, m[n].memory, NULL);
    }
    vkt_finish(&v);
}

// Samplers that are made again from what was captured of them, on another device and in another order, give
// the same descriptors. So does an image in memory whose address is replayed.
struct capture {
    uint64_t data[2], memory;
    uint8_t descriptors[3][256];
};

static VkSampler captured_sampler(unsigned n, const uint64_t *data, VkResult *result)
{
    VkOpaqueCaptureDescriptorDataCreateInfoEXT opaque = {
        .sType = VK_STRUCTURE_TYPE_OPAQUE_CAPTURE_DESCRIPTOR_DATA_CREATE_INFO_EXT,
        .opaqueCaptureDescriptorData = data};
    VkSamplerCustomBorderColorCreateInfoEXT custom = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT,
        .pNext = data ? &opaque : NULL,
        .customBorderColor = {.float32 = {0.25f * (float)n, 1, 0, 1}},
        .format = VK_FORMAT_R8G8B8A8_UNORM};
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                .pNext = &custom,
                                .flags = VK_SAMPLER_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT,
                                .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                .borderColor = VK_BORDER_COLOR_FLOAT_CUSTOM_EXT};
    VkSampler s = VK_NULL_HANDLE;
    *result = vkCreateSampler(v.device, &info, NULL, &s);
    return s;
}

static void descriptor_of(VkDescriptorType type, VkDescriptorDataEXT data, uint8_t out[256])
{
    VkDescriptorGetInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT, .type = type, .data = data};
    memset(out, 0, 256);
    get_descriptor(v.device, &info, size_of(type), out);
}

static void captured_image(struct capture *c, bool replay)
{
    uint64_t nothing = 0;
    VkOpaqueCaptureDescriptorDataCreateInfoEXT opaque = {
        .sType = VK_STRUCTURE_TYPE_OPAQUE_CAPTURE_DESCRIPTOR_DATA_CREATE_INFO_EXT,
        .opaqueCaptureDescriptorData = &nothing};
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R32_UINT, 16, 16, 1, 1, VK_IMAGE_USAGE_SAMPLED_BIT);
    info.pNext = replay ? &opaque : NULL;
    info.flags = VK_IMAGE_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT;
    VkImage image;
    vkt_ok(vkCreateImage(v.device, &info, NULL, &image));
    VkMemoryRequirements r;
    vkGetImageMemoryRequirements(v.device, image, &r);
    VkMemoryOpaqueCaptureAddressAllocateInfo address = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_OPAQUE_CAPTURE_ADDRESS_ALLOCATE_INFO,
        .opaqueCaptureAddress = replay ? c->memory : 0};
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .pNext = &address,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT |
                                                VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = r.size};
    VkDeviceMemory memory;
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &memory));
    vkt_ok(vkBindImageMemory(v.device, image, memory, 0));
    VkDeviceMemoryOpaqueCaptureAddressInfo which = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_MEMORY_OPAQUE_CAPTURE_ADDRESS_INFO, .memory = memory};
    c->memory = vkGetDeviceMemoryOpaqueCaptureAddress(v.device, &which);
    VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                       .image = image,
                                       .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                       .format = info.format,
                                       .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkImageView view;
    vkt_ok(vkCreateImageView(v.device, &view_info, NULL, &view));
    VkDescriptorImageInfo i = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
    descriptor_of(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, (VkDescriptorDataEXT){.pSampledImage = &i},
                  c->descriptors[2]);
    vkDestroyImageView(v.device, view, NULL);
    vkDestroyImage(v.device, image, NULL);
    vkFreeMemory(v.device, memory, NULL);
}

KT_TEST(capture_and_replay)
{
    struct capture first = {0}, again = {0};
    VkSampler samplers[2], other;
    VkResult result;
    if (!start())
        return;
    kt_true(limits.samplerCaptureReplayDescriptorDataSize <= sizeof(first.data[0]));
    for (unsigned n = 0; n < 2; n++) {
        samplers[n] = captured_sampler(n, NULL, &result);
        vkt_ok(result);
        VkSamplerCaptureDescriptorDataInfoEXT which = {
            .sType = VK_STRUCTURE_TYPE_SAMPLER_CAPTURE_DESCRIPTOR_DATA_INFO_EXT, .sampler = samplers[n]};
        vkt_ok(vkt_proc(&v, vkGetSamplerOpaqueCaptureDescriptorDataEXT)(v.device, &which, &first.data[n]));
        descriptor_of(VK_DESCRIPTOR_TYPE_SAMPLER, (VkDescriptorDataEXT){.pSampler = &samplers[n]},
                      first.descriptors[n]);
    }
    captured_image(&first, false);
    other = captured_sampler(0, &first.data[0], &result); // which is in use
    kt_true(result == VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS && !other);
    const uint64_t wrong = 12345;
    other = captured_sampler(0, &wrong, &result);
    kt_true(result == VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS && !other);
    for (unsigned n = 0; n < 2; n++)
        vkDestroySampler(v.device, samplers[n], NULL);
    vkt_finish(&v);
    if (!start())
        return;
    again.memory = first.memory;
    for (unsigned n = 2; n-- > 0;) {
        samplers[n] = captured_sampler(n, &first.data[n], &result);
        vkt_ok(result);
        descriptor_of(VK_DESCRIPTOR_TYPE_SAMPLER, (VkDescriptorDataEXT){.pSampler = &samplers[n]},
                      again.descriptors[n]);
    }
    captured_image(&again, true);
    for (unsigned n = 0; n < 3; n++)
        kt_ok(!memcmp(first.descriptors[n], again.descriptors[n], 256), "descriptor %u is another", n);
    kt_true(memcmp(first.descriptors[0], first.descriptors[1], 256) != 0);
    for (unsigned n = 0; n < 2; n++)
        vkDestroySampler(v.device, samplers[n], NULL);
    vkt_finish(&v);
}

static bool start_sparse(void)
{
    VkPhysicalDeviceFeatures f;
    if (!start())
        return false;
    vkGetPhysicalDeviceFeatures(v.physical, &f);
    if (f.sparseBinding && f.sparseResidencyImage2D)
        return true;
    vkt_finish(&v);
    kt_skipped = "the device has no sparse resources";
    return false;
}

// Sparse resources have addresses of their own, which is what is captured of them.
KT_TEST(sparse_capture_and_replay)
{
    uint64_t data[2] = {0};
    if (!start_sparse())
        return;
    VkOpaqueCaptureDescriptorDataCreateInfoEXT opaque = {
        .sType = VK_STRUCTURE_TYPE_OPAQUE_CAPTURE_DESCRIPTOR_DATA_CREATE_INFO_EXT};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT |
                                        VK_BUFFER_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT,
                               .size = 1 << 20,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    VkBufferDeviceAddressInfo which[2] = {{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO},
                                          {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO}};
    VkDeviceAddress at[2];
    for (unsigned n = 0; n < 2; n++) {
        vkt_ok(vkCreateBuffer(v.device, &info, NULL, &which[n].buffer));
        at[n] = vkGetBufferDeviceAddress(v.device, &which[n]);
        const VkBufferCaptureDescriptorDataInfoEXT of = {
            .sType = VK_STRUCTURE_TYPE_BUFFER_CAPTURE_DESCRIPTOR_DATA_INFO_EXT, .buffer = which[n].buffer};
        vkt_ok(vkt_proc(&v, vkGetBufferOpaqueCaptureDescriptorDataEXT)(v.device, &of, &data[n]));
    }
    kt_true(at[0] != at[1]);
    VkBuffer other = VK_NULL_HANDLE;
    info.pNext = &opaque;
    opaque.opaqueCaptureDescriptorData = &data[1];
    kt_eq(vkCreateBuffer(v.device, &info, NULL, &other), VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS); // taken
    for (unsigned n = 0; n < 2; n++)
        vkDestroyBuffer(v.device, which[n].buffer, NULL);
    for (unsigned n = 2; n-- > 0;) {
        opaque.opaqueCaptureDescriptorData = &data[n];
        vkt_ok(vkCreateBuffer(v.device, &info, NULL, &which[n].buffer));
        kt_eq(vkGetBufferDeviceAddress(v.device, &which[n]), at[n]);
    }
    for (unsigned n = 0; n < 2; n++)
        vkDestroyBuffer(v.device, which[n].buffer, NULL);
    vkt_finish(&v);
}

KT_TEST(sparse_image_capture_and_replay)
{
    uint8_t first[256] = {0}, again[256] = {0};
    uint64_t data = 0;
    if (!start_sparse())
        return;
    VkOpaqueCaptureDescriptorDataCreateInfoEXT opaque = {
        .sType = VK_STRUCTURE_TYPE_OPAQUE_CAPTURE_DESCRIPTOR_DATA_CREATE_INFO_EXT,
        .opaqueCaptureDescriptorData = &data};
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R32_UINT, 256, 256, 1, 1, VK_IMAGE_USAGE_SAMPLED_BIT);
    info.flags = VK_IMAGE_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT |
                 VK_IMAGE_CREATE_SPARSE_BINDING_BIT | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT;
    for (unsigned n = 0; n < 2; n++) {
        VkImage image, before;
        info.pNext = NULL;
        vkt_ok(vkCreateImage(v.device, &info, NULL, &before)); // another place
        info.pNext = n ? &opaque : NULL;
        vkt_ok(vkCreateImage(v.device, &info, NULL, &image));
        const VkImageCaptureDescriptorDataInfoEXT of = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_CAPTURE_DESCRIPTOR_DATA_INFO_EXT, .image = image};
        vkt_ok(vkt_proc(&v, vkGetImageOpaqueCaptureDescriptorDataEXT)(v.device, &of, &data));
        const VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                                 .image = image,
                                                 .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                                 .format = info.format,
                                                 .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        VkImageView view;
        vkt_ok(vkCreateImageView(v.device, &view_info, NULL, &view));
        const VkDescriptorImageInfo i = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
        descriptor_of(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, (VkDescriptorDataEXT){.pSampledImage = &i},
                      n ? again : first);
        vkDestroyImageView(v.device, view, NULL);
        vkDestroyImage(v.device, image, NULL);
        vkDestroyImage(v.device, before, NULL);
    }
    kt_true(data != 0);
    kt_ok(!memcmp(first, again, sizeof(first)), "the descriptor is another");
    vkt_finish(&v);
}

// Newer commands, which the layer does not know.
KT_TEST(all_commands_are_there)
{
    static const char *const commands[] = {"vkGetBufferOpaqueCaptureDescriptorDataEXT",
                                           "vkGetImageOpaqueCaptureDescriptorDataEXT",
                                           "vkGetImageViewOpaqueCaptureDescriptorDataEXT",
                                           "vkGetAccelerationStructureOpaqueCaptureDescriptorDataEXT",
                                           "vkCmdSetDescriptorBufferOffsets2EXT",
                                           "vkCmdBindDescriptorBufferEmbeddedSamplers2EXT"};
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        kt_ok(vkGetDeviceProcAddr(v.device, commands[i]) != NULL, "%s", commands[i]);
    vkt_finish(&v);
}

KT_MAIN()

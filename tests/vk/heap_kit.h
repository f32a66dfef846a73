// What tests of VK_EXT_descriptor_heap share: a device, memory, and descriptors in it. Each has one of its
// own.
#ifndef KILN_TESTS_HEAP_KIT_H
#define KILN_TESTS_HEAP_KIT_H

#include <stdlib.h>
#include <string.h>

#include "newer.h"
#include "vk/addressed.h"

static VkPhysicalDeviceDescriptorHeapPropertiesEXT limits;
static PFN_vkWriteResourceDescriptorsEXT write_resources;
static PFN_vkWriteSamplerDescriptorsEXT write_samplers;
static PFN_vkCmdBindResourceHeapEXT bind_resources;
static PFN_vkCmdBindSamplerHeapEXT bind_samplers;
static PFN_vkCmdPushDataEXT push_data;

static inline bool start(void)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return false;
    limits = (VkPhysicalDeviceDescriptorHeapPropertiesEXT){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                     .pNext = &limits};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    write_resources = vkt_proc(&v, vkWriteResourceDescriptorsEXT);
    write_samplers = vkt_proc(&v, vkWriteSamplerDescriptorsEXT);
    bind_resources = vkt_proc(&v, vkCmdBindResourceHeapEXT);
    bind_samplers = vkt_proc(&v, vkCmdBindSamplerHeapEXT);
    push_data = vkt_proc(&v, vkCmdPushDataEXT);
    return kt_ok(write_resources && write_samplers && bind_resources && bind_samplers && push_data,
                 "the commands are missing");
}

#define HEAP (VK_BUFFER_USAGE_DESCRIPTOR_HEAP_BIT_EXT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)
#define DATA                                                                                                 \
    (VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |                               \
     VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |                   \
     VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)

static inline void write_resource(struct memory *heap, VkDeviceSize at,
                                  const VkResourceDescriptorInfoEXT *info)
{
    const VkHostAddressRangeEXT to = {heap->map + at, 64};
    vkt_ok(write_resources(v.device, 1, info, &to));
}

static inline void write_buffer(struct memory *heap, VkDeviceSize at, VkDescriptorType type,
                                VkDeviceAddress address, VkDeviceSize size)
{
    const VkDeviceAddressRangeKHR range = {address, size};
    write_resource(heap, at,
                   &(VkResourceDescriptorInfoEXT){.sType = VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT,
                                                  .type = type,
                                                  .data.pAddressRange = &range});
}

static inline void write_texels(struct memory *heap, VkDeviceSize at, VkDescriptorType type, VkFormat format,
                                VkDeviceAddress address, VkDeviceSize size)
{
    const VkTexelBufferDescriptorInfoEXT texels = {.sType =
                                                       VK_STRUCTURE_TYPE_TEXEL_BUFFER_DESCRIPTOR_INFO_EXT,
                                                   .format = format,
                                                   .addressRange = {address, size}};
    write_resource(heap, at,
                   &(VkResourceDescriptorInfoEXT){.sType = VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT,
                                                  .type = type,
                                                  .data.pTexelBuffer = &texels});
}

static inline void write_image(struct memory *heap, VkDeviceSize at, VkDescriptorType type, VkImage image,
                               VkFormat format, VkImageViewType view_type, uint32_t level, uint32_t layers)
{
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image,
                                        .viewType = view_type,
                                        .format = format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, 0, layers}};
    const VkImageDescriptorInfoEXT i = {.sType = VK_STRUCTURE_TYPE_IMAGE_DESCRIPTOR_INFO_EXT,
                                        .pView = &view,
                                        .layout = VK_IMAGE_LAYOUT_GENERAL};
    write_resource(heap, at,
                   &(VkResourceDescriptorInfoEXT){.sType = VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT,
                                                  .type = type,
                                                  .data.pImage = &i});
}

// Nearest, with the border around.
static inline VkSamplerCreateInfo sampler_info(VkBorderColor color, const void *next)
{
    return (VkSamplerCreateInfo){.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                 .pNext = next,
                                 .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                 .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                 .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                 .borderColor = color};
}

static inline void write_sampler(struct memory *heap, uint32_t at, const VkSamplerCreateInfo *info)
{
    const VkHostAddressRangeEXT to = {heap->map + at * 32, 32};
    vkt_ok(write_samplers(v.device, 1, info, &to));
}

static inline VkBindHeapInfoEXT whole(const struct memory *heap)
{
    return (VkBindHeapInfoEXT){.sType = VK_STRUCTURE_TYPE_BIND_HEAP_INFO_EXT,
                               .heapRange = {heap->address, heap->size}};
}

static inline void bind(VkCommandBuffer cmd, const struct memory *resources, const struct memory *samplers)
{
    VkBindHeapInfoEXT info = whole(resources);
    bind_resources(cmd, &info);
    if (!samplers)
        return;
    info = whole(samplers);
    bind_samplers(cmd, &info);
}

static inline void push(VkCommandBuffer cmd, uint32_t offset, const void *data, size_t size)
{
    const VkPushDataInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_PUSH_DATA_INFO_EXT, .offset = offset, .data = {data, size}};
    push_data(cmd, &info);
}

static inline VkPipeline pipeline(struct vkt_shader shader, uint32_t count,
                                  const VkDescriptorSetAndBindingMappingEXT *maps,
                                  const VkSpecializationInfo *spec)
{
    const VkShaderDescriptorSetAndBindingMappingInfoEXT mappings = {
        .sType = VK_STRUCTURE_TYPE_SHADER_DESCRIPTOR_SET_AND_BINDING_MAPPING_INFO_EXT,
        .mappingCount = count,
        .pMappings = maps};
    const VkShaderModuleCreateInfo code = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                           .pNext = &mappings,
                                           .codeSize = shader.bytes,
                                           .pCode = shader.code};
    const VkPipelineCreateFlags2CreateInfoKHR flags = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR,
        .flags = VK_PIPELINE_CREATE_2_DESCRIPTOR_HEAP_BIT_EXT};
    VkComputePipelineCreateInfo info = vkt_compute_info(VK_NULL_HANDLE, VK_NULL_HANDLE);
    info.pNext = &flags;
    info.stage.pNext = &code;
    info.stage.pSpecializationInfo = spec;
    VkPipeline p = VK_NULL_HANDLE;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &p));
    return p;
}

#define MAP(s, first, count, how, ...) MASKED(s, first, count, ALL, how, __VA_ARGS__)
#define COMBINED(binding, how, ...) MASKED(50, binding, 1, COMBINED_SAMPLED_IMAGE_BIT, how, __VA_ARGS__)
#define MASKED(s, first, count, mask, how, ...)                                                              \
    {                                                                                                        \
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_AND_BINDING_MAPPING_EXT, .descriptorSet = s,               \
        .firstBinding = first, .bindingCount = count, .resourceMask = VK_SPIRV_RESOURCE_TYPE_##mask##_EXT,   \
        .source = VK_DESCRIPTOR_MAPPING_SOURCE_##how##_EXT, .sourceData = {                                  \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

#endif

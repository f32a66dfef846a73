// See vkc.h. Plain Vulkan 1.1; no allocation tricks: it is here to be read beside the specification.
#include "common/vkc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char what[256];

const char *vkc_what(void)
{
    return what;
}

const char *vkc_result_name(VkResult r)
{
    switch (r) {
#define X(name)                                                                                              \
    case name:                                                                                               \
        return #name;
        X(VK_SUCCESS)
        X(VK_NOT_READY)
        X(VK_TIMEOUT)
        X(VK_INCOMPLETE)
        X(VK_ERROR_OUT_OF_HOST_MEMORY)
        X(VK_ERROR_OUT_OF_DEVICE_MEMORY)
        X(VK_ERROR_INITIALIZATION_FAILED)
        X(VK_ERROR_DEVICE_LOST)
        X(VK_ERROR_MEMORY_MAP_FAILED)
        X(VK_ERROR_LAYER_NOT_PRESENT)
        X(VK_ERROR_EXTENSION_NOT_PRESENT)
        X(VK_ERROR_FEATURE_NOT_PRESENT)
        X(VK_ERROR_INCOMPATIBLE_DRIVER)
        X(VK_ERROR_INVALID_SHADER_NV)
        X(VK_ERROR_UNKNOWN)
#undef X
    default:
        return "another VkResult";
    }
}

static VkResult note(VkResult r, const char *call)
{
    if (r < 0)
        snprintf(what, sizeof(what), "%s: %s (%d)", call, vkc_result_name(r), r);
    return r;
}

// Runs a call; on an error notes which one it was and goes to `fail`.
#define TRY(call)                                                                                            \
    do {                                                                                                     \
        r = note((call), #call);                                                                             \
        if (r < 0)                                                                                           \
            goto fail;                                                                                       \
    } while (0)

VkResult vkc_instance_create(VkInstance *out)
{
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                             .pApplicationName = "kiln client",
                             .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
    return note(vkCreateInstance(&info, NULL, out), "vkCreateInstance");
}

static void driver_name(VkPhysicalDevice p, char out[VK_MAX_DRIVER_NAME_SIZE])
{
    VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceProperties2 props = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                         .pNext = &driver};
    vkGetPhysicalDeviceProperties2(p, &props);
    memcpy(out, driver.driverName, VK_MAX_DRIVER_NAME_SIZE);
}

static bool pick(VkInstance instance, const char *driver, struct vkc_device *out)
{
    VkPhysicalDevice list[16];
    uint32_t n = 16;
    if (vkEnumeratePhysicalDevices(instance, &n, list) < 0)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        driver_name(list[i], out->driver);
        vkGetPhysicalDeviceProperties(list[i], &out->props);
        if (!driver || strstr(out->driver, driver) || strstr(out->props.deviceName, driver)) {
            out->physical = list[i];
            return true;
        }
    }
    return false;
}

#define MAX_EXTENSIONS 256

static uint32_t all_extensions(VkPhysicalDevice p, VkExtensionProperties *list, const char **names)
{
    uint32_t n = MAX_EXTENSIONS, used = 0;
    if (vkEnumerateDeviceExtensionProperties(p, NULL, &n, list) < 0)
        return 0;
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(list[i].extensionName, VK_EXT_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME) !=
            0) // not beside KHR's
            names[used++] = list[i].extensionName;
    return used;
}

static bool has_name(const char *const *names, uint32_t n, const char *name)
{
    while (n)
        if (!strcmp(names[--n], name))
            return true;
    return false;
}

VkResult vkc_device_create(VkInstance instance, const char *driver, struct vkc_device *out)
{
    memset(out, 0, sizeof(*out));
    out->instance = instance;
    if (!pick(instance, driver, out))
        return note(VK_ERROR_INCOMPATIBLE_DRIVER, "no such physical device");
    vkGetPhysicalDeviceMemoryProperties(out->physical, &out->memory);
    VkQueueFamilyProperties families[16];
    uint32_t n = 16;
    vkGetPhysicalDeviceQueueFamilyProperties(out->physical, &n, families);
    for (out->family = 0; out->family < n; out->family++)
        if (families[out->family].queueFlags & VK_QUEUE_COMPUTE_BIT)
            break;
    if (out->family == n)
        return note(VK_ERROR_FEATURE_NOT_PRESENT, "no compute queue family");
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = out->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                            .pNext = &v13};
    VkPhysicalDeviceVulkan11Features v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                            .pNext = &v12};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &v11};
    vkGetPhysicalDeviceFeatures2(out->physical, &features);
    if (getenv("VKC_NOT_ROBUST")) // bounds are not relied on: compilers may do more
        features.features.robustBufferAccess = false;
    out->has_address = v12.bufferDeviceAddress;
    const char *names[MAX_EXTENSIONS];
    VkExtensionProperties extensions[MAX_EXTENSIONS];
    VkPhysicalDevicePerformanceQueryFeaturesKHR counters = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PERFORMANCE_QUERY_FEATURES_KHR,
        .pNext = &features,
        .performanceCounterQueryPools = true};
    uint32_t extension_count = all_extensions(out->physical, extensions, names);
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .enabledExtensionCount = extension_count,
        .ppEnabledExtensionNames = names,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .pNext = has_name(names, extension_count, VK_KHR_PERFORMANCE_QUERY_EXTENSION_NAME) ? (void *)&counters
                                                                                           : &features};
    VkResult r;
    TRY(vkCreateDevice(out->physical, &info, NULL, &out->device));
    vkGetDeviceQueue(out->device, out->family, 0, &out->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                    .queueFamilyIndex = out->family};
    TRY(vkCreateCommandPool(out->device, &pool, NULL, &out->pool));
    return VK_SUCCESS;
fail:
    vkc_device_destroy(out);
    return r;
}

void vkc_device_destroy(struct vkc_device *d)
{
    if (d->device) {
        vkDestroyCommandPool(d->device, d->pool, NULL);
        vkDestroyDevice(d->device, NULL);
    }
    d->device = VK_NULL_HANDLE;
}

uint32_t vkc_memory_type(const struct vkc_device *d, uint32_t bits)
{
    const VkMemoryPropertyFlags want =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    for (uint32_t i = 0; i < d->memory.memoryTypeCount; i++)
        if ((bits >> i & 1) && (d->memory.memoryTypes[i].propertyFlags & want) == want)
            return i;
    return 0;
}

VkResult vkc_buffer_create(struct vkc_device *d, VkDeviceSize size, struct vkc_buffer *out)
{
    VkResult r;
    memset(out, 0, sizeof(*out));
    out->size = size;
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                 VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                 VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
                 (d->has_address ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0)};
    TRY(vkCreateBuffer(d->device, &info, NULL, &out->buffer));
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(d->device, out->buffer, &req);
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .pNext = d->has_address ? &flags : NULL,
                                  .allocationSize = req.size,
                                  .memoryTypeIndex = vkc_memory_type(d, req.memoryTypeBits)};
    TRY(vkAllocateMemory(d->device, &alloc, NULL, &out->memory));
    TRY(vkBindBufferMemory(d->device, out->buffer, out->memory, 0));
    TRY(vkMapMemory(d->device, out->memory, 0, VK_WHOLE_SIZE, 0, &out->map));
    return VK_SUCCESS;
fail:
    vkc_buffer_destroy(d, out);
    return r;
}

uint64_t vkc_buffer_address(struct vkc_device *d, const struct vkc_buffer *b)
{
    PFN_vkGetBufferDeviceAddress get =
        (PFN_vkGetBufferDeviceAddress)vkGetDeviceProcAddr(d->device, "vkGetBufferDeviceAddress");
    if (!get)
        get = (PFN_vkGetBufferDeviceAddress)vkGetDeviceProcAddr(d->device, "vkGetBufferDeviceAddressKHR");
    VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                      .buffer = b->buffer};
    return d->has_address && get ? get(d->device, &info) : 0;
}

void vkc_buffer_destroy(struct vkc_device *d, struct vkc_buffer *b)
{
    vkDestroyBuffer(d->device, b->buffer, NULL);
    vkFreeMemory(d->device, b->memory, NULL);
    memset(b, 0, sizeof(*b));
}

VkResult vkc_pipeline_create(struct vkc_device *d, const uint32_t *spirv, size_t bytes,
                             const VkSpecializationInfo *spec, const VkDescriptorType *types,
                             const uint32_t *arrays, unsigned count, uint32_t push_size,
                             struct vkc_pipeline *out)
{
    VkResult r;
    memset(out, 0, sizeof(*out));
    out->push_size = push_size;
    VkDescriptorSetLayoutBinding bindings[32];
    for (unsigned i = 0; i < count; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                     .descriptorType = types[i],
                                                     .descriptorCount = arrays && arrays[i] ? arrays[i] : 1,
                                                     .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    VkDescriptorSetLayoutCreateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .bindingCount = count,
                                           .pBindings = bindings};
    TRY(vkCreateDescriptorSetLayout(d->device, &set, NULL, &out->set_layout));
    VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = push_size};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &out->set_layout,
                                         .pushConstantRangeCount = push_size ? 1 : 0,
                                         .pPushConstantRanges = &push};
    TRY(vkCreatePipelineLayout(d->device, &layout, NULL, &out->layout));
    VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = spirv};
    TRY(vkCreateShaderModule(d->device, &module, NULL, &out->module));
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = d->subgroup_size};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = d->subgroup_size ? &size : NULL,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = out->module,
                  .pName = "main",
                  .pSpecializationInfo = spec},
        .layout = out->layout};
    TRY(vkCreateComputePipelines(d->device, VK_NULL_HANDLE, 1, &info, NULL, &out->pipeline));
    return VK_SUCCESS;
fail:
    vkc_pipeline_destroy(d, out);
    return r;
}

void vkc_pipeline_destroy(struct vkc_device *d, struct vkc_pipeline *p)
{
    vkDestroyPipeline(d->device, p->pipeline, NULL);
    vkDestroyShaderModule(d->device, p->module, NULL);
    vkDestroyPipelineLayout(d->device, p->layout, NULL);
    vkDestroyDescriptorSetLayout(d->device, p->set_layout, NULL);
    memset(p, 0, sizeof(*p));
}

enum { PART_ALIGNMENT = 64 }; // bytes: no driver here has a larger min{Storage,Uniform}BufferOffsetAlignment

static VkResult make_set(struct vkc_device *d, const struct vkc_pipeline *p,
                         const struct vkc_binding *bindings, unsigned count, VkDescriptorPool *pool,
                         VkDescriptorSet *set)
{
    VkResult r;
    VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 8192},
                                    {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 8192},
                                    {VK_DESCRIPTOR_TYPE_SAMPLER, 64},
                                    {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 64},
                                    {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 64},
                                    {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 64},
                                    {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 64},
                                    {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 64}};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = sizeof(sizes) / sizeof(sizes[0]),
                                       .pPoolSizes = sizes};
    TRY(vkCreateDescriptorPool(d->device, &info, NULL, pool));
    VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = *pool,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &p->set_layout};
    TRY(vkAllocateDescriptorSets(d->device, &alloc, set));
    for (unsigned i = 0; i < count; i++) {
        uint32_t parts = bindings[i].array ? bindings[i].array : 1;
        VkDeviceSize part = bindings[i].buffer ? bindings[i].buffer->size / parts : 0;
        if (parts > 1)
            part &= ~(VkDeviceSize)(PART_ALIGNMENT - 1);
        for (uint32_t k = 0; k < parts; k++) {
            VkDescriptorBufferInfo buffer = {bindings[i].buffer ? bindings[i].buffer->buffer : VK_NULL_HANDLE,
                                             k * part, part};
            VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                          .dstSet = *set,
                                          .dstBinding = i,
                                          .dstArrayElement = k,
                                          .descriptorCount = 1,
                                          .descriptorType = bindings[i].type,
                                          .pBufferInfo = &buffer,
                                          .pImageInfo = &bindings[i].image,
                                          .pTexelBufferView = &bindings[i].view};
            vkUpdateDescriptorSets(d->device, 1, &write, 0, NULL);
        }
    }
    return VK_SUCCESS;
fail:
    return r;
}

static VkResult record(const struct vkc_pipeline *p, VkCommandBuffer cmd, VkDescriptorSet set,
                       const void *push, const uint32_t groups[3], uint32_t times, bool ordered)
{
    VkResult r;
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    TRY(vkBeginCommandBuffer(cmd, &begin));
    VkMemoryBarrier before = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = VK_ACCESS_HOST_WRITE_BIT,
                              .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &before,
                         0, NULL, 0, NULL);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &set, 0, NULL);
    if (p->push_size)
        vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, p->push_size, push);
    VkMemoryBarrier between = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    for (uint32_t i = 0; i < times; i++) {
        if (i && ordered)
            vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &between, 0, NULL, 0, NULL);
        vkCmdDispatch(cmd, groups[0], groups[1], groups[2]);
    }
    VkMemoryBarrier after = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                             .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                             .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &after,
                         0, NULL, 0, NULL);
    TRY(vkEndCommandBuffer(cmd));
    return VK_SUCCESS;
fail:
    return r;
}

// Submits what `r` says was recorded into cmd.
static VkResult submit_and_wait(struct vkc_device *d, VkCommandBuffer cmd)
{
    VkResult r;
    VkFence fence = VK_NULL_HANDLE;
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    TRY(vkCreateFence(d->device, &info, NULL, &fence));
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    TRY(vkQueueSubmit(d->queue, 1, &submit, fence));
    TRY(vkWaitForFences(d->device, 1, &fence, VK_TRUE, UINT64_MAX));
fail:
    vkDestroyFence(d->device, fence, NULL);
    return r;
}

static VkResult allocate(struct vkc_device *d, VkCommandBuffer *cmd)
{
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = d->pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                         .commandBufferCount = 1};
    return vkAllocateCommandBuffers(d->device, &alloc, cmd);
}

static VkResult dispatch(struct vkc_device *d, const struct vkc_pipeline *p,
                         const struct vkc_binding *bindings, unsigned count, const void *push,
                         const uint32_t groups[3], uint32_t times, bool ordered)
{
    VkResult r;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    TRY(make_set(d, p, bindings, count, &pool, &set));
    TRY(allocate(d, &cmd));
    TRY(record(p, cmd, set, push, groups, times, ordered));
    TRY(submit_and_wait(d, cmd));
fail:
    if (cmd)
        vkFreeCommandBuffers(d->device, d->pool, 1, &cmd);
    vkDestroyDescriptorPool(d->device, pool, NULL);
    return r;
}

VkResult vkc_dispatch(struct vkc_device *d, const struct vkc_pipeline *p, const struct vkc_binding *bindings,
                      unsigned count, const void *push, uint32_t x, uint32_t y, uint32_t z)
{
    return dispatch(d, p, bindings, count, push, (uint32_t[]){x, y, z}, 1, true);
}

VkResult vkc_dispatch_times(struct vkc_device *d, const struct vkc_pipeline *p,
                            const struct vkc_binding *bindings, unsigned count, uint32_t x, uint32_t times,
                            bool ordered)
{
    return dispatch(d, p, bindings, count, NULL, (uint32_t[]){x, 1, 1}, times, ordered);
}

VkResult vkc_note(VkResult r, const char *call)
{
    return note(r, call);
}

VkResult vkc_submit(struct vkc_device *d, void (*write)(VkCommandBuffer cmd, void *data), void *data)
{
    VkResult r;
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    TRY(allocate(d, &cmd));
    TRY(vkBeginCommandBuffer(cmd, &begin));
    write(cmd, data);
    TRY(vkEndCommandBuffer(cmd));
    TRY(submit_and_wait(d, cmd));
fail:
    if (cmd)
        vkFreeCommandBuffers(d->device, d->pool, 1, &cmd);
    return r;
}

uint32_t *vkc_read_file(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    char *data = n < 0 ? NULL : calloc(1, (size_t)n + 8);
    if (data && fread(data, 1, (size_t)n, f) != (size_t)n) {
        free(data);
        data = NULL;
    }
    fclose(f);
    *bytes = (size_t)n;
    return (uint32_t *)(void *)data;
}

// Faults (faults.h) in a scenario that uses most of the API, and in one of long work and threads.
#include "vk/faults.h"
#include "vkt_add.h"
#include "vkt_spin.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

// ---- the scenario

struct scene {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *map;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipelineCache cache;
    VkPipeline pipeline;
    VkDescriptorPool descriptors;
    VkDescriptorSet set;
    VkQueryPool queries;
    VkEvent event;
    VkFence fence;
    VkSemaphore semaphore;
    VkImage image;
    VkDeviceMemory image_memory, shared, imported;
    VkImageView view;
    VkBufferView texels;
    VkSampler sampler;
    VkPipelineCache second_cache;
    VkPipeline second_pipeline;
    VkDescriptorSetLayout push_set;
    VkPipelineLayout push_layout;
    VkDescriptorUpdateTemplate template;
    VkSemaphore binary, other;
    VkFence other_fence;
    const VkAllocationCallbacks *alloc;
};

static VkResult make_device(struct scene *s)
{
    TRY(fault_instance(VK_API_VERSION_1_1, s->alloc, &s->instance, &s->physical));
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &timeline};
    vkGetPhysicalDeviceFeatures2(s->physical, &f);
    if (!timeline.timelineSemaphore)
        return VK_ERROR_FEATURE_NOT_PRESENT; // the question failed that tells whether the kernel has them
    f.features = (VkPhysicalDeviceFeatures){0};
    static const char *const names[] = {"VK_KHR_timeline_semaphore", "VK_KHR_external_memory_fd",
                                        "VK_KHR_external_semaphore_fd", "VK_KHR_external_fence_fd",
                                        "VK_KHR_push_descriptor"};
    TRY(vkt_device(s->physical, &f, 5, names, s->alloc, &s->device));
    vkGetDeviceQueue(s->device, 0, 0, &s->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    return vkCreateCommandPool(s->device, &pool, s->alloc, &s->pool);
}

static VkResult make_buffer(struct scene *s)
{
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = 65536,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT};
    TRY(vkCreateBuffer(s->device, &info, s->alloc, &s->buffer));
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(s->device, s->buffer, &req);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = req.size};
    TRY(vkAllocateMemory(s->device, &alloc, s->alloc, &s->memory));
    TRY(vkBindBufferMemory(s->device, s->buffer, s->memory, 0));
    return vkMapMemory(s->device, s->memory, 0, VK_WHOLE_SIZE, 0, (void **)&s->map);
}

static VkResult make_pipeline(struct scene *s)
{
    VkDescriptorSetLayoutBinding b[3];
    for (uint32_t i = 0; i < 3; i++)
        b[i] = (VkDescriptorSetLayoutBinding){
            i, i == 1 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
            VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 3, .pBindings = b};
    TRY(vkCreateDescriptorSetLayout(s->device, &set, s->alloc, &s->set_layout));
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &s->set_layout};
    TRY(vkCreatePipelineLayout(s->device, &layout, s->alloc, &s->layout));
    VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof(vkt_add), .pCode = vkt_add};
    TRY(vkCreateShaderModule(s->device, &module, s->alloc, &s->module));
    VkPipelineCacheCreateInfo cache = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    TRY(vkCreatePipelineCache(s->device, &cache, s->alloc, &s->cache));
    VkComputePipelineCreateInfo info = vkt_compute_info(s->module, s->layout);
    return vkCreateComputePipelines(s->device, s->cache, 1, &info, s->alloc, &s->pipeline);
}

static VkResult make_descriptors(struct scene *s)
{
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = 2,
                                       .pPoolSizes = sizes};
    TRY(vkCreateDescriptorPool(s->device, &pool, s->alloc, &s->descriptors));
    VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = s->descriptors,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &s->set_layout};
    TRY(vkAllocateDescriptorSets(s->device, &alloc, &s->set));
    for (uint32_t i = 0; i < 3; i++) {
        VkDescriptorBufferInfo info = {s->buffer, i * 16384, 4096};
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = s->set,
                                  .dstBinding = i,
                                  .descriptorCount = 1,
                                  .descriptorType = i == 1 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                           : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = &info};
        vkUpdateDescriptorSets(s->device, 1, &w, 0, NULL);
    }
    return VK_SUCCESS;
}

static VkResult make_sync(struct scene *s)
{
    VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                     .queryCount = 4};
    TRY(vkCreateQueryPool(s->device, &queries, s->alloc, &s->queries));
    VkEventCreateInfo event = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    TRY(vkCreateEvent(s->device, &event, s->alloc, &s->event));
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    TRY(vkCreateFence(s->device, &fence, s->alloc, &s->fence));
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                      .initialValue = 1};
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    return vkCreateSemaphore(s->device, &semaphore, s->alloc, &s->semaphore);
}

// After a value of the scene's semaphore; signals another.
static VkResult submit_timeline(const struct scene *s, VkCommandBuffer cmd, uint64_t from, uint64_t to)
{
    return vkt_submit(s->queue, (struct vkt_submit){.cmd = cmd,
                                                    .wait = s->semaphore,
                                                    .wait_value = from,
                                                    .signal = s->semaphore,
                                                    .signal_value = to,
                                                    .fence = s->fence});
}

static VkResult record_and_run(struct scene *s)
{
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = s->pool,
                                         .commandBufferCount = 1};
    VkCommandBuffer cmd;
    TRY(vkAllocateCommandBuffers(s->device, &alloc, &cmd));
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    TRY(vkBeginCommandBuffer(cmd, &begin));
    vkCmdResetQueryPool(cmd, s->queries, 0, 4);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, s->queries, 0);
    vkCmdFillBuffer(cmd, s->buffer, 0, 32768, 5); // input and uniforms, by a kernel of the driver's
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1,
                         &barrier, 0, NULL, 0, NULL);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->layout, 0, 1, &s->set, 0, NULL);
    vkCmdDispatch(cmd, 32, 1, 1);
    vkCmdSetEvent(cmd, s->event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    TRY(vkEndCommandBuffer(cmd));
    const uint64_t three = 3;
    // The value is there already, so that no thread is needed; a second submission waits for the first.
    VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s->semaphore, .value = 2};
#define PROC(name) ((PFN_##name)vkGetDeviceProcAddr(s->device, #name))
    TRY(PROC(vkSignalSemaphoreKHR)(s->device, &signal));
    TRY(submit_timeline(s, cmd, 2, 3));
    TRY(vkWaitForFences(s->device, 1, &s->fence, VK_TRUE, UINT64_C(20000000000)));
    VkSemaphoreWaitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .semaphoreCount = 1,
                                .pSemaphores = &s->semaphore,
                                .pValues = &three};
    TRY(PROC(vkWaitSemaphoresKHR)(s->device, &wait, UINT64_C(20000000000)));
    if (vkGetEventStatus(s->device, s->event) != VK_EVENT_SET)
        return VK_ERROR_UNKNOWN;
    uint64_t time[2];
    TRY(vkGetQueryPoolResults(s->device, s->queries, 0, 1, 16, time, 16, VK_QUERY_RESULT_64_BIT));
    TRY(vkResetFences(s->device, 1, &s->fence));
    TRY(vkQueueWaitIdle(s->queue));
    for (uint32_t i = 0; i < 1024; i++)
        if (s->map[8192 + i] != 10)
            return VK_ERROR_UNKNOWN; // a wrong result
    size_t size;
    return vkGetPipelineCacheData(s->device, s->cache, &size, NULL);
}

// A submission that waits for a value that the host signals later: a thread of the driver's submits it.
static VkResult wait_before_signal(struct scene *s)
{
    VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s->semaphore, .value = 4};
    TRY(submit_timeline(s, VK_NULL_HANDLE, 4, 5));
    VkResult r = PROC(vkSignalSemaphoreKHR)(s->device, &signal);
    if (r) { // it fails once
        (void)PROC(vkSignalSemaphoreKHR)(s->device, &signal);
        return r;
    }
    TRY(vkWaitForFences(s->device, 1, &s->fence, VK_TRUE, UINT64_C(5000000000)));
    return vkQueueWaitIdle(s->queue);
}

// ---- more acts, each with what it needs

static VkResult begin(struct scene *s, VkCommandBufferLevel level, VkCommandBuffer *cmd)
{
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = s->pool,
                                         .level = level,
                                         .commandBufferCount = 1};
    VkCommandBufferInheritanceInfo inherit = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .pInheritanceInfo = &inherit};
    TRY(vkAllocateCommandBuffers(s->device, &alloc, cmd));
    return vkBeginCommandBuffer(*cmd, &info);
}

static VkResult finish(struct scene *s, VkCommandBuffer cmd, VkSemaphore wait, VkSemaphore signal)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .waitSemaphoreCount = wait ? 1 : 0,
                           .pWaitSemaphores = &wait,
                           .pWaitDstStageMask = &stage,
                           .commandBufferCount = cmd ? 1 : 0,
                           .pCommandBuffers = &cmd,
                           .signalSemaphoreCount = signal ? 1 : 0,
                           .pSignalSemaphores = &signal};
    if (cmd)
        TRY(vkEndCommandBuffer(cmd));
    TRY(vkQueueSubmit(s->queue, 1, &submit, VK_NULL_HANDLE));
    return vkQueueWaitIdle(s->queue);
}

static VkResult images(struct scene *s)
{
    enum { W = 16, H = 12 }; // rows of whole 16 bytes: one kernel
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, W, H, 3, 2,
                                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                              VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    TRY(vkCreateImage(s->device, &info, s->alloc, &s->image));
    VkMemoryRequirements req;
    vkGetImageMemoryRequirements(s->device, s->image, &req);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = req.size};
    TRY(vkAllocateMemory(s->device, &alloc, s->alloc, &s->image_memory));
    TRY(vkBindImageMemory(s->device, s->image, s->image_memory, 0));
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = s->image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                  .format = info.format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 3, 0, 2}};
    TRY(vkCreateImageView(s->device, &view, s->alloc, &s->view));
    VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                   .magFilter = VK_FILTER_LINEAR,
                                   .borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE};
    TRY(vkCreateSampler(s->device, &sampler, s->alloc, &s->sampler));
    VkBufferViewCreateInfo texels = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                     .buffer = s->buffer,
                                     .format = VK_FORMAT_R32_UINT,
                                     .range = 4096};
    TRY(vkCreateBufferView(s->device, &texels, s->alloc, &s->texels));
    VkCommandBuffer cmd;
    TRY(begin(s, VK_COMMAND_BUFFER_LEVEL_PRIMARY, &cmd));
    VkClearColorValue red = {.float32 = {1, 0, 0, 1}};
    VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 3, 0, 2};
    vkCmdClearColorImage(cmd, s->image, VK_IMAGE_LAYOUT_GENERAL, &red, 1, &all);
    vkt_barrier(cmd);
    VkBufferImageCopy c = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 1},
                           .imageExtent = {W / 2, H / 2, 1}};
    vkCmdCopyImageToBuffer(cmd, s->image, VK_IMAGE_LAYOUT_GENERAL, s->buffer, 1, &c);
    TRY(finish(s, cmd, VK_NULL_HANDLE, VK_NULL_HANDLE));
    for (uint32_t i = 0; i < W / 2 * H / 2; i++)
        if (s->map[i] != 0xff0000ff)
            return VK_ERROR_UNKNOWN;
    return VK_SUCCESS;
}

// A secondary command buffer with an indirect dispatch, and pushed descriptors by a template.
static VkResult indirect_in_secondary(struct scene *s)
{
    VkDescriptorSetLayoutBinding b[3];
    VkDescriptorUpdateTemplateEntry e[3];
    VkDescriptorBufferInfo ranges[3];
    for (uint32_t i = 0; i < 3; i++) {
        VkDescriptorType type =
            i == 1 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        b[i] = (VkDescriptorSetLayoutBinding){i, type, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
        e[i] = (VkDescriptorUpdateTemplateEntry){i, 0, 1, type, i * sizeof(ranges[0]), sizeof(ranges[0])};
        ranges[i] = (VkDescriptorBufferInfo){s->buffer, i * 16384, 4096};
    }
    VkDescriptorSetLayoutCreateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
                                           .bindingCount = 3,
                                           .pBindings = b};
    TRY(vkCreateDescriptorSetLayout(s->device, &set, s->alloc, &s->push_set));
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &s->push_set};
    TRY(vkCreatePipelineLayout(s->device, &layout, s->alloc, &s->push_layout));
    VkDescriptorUpdateTemplateCreateInfo t = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 3,
        .pDescriptorUpdateEntries = e,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR,
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE,
        .pipelineLayout = s->push_layout};
    TRY(vkCreateDescriptorUpdateTemplate(s->device, &t, s->alloc, &s->template));
    for (uint32_t i = 0; i < 1024; i++) {
        s->map[i] = i;
        s->map[8192 + i] = 0;
    }
    s->map[4096] = 3;
    const uint32_t counts[3] = {32, 1, 1};
    memcpy(s->map + 14000, counts, sizeof(counts));
    VkCommandBuffer second, cmd;
    TRY(begin(s, VK_COMMAND_BUFFER_LEVEL_SECONDARY, &second));
    vkCmdBindPipeline(second, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    PROC(vkCmdPushDescriptorSetWithTemplateKHR)(second, s->template, s->push_layout, 0, ranges);
    vkCmdDispatchIndirect(second, s->buffer, 14000 * 4);
    TRY(vkEndCommandBuffer(second));
    TRY(begin(s, VK_COMMAND_BUFFER_LEVEL_PRIMARY, &cmd));
    vkCmdExecuteCommands(cmd, 1, &second);
    TRY(finish(s, cmd, VK_NULL_HANDLE, VK_NULL_HANDLE));
    for (uint32_t i = 0; i < 1024; i++)
        if (s->map[8192 + i] != i + 3)
            return VK_ERROR_UNKNOWN;
    return VK_SUCCESS;
}

// A cache made of another one's data, merged, and a pipeline out of it.
static VkResult caches(struct scene *s)
{
    size_t size = 0;
    TRY(vkGetPipelineCacheData(s->device, s->cache, &size, NULL));
    void *data = malloc(size);
    VkResult r = vkGetPipelineCacheData(s->device, s->cache, &size, data);
    VkPipelineCacheCreateInfo cache = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, .initialDataSize = size, .pInitialData = data};
    if (!r)
        r = vkCreatePipelineCache(s->device, &cache, s->alloc, &s->second_cache);
    free(data);
    TRY(r);
    TRY(vkMergePipelineCaches(s->device, s->second_cache, 1, &s->cache));
    VkComputePipelineCreateInfo info = vkt_compute_info(s->module, s->layout);
    return vkCreateComputePipelines(s->device, s->second_cache, 1, &info, s->alloc, &s->second_pipeline);
}

// Memory, a semaphore and a fence as file descriptors, and back.
static VkResult externals(struct scene *s)
{
    const VkExternalMemoryHandleTypeFlagBits opaque = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkExportMemoryAllocateInfo export = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                         .handleTypes = opaque};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &export, .allocationSize = 4096};
    TRY(vkAllocateMemory(s->device, &alloc, s->alloc, &s->shared));
    VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = s->shared, .handleType = opaque};
    VkImportMemoryFdInfoKHR import = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
                                      .handleType = opaque};
    TRY(PROC(vkGetMemoryFdKHR)(s->device, &get, &import.fd));
    alloc.pNext = &import;
    VkResult r = vkAllocateMemory(s->device, &alloc, s->alloc, &s->imported);
    if (r)
        close(import.fd); // it was not taken
    TRY(r);
    uint32_t *a, *b;
    TRY(vkMapMemory(s->device, s->shared, 0, VK_WHOLE_SIZE, 0, (void **)&a));
    TRY(vkMapMemory(s->device, s->imported, 0, VK_WHOLE_SIZE, 0, (void **)&b));
    *a = 77;
    if (*b != 77)
        return VK_ERROR_UNKNOWN;

    VkExportSemaphoreCreateInfo can = {.sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
                                       .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &can};
    TRY(vkCreateSemaphore(s->device, &semaphore, s->alloc, &s->binary));
    semaphore.pNext = NULL;
    TRY(vkCreateSemaphore(s->device, &semaphore, s->alloc, &s->other));
    VkSemaphoreGetFdInfoKHR get_semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
                                             .semaphore = s->binary,
                                             .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkImportSemaphoreFdInfoKHR import_semaphore = {.sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
                                                   .semaphore = s->other,
                                                   .handleType =
                                                       VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    TRY(PROC(vkGetSemaphoreFdKHR)(s->device, &get_semaphore, &import_semaphore.fd));
    r = PROC(vkImportSemaphoreFdKHR)(s->device, &import_semaphore);
    if (r)
        close(import_semaphore.fd);
    TRY(r);
    TRY(finish(s, NULL, VK_NULL_HANDLE, s->binary));
    TRY(finish(s, NULL, s->other, VK_NULL_HANDLE));

    VkExportFenceCreateInfo fence_can = {.sType = VK_STRUCTURE_TYPE_EXPORT_FENCE_CREATE_INFO,
                                         .handleTypes = VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .pNext = &fence_can};
    TRY(vkCreateFence(s->device, &fence, s->alloc, &s->other_fence));
    TRY(vkQueueSubmit(s->queue, 0, NULL, s->other_fence));
    VkFenceGetFdInfoKHR get_fence = {.sType = VK_STRUCTURE_TYPE_FENCE_GET_FD_INFO_KHR,
                                     .fence = s->other_fence,
                                     .handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT};
    VkImportFenceFdInfoKHR import_fence = {.sType = VK_STRUCTURE_TYPE_IMPORT_FENCE_FD_INFO_KHR,
                                           .fence = s->other_fence,
                                           .flags = VK_FENCE_IMPORT_TEMPORARY_BIT,
                                           .handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT};
    TRY(PROC(vkGetFenceFdKHR)(s->device, &get_fence, &import_fence.fd));
    r = PROC(vkImportFenceFdKHR)(s->device, &import_fence);
    if (r && import_fence.fd >= 0)
        close(import_fence.fd);
    TRY(r);
    return vkWaitForFences(s->device, 1, &s->other_fence, VK_TRUE, UINT64_C(20000000000));
}

// ---- work in bounded requests (launch/queue/job.c), and from two threads

// A kernel with a loop, which the driver cuts into slices; it writes the first row again and again.
static VkResult make_loop(struct scene *s)
{
    VkDescriptorSetLayoutBinding b = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT,
                                      NULL};
    VkDescriptorSetLayoutCreateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
                                           .bindingCount = 1,
                                           .pBindings = &b};
    TRY(vkCreateDescriptorSetLayout(s->device, &set, s->alloc, &s->push_set));
    VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 8};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &s->push_set,
                                         .pushConstantRangeCount = 1,
                                         .pPushConstantRanges = &push};
    TRY(vkCreatePipelineLayout(s->device, &layout, s->alloc, &s->push_layout));
    VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                       .codeSize = sizeof(vkt_spin),
                                       .pCode = vkt_spin};
    TRY(vkCreateShaderModule(s->device, &module, s->alloc, &s->module));
    VkComputePipelineCreateInfo info = vkt_compute_info(s->module, s->push_layout);
    return vkCreateComputePipelines(s->device, VK_NULL_HANDLE, 1, &info, s->alloc, &s->pipeline);
}

enum { LOOP_GROUPS = 900 }; // more than one walker of such a kernel may have

static void bind_loop(struct scene *s, VkCommandBuffer cmd, uint32_t steps, VkDeviceSize range)
{
    const uint32_t push[2] = {steps, 0};
    VkDescriptorBufferInfo buffer = {s->buffer, 0, range};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .descriptorCount = 1,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                              .pBufferInfo = &buffer};
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    PROC(vkCmdPushDescriptorSetKHR)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->push_layout, 0, 1, &w);
    vkCmdPushConstants(cmd, s->push_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
}

// Slices of a direct and of an indirect dispatch, whose size comes in the same command buffer; queries and an
// event around; behind a value that the host signals later.
static VkResult long_work(struct scene *s)
{
    VkCommandBuffer cmd;
    TRY(begin(s, VK_COMMAND_BUFFER_LEVEL_PRIMARY, &cmd));
    vkCmdResetQueryPool(cmd, s->queries, 0, 4);
    vkCmdUpdateBuffer(cmd, s->buffer, 60000, 12, (uint32_t[3]){LOOP_GROUPS, 1, 1});
    vkt_barrier(cmd);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, s->queries, 0);
    bind_loop(s, cmd, 1, 4096);
    vkCmdDispatchIndirect(cmd, s->buffer, 60000);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, s->queries, 1);
    vkCmdSetEvent(cmd, s->event, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    vkCmdWaitEvents(cmd, 1, &s->event, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, NULL, 0, NULL, 0, NULL);
    vkt_barrier(cmd);
    bind_loop(s, cmd, 2, 4096);
    vkCmdDispatch(cmd, LOOP_GROUPS, 1, 1);
    vkt_barrier(cmd);
    TRY(vkEndCommandBuffer(cmd));
    VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s->semaphore, .value = 2};
    TRY(submit_timeline(s, cmd, 2, 3));
    VkResult r = PROC(vkSignalSemaphoreKHR)(s->device, &signal);
    if (r) { // it fails once
        (void)PROC(vkSignalSemaphoreKHR)(s->device, &signal);
        return r;
    }
    TRY(vkWaitForFences(s->device, 1, &s->fence, VK_TRUE, UINT64_C(20000000000)));
    TRY(vkResetFences(s->device, 1, &s->fence));
    uint64_t times[2];
    TRY(vkGetQueryPoolResults(s->device, s->queries, 0, 2, 16, times, 8, VK_QUERY_RESULT_64_BIT));
    for (uint32_t i = 0, x; i < 1024; i++) {
        x = (i ^ i >> 7) * 1664525u + 1013904223u;
        if (s->map[i] != (x ^ x >> 7) * 1664525u + 1013904223u)
            return VK_ERROR_UNKNOWN;
    }
    return VK_SUCCESS;
}

struct thread {
    struct scene *s;
    pthread_mutex_t *lock;
    VkCommandPool pool;
    VkFence fence;
    pthread_t id;
    VkResult result;
};

static VkResult thread_work(struct thread *t)
{
    struct scene *s = t->s;
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = t->pool,
                                         .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer cmd;
    TRY(vkAllocateCommandBuffers(s->device, &alloc, &cmd));
    TRY(vkBeginCommandBuffer(cmd, &begin_info));
    bind_loop(s, cmd, 2, 4096);
    vkCmdDispatch(cmd, 16, 1, 1);
    TRY(vkEndCommandBuffer(cmd));
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    pthread_mutex_lock(t->lock);
    VkResult r = vkQueueSubmit(s->queue, 1, &submit, t->fence);
    pthread_mutex_unlock(t->lock);
    return r ? r : vkWaitForFences(s->device, 1, &t->fence, VK_TRUE, UINT64_C(20000000000));
}

static void *thread_main(void *arg)
{
    struct thread *t = arg;
    t->result = thread_work(t);
    return NULL;
}

static VkResult threads(struct scene *s)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct thread t[2] = {{.s = s, .lock = &lock}, {.s = s, .lock = &lock}};
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkResult r = VK_SUCCESS;
    for (unsigned i = 0; i < 2 && !r; i++) {
        r = vkCreateCommandPool(s->device, &pool, s->alloc, &t[i].pool);
        if (!r)
            r = vkCreateFence(s->device, &fence, s->alloc, &t[i].fence);
    }
    for (unsigned i = 0; i < 2 && !r; i++)
        if (pthread_create(&t[i].id, NULL, thread_main, &t[i]))
            t[i].id = 0;
    for (unsigned i = 0; i < 2; i++) {
        if (t[i].id)
            pthread_join(t[i].id, NULL);
        r = r ? r : t[i].result;
    }
    vkDeviceWaitIdle(s->device);
    for (unsigned i = 0; i < 2; i++) {
        vkDestroyCommandPool(s->device, t[i].pool, s->alloc);
        vkDestroyFence(s->device, t[i].fence, s->alloc);
    }
    return r;
}

static VkResult run_long_work(struct scene *s)
{
    TRY(make_device(s));
    TRY(make_buffer(s));
    TRY(make_loop(s));
    TRY(make_sync(s));
    TRY(long_work(s));
    return threads(s);
}

static VkResult run_most(struct scene *s)
{
    TRY(make_device(s));
    TRY(make_buffer(s));
    TRY(make_pipeline(s));
    TRY(make_descriptors(s));
    TRY(make_sync(s));
    TRY(record_and_run(s));
    TRY(images(s));
    TRY(indirect_in_secondary(s));
    TRY(caches(s));
    TRY(externals(s));
    return wait_before_signal(s);
}

static void destroy(struct scene *s)
{
    const VkAllocationCallbacks *a = s->alloc;
    if (s->device) {
        vkDeviceWaitIdle(s->device);
        vkDestroySemaphore(s->device, s->semaphore, a);
        vkDestroySemaphore(s->device, s->binary, a);
        vkDestroySemaphore(s->device, s->other, a);
        vkDestroyFence(s->device, s->other_fence, a);
        vkDestroyDescriptorUpdateTemplate(s->device, s->template, a);
        vkDestroyPipelineLayout(s->device, s->push_layout, a);
        vkDestroyDescriptorSetLayout(s->device, s->push_set, a);
        vkDestroyPipeline(s->device, s->second_pipeline, a);
        vkDestroyPipelineCache(s->device, s->second_cache, a);
        vkDestroyBufferView(s->device, s->texels, a);
        vkDestroySampler(s->device, s->sampler, a);
        vkDestroyImageView(s->device, s->view, a);
        vkDestroyImage(s->device, s->image, a);
        vkFreeMemory(s->device, s->image_memory, a);
        vkFreeMemory(s->device, s->shared, a);
        vkFreeMemory(s->device, s->imported, a);
        vkDestroyFence(s->device, s->fence, a);
        vkDestroyEvent(s->device, s->event, a);
        vkDestroyQueryPool(s->device, s->queries, a);
        vkDestroyDescriptorPool(s->device, s->descriptors, a);
        vkDestroyPipeline(s->device, s->pipeline, a);
        vkDestroyPipelineCache(s->device, s->cache, a);
        vkDestroyShaderModule(s->device, s->module, a);
        vkDestroyPipelineLayout(s->device, s->layout, a);
        vkDestroyDescriptorSetLayout(s->device, s->set_layout, a);
        vkDestroyBuffer(s->device, s->buffer, a);
        vkFreeMemory(s->device, s->memory, a);
        vkDestroyCommandPool(s->device, s->pool, a);
        vkDestroyDevice(s->device, a);
    }
    if (s->instance)
        vkDestroyInstance(s->instance, a);
}

static VkResult whole(const VkAllocationCallbacks *alloc, VkResult (*acts)(struct scene *))
{
    struct scene s = {.alloc = alloc};
    VkResult r = acts(&s);
    destroy(&s);
    return r;
}

static VkResult most(const VkAllocationCallbacks *alloc)
{
    return whole(alloc, run_most);
}

static VkResult in_bounded_requests(const VkAllocationCallbacks *alloc)
{
    return whole(alloc, run_long_work);
}

KT_TEST(every_malloc)
{
    fault_every_malloc(most);
}

KT_TEST(bounded_malloc)
{
    fault_every_malloc(in_bounded_requests);
}

KT_TEST(every_ioctl_out_of_memory)
{
    fault_every_ioctl(most, ENOMEM);
}

KT_TEST(every_ioctl_no_space)
{
    fault_every_ioctl(most, ENOSPC);
}

KT_TEST(every_ioctl_io_error)
{
    fault_every_ioctl(most, EIO);
}

KT_TEST(every_ioctl_interrupted)
{
    fault_every_ioctl(most, EINTR);
}

KT_TEST(bounded_ioctl_out_of_memory)
{
    fault_every_ioctl(in_bounded_requests, ENOMEM);
}

KT_TEST(bounded_ioctl_io_error)
{
    fault_every_ioctl(in_bounded_requests, EIO);
}

KT_TEST(bounded_ioctl_interrupted)
{
    fault_every_ioctl(in_bounded_requests, EINTR);
}

KT_MAIN()

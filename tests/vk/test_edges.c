// Legal corners of the API: nothing to do, nothing to destroy, the most that the limits allow, private data
// and names on objects of every type.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vk/vkt.h"
#include "vkt_add.h"
#include "vkt_bindless.h"
#include "vkt_push.h"

static struct vkt v;

// ---- nothing

KT_TEST(destroying_nothing)
{
    if (!vkt_init(&v, NULL))
        return;
    vkDestroyBuffer(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyBufferView(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyCommandPool(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyDescriptorPool(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyDescriptorSetLayout(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyDescriptorUpdateTemplate(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyEvent(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyFence(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyFramebuffer(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyImage(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyImageView(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyPipeline(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyPipelineCache(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyPipelineLayout(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyPrivateDataSlot(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyQueryPool(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyRenderPass(v.device, VK_NULL_HANDLE, NULL);
    vkDestroySampler(v.device, VK_NULL_HANDLE, NULL);
    vkDestroySamplerYcbcrConversion(v.device, VK_NULL_HANDLE, NULL);
    vkDestroySemaphore(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyShaderModule(v.device, VK_NULL_HANDLE, NULL);
    vkFreeMemory(v.device, VK_NULL_HANDLE, NULL);
    vkDestroyDevice(VK_NULL_HANDLE, NULL);
    vkt_proc(&v, vkDestroyDeferredOperationKHR)(v.device, VK_NULL_HANDLE, NULL);
    VkCommandBuffer none[2] = {VK_NULL_HANDLE, VK_NULL_HANDLE};
    vkFreeCommandBuffers(v.device, v.pool, 2, none);
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                       .maxSets = 1,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &(VkDescriptorPoolSize){VK_DESCRIPTOR_TYPE_SAMPLER, 1}};
    VkDescriptorPool pool;
    vkt_ok(vkCreateDescriptorPool(v.device, &info, NULL, &pool));
    VkDescriptorSet sets[2] = {VK_NULL_HANDLE, VK_NULL_HANDLE};
    vkt_ok(vkFreeDescriptorSets(v.device, pool, 2, sets));
    vkt_ok(vkResetDescriptorPool(v.device, pool, 0));
    vkDestroyDescriptorPool(v.device, pool, NULL);
    vkt_finish(&v);
}

KT_TEST(submitting_nothing)
{
    if (!vkt_init(&v, NULL))
        return;
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkSemaphoreCreateInfo semaphore_info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkFence fence;
    VkSemaphore semaphore;
    vkt_ok(vkCreateFence(v.device, &fence_info, NULL, &fence));
    vkt_ok(vkCreateSemaphore(v.device, &semaphore_info, NULL, &semaphore));
    vkt_ok(vkQueueWaitIdle(v.queue));
    vkt_ok(vkDeviceWaitIdle(v.device));
    kt_eq(vkWaitForFences(v.device, 1, &fence, VK_TRUE, 0), VK_TIMEOUT);
    VkSubmitInfo empty = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    VkSubmitInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .signalSemaphoreCount = 1, .pSignalSemaphores = &semaphore};
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    VkSubmitInfo wait = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .waitSemaphoreCount = 1,
                         .pWaitSemaphores = &semaphore,
                         .pWaitDstStageMask = &stage};
    const VkSubmitInfo several[] = {empty, signal, wait, empty, signal, wait};
    for (unsigned round = 0; round < 4; round++) {
        switch (round) {
        case 0:
            vkt_ok(vkQueueSubmit(v.queue, 0, NULL, fence));
            break;
        case 1:
            vkt_ok(vkQueueSubmit2(v.queue, 0, NULL, fence));
            break;
        case 2:
            vkt_ok(vkQueueSubmit(v.queue, 1, &empty, fence));
            break;
        default:
            vkt_ok(vkQueueSubmit(v.queue, 6, several, fence));
        }
        vkt_ok(vkWaitForFences(v.device, 1, &fence, VK_TRUE, UINT64_MAX));
        vkt_ok(vkResetFences(v.device, 1, &fence));
    }
    vkt_ok(vkQueueSubmit(v.queue, 0, NULL, VK_NULL_HANDLE));
    // A command buffer without commands.
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_run(&v, cmd);
    vkDestroySemaphore(v.device, semaphore, NULL);
    vkDestroyFence(v.device, fence, NULL);
    vkt_finish(&v);
}

// Dispatches of no groups, barriers of nothing, updates of nothing.
KT_TEST(commands_that_do_nothing)
{
    if (!vkt_init(&v, NULL))
        return;
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                             VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    struct vkt_buffer b[3], zeros = vkt_buffer(&v, 64);
    for (unsigned i = 0; i < 3; i++) {
        b[i] = vkt_buffer(&v, 1024);
        memset(b[i].map, 0x11, 1024);
    }
    memset(b[2].map, 0, 1024);
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, types, 0, NULL, &p))
        return;
    for (uint32_t i = 0; i < 3; i++)
        vkt_bind_buffer(&v, &p, i, types[i], &b[i], 0, VK_WHOLE_SIZE);
    vkUpdateDescriptorSets(v.device, 0, NULL, 0, NULL);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0,
                         NULL, 0, NULL, 0, NULL);
    vkCmdPipelineBarrier2(cmd, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO});
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, 0, 0, 0);
    vkCmdDispatch(cmd, 1, 0, 1);
    vkCmdDispatch(cmd, 0, 65535, 65535);
    vkCmdDispatchBase(cmd, 0, 0, 0, 1, 1, 0);
    vkCmdDispatchIndirect(cmd, zeros.buffer, 0);
    vkt_run(&v, cmd);
    const uint32_t *out = b[2].map;
    for (unsigned i = 0; i < 256; i++)
        if (!kt_eq(out[i], 0))
            break;
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &zeros);
    for (unsigned i = 0; i < 3; i++)
        vkt_buffer_free(&v, &b[i]);
    vkt_finish(&v);
}

// Layouts without bindings, with bindings of no descriptors; sets of them that are bound.
KT_TEST(sets_of_nothing)
{
    if (!vkt_init(&v, NULL))
        return;
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {3, VK_DESCRIPTOR_TYPE_SAMPLER, 0, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {7, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0, 0, NULL}};
    VkDescriptorSetLayout layouts[3];
    for (uint32_t i = 0; i < 3; i++) {
        VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = i == 0   ? 3
                                                                : i == 1 ? 0
                                                                         : 2,
                                                .pBindings = i == 0   ? bindings
                                                             : i == 1 ? NULL
                                                                      : &bindings[1]};
        vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &layouts[i]));
    }
    VkPipelineLayout layout = vkt_layout(&v, 3, layouts, 256);
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    VkDescriptorSet sets[3];
    VkDescriptorPool pool = vkt_allocate(&v, 3, layouts, 1, &size, sets);
    struct vkt_buffer out = vkt_buffer(&v, 65 * 4);
    VkDescriptorBufferInfo buffer = {out.buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = sets[0],
                              .descriptorCount = 1,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                              .pBufferInfo = &buffer};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    // No specialization constants, and one that the shader does not have.
    const VkSpecializationMapEntry entry = {77, 0, 4};
    const uint32_t value = 5;
    const VkSpecializationInfo specs[2] = {{0, NULL, 0, NULL}, {1, &entry, 4, &value}};
    for (unsigned n = 0; n < 2; n++) {
        VkPipeline pipeline =
            vkt_compute(&v, (struct vkt_shader){vkt_push, sizeof(vkt_push)}, layout, 0, &specs[n]);
        uint32_t all[64];
        for (uint32_t i = 0; i < 64; i++)
            all[i] = i * 7 + 3 + n;
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 3, sets, 0, NULL);
        // In pieces: the last 4 bytes alone.
        vkCmdPushConstants(cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 252, all);
        vkCmdPushConstants(cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 252, 4, &all[63]);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        const uint32_t *got = out.map;
        for (uint32_t i = 0; i < 64; i++)
            kt_eq(got[i], (63 - i) * 7 + 3 + n);
        kt_eq(got[64], 63 * 7 + 6 + 2 * n);
        vkDestroyPipeline(v.device, pipeline, NULL);
    }
    vkDestroyDescriptorPool(v.device, pool, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    for (uint32_t i = 0; i < 3; i++)
        vkDestroyDescriptorSetLayout(v.device, layouts[i], NULL);
    vkt_buffer_free(&v, &out);
    vkt_finish(&v);
}

// VK_WHOLE_SIZE in fills (which round down to dwords), maps, flushes and views.
KT_TEST(whole_sizes)
{
    if (vkt_gpu_assisted())
        kt_skip("the layer (1.4.309) makes a buffer larger, to a multiple of 4 bytes");
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 1027);
    memset(b.map, 0xee, 1027);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, b.buffer, 8, VK_WHOLE_SIZE, 0x01020304);
    vkt_run(&v, cmd);
    const uint8_t *bytes = b.map;
    kt_eq(bytes[7], 0xee);
    kt_eq(bytes[8], 4);
    kt_eq(bytes[1023], 1);
    kt_eq(bytes[1024], 0xee);
    kt_eq(bytes[1026], 0xee);
    VkMappedMemoryRange range = {.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE,
                                 .memory = b.memory,
                                 .offset = 64,
                                 .size = VK_WHOLE_SIZE};
    vkt_ok(vkFlushMappedMemoryRanges(v.device, 1, &range));
    vkt_ok(vkInvalidateMappedMemoryRanges(v.device, 1, &range));
    vkUnmapMemory(v.device, b.memory);
    uint8_t *part;
    vkt_ok(vkMapMemory(v.device, b.memory, 1000, VK_WHOLE_SIZE, 0, (void **)&part));
    kt_eq(part[24], 0xee);
    vkUnmapMemory(v.device, b.memory);
    vkt_ok(vkMapMemory(v.device, b.memory, 1023, 1, 0, (void **)&part));
    kt_eq(*part, 1);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

// ---- the most

// A set of as many buffers as the limits allow, of which the shader takes the first, the last and some
// between.
KT_TEST(the_largest_set)
{
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true})) // which keeps a list of them
        return;
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    uint32_t most = props.limits.maxPerStageDescriptorStorageBuffers - 1;
    kt_true(most >= 65534);
    const VkShaderStageFlags stage = VK_SHADER_STAGE_COMPUTE_BIT;
    const VkDescriptorSetLayoutBinding bindings[2] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, NULL},
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, most, stage, NULL}};
    VkDescriptorSetLayout layouts[2];
    for (uint32_t i = 0; i < 2; i++) {
        VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = 1,
                                                .pBindings = &bindings[i]};
        vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &layouts[i]));
    }
    VkPushConstantRange push = {stage, 0, 64};
    VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                              .setLayoutCount = 2,
                                              .pSetLayouts = layouts,
                                              .pushConstantRangeCount = 1,
                                              .pPushConstantRanges = &push};
    VkPipelineLayout layout;
    vkt_ok(vkCreatePipelineLayout(v.device, &layout_info, NULL, &layout));
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, most + 1};
    VkDescriptorSet sets[2];
    VkDescriptorPool pool = vkt_allocate(&v, 2, layouts, 1, &size, sets);
    struct vkt_buffer data = vkt_buffer(&v, (most + 1) * 16), out = vkt_buffer(&v, 128);
    VkDescriptorBufferInfo *infos = malloc((most + 1) * sizeof(*infos));
    for (uint32_t i = 0; i < most; i++) {
        ((uint32_t *)data.map)[i * 4] = i * 2654435761u;
        infos[i] = (VkDescriptorBufferInfo){data.buffer, i * 16, 16};
    }
    infos[most] = (VkDescriptorBufferInfo){out.buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet w[2] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = sets[1],
                                        .descriptorCount = most,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .pBufferInfo = infos},
                                       {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = sets[0],
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .pBufferInfo = &infos[most]}};
    vkUpdateDescriptorSets(v.device, 2, w, 0, NULL);
    VkPipeline pipeline =
        vkt_compute(&v, (struct vkt_shader){vkt_bindless, sizeof(vkt_bindless)}, layout, 0, NULL);
    uint32_t index[16];
    for (uint32_t i = 0; i < 16; i++)
        index[i] = i == 0 ? 0 : i == 1 ? most - 1 : (uint32_t)((uint64_t)most * i / 17);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 2, sets, 0, NULL);
    vkCmdPushConstants(cmd, layout, stage, 0, 64, index);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(&v, cmd);
    for (uint32_t i = 0; i < 16; i++)
        kt_eq(((uint32_t *)out.map)[i], index[i] * 2654435761u);
    free(infos);
    vkDestroyPipeline(v.device, pipeline, NULL);
    vkDestroyDescriptorPool(v.device, pool, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    for (uint32_t i = 0; i < 2; i++)
        vkDestroyDescriptorSetLayout(v.device, layouts[i], NULL);
    vkt_buffer_free(&v, &data);
    vkt_buffer_free(&v, &out);
    vkt_finish(&v);
}

KT_TEST(as_many_samplers_as_there_may_be)
{
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    uint32_t n = props.limits.maxSamplerAllocationCount;
    VkSampler *samplers = calloc(n, sizeof(*samplers));
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < n && !result; i++)
        result = vkCreateSampler(v.device, &info, NULL, &samplers[i]);
    kt_eq(result, VK_SUCCESS);
    for (uint32_t i = 0; i < n; i++)
        vkDestroySampler(v.device, samplers[i], NULL);
    free(samplers);
    vkt_finish(&v);
}

// A timeline goes as far as its numbers do in one step.
KT_TEST(the_longest_step_of_a_timeline)
{
    if (!vkt_init(&v, NULL))
        return;
    VkSemaphore s = vkt_timeline(&v, 0);
    uint64_t value = UINT64_MAX - 1, now;
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.signal = s, .signal_value = value}));
    vkt_ok(vkt_wait(&v, s, value, UINT64_MAX));
    vkt_ok(vkGetSemaphoreCounterValue(v.device, s, &now));
    kt_eq(now, UINT64_MAX - 1);
    vkt_ok(vkt_signal(&v, s, UINT64_MAX));
    vkt_ok(vkGetSemaphoreCounterValue(v.device, s, &now));
    kt_eq(now, UINT64_MAX);
    vkDestroySemaphore(v.device, s, NULL);
    vkt_finish(&v);
}

// ---- objects of every type

enum { TYPES = 20 };
static struct object {
    VkObjectType type;
    uint64_t handle;
} objects[TYPES];

// (Each once: what is made from others comes behind them, and goes before them.)
static unsigned make_all(struct vkt_pipeline *p, struct vkt_buffer *b, VkCommandBuffer *cmd)
{
    unsigned n = 0;
#define OBJECT(TYPE, Name, ...)                                                                              \
    do {                                                                                                     \
        Vk##Name##CreateInfo create = {.sType = VK_STRUCTURE_TYPE_##TYPE##_CREATE_INFO, __VA_ARGS__};        \
        Vk##Name made = VK_NULL_HANDLE;                                                                      \
        vkt_ok(vkCreate##Name(v.device, &create, NULL, &made));                                              \
        objects[n++] = (struct object){VK_OBJECT_TYPE_##TYPE, (uint64_t)made};                               \
    } while (0)
    OBJECT(FENCE, Fence);
    OBJECT(SEMAPHORE, Semaphore);
    OBJECT(EVENT, Event);
    OBJECT(SAMPLER, Sampler);
    OBJECT(PIPELINE_CACHE, PipelineCache);
    OBJECT(QUERY_POOL, QueryPool, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 1);
    OBJECT(COMMAND_POOL, CommandPool);
    objects[n++] = (struct object){VK_OBJECT_TYPE_INSTANCE, (uint64_t)(uintptr_t)v.instance};
    objects[n++] = (struct object){VK_OBJECT_TYPE_PHYSICAL_DEVICE, (uint64_t)(uintptr_t)v.physical};
    objects[n++] = (struct object){VK_OBJECT_TYPE_DEVICE, (uint64_t)(uintptr_t)v.device};
    objects[n++] = (struct object){VK_OBJECT_TYPE_QUEUE, (uint64_t)(uintptr_t)v.queue};
    objects[n++] = (struct object){VK_OBJECT_TYPE_COMMAND_BUFFER, (uint64_t)(uintptr_t)*cmd};
    objects[n++] = (struct object){VK_OBJECT_TYPE_BUFFER, (uint64_t)b->buffer};
    objects[n++] = (struct object){VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)b->memory};
    objects[n++] = (struct object){VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, (uint64_t)p->set_layout};
    objects[n++] = (struct object){VK_OBJECT_TYPE_PIPELINE_LAYOUT, (uint64_t)p->layout};
    objects[n++] = (struct object){VK_OBJECT_TYPE_SHADER_MODULE, (uint64_t)p->module};
    objects[n++] = (struct object){VK_OBJECT_TYPE_PIPELINE, (uint64_t)p->pipeline};
    objects[n++] = (struct object){VK_OBJECT_TYPE_DESCRIPTOR_POOL, (uint64_t)p->pool};
    objects[n++] = (struct object){VK_OBJECT_TYPE_DESCRIPTOR_SET, (uint64_t)p->set};
    return n;
}

KT_TEST(private_data_and_names_everywhere)
{
    if (!vkt_init(&v, NULL))
        return;
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    struct vkt_buffer b = vkt_buffer(&v, 1024);
    VkCommandBuffer cmd = vkt_begin(&v);
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_push, sizeof(vkt_push)}, 1, types, 256, NULL, &p))
        return;
    unsigned count = make_all(&p, &b, &cmd);
    kt_eq(count, TYPES);
    VkPrivateDataSlotCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    VkPrivateDataSlot slots[3];
    for (unsigned s = 0; s < 3; s++)
        vkt_ok(vkCreatePrivateDataSlot(v.device, &info, NULL, &slots[s]));
    PFN_vkSetDebugUtilsObjectNameEXT set_name =
        (PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(v.instance, "vkSetDebugUtilsObjectNameEXT");
    char name[300];
    for (unsigned i = 0; i < count; i++) {
        // Data is for objects of the device.
        bool below =
            objects[i].type != VK_OBJECT_TYPE_INSTANCE && objects[i].type != VK_OBJECT_TYPE_PHYSICAL_DEVICE;
        for (unsigned s = 0; s < 3 && below; s++)
            vkt_ok(vkSetPrivateData(v.device, objects[i].type, objects[i].handle, slots[s], i * 3 + s + 1));
        memset(name, 'x', sizeof(name));
        name[i == 0 ? 299 : i] = 0;
        VkDebugUtilsObjectNameInfoEXT n = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                           .objectType = objects[i].type,
                                           .objectHandle = objects[i].handle,
                                           .pObjectName = i % 5 == 4 ? "" : name};
        vkt_ok(set_name(v.device, &n));
        n.pObjectName = NULL;
        if (i % 3 == 0)
            vkt_ok(set_name(v.device, &n));
    }
    vkDestroyPrivateDataSlot(v.device, slots[1], NULL);
    for (unsigned i = 0; i < count; i++)
        for (unsigned s = 0; s < 3; s += 2) {
            uint64_t data = 99;
            if (objects[i].type == VK_OBJECT_TYPE_INSTANCE ||
                objects[i].type == VK_OBJECT_TYPE_PHYSICAL_DEVICE)
                continue;
            vkGetPrivateData(v.device, objects[i].type, objects[i].handle, slots[s], &data);
            kt_ok(data == i * 3 + s + 1, "type %d has %llu", objects[i].type, (unsigned long long)data);
        }
    vkDestroyFence(v.device, (VkFence)objects[0].handle, NULL);
    vkDestroySemaphore(v.device, (VkSemaphore)objects[1].handle, NULL);
    vkDestroyEvent(v.device, (VkEvent)objects[2].handle, NULL);
    vkDestroySampler(v.device, (VkSampler)objects[3].handle, NULL);
    vkDestroyPipelineCache(v.device, (VkPipelineCache)objects[4].handle, NULL);
    vkDestroyQueryPool(v.device, (VkQueryPool)objects[5].handle, NULL);
    vkDestroyCommandPool(v.device, (VkCommandPool)objects[6].handle, NULL);
    vkt_run(&v, cmd);
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    // New objects, maybe where the old ones were, have no data.
    for (unsigned round = 0; round < 8; round++) {
        VkFenceCreateInfo f = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
        VkFence fence;
        uint64_t data = 99;
        vkt_ok(vkCreateFence(v.device, &f, NULL, &fence));
        vkGetPrivateData(v.device, VK_OBJECT_TYPE_FENCE, (uint64_t)fence, slots[0], &data);
        kt_eq(data, 0);
        vkt_ok(vkSetPrivateData(v.device, VK_OBJECT_TYPE_FENCE, (uint64_t)fence, slots[0], round + 1));
        vkDestroyFence(v.device, fence, NULL);
    }
    vkDestroyPrivateDataSlot(v.device, slots[0], NULL);
    vkDestroyPrivateDataSlot(v.device, slots[2], NULL);
    vkt_finish(&v);
}

// What is embedded in something larger loses its data with that: sets, whose pool goes, and the queue.
KT_TEST(data_does_not_outlive_objects)
{
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    VkPrivateDataSlotCreateInfo slot_info = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    VkPrivateDataSlot slot;
    vkt_ok(vkCreatePrivateDataSlot(v.device, &slot_info, NULL, &slot));
    VkDescriptorSetLayoutCreateInfo layout_info = {.sType =
                                                       VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    VkDescriptorSetLayout layout;
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &layout_info, NULL, &layout));
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_SAMPLER, 1};
    VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                            .maxSets = 4,
                                            .poolSizeCount = 1,
                                            .pPoolSizes = &size};
    uint64_t address = 0, data = 0;
    for (unsigned round = 0; round < 16; round++) {
        VkDescriptorPool pool;
        VkDescriptorSet set;
        vkt_ok(vkCreateDescriptorPool(v.device, &pool_info, NULL, &pool));
        VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                             .descriptorPool = pool,
                                             .descriptorSetCount = 1,
                                             .pSetLayouts = &layout};
        vkt_ok(vkAllocateDescriptorSets(v.device, &alloc, &set));
        vkt_ok(vkSetPrivateData(v.device, VK_OBJECT_TYPE_DESCRIPTOR_SET, (uint64_t)set, slot, 1234));
        address = (uint64_t)set;
        vkDestroyDescriptorPool(v.device, pool, NULL);
        // Something else may be there now: it has nothing.
        vkGetPrivateData(v.device, VK_OBJECT_TYPE_DESCRIPTOR_SET, address, slot, &data);
        kt_eq(data, 0);
    }
    vkDestroyDescriptorSetLayout(v.device, layout, NULL);
    vkDestroyPrivateDataSlot(v.device, slot, NULL);
    vkt_finish(&v);
}

// Two instances, each with its device, at the same time.
KT_TEST(two_of_everything)
{
    struct vkt first, second;
    if (!vkt_init(&first, &(struct vkt_options){.no_validation = true}) ||
        !vkt_init(&second, &(struct vkt_options){.no_validation = true}))
        return;
    struct vkt_buffer a = vkt_buffer(&first, 4096), b = vkt_buffer(&second, 4096);
    VkCommandBuffer x = vkt_begin(&first), y = vkt_begin(&second);
    vkCmdFillBuffer(x, a.buffer, 0, VK_WHOLE_SIZE, 1);
    vkCmdFillBuffer(y, b.buffer, 0, VK_WHOLE_SIZE, 2);
    vkt_run(&second, y);
    vkt_run(&first, x);
    kt_eq(((uint32_t *)a.map)[1023], 1);
    kt_eq(((uint32_t *)b.map)[1023], 2);
    vkt_buffer_free(&first, &a);
    vkt_finish(&first);
    kt_eq(((uint32_t *)b.map)[1023], 2);
    vkt_buffer_free(&second, &b);
    vkt_finish(&second);
}

KT_MAIN()

// What Vulkan 1.1 to 1.3 added around the commands: feature and property structures, private data, tool
// properties, memory requirements without an object, creation feedback and cache control, global priorities.
#include "vk/vkt.h"
#include "vkt_add.h"

#include <stdlib.h>

// A promoted structure and the one of the core version must say the same.
KT_TEST(one_truth)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_device = true, .no_validation = true}))
        return;
    VkPhysicalDeviceVulkan12Features f12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan13Features f13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                            .pNext = &f12};
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, .pNext = &f13};
    VkPhysicalDeviceDescriptorIndexingFeatures indexing = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES, .pNext = &timeline};
    VkPhysicalDeviceSynchronization2Features sync2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, .pNext = &indexing};
    // Something that no driver knows between them is passed over.
    VkBaseOutStructure unknown = {.sType = (VkStructureType)0x3fffffff, .pNext = (void *)&sync2};
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &unknown};
    vkGetPhysicalDeviceFeatures2(v.physical, &f);
    kt_eq(f12.timelineSemaphore, timeline.timelineSemaphore);
    kt_eq(timeline.timelineSemaphore, VK_TRUE);
    kt_eq(f13.synchronization2, sync2.synchronization2);
    kt_eq(f12.runtimeDescriptorArray, indexing.runtimeDescriptorArray);
    kt_eq(f12.descriptorBindingPartiallyBound, indexing.descriptorBindingPartiallyBound);
    kt_eq(f.features.robustBufferAccess, VK_TRUE);
    kt_eq(f.features.geometryShader, VK_FALSE);

    VkPhysicalDeviceVulkan11Properties p11 = {.sType =
                                                  VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
    VkPhysicalDeviceVulkan13Properties p13 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES, .pNext = &p11};
    VkPhysicalDeviceSubgroupProperties subgroup = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, .pNext = &p13};
    VkPhysicalDeviceSubgroupSizeControlProperties size = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES, .pNext = &subgroup};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &size};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    kt_eq(p11.subgroupSupportedOperations, subgroup.supportedOperations);
    kt_eq(p11.subgroupSize, subgroup.subgroupSize);
    kt_eq(p13.maxSubgroupSize, size.maxSubgroupSize);
    kt_eq(p13.minSubgroupSize, size.minSubgroupSize);
    kt_true(p13.minSubgroupSize == 8 || p13.minSubgroupSize == 16); // of Xe2
    kt_true(p13.maxBufferSize >= UINT64_C(1) << 30);
    vkt_finish(&v);
}

KT_TEST(private_data)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    PFN_vkSetPrivateDataEXT set = vkt_proc(&v, vkSetPrivateDataEXT);
    PFN_vkGetPrivateDataEXT get = vkt_proc(&v, vkGetPrivateDataEXT);
    VkPrivateDataSlotCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    VkPrivateDataSlot one, two;
    vkt_ok(vkt_proc(&v, vkCreatePrivateDataSlotEXT)(v.device, &info, NULL, &one));
    vkt_ok(vkt_proc(&v, vkCreatePrivateDataSlotEXT)(v.device, &info, NULL, &two));
    VkEventCreateInfo event_info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    uint64_t value = 1;
    unsigned stale = 0;
    // A new object has no data, although it may lie where a dead one lay.
    for (int i = 0; i < 64; i++) {
        VkEvent e;
        vkt_ok(vkCreateEvent(v.device, &event_info, NULL, &e));
        get(v.device, VK_OBJECT_TYPE_EVENT, (uint64_t)e, one, &value);
        stale += value != 0;
        vkt_ok(set(v.device, VK_OBJECT_TYPE_EVENT, (uint64_t)e, one, 100 + i));
        get(v.device, VK_OBJECT_TYPE_EVENT, (uint64_t)e, one, &value);
        kt_eq(value, 100 + i);
        get(v.device, VK_OBJECT_TYPE_EVENT, (uint64_t)e, two, &value);
        kt_eq(value, 0);
        vkDestroyEvent(v.device, e, NULL);
    }
    kt_eq(stale, 0);
    vkt_ok(set(v.device, VK_OBJECT_TYPE_DEVICE, (uint64_t)(uintptr_t)v.device, two, 7));
    get(v.device, VK_OBJECT_TYPE_DEVICE, (uint64_t)(uintptr_t)v.device, two, &value);
    kt_eq(value, 7);
    vkt_proc(&v, vkDestroyPrivateDataSlotEXT)(v.device, two, NULL);
    vkt_proc(&v, vkDestroyPrivateDataSlotEXT)(v.device, one, NULL);
    vkt_finish(&v);
}

KT_TEST(requirements_without_object)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    for (VkDeviceSize size = 1; size < 100000; size = size * 3 + 1) {
        VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .size = size,
                                   .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
        VkDeviceBufferMemoryRequirements q = {.sType = VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS,
                                              .pCreateInfo = &info};
        VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
        vkt_proc(&v, vkGetDeviceBufferMemoryRequirementsKHR)(v.device, &q, &r);
        VkBuffer b;
        VkMemoryRequirements s;
        vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b));
        vkGetBufferMemoryRequirements(v.device, b, &s);
        kt_true(s.size == r.memoryRequirements.size && s.alignment == r.memoryRequirements.alignment &&
                s.memoryTypeBits == r.memoryRequirements.memoryTypeBits);
        vkDestroyBuffer(v.device, b, NULL);
    }
    vkt_finish(&v);
}

KT_TEST(tools_and_queue_families)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    uint32_t n = 5;
    PFN_vkGetPhysicalDeviceToolPropertiesEXT tools =
        (PFN_vkGetPhysicalDeviceToolPropertiesEXT)vkGetInstanceProcAddr(
            v.instance, "vkGetPhysicalDeviceToolPropertiesEXT");
    vkt_ok(tools(v.physical, &n, NULL)); // the validation layer is one
    VkQueueFamilyGlobalPriorityPropertiesKHR g = {
        .sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_GLOBAL_PRIORITY_PROPERTIES_KHR};
    VkQueueFamilyProperties2 q = {.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2, .pNext = &g};
    n = 1;
    vkGetPhysicalDeviceQueueFamilyProperties2(v.physical, &n, &q);
    kt_eq(n, 1);
    kt_eq(g.priorityCount, 4);
    kt_eq(g.priorities[1], VK_QUEUE_GLOBAL_PRIORITY_MEDIUM_KHR);
    vkt_finish(&v);
}

KT_TEST(global_priority)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_device = true}))
        return;
    static const char *name = "VK_KHR_global_priority";
    const VkQueueGlobalPriorityKHR all[] = {VK_QUEUE_GLOBAL_PRIORITY_LOW_KHR,
                                            VK_QUEUE_GLOBAL_PRIORITY_MEDIUM_KHR,
                                            VK_QUEUE_GLOBAL_PRIORITY_HIGH_KHR};
    for (unsigned i = 0; i < 3; i++) {
        VkDeviceQueueGlobalPriorityCreateInfoKHR g = {
            .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_GLOBAL_PRIORITY_CREATE_INFO_KHR,
            .globalPriority = all[i]};
        float priority = 1;
        VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                         .pNext = &g,
                                         .queueCount = 1,
                                         .pQueuePriorities = &priority};
        VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue,
                                   .enabledExtensionCount = 1,
                                   .ppEnabledExtensionNames = &name};
        VkDevice d;
        VkResult r = vkCreateDevice(v.physical, &info, NULL, &d);
        kt_ok(r == VK_SUCCESS || (i == 2 && r == VK_ERROR_NOT_PERMITTED_KHR), "priority %u: %d", i, r);
        if (!r)
            vkDestroyDevice(d, NULL);
    }
    vkt_finish(&v);
}

// Compiled, found in the cache, refused because it would have to be compiled.
KT_TEST(feedback_and_cache_control)
{
    if (vkt_gpu_assisted())
        kt_skip(
            "the layer (of Debian sid) makes another shader for each pipeline, and dispatches of its own");
    struct vkt v;
    struct vkt_pipeline p;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    if (!vkt_init(&v, NULL) ||
        !vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, types, 0, NULL, &p))
        return;
    VkPipelineCacheCreateInfo cache_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPipelineCache cache;
    vkt_ok(vkCreatePipelineCache(v.device, &cache_info, NULL, &cache));
    VkPipelineCreationFeedback whole, stage;
    VkPipelineCreationFeedbackCreateInfo feedback = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO,
        .pPipelineCreationFeedback = &whole,
        .pipelineStageCreationFeedbackCount = 1,
        .pPipelineStageCreationFeedbacks = &stage};
    VkComputePipelineCreateInfo infos[4];
    VkPipeline out[4];
    for (int i = 0; i < 4; i++)
        infos[i] = (VkComputePipelineCreateInfo){
            .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            .pNext = i ? NULL : &feedback,
            .layout = p.layout,
            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                      .module = p.module,
                      .pName = "main"}};
    infos[0].flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    kt_eq(vkCreateComputePipelines(v.device, cache, 1, infos, NULL, out), VK_PIPELINE_COMPILE_REQUIRED);
    kt_true(out[0] == VK_NULL_HANDLE);
    infos[0].flags = 0;
    vkt_ok(vkCreateComputePipelines(v.device, cache, 1, infos, NULL, out));
    kt_eq(whole.flags, VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
    kt_true(whole.duration > 0);
    vkDestroyPipeline(v.device, out[0], NULL);
    infos[0].flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    vkt_ok(vkCreateComputePipelines(v.device, cache, 4, infos, NULL, out));
    kt_true(whole.flags & VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT);
    for (int i = 0; i < 4; i++)
        vkDestroyPipeline(v.device, out[i], NULL);
    infos[0].flags = 0;
    vkt_ok(vkCreateComputePipelines(v.device, cache, 4, infos, NULL, out)); // several threads, one cache
    for (int i = 0; i < 4; i++)
        vkDestroyPipeline(v.device, out[i], NULL);
    vkDestroyPipelineCache(v.device, cache, NULL);
    // What may not be compiled finds an equal pipeline of the same call if that comes before.
    infos[0].pNext = NULL;
    infos[0].flags = infos[2].flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    unsigned wrong = 0;
    for (unsigned round = 0; round < 30; round++) {
        vkt_ok(vkCreatePipelineCache(v.device, &cache_info, NULL, &cache));
        wrong +=
            vkCreateComputePipelines(v.device, cache, 4, infos, NULL, out) != VK_PIPELINE_COMPILE_REQUIRED;
        wrong += out[0] || !out[1] || !out[2] || !out[3];
        for (int i = 0; i < 4; i++)
            vkDestroyPipeline(v.device, out[i], NULL);
        if (round < 29)
            vkDestroyPipelineCache(v.device, cache, NULL);
    }
    kt_eq(wrong, 0);
    infos[2].flags = 0;
    // Early return: those after the failure are not made.
    infos[1].flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT |
                     VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;
    infos[0].flags = 0;
    kt_eq(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 3, infos, NULL, out),
          VK_PIPELINE_COMPILE_REQUIRED);
    kt_true(out[0] && !out[1] && !out[2]);
    vkDestroyPipeline(v.device, out[0], NULL);
    vkDestroyPipelineCache(v.device, cache, NULL);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

static struct {
    unsigned allocated, freed, imported;
    uint64_t size, number, object;
} memory_events;

static VKAPI_ATTR void VKAPI_CALL on_memory(const VkDeviceMemoryReportCallbackDataEXT *data, void *user)
{
    memory_events.allocated += data->type == VK_DEVICE_MEMORY_REPORT_EVENT_TYPE_ALLOCATE_EXT;
    memory_events.imported += data->type == VK_DEVICE_MEMORY_REPORT_EVENT_TYPE_IMPORT_EXT;
    memory_events.freed += data->type == VK_DEVICE_MEMORY_REPORT_EVENT_TYPE_FREE_EXT &&
                           data->memoryObjectId == memory_events.number;
    memory_events.size = data->size;
    memory_events.number = data->memoryObjectId;
    memory_events.object = data->objectHandle;
}

KT_TEST(memory_report)
{
    struct vkt v;
    static const char *const names[] = {"VK_EXT_device_memory_report", "VK_KHR_external_memory_fd"};
    if (!vkt_init(&v, &(struct vkt_options){.no_device = true, .no_validation = true}))
        return;
    VkDeviceDeviceMemoryReportCreateInfoEXT report = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_DEVICE_MEMORY_REPORT_CREATE_INFO_EXT, .pfnUserCallback = on_memory};
    VkPhysicalDeviceDeviceMemoryReportFeaturesEXT feature = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEVICE_MEMORY_REPORT_FEATURES_EXT,
        .pNext = &report,
        .deviceMemoryReport = VK_TRUE};
    VkDevice d;
    vkt_ok(vkt_device(v.physical, &feature, 2, names, NULL, &d));
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 12345};
    VkDeviceMemory m;
    vkt_ok(vkAllocateMemory(d, &alloc, NULL, &m));
    kt_eq(memory_events.allocated, 1);
    kt_eq(memory_events.size, 12345);
    kt_true(memory_events.number != 0 && memory_events.object == (uint64_t)m);
    vkFreeMemory(d, m, NULL);
    kt_eq(memory_events.freed, 1);
    // What comes back is the same memory.
    const VkExternalMemoryHandleTypeFlagBits opaque = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkExportMemoryAllocateInfo export = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                         .handleTypes = opaque};
    VkImportMemoryFdInfoKHR import = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
                                      .handleType = opaque};
    VkDeviceMemory back;
    alloc.pNext = &export;
    vkt_ok(vkAllocateMemory(d, &alloc, NULL, &m));
    uint64_t number = memory_events.number;
    VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = m, .handleType = opaque};
    vkt_ok(((PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(d, "vkGetMemoryFdKHR"))(d, &get, &import.fd));
    alloc.pNext = &import;
    vkt_ok(vkAllocateMemory(d, &alloc, NULL, &back));
    kt_eq(memory_events.imported, 1);
    kt_eq(memory_events.number, number);
    vkFreeMemory(d, back, NULL);
    vkFreeMemory(d, m, NULL);
    vkDestroyDevice(d, NULL);
    vkt_finish(&v);
}

KT_TEST(invocation_counts)
{
    struct vkt v;
    struct vkt_pipeline p;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    if (!vkt_init(&v, NULL) ||
        !vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, types, 0, NULL, &p))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 65536), results = vkt_buffer(&v, 256);
    for (uint32_t i = 0; i < 3; i++)
        vkt_bind_buffer(&v, &p, i, types[i], &b, i * 16384, 16384);
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_PIPELINE_STATISTICS,
                                  .queryCount = 3,
                                  .pipelineStatistics =
                                      VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT};
    VkQueryPool pool;
    vkt_ok(vkCreateQueryPool(v.device, &info, NULL, &pool));
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdResetQueryPool(cmd, pool, 0, 3);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, 7, 1, 1); // counts for none
    vkCmdBeginQuery(cmd, pool, 0, 0);
    vkCmdDispatch(cmd, 3, 1, 1);
    vkCmdDispatch(cmd, 2, 5, 2);
    vkCmdEndQuery(cmd, pool, 0);
    vkCmdBeginQuery(cmd, pool, 1, 0);
    vkCmdEndQuery(cmd, pool, 1);
    vkCmdCopyQueryPoolResults(cmd, pool, 0, 2, results.buffer, 0, 16,
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT |
                                  VK_QUERY_RESULT_WAIT_BIT);
    vkt_run(&v, cmd);
    uint64_t host[4];
    vkt_ok(vkGetQueryPoolResults(v.device, pool, 0, 2, sizeof(host), host, 16,
                                 VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT));
    const uint64_t want[4] = {(3 + 2 * 5 * 2) * 32, 1, 0, 1};
    for (unsigned i = 0; i < 4; i++) {
        kt_eq(host[i], want[i]);
        kt_eq(((uint64_t *)results.map)[i], want[i]);
    }
    kt_eq(vkGetQueryPoolResults(v.device, pool, 2, 1, 8, host, 8, VK_QUERY_RESULT_64_BIT), VK_NOT_READY);
    vkDestroyQueryPool(v.device, pool, NULL);
    vkt_buffer_free(&v, &b);
    vkt_buffer_free(&v, &results);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

KT_TEST(deferred_operations)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkDeferredOperationKHR o;
    vkt_ok(vkt_proc(&v, vkCreateDeferredOperationKHR)(v.device, NULL, &o));
    vkt_ok(vkt_proc(&v, vkDeferredOperationJoinKHR)(v.device, o));
    vkt_ok(vkt_proc(&v, vkGetDeferredOperationResultKHR)(v.device, o));
    vkt_proc(&v, vkDestroyDeferredOperationKHR)(v.device, o, NULL);
    vkt_finish(&v);
}

KT_TEST(memory_budget)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkPhysicalDeviceMemoryBudgetPropertiesEXT b = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 m = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                           .pNext = &b};
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &m);
    VkDeviceSize before = b.heapUsage[0];
    struct vkt_buffer x = vkt_buffer(&v, 1 << 20);
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &m);
    kt_eq(b.heapUsage[0] - before, 1 << 20);
    kt_true(b.heapBudget[0] >= b.heapUsage[0] && b.heapBudget[0] <= m.memoryProperties.memoryHeaps[0].size);
    kt_eq(b.heapBudget[5], 0);
    vkt_buffer_free(&v, &x);
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &m);
    kt_eq(b.heapUsage[0], before);
    vkt_finish(&v);
}

KT_MAIN()

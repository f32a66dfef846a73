// vkCreateDevice, and the device's own queries.
#include "vk/object/device.h"

#include <errno.h>

#include "entrypoints.h"
#include "vk/object/claim.h"
#include "vk/object/data.h"
#include "util/library/open.h"
#include "util/log.h"
#include "vk/object/instance.h"
#include "launch/stream/class.h"
#include "launch/stream/surface.h"
#include "vk/image/image.h"
#include "vk/memory/buffer.h"
#include "vk/pipeline/builtin.h"
#include "vk/queue/queue.h"

static VkResult init_state(struct kiln_device *device)
{
    VkResult result = kiln_result(launch_device_marks(&device->launch));
    if (!result && device->queue_count > 1)
        result = kiln_result(launch_device_share(&device->launch));
    if (!result)
        result = kiln_result(launch_state_alloc(&device->launch.surface_pool, LAUNCH_SURFACE_SIZE, 64,
                                                &device->launch.null_surface));
    if (result)
        return result;
    launch_surface_null(&device->launch, device->launch.null_surface.map);
    for (uint32_t i = 0; i < device->queue_count && !result; i++)
        result = kiln_queue_init(&device->queues[i], device, device->contexts[i]);
    if (result)
        return result;
    if (kiln_feature_enabled(device, descriptorHeap))
        result = kiln_border_colors_init(device);
    if (result)
        return result;
    kiln_builtins_init(device->builtins);
    kiln_disk_cache_init(&device->disk_cache);
    return VK_SUCCESS;
}

static void finish_queues(struct kiln_device *device)
{
    for (uint32_t i = 0; i < device->queue_count; i++) {
        kiln_queue_finish(&device->queues[i]);
        kiln_object_data_forget(&device->queues[i]);
    }
}

static void destroy_contexts(struct kiln_device *device)
{
    for (uint32_t i = 0; i < device->queue_count; i++)
        ws_context_destroy(device->contexts[i]); // or NULL
}

// Of the queues' global priority: VK_SUCCESS, or why the kernel refuses the context.
static VkResult create_context(struct kiln_device *device, const VkDeviceQueueCreateInfo *info,
                               struct ws_context **out)
{
    int priority = WS_PRIORITY_MEDIUM;
    const VkDeviceQueueGlobalPriorityCreateInfoKHR *g =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_DEVICE_QUEUE_GLOBAL_PRIORITY_CREATE_INFO_KHR);
    if (g)
        priority = g->globalPriority <= VK_QUEUE_GLOBAL_PRIORITY_LOW_KHR      ? WS_PRIORITY_LOW
                   : g->globalPriority <= VK_QUEUE_GLOBAL_PRIORITY_MEDIUM_KHR ? WS_PRIORITY_MEDIUM
                   : g->globalPriority <= VK_QUEUE_GLOBAL_PRIORITY_HIGH_KHR   ? WS_PRIORITY_HIGH
                                                                              : WS_PRIORITY_REALTIME;
    int err = ws_context_create(device->launch.ws, priority, out);
    if (!err)
        return VK_SUCCESS;
    if (priority > WS_PRIORITY_MEDIUM && (err == -EPERM || err == -EACCES))
        return kiln_error(VK_ERROR_NOT_PERMITTED_KHR, "priority %d", priority);
    return kiln_error(err == -ENOMEM ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_INITIALIZATION_FAILED,
                      "ws_context_create: %d", err);
}

// What the application wants of a queue beside others (pQueuePriorities) has no effect: i915 keeps contexts
// of a lower priority from the engine for as long as there is other work, and gives their requests up after
// 20 s.
static VkResult create_contexts(struct kiln_device *device, const VkDeviceCreateInfo *info)
{
    VkResult result = VK_SUCCESS;
    uint32_t n = 0;
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++)
        for (uint32_t k = 0; k < info->pQueueCreateInfos[i].queueCount && !result; k++)
            result = create_context(device, &info->pQueueCreateInfos[i], &device->contexts[n++]);
    return result;
}

// The queues that the application asks for, without anything in them. False: there are not so many.
static bool name_queues(struct kiln_device *device, const VkDeviceCreateInfo *info)
{
    uint32_t used[KILN_FAMILIES] = {0};
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++) {
        const VkDeviceQueueCreateInfo *q = &info->pQueueCreateInfos[i];
        if (q->queueFamilyIndex >= KILN_FAMILIES ||
            (q->flags & ~VK_DEVICE_QUEUE_CREATE_INTERNALLY_SYNCHRONIZED_BIT_KHR) ||
            q->queueCount > kiln_queue_counts[q->queueFamilyIndex] - used[q->queueFamilyIndex])
            return false;
        used[q->queueFamilyIndex] += q->queueCount;
        for (uint32_t k = 0; k < q->queueCount; k++) {
            struct kiln_queue *queue = &device->queues[device->queue_count++];
            queue->family = q->queueFamilyIndex;
            queue->index = k;
            queue->flags = q->flags;
        }
    }
    return true;
}

static VkResult open_device(struct kiln_device *device, const VkDeviceCreateInfo *info)
{
    int err = ws_device_open(&device->physical->info, &device->launch.ws);
    if (err)
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "ws_device_open: %d", err);
    VkResult result = create_contexts(device, info);
    if (!result) {
        launch_device_init(&device->launch);
        result = init_state(device);
        if (result) {
            finish_queues(device);
            launch_device_finish(&device->launch);
        }
    }
    if (result) {
        destroy_contexts(device);
        ws_device_close(device->launch.ws);
    }
    return result;
}

static VkResult parse_extensions(const struct kiln_physical_device *p, const VkDeviceCreateInfo *info,
                                 struct kiln_extension_set *out)
{
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        enum kiln_extension e = kiln_extension_find(info->ppEnabledExtensionNames[i], false);
        if (e == KILN_EXTENSION_COUNT || !kiln_extension_has(&p->extensions, e))
            return kiln_error(VK_ERROR_EXTENSION_NOT_PRESENT, "%s", info->ppEnabledExtensionNames[i]);
        kiln_extension_add(out, e);
    }
    return VK_SUCCESS;
}

static void lost(void *user, const char *file, int line, const char *what)
{
    kiln_device_set_lost_at(user, file, line, "%s", what);
}

static const void *map(void *memory, uint64_t offset)
{
    void *at;
    return !memory || kiln_memory_map(memory, offset, &at) ? NULL : at;
}

// The rooms below this one know of a device's queues and of its own kernels by pointers only.
struct whole_device {
    struct kiln_device device; // first: freed by its address
    struct kiln_queue queues[KILN_MAX_QUEUES];
    struct kiln_builtins builtins;
};

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateDevice(VkPhysicalDevice handle, const VkDeviceCreateInfo *info,
                                                 const VkAllocationCallbacks *alloc, VkDevice *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    kiln_note_device();
    kiln_library_watch_exit(); // other drivers' LLVM may have come after this one
    struct whole_device *whole =
        kiln_zalloc(&p->instance->alloc, alloc, sizeof(*whole), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!whole)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    struct kiln_device *device = &whole->device;
    device->queues = whole->queues;
    device->builtins = &whole->builtins;
    kiln_dispatchable_init(&device->base);
    device->alloc = alloc ? *alloc : p->instance->alloc;
    device->physical = p;
    device->launch.alloc = kiln_host_allocator(&device->alloc, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    device->launch.info = &p->info;
    device->launch.rules = p->rules;
    device->launch.class = launch_class_of(p->info.devinfo);
    device->launch.lost = lost;
    device->launch.map = map;
    device->launch.user = device;
    VkResult result = name_queues(device, info) ? VK_SUCCESS
                                                : kiln_error(VK_ERROR_INITIALIZATION_FAILED,
                                                             "more queues than there are, or of other kinds");
    if (!result)
        result = parse_extensions(p, info, &device->extensions);
    if (!result)
        result = kiln_features_enable(p, info, device->features);
    if (!result)
        result = kiln_memory_reports_init(device, info);
    if (!result)
        result = open_device(device, info);
    if (result) {
        VkAllocationCallbacks own = device->alloc;
        kiln_free(&own, NULL, device->reports);
        kiln_free(&own, alloc, device);
        return result;
    }
    *out = KILN_TO_HANDLE(VkDevice, device);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyDevice(VkDevice handle, const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    if (!device)
        return;
    kiln_builtins_finish(device);
    finish_queues(device);
    launch_device_finish(&device->launch);
    kiln_disk_cache_finish(&device->disk_cache);
    destroy_contexts(device);
    ws_device_close(device->launch.ws);
    VkAllocationCallbacks own = device->alloc;
    kiln_free(&own, NULL, device->reports);
    kiln_free(&own, alloc, device);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_DeviceWaitIdle(VkDevice handle)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < device->queue_count && !result; i++)
        result = kiln_queue_wait_idle(&device->queues[i]);
    return result;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceQueue2(VkDevice handle, const VkDeviceQueueInfo2 *info, VkQueue *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    *out = VK_NULL_HANDLE;
    for (uint32_t i = 0; i < device->queue_count; i++) {
        struct kiln_queue *q = &device->queues[i];
        if (q->family == info->queueFamilyIndex && q->index == info->queueIndex && q->flags == info->flags)
            *out = KILN_TO_HANDLE(VkQueue, q);
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceGroupPeerMemoryFeatures(VkDevice handle, uint32_t heap,
                                                                 uint32_t local, uint32_t remote,
                                                                 VkPeerMemoryFeatureFlags *out)
{
    *out = VK_PEER_MEMORY_FEATURE_COPY_SRC_BIT | VK_PEER_MEMORY_FEATURE_COPY_DST_BIT |
           VK_PEER_MEMORY_FEATURE_GENERIC_SRC_BIT | VK_PEER_MEMORY_FEATURE_GENERIC_DST_BIT;
}

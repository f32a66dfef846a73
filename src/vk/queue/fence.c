// VkFence: a syncobj, and the number of the submission that signals it.
#include <errno.h>

#include "entrypoints.h"
#include "util/clock.h"
#include "vk/object/device.h"
#include "vk/queue/queue.h"
#include "vk/object/sync.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateFence(VkDevice handle, const VkFenceCreateInfo *info,
                                                const VkAllocationCallbacks *alloc, VkFence *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_fence *fence =
        kiln_zalloc(&device->alloc, alloc, sizeof(*fence), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!fence)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    int err =
        ws_syncobj_create(device->launch.ws, info->flags & VK_FENCE_CREATE_SIGNALED_BIT, &fence->syncobj);
    if (err) {
        kiln_free(&device->alloc, alloc, fence);
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "ws_syncobj_create: %d", err);
    }
    *out = KILN_TO_HANDLE(VkFence, fence);
    return VK_SUCCESS;
}

static void drop_temporary(struct kiln_device *device, struct kiln_fence *fence)
{
    if (fence->temporary)
        ws_syncobj_destroy(device->launch.ws, fence->temporary);
    fence->temporary = 0;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyFence(VkDevice handle, VkFence fence_handle,
                                             const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_fence, fence, fence_handle);
    if (!fence)
        return;
    kiln_queues_release(device, fence);
    drop_temporary(device, fence);
    ws_syncobj_destroy(device->launch.ws, fence->syncobj);
    kiln_free(&device->alloc, alloc, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_ResetFences(VkDevice handle, uint32_t count, const VkFence *fences)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    for (uint32_t i = 0; i < count; i++) {
        KILN_FROM_HANDLE(kiln_fence, fence, fences[i]);
        drop_temporary(device, fence);
        uint32_t syncobj = fence->syncobj;
        int err = ws_syncobj_reset(device->launch.ws, &syncobj, 1);
        if (err)
            return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "ws_syncobj_reset: %d", err);
        __atomic_store_n(&fence->seqno, 0, __ATOMIC_RELAXED);
    }
    return VK_SUCCESS;
}

static VkResult check_signaled(struct kiln_device *device, const struct kiln_fence *fence)
{
    uint64_t seqno = __atomic_load_n(&fence->seqno, __ATOMIC_ACQUIRE);
    if (!seqno) // it was made signaled, or by others
        return kiln_device_is_lost(device) ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
    return kiln_queue_check(__atomic_load_n(&fence->queue, __ATOMIC_RELAXED), seqno);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetFenceStatus(VkDevice handle, VkFence fence_handle)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_fence, fence, fence_handle);
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    struct ws_sync_point p = {.syncobj = kiln_fence_syncobj(fence)};
    int err = ws_syncobj_wait(device->launch.ws, &p, 1, true, 0, NULL);
    if (err == -ETIME)
        return VK_NOT_READY;
    if (err)
        return kiln_wait_failed(device, err, "a fence");
    return check_signaled(device, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_WaitForFences(VkDevice handle, uint32_t count, const VkFence *fences,
                                                  VkBool32 all, uint64_t timeout)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    struct ws_sync_point on_stack[32], *points = on_stack;
    if (count > KILN_ARRAY_LEN(on_stack)) {
        points =
            kiln_zalloc(&device->alloc, NULL, count * sizeof(points[0]), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!points)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    for (uint32_t i = 0; i < count; i++) {
        KILN_FROM_HANDLE(kiln_fence, fence, fences[i]);
        points[i] = (struct ws_sync_point){.syncobj = kiln_fence_syncobj(fence)};
    }
    unsigned first = 0;
    int err =
        kiln_queues_wait_points(device, points, count, all, timeout ? kiln_deadline(timeout) : 0, &first);
    if (points != on_stack)
        kiln_free(&device->alloc, NULL, points);
    if (err == -ETIME)
        return kiln_device_is_lost(device) ? VK_ERROR_DEVICE_LOST : VK_TIMEOUT;
    if (err)
        return kiln_wait_failed(device, err, "fences");
    if (!all)
        return check_signaled(device, (struct kiln_fence *)(uintptr_t)fences[first < count ? first : 0]);
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count && !result; i++)
        result = check_signaled(device, (struct kiln_fence *)(uintptr_t)fences[i]);
    return result;
}

// ---- file descriptors

VKAPI_ATTR VkResult VKAPI_CALL kiln_ImportFenceFdKHR(VkDevice handle, const VkImportFenceFdInfoKHR *info)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_fence, fence, info->fence);
    bool sync_file = info->handleType == VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT;
    uint32_t syncobj;
    VkResult result = kiln_import_syncobj(device, info->fd, sync_file, &syncobj);
    if (result)
        return result;
    drop_temporary(device, fence);
    if (sync_file || (info->flags & VK_FENCE_IMPORT_TEMPORARY_BIT)) {
        fence->temporary = syncobj;
    } else {
        ws_syncobj_destroy(device->launch.ws, fence->syncobj);
        fence->syncobj = syncobj;
    }
    __atomic_store_n(&fence->seqno, 0, __ATOMIC_RELAXED); // its work is somebody else's
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetFenceFdKHR(VkDevice handle, const VkFenceGetFdInfoKHR *info, int *fd)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_fence, fence, info->fence);
    bool sync_file = info->handleType == VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT;
    VkResult result = kiln_export_syncobj(device, kiln_fence_syncobj(fence), sync_file, fd);
    // The payload moves into the sync file: the fence is reset.
    return result || !sync_file ? result : kiln_ResetFences(handle, 1, &info->fence);
}

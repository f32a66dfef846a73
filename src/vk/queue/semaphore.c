// VkSemaphore, binary and timeline: see sync.h for why a binary one is nearly nothing.
#include <errno.h>
#include <unistd.h>

#include "entrypoints.h"
#include "util/clock.h"
#include "vk/object/device.h"
#include "vk/queue/queue.h"
#include "vk/object/sync.h"

// The host signals a value, and what waits for it may be submitted by another thread, which notes a higher
// one.
void kiln_semaphore_note_signal(struct kiln_semaphore *s, uint64_t value, struct kiln_queue *queue,
                                uint64_t seqno)
{
    uint32_t turn = __atomic_load_n(&s->turn, __ATOMIC_RELAXED) & ~1u;
    while (!__atomic_compare_exchange_n(&s->turn, &turn, turn + 1, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        turn &= ~1u;
    if (value >= __atomic_load_n(&s->value, __ATOMIC_RELAXED)) {
        __atomic_store_n(&s->value, value, __ATOMIC_RELEASE);
        __atomic_store_n(&s->queue, queue, __ATOMIC_RELEASE);
        __atomic_store_n(&s->seqno, seqno, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&s->turn, turn + 2, __ATOMIC_RELEASE);
}

void kiln_semaphore_note_submitted(struct kiln_semaphore *s, uint64_t value)
{
    uint64_t old = __atomic_load_n(&s->submitted, __ATOMIC_RELAXED);
    while (old < value && !__atomic_compare_exchange_n(&s->submitted, &old, value, true, __ATOMIC_RELEASE,
                                                       __ATOMIC_RELAXED)) {}
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateSemaphore(VkDevice handle, const VkSemaphoreCreateInfo *info,
                                                    const VkAllocationCallbacks *alloc, VkSemaphore *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const VkSemaphoreTypeCreateInfo *type =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    struct kiln_semaphore *s =
        kiln_zalloc(&device->alloc, alloc, sizeof(*s), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!s)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    const VkExportSemaphoreCreateInfo *ex =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO);
    s->timeline = type && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    s->shared = ex && ex->handleTypes;
    if (s->timeline || s->shared || device->queue_count > 1) {
        int err = ws_syncobj_create(device->launch.ws, false, &s->syncobj);
        struct ws_sync_point p = {.syncobj = s->syncobj, .value = s->timeline ? type->initialValue : 0};
        if (!err && p.value) {
            err = ws_syncobj_signal(device->launch.ws, &p, 1);
            if (err)
                ws_syncobj_destroy(device->launch.ws, s->syncobj);
        }
        if (err) {
            kiln_free(&device->alloc, alloc, s);
            return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "syncobj: %d", err);
        }
        s->submitted = p.value;
    }
    *out = KILN_TO_HANDLE(VkSemaphore, s);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroySemaphore(VkDevice handle, VkSemaphore semaphore,
                                                 const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_semaphore, s, semaphore);
    if (!s)
        return;
    kiln_queues_release(device, s);
    if (s->syncobj)
        ws_syncobj_destroy(device->launch.ws, s->syncobj);
    if (s->temporary)
        ws_syncobj_destroy(device->launch.ws, s->temporary);
    kiln_free(&device->alloc, alloc, s);
}

// ---- file descriptors

VkResult kiln_import_syncobj(struct kiln_device *device, int fd, bool sync_file, uint32_t *out)
{
    int err;
    if (!sync_file) {
        err = ws_syncobj_open_fd(device->launch.ws, fd, out);
    } else {
        err = ws_syncobj_create(device->launch.ws, fd < 0, out);
        if (!err && fd >= 0) {
            err = ws_syncobj_import_fd(device->launch.ws, *out, true, fd);
            if (err)
                ws_syncobj_destroy(device->launch.ws, *out);
        }
    }
    if (err)
        return kiln_error(err == -ENOMEM ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_INVALID_EXTERNAL_HANDLE,
                          "importing a syncobj: %d", err);
    if (fd >= 0)
        close(fd); // an import that succeeds takes the descriptor
    return VK_SUCCESS;
}

VkResult kiln_export_syncobj(struct kiln_device *device, uint32_t syncobj, bool sync_file, int *fd)
{
    struct ws_sync_point p = {.syncobj = syncobj};
    // A submission that waits for a timeline value of the host's has no fence yet.
    int err = sync_file ? ws_syncobj_wait_submitted(device->launch.ws, &p, 1, INT64_MAX) : 0;
    if (!err)
        err = ws_syncobj_export_fd(device->launch.ws, syncobj, sync_file, fd);
    if (!err)
        return VK_SUCCESS;
    return kiln_error(err == -EMFILE || err == -ENFILE ? VK_ERROR_TOO_MANY_OBJECTS
                                                       : VK_ERROR_OUT_OF_HOST_MEMORY,
                      "ws_syncobj_export_fd: %d", err);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_ImportSemaphoreFdKHR(VkDevice handle,
                                                         const VkImportSemaphoreFdInfoKHR *info)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_semaphore, s, info->semaphore);
    bool sync_file = info->handleType == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT;
    uint32_t syncobj;
    VkResult result = kiln_import_syncobj(device, info->fd, sync_file, &syncobj);
    if (result)
        return result;
    bool temporary = sync_file || (info->flags & VK_SEMAPHORE_IMPORT_TEMPORARY_BIT);
    uint32_t *place = temporary && !s->timeline ? &s->temporary : &s->syncobj;
    if (*place)
        ws_syncobj_destroy(device->launch.ws, *place);
    *place = syncobj;
    s->foreign = true;
    __atomic_store_n(&s->submitted, 0, __ATOMIC_RELAXED);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetSemaphoreFdKHR(VkDevice handle, const VkSemaphoreGetFdInfoKHR *info,
                                                      int *fd)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_semaphore, s, info->semaphore);
    bool sync_file = info->handleType == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT;
    uint32_t syncobj = s->temporary ? s->temporary : s->syncobj;
    VkResult result = kiln_export_syncobj(device, syncobj, sync_file, fd);
    if (result || !sync_file)
        return result;
    // The payload moves into the sync file, as if the semaphore had been waited for.
    if (s->temporary) {
        ws_syncobj_destroy(device->launch.ws, s->temporary);
        s->temporary = 0;
    } else {
        ws_syncobj_reset(device->launch.ws, &s->syncobj, 1);
    }
    return VK_SUCCESS;
}

// After a value was reached: the request that signaled it ran to its end, if it is known here.
static VkResult check_reached(struct kiln_device *device, const struct kiln_semaphore *s, uint64_t value)
{
    struct kiln_queue *queue;
    uint64_t of, seqno;
    uint32_t turn;
    do {
        turn = __atomic_load_n(&s->turn, __ATOMIC_ACQUIRE);
        of = __atomic_load_n(&s->value, __ATOMIC_ACQUIRE);
        queue = __atomic_load_n(&s->queue, __ATOMIC_ACQUIRE);
        seqno = __atomic_load_n(&s->seqno, __ATOMIC_ACQUIRE);
    } while (turn % 2 || turn != __atomic_load_n(&s->turn, __ATOMIC_ACQUIRE));
    if (s->foreign || !seqno || value < of)
        return VK_SUCCESS;
    return kiln_queue_check(queue, seqno);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetSemaphoreCounterValue(VkDevice handle, VkSemaphore semaphore,
                                                             uint64_t *value)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_semaphore, s, semaphore);
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    int err = ws_syncobj_query(device->launch.ws, s->syncobj, value);
    if (err)
        return kiln_wait_failed(device, err, "a semaphore's value");
    VkResult result = kiln_queues_poll(device);
    return result ? result : check_reached(device, s, *value);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_SignalSemaphore(VkDevice handle, const VkSemaphoreSignalInfo *info)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_semaphore, s, info->semaphore);
    struct ws_sync_point p = {.syncobj = s->syncobj, .value = info->value};
    int err = ws_syncobj_signal(device->launch.ws, &p, 1);
    if (err)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "ws_syncobj_signal: %d", err);
    kiln_semaphore_note_signal(s, info->value, NULL, 0);
    kiln_semaphore_note_submitted(s, info->value);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_WaitSemaphores(VkDevice handle, const VkSemaphoreWaitInfo *info,
                                                   uint64_t timeout)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    struct ws_sync_point on_stack[16], *points = on_stack;
    uint32_t count = info->semaphoreCount, n = 0;
    if (count > KILN_ARRAY_LEN(on_stack)) {
        points =
            kiln_zalloc(&device->alloc, NULL, count * sizeof(points[0]), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!points)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    bool any = info->flags & VK_SEMAPHORE_WAIT_ANY_BIT, reached = false;
    for (uint32_t i = 0; i < count; i++) {
        KILN_FROM_HANDLE(kiln_semaphore, s, info->pSemaphores[i]);
        if (info->pValues[i]) // every semaphore has reached 0
            points[n++] = (struct ws_sync_point){.syncobj = s->syncobj, .value = info->pValues[i]};
        else
            reached = true;
    }
    int err = 0;
    if (n && !(any && reached))
        err = kiln_queues_wait_points(device, points, n, !any, timeout ? kiln_deadline(timeout) : 0, NULL);
    if (points != on_stack)
        kiln_free(&device->alloc, NULL, points);
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    if (err == -ETIME)
        return VK_TIMEOUT;
    if (err)
        return kiln_wait_failed(device, err, "semaphores");
    VkResult result = kiln_queues_poll(device);
    for (uint32_t i = 0; i < count && !any && !result; i++)
        result =
            check_reached(device, (struct kiln_semaphore *)(uintptr_t)info->pSemaphores[i], info->pValues[i]);
    return result;
}

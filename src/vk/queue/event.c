// VkEvent: a dword in dynamic state, 1 when set. The GPU writes it with PIPE_CONTROL and polls it with
// MI_SEMAPHORE_WAIT (command/event.c).
#include "entrypoints.h"
#include "vk/object/device.h"
#include "vk/object/sync.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateEvent(VkDevice handle, const VkEventCreateInfo *info,
                                                const VkAllocationCallbacks *alloc, VkEvent *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_event *event =
        kiln_zalloc(&device->alloc, alloc, sizeof(*event), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!event)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = kiln_result(launch_state_alloc(&device->launch.dynamic_pool, 64, 64, &event->state));
    if (result) {
        kiln_free(&device->alloc, alloc, event);
        return result;
    }
    __atomic_store_n((uint64_t *)event->state.map, 0, __ATOMIC_RELEASE);
    *out = KILN_TO_HANDLE(VkEvent, event);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyEvent(VkDevice handle, VkEvent event_handle,
                                             const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_event, event, event_handle);
    if (!event)
        return;
    launch_state_free(&device->launch.dynamic_pool, &event->state);
    kiln_free(&device->alloc, alloc, event);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetEventStatus(VkDevice handle, VkEvent event_handle)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_event, event, event_handle);
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    return __atomic_load_n((uint32_t *)event->state.map, __ATOMIC_ACQUIRE) ? VK_EVENT_SET : VK_EVENT_RESET;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_SetEvent(VkDevice handle, VkEvent event_handle)
{
    KILN_FROM_HANDLE(kiln_event, event, event_handle);
    __atomic_store_n((uint32_t *)event->state.map, 1, __ATOMIC_RELEASE);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_ResetEvent(VkDevice handle, VkEvent event_handle)
{
    KILN_FROM_HANDLE(kiln_event, event, event_handle);
    __atomic_store_n((uint32_t *)event->state.map, 0, __ATOMIC_RELEASE);
    return VK_SUCCESS;
}

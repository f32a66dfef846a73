// VK_KHR_deferred_host_operations. No command of ours that may be deferred does so (compute pipelines cannot
// be): an operation is done as soon as it exists.
#include "entrypoints.h"
#include "vk/object/device.h"

struct deferred_operation {
    uint32_t unused;
};

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateDeferredOperationKHR(VkDevice handle,
                                                               const VkAllocationCallbacks *alloc,
                                                               VkDeferredOperationKHR *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct deferred_operation *o =
        kiln_zalloc(&device->alloc, alloc, sizeof(*o), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!o)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    *out = KILN_TO_HANDLE(VkDeferredOperationKHR, o);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyDeferredOperationKHR(VkDevice handle, VkDeferredOperationKHR operation,
                                                            const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_free(&device->alloc, alloc, (void *)(uintptr_t)operation);
}

VKAPI_ATTR uint32_t VKAPI_CALL kiln_GetDeferredOperationMaxConcurrencyKHR(VkDevice handle,
                                                                          VkDeferredOperationKHR operation)
{
    return 0; // nothing is pending
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetDeferredOperationResultKHR(VkDevice handle,
                                                                  VkDeferredOperationKHR operation)
{
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_DeferredOperationJoinKHR(VkDevice handle,
                                                             VkDeferredOperationKHR operation)
{
    return VK_SUCCESS;
}

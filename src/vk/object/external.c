// What can be shared with other devices, drivers and processes: memory, fences and semaphores as file
// descriptors.
#include "entrypoints.h"
#include "vk/object/physical_device.h"

#define FD_MEMORY                                                                                            \
    (VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT | VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT)

void kiln_external_memory_properties(const struct kiln_physical_device *p,
                                     VkExternalMemoryHandleTypeFlagBits type, VkExternalMemoryProperties *out)
{
    memset(out, 0, sizeof(*out));
    if (type & FD_MEMORY) {
        // An opaque fd is a dma-buf too.
        out->externalMemoryFeatures =
            VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT | VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT;
        out->exportFromImportedHandleTypes = out->compatibleHandleTypes = FD_MEMORY;
    } else if (type == VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT && p->info.has_userptr) {
        out->externalMemoryFeatures = VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT;
        out->compatibleHandleTypes = type;
    } else {
        out->compatibleHandleTypes = type; // with itself, always
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceExternalBufferProperties(
    VkPhysicalDevice handle, const VkPhysicalDeviceExternalBufferInfo *info, VkExternalBufferProperties *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    kiln_external_memory_properties(p, info->handleType, &out->externalMemoryProperties);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceExternalFenceProperties(
    VkPhysicalDevice handle, const VkPhysicalDeviceExternalFenceInfo *info, VkExternalFenceProperties *out)
{
    const VkExternalFenceHandleTypeFlags fds =
        VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT | VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT;
    bool known = info->handleType & fds;
    out->exportFromImportedHandleTypes = known ? fds : 0;
    out->compatibleHandleTypes = known ? fds : 0;
    out->externalFenceFeatures =
        known ? VK_EXTERNAL_FENCE_FEATURE_EXPORTABLE_BIT | VK_EXTERNAL_FENCE_FEATURE_IMPORTABLE_BIT : 0;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceExternalSemaphoreProperties(
    VkPhysicalDevice handle, const VkPhysicalDeviceExternalSemaphoreInfo *info,
    VkExternalSemaphoreProperties *out)
{
    const VkSemaphoreTypeCreateInfo *t =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    bool timeline = t && t->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    // A sync file is one fence: it cannot carry a timeline.
    VkExternalSemaphoreHandleTypeFlags fds = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT |
                                             (timeline ? 0 : VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT);
    bool known = info->handleType & fds;
    out->exportFromImportedHandleTypes = known ? fds : 0;
    out->compatibleHandleTypes = known ? fds : 0;
    out->externalSemaphoreFeatures =
        known ? VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT | VK_EXTERNAL_SEMAPHORE_FEATURE_IMPORTABLE_BIT
              : 0;
}

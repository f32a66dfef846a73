// Names that the application gives objects (VK_EXT_debug_utils): kept for messages in object/data.c; a
// pipeline's goes to its kernel in GPU memory, and the simulated device is told where buffers, images and
// memory with names lie: that is where its reports find them.
#include "entrypoints.h"
#include "util/kernel_note.h"
#include "vk/image/image.h"
#include "vk/memory/buffer.h"
#include "vk/object/data.h"
#include "vk/pipeline/pipeline.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_SetDebugUtilsObjectNameEXT(VkDevice handle,
                                                               const VkDebugUtilsObjectNameInfoEXT *info)
{
    // The loader gives its own handle of an instance, whose end we would not hear of.
    if (info->objectType == VK_OBJECT_TYPE_INSTANCE)
        return VK_SUCCESS;
    if (info->objectType == VK_OBJECT_TYPE_PIPELINE) {
        KILN_FROM_HANDLE(kiln_pipeline, pipeline, info->objectHandle);
        for (const struct kiln_pipeline *p = pipeline; p; p = p->small)
            if (p->code.map)
                kiln_note_set_title(p->code.map, info->pObjectName ? info->pObjectName : "");
    }
    KILN_FROM_HANDLE(kiln_device, device, handle);
    VkResult result = kiln_object_set_name(info->objectHandle, info->objectType, info->pObjectName);
    const uint64_t h = info->objectHandle;
    if (!info->pObjectName || !info->pObjectName[0])
        ws_device_name(device->launch.ws, h, 0, 0, "");
    else if (info->objectType == VK_OBJECT_TYPE_BUFFER && h)
        kiln_object_placed(device, h, ((struct kiln_buffer *)(uintptr_t)h)->address,
                           ((struct kiln_buffer *)(uintptr_t)h)->size);
    else if (info->objectType == VK_OBJECT_TYPE_IMAGE && h)
        kiln_image_placed(device, (struct kiln_image *)(uintptr_t)h);
    else if (info->objectType == VK_OBJECT_TYPE_DEVICE_MEMORY && h)
        kiln_object_placed(device, h, ((struct kiln_memory *)(uintptr_t)h)->bo.address,
                           ((struct kiln_memory *)(uintptr_t)h)->size);
    return result;
}

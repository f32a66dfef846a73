// Names that the application gives objects (VK_EXT_debug_utils): kept for messages in object/data.c, and a
// pipeline's goes to its kernel in GPU memory, where the simulator's reports find it.
#include "entrypoints.h"
#include "util/kernel_note.h"
#include "vk/object/data.h"
#include "vk/pipeline/pipeline.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_SetDebugUtilsObjectNameEXT(VkDevice handle,
                                                               const VkDebugUtilsObjectNameInfoEXT *info)
{
    // The loader gives its own handle of an instance, whose end we would not hear of.
    if (info->objectType == VK_OBJECT_TYPE_INSTANCE)
        return VK_SUCCESS;
    if (info->objectType == VK_OBJECT_TYPE_PIPELINE) {
        KILN_FROM_HANDLE(kiln_pipeline, p, info->objectHandle);
        if (p && p->code.map)
            kiln_note_set_title(p->code.map, info->pObjectName ? info->pObjectName : "");
    }
    return kiln_object_set_name(info->objectHandle, info->objectType, info->pObjectName);
}

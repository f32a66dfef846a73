// See execution_set.h.
#include "vk/pipeline/execution_set.h"

#include "entrypoints.h"

VKAPI_ATTR VkResult VKAPI_CALL
kiln_CreateIndirectExecutionSetEXT(VkDevice handle, const VkIndirectExecutionSetCreateInfoEXT *info,
                                   const VkAllocationCallbacks *alloc, VkIndirectExecutionSetEXT *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const bool shaders = info->type == VK_INDIRECT_EXECUTION_SET_INFO_TYPE_SHADER_OBJECTS_EXT;
    const uint32_t count =
        shaders ? info->info.pShaderInfo->maxShaderCount : info->info.pPipelineInfo->maxPipelineCount;
    struct kiln_execution_set *set = kiln_zalloc(
        &device->alloc, alloc, sizeof(*set) + count * (sizeof(set->pipelines[0]) + sizeof(set->serials[0])),
        VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!set)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    kiln_lock_init(&set->lock, KILN_LOCK_EXECUTION_SET);
    set->count = count;
    set->serials = (uint64_t *)(set->pipelines + count);
    if (!shaders)
        set->pipelines[0] =
            (const struct kiln_pipeline *)(uintptr_t)info->info.pPipelineInfo->initialPipeline;
    for (uint32_t i = 0; shaders && i < info->info.pShaderInfo->shaderCount; i++)
        set->pipelines[i] = kiln_shader_pipeline(info->info.pShaderInfo->pInitialShaders[i]);
    *out = KILN_TO_HANDLE(VkIndirectExecutionSetEXT, set);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyIndirectExecutionSetEXT(VkDevice handle,
                                                               VkIndirectExecutionSetEXT set_handle,
                                                               const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_execution_set, set, set_handle);
    if (set)
        kiln_lock_destroy(&set->lock);
    kiln_free(&device->alloc, alloc, set);
}

static void put(struct kiln_execution_set *set, uint32_t index, const struct kiln_pipeline *p)
{
    kiln_lock(&set->lock);
    set->pipelines[index] = p;
    set->serials[index] = ++set->serial;
    kiln_unlock(&set->lock);
}

VKAPI_ATTR void VKAPI_CALL
kiln_UpdateIndirectExecutionSetPipelineEXT(VkDevice handle, VkIndirectExecutionSetEXT set, uint32_t count,
                                           const VkWriteIndirectExecutionSetPipelineEXT *writes)
{
    for (uint32_t i = 0; i < count; i++)
        put((struct kiln_execution_set *)(uintptr_t)set, writes[i].index,
            (const struct kiln_pipeline *)(uintptr_t)writes[i].pipeline);
}

VKAPI_ATTR void VKAPI_CALL
kiln_UpdateIndirectExecutionSetShaderEXT(VkDevice handle, VkIndirectExecutionSetEXT set, uint32_t count,
                                         const VkWriteIndirectExecutionSetShaderEXT *writes)
{
    for (uint32_t i = 0; i < count; i++)
        put((struct kiln_execution_set *)(uintptr_t)set, writes[i].index,
            kiln_shader_pipeline(writes[i].shader));
}

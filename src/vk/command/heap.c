// VK_EXT_descriptor_heap, the commands: where the heaps of the next dispatches are, and push data.
//
// A resource heap's address says what surface handles are relative to (vk/command/dispatch.c), so that a heap
// is bound by a packet, and none of its descriptors is looked at.
#include "entrypoints.h"
#include "newer.h"
#include "vk/command/buffer.h"

static void bind(struct kiln_cmd_buffer *cmd, struct kiln_buffer_range *heap, const VkBindHeapInfoEXT *info)
{
    *heap = (struct kiln_buffer_range){info->heapRange.address, info->heapRange.size};
    cmd->bound.dirty |= KILN_DIRTY_DESCRIPTORS;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindResourceHeapEXT(VkCommandBuffer handle, const VkBindHeapInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    bind(cmd, &cmd->bound.resource_heap, info);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindSamplerHeapEXT(VkCommandBuffer handle, const VkBindHeapInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    bind(cmd, &cmd->bound.sampler_heap, info);
}

void kiln_cmd_inherit_heaps(struct kiln_cmd_buffer *cmd, const VkCommandBufferInheritanceInfo *info)
{
    const VkCommandBufferInheritanceDescriptorHeapInfoEXT *heaps =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_DESCRIPTOR_HEAP_INFO_EXT);
    if (heaps && heaps->pResourceHeapBindInfo)
        bind(cmd, &cmd->bound.resource_heap, heaps->pResourceHeapBindInfo);
    if (heaps && heaps->pSamplerHeapBindInfo)
        bind(cmd, &cmd->bound.sampler_heap, heaps->pSamplerHeapBindInfo);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPushDataEXT(VkCommandBuffer handle, const VkPushDataInfoEXT *info)
{
    kiln_CmdPushConstants(handle, VK_NULL_HANDLE, VK_SHADER_STAGE_COMPUTE_BIT, info->offset,
                          (uint32_t)KILN_MIN(info->data.size, (size_t)UINT32_MAX), info->data.address);
}

// VK_EXT_descriptor_buffer, the commands: which buffers the sets of the next dispatches are in.
#include "entrypoints.h"
#include "vk/command/buffer.h"
#include "vk/memory/buffer.h"

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindDescriptorBuffersEXT(VkCommandBuffer handle, uint32_t count,
                                                            const VkDescriptorBufferBindingInfoEXT *infos)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    for (uint32_t i = 0; i < count && i < KILN_MAX_SETS; i++)
        cmd->descriptor_buffers[i] = (struct kiln_buffer_range){
            infos[i].address, launch_residency_left(&cmd->device->launch, infos[i].address)};
    // Sets keep what they have until their offsets are set again.
}

static void bind_set(struct kiln_cmd_buffer *cmd, uint32_t set, struct kiln_buffer_range range)
{
    struct kiln_bound *bound = &cmd->bound;
    cmd->set_ranges[set] = range;
    bound->buffer_sets |= 1u << set;
    bound->push_sets &= ~(1u << set);
    bound->sets[set] = NULL;
    bound->dirty |= KILN_DIRTY_DESCRIPTORS;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdSetDescriptorBufferOffsetsEXT(VkCommandBuffer handle,
                                                                 VkPipelineBindPoint point,
                                                                 VkPipelineLayout layout, uint32_t first,
                                                                 uint32_t count, const uint32_t *indices,
                                                                 const VkDeviceSize *offsets)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    for (uint32_t i = 0; i < count && first + i < KILN_MAX_SETS; i++) {
        if (indices[i] >= KILN_MAX_SETS)
            continue;
        struct kiln_buffer_range b = cmd->descriptor_buffers[indices[i]];
        uint64_t offset = offsets[i];
        bind_set(cmd, first + i,
                 (struct kiln_buffer_range){b.address + offset, offset < b.size ? b.size - offset : 0});
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdSetDescriptorBufferOffsets2EXT(
    VkCommandBuffer handle, const VkSetDescriptorBufferOffsetsInfoEXT *info)
{
    kiln_CmdSetDescriptorBufferOffsetsEXT(handle, VK_PIPELINE_BIND_POINT_COMPUTE, info->layout,
                                          info->firstSet, info->setCount, info->pBufferIndices,
                                          info->pOffsets);
}

// The samplers of a set whose layout brings them become a descriptor buffer of the command buffer's.
VKAPI_ATTR void VKAPI_CALL kiln_CmdBindDescriptorBufferEmbeddedSamplersEXT(VkCommandBuffer handle,
                                                                           VkPipelineBindPoint point,
                                                                           VkPipelineLayout layout_handle,
                                                                           uint32_t set)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_pipeline_layout, layout, layout_handle);
    const struct kiln_set_layout *l = set < layout->set_count ? layout->sets[set] : NULL;
    if (!l || !l->buffer_size)
        return;
    uint64_t address;
    uint8_t *map = launch_dynamic(&cmd->stream, l->buffer_size, &address);
    if (!map)
        return;
    kiln_write_embedded_samplers(l, map);
    bind_set(cmd, set, (struct kiln_buffer_range){address, l->buffer_size});
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindDescriptorBufferEmbeddedSamplers2EXT(
    VkCommandBuffer handle, const VkBindDescriptorBufferEmbeddedSamplersInfoEXT *info)
{
    kiln_CmdBindDescriptorBufferEmbeddedSamplersEXT(handle, VK_PIPELINE_BIND_POINT_COMPUTE, info->layout,
                                                    info->set);
}

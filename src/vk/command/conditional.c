// VK_EXT_conditional_rendering, of which a compute queue has dispatches. The condition is read from memory
// once; each walk looks at what was read.
#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/memory/buffer.h"
#include "vk/command/buffer.h"

static void begin(struct kiln_cmd_buffer *cmd, uint64_t address, VkConditionalRenderingFlagsEXT flags)
{
    launch_flush(&cmd->stream);
    launch_condition_load(&cmd->stream, address, flags & VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT);
    cmd->stream.conditional = true;
}

VKAPI_ATTR void VKAPI_CALL
kiln_CmdBeginConditionalRenderingEXT(VkCommandBuffer handle, const VkConditionalRenderingBeginInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    begin(cmd, buffer->address + info->offset, info->flags);
}

VKAPI_ATTR void VKAPI_CALL
kiln_CmdBeginConditionalRendering2EXT(VkCommandBuffer handle, const VkConditionalRenderingBeginInfo2EXT *info)
{
    begin((struct kiln_cmd_buffer *)handle, info->addressRange.address, info->flags);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdEndConditionalRenderingEXT(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    cmd->stream.conditional = false;
}

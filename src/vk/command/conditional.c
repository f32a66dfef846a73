// VK_EXT_conditional_rendering, of which a compute queue has dispatches. The condition is read from memory
// once; each walk looks at what was read.
#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/memory/buffer.h"
#include "vk/command/buffer.h"

VKAPI_ATTR void VKAPI_CALL
kiln_CmdBeginConditionalRenderingEXT(VkCommandBuffer handle, const VkConditionalRenderingBeginInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    bool inverted = info->flags & VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT;
    launch_flush(&cmd->stream);
    launch_condition_load(&cmd->stream, buffer->address + info->offset, inverted);
    cmd->stream.conditional = true;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdEndConditionalRenderingEXT(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    cmd->stream.conditional = false;
}

// Labels of command buffers (VK_EXT_debug_utils), and barriers: what the simulated device's log of dispatches
// (KILN_SIM_STATS) records besides them. Without a log, nothing is recorded.
#include <stdio.h>

#include "entrypoints.h"
#include "hw/counters.h"
#include "launch/stream/write.h"
#include "vk/command/buffer.h"

VKAPI_ATTR void VKAPI_CALL kiln_CmdBeginDebugUtilsLabelEXT(VkCommandBuffer handle,
                                                           const VkDebugUtilsLabelEXT *label)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    uint64_t address;
    if (!launch_keeps_log(&cmd->stream))
        return;
    char *text = launch_dynamic(&cmd->stream, KILN_LOG_LABEL_BYTES, &address);
    if (!text)
        return;
    memset(text, 0, KILN_LOG_LABEL_BYTES);
    snprintf(text, KILN_LOG_LABEL_BYTES, "%s", label->pLabelName);
    launch_log_begin(&cmd->stream, address);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdEndDebugUtilsLabelEXT(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    if (launch_keeps_log(&cmd->stream))
        launch_log_end(&cmd->stream);
}

// A point between dispatches is no region.
VKAPI_ATTR void VKAPI_CALL kiln_CmdInsertDebugUtilsLabelEXT(VkCommandBuffer handle,
                                                            const VkDebugUtilsLabelEXT *label)
{
}

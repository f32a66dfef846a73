// Events in command buffers: written after all work before has finished, waited for by polling memory.
#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/command/buffer.h"
#include "vk/object/sync.h"

static void write_event(struct kiln_cmd_buffer *cmd, VkEvent handle, uint32_t value)
{
    KILN_FROM_HANDLE(kiln_event, event, handle);
    launch_flush(&cmd->stream);
    if (cmd->stream.tells_order) // it waits for all before
        launch_tell_order(&cmd->stream);
    launch_event_write(&cmd->stream, event->state.address, value);
}

static void wait_event(struct kiln_cmd_buffer *cmd, VkEvent handle)
{
    KILN_FROM_HANDLE(kiln_event, event, handle);
    launch_event_wait(&cmd->stream, event->state.address, event->state.map);
}

// What set the events had waited for all before it, and flushed: of a barrier only the caches are left.
// `before`: what was pending without it.
static void keep_invalidations(struct kiln_cmd_buffer *cmd, uint32_t before)
{
    cmd->stream.pending = before | (cmd->stream.pending & LAUNCH_PIPE_INVALIDATE);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdSetEvent(VkCommandBuffer handle, VkEvent event,
                                            VkPipelineStageFlags stages)
{
    write_event((struct kiln_cmd_buffer *)handle, event, 1);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdSetEvent2(VkCommandBuffer handle, VkEvent event,
                                             const VkDependencyInfo *info)
{
    write_event((struct kiln_cmd_buffer *)handle, event, 1);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdResetEvent2(VkCommandBuffer handle, VkEvent event,
                                               VkPipelineStageFlags2 stages)
{
    write_event((struct kiln_cmd_buffer *)handle, event, 0);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdWaitEvents(VkCommandBuffer handle, uint32_t count, const VkEvent *events,
                                              VkPipelineStageFlags src_stage, VkPipelineStageFlags dst_stage,
                                              uint32_t memory_count, const VkMemoryBarrier *memory,
                                              uint32_t buffer_count, const VkBufferMemoryBarrier *buffer,
                                              uint32_t image_count, const VkImageMemoryBarrier *image)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    uint32_t before = cmd->stream.pending;
    for (uint32_t i = 0; i < count; i++)
        wait_event(cmd, events[i]);
    kiln_CmdPipelineBarrier(handle, src_stage, dst_stage, 0, memory_count, memory, buffer_count, buffer,
                            image_count, image);
    keep_invalidations(cmd, before);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdWaitEvents2(VkCommandBuffer handle, uint32_t count, const VkEvent *events,
                                               const VkDependencyInfo *infos)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    uint32_t before = cmd->stream.pending;
    for (uint32_t i = 0; i < count; i++)
        wait_event(cmd, events[i]);
    for (uint32_t i = 0; i < count; i++)
        kiln_CmdPipelineBarrier2(handle, &infos[i]);
    keep_invalidations(cmd, before);
}

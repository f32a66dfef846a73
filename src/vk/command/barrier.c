// Pipeline barriers: what work before and work after need of each other. The next command that depends on it
// sends it (launch/mi/barrier.c).
//
// Accesses of kernels to memory see each other; uniform buffers are read so as well: no kernel of ours reads
// through the constant cache.
#include "entrypoints.h"
#include "launch/stream/write.h"
#include "newer.h"
#include "util/mutant.h"
#include "vk/command/buffer.h"

#define WRITES                                                                                               \
    (VK_ACCESS_2_SHADER_WRITE_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT |  \
     VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_MEMORY_DECOMPRESSION_WRITE_BIT_EXT)

static uint32_t needs(VkPipelineStageFlags2 src_stage, VkAccessFlags2 src, VkAccessFlags2 dst)
{
    const VkPipelineStageFlags2 no_work = VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT | VK_PIPELINE_STAGE_2_HOST_BIT;
    uint32_t pipe = 0;
    if (src_stage & ~no_work)
        pipe |= MUTABLE_BITS("barrier", LAUNCH_PIPE_STALL);
    if (src & WRITES)
        pipe |= MUTABLE_BITS("barrier", LAUNCH_PIPE_DATA_FLUSH);
    if (dst & (VK_ACCESS_2_DESCRIPTOR_BUFFER_READ_BIT_EXT | VK_ACCESS_2_SAMPLER_HEAP_READ_BIT_EXT |
               VK_ACCESS_2_RESOURCE_HEAP_READ_BIT_EXT | VK_ACCESS_2_MEMORY_READ_BIT))
        pipe |= MUTABLE_BITS("barrier", LAUNCH_PIPE_STATE_INVALIDATE);
    if (dst &
        (VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_SAMPLED_READ_BIT | VK_ACCESS_2_MEMORY_READ_BIT))
        pipe |= MUTABLE_BITS("barrier", LAUNCH_PIPE_TEXTURE_INVALIDATE);
    return pipe;
}

static void record(struct kiln_cmd_buffer *cmd, uint32_t pipe)
{
    launch_need(&cmd->stream, pipe);
    if (launch_keeps_log(&cmd->stream))
        launch_log_barrier(&cmd->stream, pipe);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPipelineBarrier(VkCommandBuffer handle, VkPipelineStageFlags src_stage,
                                                   VkPipelineStageFlags dst_stage, VkDependencyFlags flags,
                                                   uint32_t memory_count, const VkMemoryBarrier *memory,
                                                   uint32_t buffer_count, const VkBufferMemoryBarrier *buffer,
                                                   uint32_t image_count, const VkImageMemoryBarrier *image)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    VkAccessFlags2 src = 0, dst = 0;
    for (uint32_t i = 0; i < memory_count; i++) {
        src |= memory[i].srcAccessMask;
        dst |= memory[i].dstAccessMask;
    }
    for (uint32_t i = 0; i < buffer_count; i++) {
        src |= buffer[i].srcAccessMask;
        dst |= buffer[i].dstAccessMask;
    }
    for (uint32_t i = 0; i < image_count; i++) {
        src |= image[i].srcAccessMask;
        dst |= image[i].dstAccessMask;
    }
    record(cmd, needs(src_stage, src, dst));
}

static uint32_t dependency_needs(const VkDependencyInfo *info)
{
    uint32_t pipe = 0;
    for (uint32_t i = 0; i < info->memoryBarrierCount; i++) {
        const VkMemoryBarrier2 *b = &info->pMemoryBarriers[i];
        pipe |= needs(b->srcStageMask, b->srcAccessMask, b->dstAccessMask);
    }
    for (uint32_t i = 0; i < info->bufferMemoryBarrierCount; i++) {
        const VkBufferMemoryBarrier2 *b = &info->pBufferMemoryBarriers[i];
        pipe |= needs(b->srcStageMask, b->srcAccessMask, b->dstAccessMask);
    }
    const VkMemoryRangeBarriersInfoKHR *ranges =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_MEMORY_RANGE_BARRIERS_INFO_KHR);
    for (uint32_t i = 0; ranges && i < ranges->memoryRangeBarrierCount; i++) {
        const VkMemoryRangeBarrierKHR *b = &ranges->pMemoryRangeBarriers[i];
        pipe |= needs(b->srcStageMask, b->srcAccessMask, b->dstAccessMask);
    }
    const VkTensorDependencyInfoARM *tensors =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_TENSOR_DEPENDENCY_INFO_ARM);
    for (uint32_t i = 0; tensors && i < tensors->tensorMemoryBarrierCount; i++) {
        const VkTensorMemoryBarrierARM *b = &tensors->pTensorMemoryBarriers[i];
        pipe |= needs(b->srcStageMask, b->srcAccessMask, b->dstAccessMask);
    }
    const VkTensorMemoryBarrierARM *tensor =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_TENSOR_MEMORY_BARRIER_ARM);
    if (tensor)
        pipe |= needs(tensor->srcStageMask, tensor->srcAccessMask, tensor->dstAccessMask);
    // Layouts are all the same to the hardware: there are no auxiliary surfaces.
    for (uint32_t i = 0; i < info->imageMemoryBarrierCount; i++) {
        const VkImageMemoryBarrier2 *b = &info->pImageMemoryBarriers[i];
        pipe |= needs(b->srcStageMask, b->srcAccessMask, b->dstAccessMask);
    }
    return pipe;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPipelineBarrier2(VkCommandBuffer handle, const VkDependencyInfo *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    record(cmd, dependency_needs(info));
}

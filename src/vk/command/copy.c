// Copies, fills and updates of buffers. A few dwords go through the command streamer; the rest through
// kernels of our own (src/vk/shaders): whole uvec4s where both sides are dword-aligned, else dwords put
// together from bytes.
#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/memory/tensor.h"
#include "vk/memory/buffer.h"
#include "vk/command/buffer.h"
#include "vk/object/icd.h"

#define SMALL 64u                 // bytes that the command streamer moves
#define CHUNK (UINT64_C(1) << 29) // bytes a dispatch covers: surfaces end at 2^30

static void copy_small(struct kiln_cmd_buffer *cmd, uint64_t dst, uint64_t src, uint64_t size)
{
    launch_writes(&cmd->stream);
    launch_copy_dwords(&cmd->stream, dst, src, (uint32_t)(size / 4));
}

static void copy_vec4(struct kiln_cmd_buffer *cmd, uint64_t dst, uint64_t src, uint64_t size)
{
    uint32_t count = (uint32_t)(size / 16);
    const struct kiln_buffer_range buffers[2] = {{src, size}, {dst, size}};
    kiln_cmd_dispatch_builtin(cmd, KILN_BUILTIN_COPY, buffers, 2, &count, sizeof(count),
                              (count + 1023) / 1024);
}

static void copy_bytes(struct kiln_cmd_buffer *cmd, uint64_t dst, uint64_t src, uint64_t size)
{
    uint32_t src_offset = src & 3, dst_offset = dst & 3;
    uint32_t dwords = (uint32_t)((dst_offset + size + 3) / 4);
    const struct {
        uint32_t src_offset, dst_offset, size, dwords;
    } push = {src_offset, dst_offset, (uint32_t)size, dwords};
    const struct kiln_buffer_range buffers[2] = {
        {src - src_offset, kiln_align(src_offset + size, 4)},
        {dst - dst_offset, dwords * UINT64_C(4)},
    };
    kiln_cmd_dispatch_builtin(cmd, KILN_BUILTIN_COPY_BYTES, buffers, 2, &push, sizeof(push),
                              (dwords + 255) / 256);
}

void kiln_cmd_copy(struct kiln_cmd_buffer *cmd, uint64_t dst, uint64_t src, uint64_t size)
{
    bool aligned = !((dst | src | size) & 3);
    if (aligned && size <= SMALL) {
        launch_flush(&cmd->stream);
        copy_small(cmd, dst, src, size);
        return;
    }
    while (size) {
        uint64_t n = KILN_MIN(size, CHUNK);
        if (aligned) {
            uint64_t tail = n & 15;
            if (n - tail)
                copy_vec4(cmd, dst, src, n - tail);
            copy_small(cmd, dst + n - tail, src + n - tail, tail);
        } else {
            copy_bytes(cmd, dst, src, n);
        }
        dst += n;
        src += n;
        size -= n;
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyBuffer2(VkCommandBuffer handle, const VkCopyBufferInfo2 *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, src, info->srcBuffer);
    KILN_FROM_HANDLE(kiln_buffer, dst, info->dstBuffer);
    for (uint32_t i = 0; i < info->regionCount; i++)
        kiln_cmd_copy(cmd, dst->address + info->pRegions[i].dstOffset,
                      src->address + info->pRegions[i].srcOffset, info->pRegions[i].size);
}

// Whole tensors, of the same dimensions: in runs that lie side by side in both.
VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyTensorARM(VkCommandBuffer handle, const VkCopyTensorInfoARM *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_tensor, src, info->srcTensor);
    KILN_FROM_HANDLE(kiln_tensor, dst, info->dstTensor);
    uint32_t outer, at[KILN_TENSOR_RANK] = {0};
    const uint64_t bytes = kiln_tensor_run(src, dst, &outer);
    for (uint32_t n = info->regionCount ? outer : UINT32_MAX; n != UINT32_MAX;) {
        uint64_t from = src->map.address, to = dst->map.address;
        for (uint32_t k = 0; k < outer; k++) {
            from += (uint64_t)at[k] * src->map.stride[k];
            to += (uint64_t)at[k] * dst->map.stride[k];
        }
        kiln_cmd_copy(cmd, to, from, bytes);
        for (n = outer - 1; n != UINT32_MAX && ++at[n] == src->map.size[n]; n--)
            at[n] = 0;
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyMemoryKHR(VkCommandBuffer handle,
                                                 const VkCopyDeviceMemoryInfoKHR *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    for (uint32_t i = 0; i < info->regionCount; i++)
        kiln_cmd_copy(cmd, info->pRegions[i].dstRange.address, info->pRegions[i].srcRange.address,
                      info->pRegions[i].srcRange.size);
}

// Sizes are not known here: as many groups as keep all EUs busy, which take turns at a copy's dwords.
VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyMemoryIndirectKHR(VkCommandBuffer handle,
                                                         const VkCopyMemoryIndirectInfoKHR *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    enum { GROUPS = 64 };
    const struct {
        uint64_t commands, stride;
        uint32_t step, none;
    } push = {info->copyAddressRange.address, info->copyAddressRange.stride, GROUPS * 256, 0};
    const uint32_t groups[3] = {GROUPS, info->copyCount, 1};
    if (info->copyCount)
        kiln_cmd_dispatch_builtin3(cmd, KILN_BUILTIN_COPY_INDIRECT, NULL, 0, &push, sizeof(push), groups);
}

static void store(struct kiln_cmd_buffer *cmd, uint64_t address, uint32_t value)
{
    launch_writes(&cmd->stream);
    launch_store(&cmd->stream, address, value);
}

void kiln_cmd_fill(struct kiln_cmd_buffer *cmd, uint64_t address, uint64_t size, uint32_t value)
{
    if (size <= SMALL) {
        launch_flush(&cmd->stream);
        for (uint64_t i = 0; i < size; i += 4)
            store(cmd, address + i, value);
        return;
    }
    while (size) {
        uint64_t n = KILN_MIN(size, CHUNK), whole = n & ~UINT64_C(15);
        if (whole) {
            const uint32_t push[2] = {(uint32_t)(whole / 16), value};
            const struct kiln_buffer_range buffer = {address, whole};
            kiln_cmd_dispatch_builtin(cmd, KILN_BUILTIN_FILL, &buffer, 1, push, sizeof(push),
                                      (push[0] + 1023) / 1024);
        }
        for (uint64_t i = whole; i < n; i += 4)
            store(cmd, address + i, value);
        address += n;
        size -= n;
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdFillBuffer(VkCommandBuffer handle, VkBuffer dst_handle,
                                              VkDeviceSize offset, VkDeviceSize size, uint32_t value)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, dst, dst_handle);
    if (size == VK_WHOLE_SIZE)
        size = kiln_buffer_range(dst, offset, size) & ~UINT64_C(3);
    kiln_cmd_fill(cmd, dst->address + offset, size, value);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdFillMemoryKHR(VkCommandBuffer handle, const VkDeviceAddressRangeKHR *dst,
                                                 VkAddressCommandFlagsKHR flags, uint32_t value)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    kiln_cmd_fill(cmd, dst->address, dst->size & ~UINT64_C(3), value);
}

static void update(struct kiln_cmd_buffer *cmd, uint64_t address, uint64_t size, const void *data)
{
    if (size <= SMALL) {
        launch_flush(&cmd->stream);
        for (uint64_t i = 0; i < size; i += 4) {
            uint32_t value;
            memcpy(&value, (const uint8_t *)data + i, 4);
            store(cmd, address + i, value);
        }
        return;
    }
    uint64_t staging;
    void *map = launch_dynamic(&cmd->stream, (uint32_t)size, &staging);
    if (!map)
        return;
    memcpy(map, data, size);
    kiln_cmd_copy(cmd, address, staging, size);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdUpdateBuffer(VkCommandBuffer handle, VkBuffer dst_handle,
                                                VkDeviceSize offset, VkDeviceSize size, const void *data)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, dst, dst_handle);
    update(cmd, dst->address + offset, size, data);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdUpdateMemoryKHR(VkCommandBuffer handle, const VkDeviceAddressRangeKHR *dst,
                                                   VkAddressCommandFlagsKHR flags, VkDeviceSize size,
                                                   const void *data)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    update(cmd, dst->address, size, data);
}

// ---- markers (VK_AMD_buffer_marker): how far the device came, for those who look into a hang

static void write_marker(struct kiln_cmd_buffer *cmd, VkPipelineStageFlags2 stage, uint64_t address,
                         uint32_t marker)
{
    if (stage & ~VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT)
        launch_need(&cmd->stream, LAUNCH_PIPE_STALL);
    launch_flush(&cmd->stream); // what barriers before have asked for
    store(cmd, address, marker);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdWriteBufferMarkerAMD(VkCommandBuffer handle, VkPipelineStageFlagBits stage,
                                                        VkBuffer dst_handle, VkDeviceSize offset,
                                                        uint32_t marker)
{
    KILN_FROM_HANDLE(kiln_buffer, dst, dst_handle);
    write_marker((struct kiln_cmd_buffer *)handle, stage, dst->address + offset, marker);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdWriteBufferMarker2AMD(VkCommandBuffer handle, VkPipelineStageFlags2 stage,
                                                         VkBuffer dst_handle, VkDeviceSize offset,
                                                         uint32_t marker)
{
    KILN_FROM_HANDLE(kiln_buffer, dst, dst_handle);
    write_marker((struct kiln_cmd_buffer *)handle, stage, dst->address + offset, marker);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdWriteMarkerToMemoryAMD(VkCommandBuffer handle,
                                                          const VkMemoryMarkerInfoAMD *info)
{
    write_marker((struct kiln_cmd_buffer *)handle, info->stage, info->dstRange.address, info->marker);
}

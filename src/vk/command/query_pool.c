// Query pools on the host, and the query commands: timestamps, compute shader invocations, and performance
// queries (query_counters.c). There is no graphics queue, and so no other query.
//
// The queue runs in order: when a copy command has stalled for what is before it, each query is either
// available or was never written. Availability decides which results are stored.
#include "vk/command/query_pool.h"

#include <sched.h>

#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/memory/buffer.h"
#include "vk/command/buffer.h"

// Programs make a pool for each pair of times: a process has mappings for 65,530 buffers (vm.max_map_count),
// and each submission names all that there are. So small pools share buffers.
static VkResult take_memory(struct kiln_device *device, struct kiln_query_pool *pool, uint64_t size)
{
    if (size <= 4096 && !launch_state_alloc(&device->launch.query_pool, (uint32_t)size, 64, &pool->part)) {
        pool->address = pool->part.address;
        pool->map = pool->part.map;
        memset(pool->map, 0, pool->part.size); // what another pool left
        return VK_SUCCESS;
    }
    struct ws_bo_desc desc = {.size = size, .zone = WS_ZONE_HIGH, .flags = WS_BO_COHERENT, .name = "queries"};
    VkResult result = kiln_result(launch_bo_init(&device->launch, &pool->bo, &desc, true));
    pool->address = pool->bo.address;
    pool->map = pool->bo.map;
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateQueryPool(VkDevice handle, const VkQueryPoolCreateInfo *info,
                                                    const VkAllocationCallbacks *alloc, VkQueryPool *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_query_pool *pool =
        kiln_zalloc(&device->alloc, alloc, sizeof(*pool), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!pool)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    pool->type = info->queryType;
    pool->count = info->queryCount;
    pool->stride = sizeof(struct kiln_query);
    const VkQueryPoolPerformanceCreateInfoKHR *performance =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR);
    VkResult result = performance && pool->type == VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR
                          ? kiln_query_counters_init(device, pool, performance, alloc)
                          : VK_SUCCESS;
    uint64_t queries = (uint64_t)info->queryCount * pool->stride;
    if (!result)
        result = take_memory(device, pool, queries + pool->counter_count * sizeof(uint32_t));
    if (result) {
        kiln_free(&device->alloc, alloc, pool->counters);
        kiln_free(&device->alloc, alloc, pool);
        return result;
    }
    uint32_t *scales = (uint32_t *)(void *)(pool->map + queries);
    for (uint32_t i = 0; i < pool->counter_count; i++)
        scales[i] = kiln_query_counter_scale(pool, i);
    *out = KILN_TO_HANDLE(VkQueryPool, pool);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyQueryPool(VkDevice handle, VkQueryPool pool_handle,
                                                 const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    if (!pool)
        return;
    if (pool->part.size)
        launch_state_free(&device->launch.query_pool, &pool->part);
    else
        launch_bo_finish(&device->launch, &pool->bo);
    kiln_free(&device->alloc, alloc, pool->counters);
    kiln_free(&device->alloc, alloc, pool);
}

VKAPI_ATTR void VKAPI_CALL kiln_ResetQueryPool(VkDevice handle, VkQueryPool pool_handle, uint32_t first,
                                               uint32_t count)
{
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    memset(kiln_query_map(pool, first), 0, (size_t)count * pool->stride);
}

static bool available(const struct kiln_query *q)
{
    return __atomic_load_n(&q->available, __ATOMIC_ACQUIRE) != 0;
}

// Polls: the wait is for one store of the GPU, and the device may be lost meanwhile.
static VkResult wait_available(struct kiln_device *device, const struct kiln_query *q)
{
    for (unsigned i = 0; !available(q); i++) {
        if (kiln_device_is_lost(device))
            return VK_ERROR_DEVICE_LOST;
        if (i % 1024 == 1023 && kiln_check_contexts(device))
            return kiln_device_set_lost(device, "while waiting for a query");
        sched_yield();
    }
    return VK_SUCCESS;
}

static void put(uint8_t *at, unsigned index, uint64_t value, bool is64)
{
    if (is64)
        memcpy(at + index * 8, &value, 8);
    else
        memcpy(at + index * 4, &value, 4);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetQueryPoolResults(VkDevice handle, VkQueryPool pool_handle,
                                                        uint32_t first, uint32_t count, size_t size,
                                                        void *data, VkDeviceSize stride,
                                                        VkQueryResultFlags flags)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    bool is64 = flags & VK_QUERY_RESULT_64_BIT;
    uint64_t mask =
        pool->type == VK_QUERY_TYPE_TIMESTAMP ? (UINT64_C(1) << KILN_TIMESTAMP_BITS) - 1 : UINT64_MAX;
    VkResult result = VK_SUCCESS;
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    for (uint32_t i = 0; i < count; i++) {
        const struct kiln_query *q = kiln_query_map(pool, first + i);
        uint8_t *at = (uint8_t *)data + i * stride;
        if (flags & VK_QUERY_RESULT_WAIT_BIT) {
            VkResult waited = wait_available(device, q);
            if (waited)
                return waited;
        }
        bool there = available(q);
        if (!there)
            result = VK_NOT_READY;
        if (pool->type == VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR) {
            if (there)
                kiln_query_counters_put(pool, q, (VkPerformanceCounterResultKHR *)at);
            continue;
        }
        if (there || (flags & VK_QUERY_RESULT_PARTIAL_BIT))
            put(at, 0, q->value & mask, is64);
        if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT)
            put(at, 1, there, is64);
    }
    return result;
}

// ---- commands

VKAPI_ATTR void VKAPI_CALL kiln_CmdResetQueryPool(VkCommandBuffer handle, VkQueryPool pool_handle,
                                                  uint32_t first, uint32_t count)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    // Queries are not synchronized by barriers: stall before, for timestamps in flight, and after, for what
    // fills large pools.
    launch_need(&cmd->stream, LAUNCH_PIPE_STALL);
    kiln_cmd_fill(cmd, kiln_query_address(pool, first), (uint64_t)count * pool->stride, 0);
    launch_need(&cmd->stream, LAUNCH_PIPE_DATA_FLUSH);
}

// What the command streamer itself has written is there: its writes are in order. Mesa does the same
// (genX_query.c emit_query_mi_availability).
static void make_available(struct kiln_cmd_buffer *cmd, uint64_t query)
{
    launch_store(&cmd->stream, query + offsetof(struct kiln_query, available), 1);
}

static void write_timestamp(struct kiln_cmd_buffer *cmd, struct kiln_query_pool *pool, uint32_t query,
                            bool top)
{
    uint64_t address = kiln_query_address(pool, query);
    launch_flush(&cmd->stream);
    if (!top) {
        launch_store_end_time(&cmd->stream, address + offsetof(struct kiln_query, value),
                              address + offsetof(struct kiln_query, available));
        return;
    }
    launch_store_time(&cmd->stream, address + offsetof(struct kiln_query, value)); // nothing waits
    make_available(cmd, address);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdWriteTimestamp2(VkCommandBuffer handle, VkPipelineStageFlags2 stage,
                                                   VkQueryPool pool, uint32_t query)
{
    write_timestamp((struct kiln_cmd_buffer *)handle, (struct kiln_query_pool *)(uintptr_t)pool, query,
                    stage == VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT || stage == VK_PIPELINE_STAGE_2_NONE);
}

// ---- statistics
// A queue without graphics has one counter of VkQueryPipelineStatisticFlags: compute shader invocations,
// which the hardware counts when walks are done.

VKAPI_ATTR void VKAPI_CALL kiln_CmdBeginQuery(VkCommandBuffer handle, VkQueryPool pool_handle, uint32_t query,
                                              VkQueryControlFlags flags)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    uint64_t at = kiln_query_address(pool, query);
    launch_need(&cmd->stream, LAUNCH_PIPE_STALL);
    launch_flush(&cmd->stream);
    if (pool->type == VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR)
        kiln_query_counters_begin(cmd, pool, at);
    else
        launch_store_invocations(&cmd->stream, at + offsetof(struct kiln_query, begin));
}

// value = counter - begin
VKAPI_ATTR void VKAPI_CALL kiln_CmdEndQuery(VkCommandBuffer handle, VkQueryPool pool_handle, uint32_t query)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    uint64_t at = kiln_query_address(pool, query);
    launch_need(&cmd->stream, LAUNCH_PIPE_STALL);
    launch_flush(&cmd->stream);
    if (pool->type == VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR)
        kiln_query_counters_end(cmd, pool, at);
    else
        launch_store_invocations_since(&cmd->stream, at + offsetof(struct kiln_query, value),
                                       at + offsetof(struct kiln_query, begin));
    make_available(cmd, at);
}

static void copy_result(struct kiln_cmd_buffer *cmd, uint64_t query, uint64_t dst, VkQueryResultFlags flags)
{
    bool is64 = flags & VK_QUERY_RESULT_64_BIT, partial = flags & VK_QUERY_RESULT_PARTIAL_BIT;
    uint64_t value = query + offsetof(struct kiln_query, value),
             there = query + offsetof(struct kiln_query, available);
    if (!partial)
        launch_result_if(&cmd->stream, there);
    launch_result_copy(&cmd->stream, dst, value, is64 ? 2 : 1, !partial);
    if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT)
        launch_copy_dwords(&cmd->stream, dst + (is64 ? 8 : 4), there, is64 ? 2 : 1);
}

static void copy_results(struct kiln_cmd_buffer *cmd, struct kiln_query_pool *pool, uint32_t first,
                         uint32_t count, uint64_t address, uint64_t stride, VkQueryResultFlags flags)
{
    if (pool->type == VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR) {
        kiln_query_counters_copy(cmd, pool, first, count, address, stride);
        return;
    }
    launch_need(&cmd->stream, LAUNCH_PIPE_STALL); // for timestamps in flight
    launch_flush(&cmd->stream);
    launch_writes(&cmd->stream);
    launch_results_begin(&cmd->stream);
    for (uint32_t i = 0; i < count; i++)
        copy_result(cmd, kiln_query_address(pool, first + i), address + i * stride, flags);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyQueryPoolResults(VkCommandBuffer handle, VkQueryPool pool_handle,
                                                        uint32_t first, uint32_t count,
                                                        VkBuffer buffer_handle, VkDeviceSize offset,
                                                        VkDeviceSize stride, VkQueryResultFlags flags)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, buffer_handle);
    copy_results(cmd, pool, first, count, buffer->address + offset, stride, flags);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyQueryPoolResultsToMemoryKHR(
    VkCommandBuffer handle, VkQueryPool pool_handle, uint32_t first, uint32_t count,
    const VkStridedDeviceAddressRangeKHR *dst, VkAddressCommandFlagsKHR dst_flags, VkQueryResultFlags flags)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    copy_results(cmd, pool, first, count, dst->address, dst->stride, flags);
}

// Query pools on the host, and the query commands: timestamps, compute shader invocations, and both as a
// performance query. There is no graphics queue, and so no other query.
//
// The queue runs in order: when a copy command has stalled for what is before it, each query is either
// available or was never written. Availability decides which results are stored.
#include "vk/command/query_pool.h"

#include <sched.h>
#include <stdio.h>

#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/memory/buffer.h"
#include "vk/command/buffer.h"

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
    const VkQueryPoolPerformanceCreateInfoKHR *performance =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR);
    for (uint32_t i = 0; performance && i < performance->counterIndexCount && i < KILN_COUNTER_COUNT; i++)
        pool->counters[pool->counter_count++] = (uint8_t)performance->pCounterIndices[i];
    struct ws_bo_desc desc = {.size = info->queryCount * sizeof(struct kiln_query),
                              .zone = WS_ZONE_HIGH,
                              .flags = WS_BO_COHERENT,
                              .name = "queries"};
    VkResult result = kiln_result(launch_bo_init(&device->launch, &pool->bo, &desc, true));
    if (result) {
        kiln_free(&device->alloc, alloc, pool);
        return result;
    }
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
    launch_bo_finish(&device->launch, &pool->bo);
    kiln_free(&device->alloc, alloc, pool);
}

VKAPI_ATTR void VKAPI_CALL kiln_ResetQueryPool(VkDevice handle, VkQueryPool pool_handle, uint32_t first,
                                               uint32_t count)
{
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    memset((struct kiln_query *)pool->bo.map + first, 0, count * sizeof(struct kiln_query));
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
        if (i % 1024 == 1023 && ws_context_check(device->launch.context))
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

static void put_counters(const struct kiln_device *device, const struct kiln_query_pool *pool,
                         const struct kiln_query *q, VkPerformanceCounterResultKHR *out)
{
    const uint64_t mask = (UINT64_C(1) << KILN_TIMESTAMP_BITS) - 1;
    double ticks = (double)((q->end_time - q->start_time) & mask);
    for (uint32_t i = 0; i < pool->counter_count; i++)
        out[i].uint64 = pool->counters[i] == KILN_COUNTER_TIME
                            ? (uint64_t)(ticks * 1e9 / (double)device->physical->info.timestamp_frequency)
                            : q->value;
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
        const struct kiln_query *q = (const struct kiln_query *)pool->bo.map + first + i;
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
                put_counters(device, pool, q, (VkPerformanceCounterResultKHR *)at);
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
    kiln_cmd_fill(cmd, kiln_query_address(pool, first), count * sizeof(struct kiln_query), 0);
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
    uint64_t at = kiln_query_address(pool, query) + offsetof(struct kiln_query, begin);
    launch_need(&cmd->stream, LAUNCH_PIPE_STALL);
    launch_flush(&cmd->stream);
    launch_store_invocations(&cmd->stream, at);
    if (pool->type == VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR)
        launch_store_time(&cmd->stream,
                          kiln_query_address(pool, query) + offsetof(struct kiln_query, start_time));
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
        launch_store_time(&cmd->stream, at + offsetof(struct kiln_query, end_time));
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

VKAPI_ATTR void VKAPI_CALL kiln_CmdCopyQueryPoolResults(VkCommandBuffer handle, VkQueryPool pool_handle,
                                                        uint32_t first, uint32_t count,
                                                        VkBuffer buffer_handle, VkDeviceSize offset,
                                                        VkDeviceSize stride, VkQueryResultFlags flags)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_query_pool, pool, pool_handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, buffer_handle);
    launch_need(&cmd->stream, LAUNCH_PIPE_STALL); // for timestamps in flight
    launch_flush(&cmd->stream);
    launch_writes(&cmd->stream);
    launch_results_begin(&cmd->stream);
    for (uint32_t i = 0; i < count; i++)
        copy_result(cmd, kiln_query_address(pool, first + i), buffer->address + offset + i * stride, flags);
}

// ---- VK_KHR_performance_query
// Intel's OA unit has many more counters. They belong to the whole machine, take a privilege, and are not in
// the simulated one; these two are true everywhere.

static const struct {
    VkPerformanceCounterUnitKHR unit;
    const char *name, *description;
} counters[KILN_COUNTER_COUNT] = {
    [KILN_COUNTER_INVOCATIONS] = {VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR, "Compute shader invocations",
                                  "Invocations of compute shaders that were dispatched"},
    [KILN_COUNTER_TIME] = {VK_PERFORMANCE_COUNTER_UNIT_NANOSECONDS_KHR, "GPU time",
                           "Time from the end of what comes before to the end of the last command"},
};

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR(
    VkPhysicalDevice handle, uint32_t family, uint32_t *count, VkPerformanceCounterKHR *out,
    VkPerformanceCounterDescriptionKHR *descriptions)
{
    uint32_t n = KILN_COUNTER_COUNT;
    if (out || descriptions)
        n = KILN_MIN(*count, n);
    for (uint32_t i = 0; out && i < n; i++) {
        out[i].unit = counters[i].unit;
        out[i].scope = VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR;
        out[i].storage = VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR;
        memset(out[i].uuid, 0, sizeof(out[i].uuid));
        snprintf((char *)out[i].uuid, sizeof(out[i].uuid), "kiln counter %u", i);
    }
    for (uint32_t i = 0; descriptions && i < n; i++) {
        descriptions[i].flags = 0;
        snprintf(descriptions[i].name, sizeof(descriptions[i].name), "%s", counters[i].name);
        snprintf(descriptions[i].category, sizeof(descriptions[i].category), "Compute");
        snprintf(descriptions[i].description, sizeof(descriptions[i].description), "%s",
                 counters[i].description);
    }
    *count = n;
    return (out || descriptions) && n < KILN_COUNTER_COUNT ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR(
    VkPhysicalDevice handle, const VkQueryPoolPerformanceCreateInfoKHR *info, uint32_t *passes)
{
    *passes = 1;
}

// Every context has its own counters.
VKAPI_ATTR VkResult VKAPI_CALL kiln_AcquireProfilingLockKHR(VkDevice handle,
                                                            const VkAcquireProfilingLockInfoKHR *info)
{
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_ReleaseProfilingLockKHR(VkDevice handle)
{
}

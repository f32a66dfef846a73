// VK_KHR_performance_query: counters that are registers, read by the command streamer where a query begins
// and ends. Two are every chip's. The others are the device's own, which it describes (hw/counters.h): only
// the simulated one has any. Intel's OA unit has many more, but they belong to the whole machine, take a
// privilege, and come as reports that the driver of the kernel collects.
//
// Results are what the counters grew by; times are ticks there, and nanoseconds where the application sees
// them: here, and in shaders/query_counters.comp when the device copies them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/command/buffer.h"
#include "vk/command/query_pool.h"
#include "vk/object/device.h"

enum { SCALE_BITS = 24 };

// What every chip has, as hw/counters.h describes those of a device; by KILN_COUNTER_*.
static const struct counter {
    VkPerformanceCounterUnitKHR unit;
    const char *name, *category, *text;
} every_chips[KILN_COUNTER_OWN] = {
    [KILN_COUNTER_INVOCATIONS] = {VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR, "Compute shader invocations",
                                  "Compute", "Invocations of compute shaders that were dispatched"},
    [KILN_COUNTER_TIME] = {VK_PERFORMANCE_COUNTER_UNIT_NANOSECONDS_KHR, "GPU time", "Compute",
                           "Time from the end of what comes before to the end of the last command"},
};

static VkPerformanceCounterUnitKHR unit_of(const struct kiln_counter_info *i)
{
    return i->unit == KILN_UNIT_BYTES    ? VK_PERFORMANCE_COUNTER_UNIT_BYTES_KHR
           : i->unit == KILN_UNIT_CLOCKS ? VK_PERFORMANCE_COUNTER_UNIT_CYCLES_KHR
                                         : VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR;
}

// The device's own; *out is NULL if it has none.
static VkResult own_counters(struct ws_device *ws, struct kiln_counters **out)
{
    int ret = ws_device_counters(ws, out);
    if (ret)
        *out = NULL;
    return ret == -ENOMEM ? kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY) : VK_SUCCESS;
}

// ---- what there is

// The same in each version that has a counter of this name, wherever it stands.
static void set_uuid(uint8_t uuid[VK_UUID_SIZE], const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037); // FNV-1a
    for (const char *s = name; *s; s++)
        hash = (hash ^ (uint8_t)*s) * UINT64_C(1099511628211);
    memcpy(uuid, "kiln ctr", 8);
    memcpy(uuid + 8, &hash, 8);
}

static void describe(const struct counter *c, VkPerformanceCounterKHR *out,
                     VkPerformanceCounterDescriptionKHR *d)
{
    if (out) {
        out->unit = c->unit;
        out->scope = VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR;
        out->storage = VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR;
        set_uuid(out->uuid, c->name);
    }
    if (d) {
        d->flags = 0;
        snprintf(d->name, sizeof(d->name), "%s", c->name);
        snprintf(d->category, sizeof(d->category), "%s", c->category);
        snprintf(d->description, sizeof(d->description), "%s", c->text);
    }
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR(
    VkPhysicalDevice handle, uint32_t family, uint32_t *count, VkPerformanceCounterKHR *out,
    VkPerformanceCounterDescriptionKHR *descriptions)
{
    KILN_FROM_HANDLE(kiln_physical_device, physical, handle);
    struct ws_device *ws;
    struct kiln_counters *own;
    int ret = ws_device_open(&physical->info, &ws);
    if (ret)
        return kiln_error(ret == -ENOMEM ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_INITIALIZATION_FAILED,
                          "ws_device_open: %d", ret);
    VkResult result = own_counters(ws, &own);
    ws_device_close(ws);
    if (result)
        return result;
    uint32_t there = KILN_COUNTER_OWN + (own ? own->count : 0), n = there;
    if (out || descriptions)
        n = KILN_MIN(*count, n);
    for (uint32_t i = 0; (out || descriptions) && i < n; i++) {
        const struct kiln_counter_info *o =
            i < KILN_COUNTER_OWN ? NULL : &own->counters[i - KILN_COUNTER_OWN];
        const struct counter c =
            o ? (struct counter){unit_of(o), o->name, o->category, o->text} : every_chips[i];
        describe(&c, out ? &out[i] : NULL, descriptions ? &descriptions[i] : NULL);
    }
    free(own);
    *count = n;
    return n < there ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR(
    VkPhysicalDevice handle, const VkQueryPoolPerformanceCreateInfoKHR *info, uint32_t *passes)
{
    *passes = 1; // registers do not share what they count with
}

// Every context has its own counters, and those of the device count while a query wants them.
VKAPI_ATTR VkResult VKAPI_CALL kiln_AcquireProfilingLockKHR(VkDevice handle,
                                                            const VkAcquireProfilingLockInfoKHR *info)
{
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_ReleaseProfilingLockKHR(VkDevice handle)
{
}

// ---- pools

VkResult kiln_query_counters_init(struct kiln_device *device, struct kiln_query_pool *pool,
                                  const VkQueryPoolPerformanceCreateInfoKHR *info,
                                  const VkAllocationCallbacks *alloc)
{
    struct kiln_counters *own;
    VkResult result = own_counters(device->launch.ws, &own);
    if (result)
        return result;
    const uint32_t n = info->counterIndexCount, there = KILN_COUNTER_OWN + (own ? own->count : 0);
    pool->counters =
        kiln_zalloc(&device->alloc, alloc, n * sizeof(*pool->counters), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!pool->counters)
        result = kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    for (uint32_t i = 0; !result && i < n; i++) {
        uint32_t which = info->pCounterIndices[i];
        if (which >= there) {
            result = kiln_error(VK_ERROR_UNKNOWN, "there is no performance counter %u", which);
        } else if (which >= KILN_COUNTER_OWN) {
            pool->counters[i] =
                (struct kiln_query_counter){KILN_COUNTER_OWN, own->counters[which - KILN_COUNTER_OWN].reg};
            pool->hold = own->hold;
        } else {
            pool->counters[i].what = which;
        }
    }
    free(own);
    pool->counter_count = n;
    pool->stride += n * (uint32_t)sizeof(uint64_t);
    double ns = 1e9 / (double)device->physical->info.timestamp_frequency;
    pool->scale = (uint32_t)(ns * (1 << SCALE_BITS) + 0.5);
    return result;
}

static uint64_t counter_address(uint64_t query, uint32_t i)
{
    return query + offsetof(struct kiln_query, counters) + i * sizeof(uint64_t);
}

// Times: those of the query, or all others.
static void store(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool, uint64_t query, bool times)
{
    for (uint32_t i = 0; i < pool->counter_count; i++) {
        const struct kiln_query_counter *c = &pool->counters[i];
        uint64_t at = counter_address(query, i);
        if ((c->what == KILN_COUNTER_TIME) != times)
            continue;
        if (times)
            launch_store_time(&cmd->stream, at);
        else if (c->what == KILN_COUNTER_INVOCATIONS)
            launch_store_invocations(&cmd->stream, at);
        else
            launch_store_counter(&cmd->stream, c->reg, at);
    }
}

static void store_since(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool, uint64_t query,
                        bool times)
{
    for (uint32_t i = 0; i < pool->counter_count; i++) {
        const struct kiln_query_counter *c = &pool->counters[i];
        uint64_t at = counter_address(query, i);
        if ((c->what == KILN_COUNTER_TIME) != times)
            continue;
        if (times)
            launch_store_time_since(&cmd->stream, at, at);
        else if (c->what == KILN_COUNTER_INVOCATIONS)
            launch_store_invocations_since(&cmd->stream, at, at);
        else
            launch_store_counter_since(&cmd->stream, c->reg, at, at);
    }
}

// The time last, and first at the end, so that it has the application's work alone.
void kiln_query_counters_begin(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool,
                               uint64_t query)
{
    if (pool->hold)
        launch_hold_counters(&cmd->stream, pool->hold, true);
    store(cmd, pool, query, false);
    store(cmd, pool, query, true);
}

void kiln_query_counters_end(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool, uint64_t query)
{
    store_since(cmd, pool, query, true);
    store_since(cmd, pool, query, false);
    if (pool->hold)
        launch_hold_counters(&cmd->stream, pool->hold, false);
}

// ---- results

// As the shader does, bit for bit: of the ticks' 36 bits, the low 32 and the others.
static uint64_t nanoseconds(uint64_t ticks, uint32_t scale)
{
    uint64_t high = ticks >> 32 & 0xf;
    return (high * scale << (32 - SCALE_BITS)) + ((ticks & UINT32_MAX) * scale >> SCALE_BITS);
}

void kiln_query_counters_put(const struct kiln_query_pool *pool, const struct kiln_query *q,
                             VkPerformanceCounterResultKHR *out)
{
    for (uint32_t i = 0; i < pool->counter_count; i++)
        out[i].uint64 = pool->counters[i].what == KILN_COUNTER_TIME ? nanoseconds(q->counters[i], pool->scale)
                                                                    : q->counters[i];
}

void kiln_query_counters_copy(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool, uint32_t first,
                              uint32_t count, uint64_t dst, uint64_t stride)
{
    const uint64_t reach = UINT64_C(1) << 29; // bytes of a surface
    const uint64_t scales = kiln_query_address(pool, pool->count);
    // What the command streamer wrote, before a shader reads it where an earlier copy may have read.
    launch_need(&cmd->stream, LAUNCH_PIPE_STALL | LAUNCH_PIPE_DATA_FLUSH);
    while (count) {
        uint64_t fit = KILN_MIN(reach / pool->stride, stride ? reach / stride : count);
        uint32_t n = (uint32_t)KILN_MIN(count, KILN_MAX(fit, 1));
        uint64_t results = (n - 1) * stride + pool->counter_count * sizeof(uint64_t);
        const struct kiln_buffer_range buffers[3] = {
            {kiln_query_address(pool, first), (uint64_t)n * pool->stride},
            {scales, pool->counter_count * sizeof(uint32_t)},
            {dst, results}};
        const uint32_t push[5] = {n, pool->counter_count, pool->stride / 4,
                                  n > 1 ? (uint32_t)(stride / 4) : 0,
                                  offsetof(struct kiln_query, counters) / 4};
        kiln_cmd_dispatch_builtin3(cmd, KILN_BUILTIN_QUERY_COUNTERS, buffers, 3, push, sizeof(push),
                                   (const uint32_t[3]){(pool->counter_count + 31) / 32, n, 1});
        first += n;
        count -= n;
        dst += n * stride;
    }
}

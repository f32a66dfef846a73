// VK_KHR_performance_query: counters that the command streamer writes to memory where a query begins and
// ends. Two are registers of every chip. Others are registers too, of a device that describes them
// (hw/counters.h): only the simulated one has any. The rest is in reports of the observation unit (hw/oa.h),
// which the kernel has switched on while an application has the profiling lock; it is offered to those who
// may have it.
//
// Results are what the counters grew by. Times are ticks in memory, and reports are whole; what the
// application sees is made of them here, and in shaders/query_counters.comp when the device copies them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/command/buffer.h"
#include "vk/command/query_pool.h"
#include "vk/object/device.h"

enum { SCALE_BITS = 24, REPORT_ALIGN = 64 };

// The dword that tells the shader what a counter is: nothing, or nanoseconds of a tick
// (kiln_query_pool.scale), or these fields of the unit's.
enum { OA_COUNT_BIT = 6, OA_SHIFT_BIT = 10, OA_BIT = 31 };

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

static VkPerformanceCounterUnitKHR unit_of(uint32_t unit)
{
    return unit == KILN_UNIT_BYTES    ? VK_PERFORMANCE_COUNTER_UNIT_BYTES_KHR
           : unit == KILN_UNIT_CLOCKS ? VK_PERFORMANCE_COUNTER_UNIT_CYCLES_KHR
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

// The counters of a device, by their index in Vulkan.
struct offer {
    struct kiln_counters *own; // or NULL
    uint32_t count, oa_count;
    enum kiln_oa_id oa[KILN_OA_IDS];
};

static VkResult offer_init(struct ws_device *ws, struct offer *o)
{
    const struct ws_device_info *info = ws_device_get_info(ws);
    *o = (struct offer){0};
    VkResult result = own_counters(ws, &o->own);
    unsigned first;
    for (enum kiln_oa_id id = 0; info->has_oa && id < KILN_OA_IDS; id++)
        if (kiln_oa_places(info->devinfo, id, &first))
            o->oa[o->oa_count++] = id;
    o->count = KILN_COUNTER_OWN + (o->own ? o->own->count : 0) + o->oa_count;
    return result;
}

static struct kiln_query_counter offered(const struct offer *o, uint32_t index)
{
    uint32_t own = o->own ? o->own->count : 0;
    if (index < KILN_COUNTER_OWN)
        return (struct kiln_query_counter){.what = index};
    index -= KILN_COUNTER_OWN;
    return index < own
               ? (struct kiln_query_counter){.what = KILN_COUNTER_OWN, .reg = o->own->counters[index].reg}
               : (struct kiln_query_counter){.what = KILN_COUNTER_OA, .oa = o->oa[index - own]};
}

static struct counter described(const struct offer *o, uint32_t index)
{
    struct kiln_query_counter q = offered(o, index);
    if (q.what < KILN_COUNTER_OWN)
        return every_chips[q.what];
    if (q.what == KILN_COUNTER_OA) {
        const struct kiln_oa_counter *c = kiln_oa_counter(q.oa);
        return (struct counter){unit_of(c->unit), c->name, c->category, c->text};
    }
    const struct kiln_counter_info *c = &o->own->counters[index - KILN_COUNTER_OWN];
    return (struct counter){unit_of(c->unit), c->name, c->category, c->text};
}

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
    struct offer offer;
    if (family) { // for copies only: nothing to be counted
        *count = 0;
        return VK_SUCCESS;
    }
    int ret = ws_device_open(&physical->info, &ws);
    if (ret)
        return kiln_error(ret == -ENOMEM ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_INITIALIZATION_FAILED,
                          "ws_device_open: %d", ret);
    VkResult result = offer_init(ws, &offer);
    ws_device_close(ws);
    if (result)
        return result;
    uint32_t n = offer.count;
    if (out || descriptions)
        n = KILN_MIN(*count, n);
    for (uint32_t i = 0; (out || descriptions) && i < n; i++) {
        const struct counter c = described(&offer, i);
        describe(&c, out ? &out[i] : NULL, descriptions ? &descriptions[i] : NULL);
    }
    free(offer.own);
    *count = n;
    return n < offer.count ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR(
    VkPhysicalDevice handle, const VkQueryPoolPerformanceCreateInfoKHR *info, uint32_t *passes)
{
    *passes = 1; // registers do not share what they count with, and one programme of the unit has all of its
}

// Registers are the context's own. The observation unit is the machine's, and who has it gives it back some
// time. It counts for a context, if the device has one; else for all there are, other processes' as well.
VKAPI_ATTR VkResult VKAPI_CALL kiln_AcquireProfilingLockKHR(VkDevice handle,
                                                            const VkAcquireProfilingLockInfoKHR *info)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const struct timespec pause = {.tv_nsec = 1000000};
    if (!device->launch.info->has_oa)
        return VK_SUCCESS;
    struct ws_context *only = device->queue_count == 1 ? device->contexts[0] : NULL;
    int ret;
    for (uint64_t waited = 0;
         (ret = ws_device_oa_open(device->launch.ws, only)) == -EBUSY && waited < info->timeout;
         waited += (uint64_t)pause.tv_nsec)
        nanosleep(&pause, NULL);
    return ret == 0         ? VK_SUCCESS
           : ret == -EBUSY  ? VK_TIMEOUT
           : ret == -ENOMEM ? kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY)
                            : kiln_error(VK_TIMEOUT, "the observation unit: %d", ret);
}

VKAPI_ATTR void VKAPI_CALL kiln_ReleaseProfilingLockKHR(VkDevice handle)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    ws_device_oa_close(device->launch.ws);
}

// ---- pools

VkResult kiln_query_counters_init(struct kiln_device *device, struct kiln_query_pool *pool,
                                  const VkQueryPoolPerformanceCreateInfoKHR *info,
                                  const VkAllocationCallbacks *alloc)
{
    struct offer offer;
    VkResult result = offer_init(device->launch.ws, &offer);
    if (result)
        return result;
    const uint32_t n = info->counterIndexCount;
    bool reports = false;
    pool->counters =
        kiln_zalloc(&device->alloc, alloc, n * sizeof(*pool->counters), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!pool->counters)
        result = kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    for (uint32_t i = 0; !result && i < n; i++) {
        uint32_t which = info->pCounterIndices[i];
        if (which >= offer.count) {
            result = kiln_error(VK_ERROR_UNKNOWN, "there is no performance counter %u", which);
            break;
        }
        pool->counters[i] = offered(&offer, which);
        if (pool->counters[i].what == KILN_COUNTER_OWN)
            pool->hold = offer.own->hold;
        reports |= pool->counters[i].what == KILN_COUNTER_OA;
    }
    free(offer.own);
    pool->counter_count = n;
    pool->chip = device->launch.info->devinfo;
    pool->stride += n * (uint32_t)sizeof(uint64_t);
    if (reports) {
        pool->reports = (uint32_t)kiln_align(pool->stride, REPORT_ALIGN);
        pool->stride = pool->reports + 2 * KILN_OA_REPORT_BYTES;
    }
    double ns = 1e9 / (double)device->physical->info.timestamp_frequency;
    pool->scale = (uint32_t)(ns * (1 << SCALE_BITS) + 0.5);
    return result;
}

uint32_t kiln_query_counter_scale(const struct kiln_query_pool *pool, uint32_t i)
{
    const struct kiln_query_counter *c = &pool->counters[i];
    unsigned first, count;
    if (c->what != KILN_COUNTER_OA)
        return c->what == KILN_COUNTER_TIME ? pool->scale : 0;
    count = kiln_oa_places(pool->chip, c->oa, &first);
    return UINT32_C(1) << OA_BIT | (uint32_t)kiln_oa_counter(c->oa)->shift << OA_SHIFT_BIT |
           count << OA_COUNT_BIT | first;
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
        if ((c->what == KILN_COUNTER_TIME) != times || c->what == KILN_COUNTER_OA)
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
        if ((c->what == KILN_COUNTER_TIME) != times || c->what == KILN_COUNTER_OA)
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
    if (pool->reports)
        launch_store_report(&cmd->stream, query + pool->reports);
    store(cmd, pool, query, true);
}

void kiln_query_counters_end(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool, uint64_t query)
{
    store_since(cmd, pool, query, true);
    if (pool->reports)
        launch_store_report(&cmd->stream, query + pool->reports + KILN_OA_REPORT_BYTES);
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

// What a counter of the observation unit grew by between the two reports; it wraps around where it is narrow.
static uint64_t grown(const struct kiln_query_pool *pool, const struct kiln_query *q, enum kiln_oa_id id)
{
    const uint32_t *begin = (const uint32_t *)((const uint8_t *)q + pool->reports),
                   *end = begin + KILN_OA_REPORT_BYTES / 4;
    unsigned first, count = kiln_oa_places(pool->chip, id, &first);
    uint64_t sum = 0;
    for (unsigned a = first; a < first + count; a++) {
        uint64_t since = kiln_oa_get(end, a) - kiln_oa_get(begin, a);
        sum += a < KILN_OA_WIDE ? since & 0xffffffffff : (uint32_t)since;
    }
    return sum << kiln_oa_counter(id)->shift;
}

void kiln_query_counters_put(const struct kiln_query_pool *pool, const struct kiln_query *q,
                             VkPerformanceCounterResultKHR *out)
{
    for (uint32_t i = 0; i < pool->counter_count; i++) {
        const struct kiln_query_counter *c = &pool->counters[i];
        out[i].uint64 = c->what == KILN_COUNTER_OA     ? grown(pool, q, c->oa)
                        : c->what == KILN_COUNTER_TIME ? nanoseconds(q->counters[i], pool->scale)
                                                       : q->counters[i];
    }
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
        const uint32_t push[6] = {n,
                                  pool->counter_count,
                                  pool->stride / 4,
                                  n > 1 ? (uint32_t)(stride / 4) : 0,
                                  offsetof(struct kiln_query, counters) / 4,
                                  pool->reports / 4};
        kiln_cmd_dispatch_builtin3(cmd, KILN_BUILTIN_QUERY_COUNTERS, buffers, 3, push, sizeof(push),
                                   (const uint32_t[3]){(pool->counter_count + 31) / 32, n, 1});
        first += n;
        count -= n;
        dst += n * stride;
    }
}

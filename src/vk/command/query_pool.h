// VkQueryPool.
#ifndef KILN_VK_QUERY_POOL_H
#define KILN_VK_QUERY_POOL_H

#include "hw/oa.h"
#include "launch/memory/bo.h"
#include "launch/memory/state_pool.h"
#include "vk/object/object.h"

struct kiln_cmd_buffer;
struct kiln_device;

struct kiln_query {
    uint64_t available; // 1 when `value` is there
    uint64_t value;     // a time; of statistics, the invocations between begin and end
    uint64_t begin;     // of those: the counter at vkCmdBeginQuery
    uint64_t unused;
    uint64_t counters[]; // of performance queries: what they were at vkCmdBeginQuery; then, since when
};

// What a performance query counts: what every chip has in registers that every batch may read; after these
// the device's own (ws_device_counters), then the observation unit's (hw/oa.h).
enum { KILN_COUNTER_INVOCATIONS, KILN_COUNTER_TIME, KILN_COUNTER_OWN, KILN_COUNTER_OA };

// A counter of a pool, in the order of the results.
struct kiln_query_counter {
    uint32_t what; // KILN_COUNTER_*
    uint32_t reg;  // of the device's own
    enum kiln_oa_id oa;
};

struct kiln_query_pool {
    VkQueryType type;
    uint32_t count, stride; // queries, and the bytes of one
    // Performance queries. Behind the queries there is a dword for each counter: what the shader is to do
    // with it.
    struct kiln_query_counter *counters;
    uint32_t counter_count, scale; // scale: nanoseconds of a tick, with 24 bits after the point
    uint32_t hold;                 // register; 0: none of its counters needs one
    uint32_t reports; // where in a query the two reports of the observation unit are; 0: none of its counters
                      // is that unit's
    const struct kiln_devinfo *chip;
    uint64_t address;
    uint8_t *map;
    struct launch_state part; // of the device's memory for small pools; or else
    struct launch_bo bo;
};

static inline uint64_t kiln_query_address(const struct kiln_query_pool *p, uint32_t query)
{
    return p->address + (uint64_t)query * p->stride;
}

static inline struct kiln_query *kiln_query_map(const struct kiln_query_pool *p, uint32_t query)
{
    return (struct kiln_query *)(void *)(p->map + (size_t)query * p->stride);
}

// Performance queries: query_counters.c.
// The dword of a counter.
uint32_t kiln_query_counter_scale(const struct kiln_query_pool *pool, uint32_t i);
VkResult kiln_query_counters_init(struct kiln_device *device, struct kiln_query_pool *pool,
                                  const VkQueryPoolPerformanceCreateInfoKHR *info,
                                  const VkAllocationCallbacks *alloc);
void kiln_query_counters_begin(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool,
                               uint64_t query);
void kiln_query_counters_end(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool, uint64_t query);
void kiln_query_counters_put(const struct kiln_query_pool *pool, const struct kiln_query *q,
                             VkPerformanceCounterResultKHR *out);
void kiln_query_counters_copy(struct kiln_cmd_buffer *cmd, const struct kiln_query_pool *pool, uint32_t first,
                              uint32_t count, uint64_t dst, uint64_t stride);

#endif

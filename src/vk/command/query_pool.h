// VkQueryPool.
#ifndef KILN_VK_QUERY_POOL_H
#define KILN_VK_QUERY_POOL_H

#include "launch/memory/bo.h"
#include "vk/object/object.h"

struct kiln_query {
    uint64_t available; // 1 when `value` is there
    uint64_t value;     // a time; of statistics and performance, the invocations between begin and end
    uint64_t begin;     // of those: the counter at vkCmdBeginQuery
    uint64_t start_time, end_time; // of performance queries: TIMESTAMP
    uint64_t unused;
};

// What a performance query counts: what the hardware has in registers that every batch may read.
enum kiln_counter { KILN_COUNTER_INVOCATIONS, KILN_COUNTER_TIME, KILN_COUNTER_COUNT };

struct kiln_query_pool {
    VkQueryType type;
    uint32_t count;
    uint32_t counter_count; // performance queries: which counters, in the order of the results
    uint8_t counters[KILN_COUNTER_COUNT];
    struct launch_bo bo;
};

static inline uint64_t kiln_query_address(const struct kiln_query_pool *p, uint32_t query)
{
    return p->bo.address + query * sizeof(struct kiln_query);
}

#endif

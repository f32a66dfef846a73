// VkQueryPool: 32 bytes a query.
#ifndef KILN_VK_QUERY_POOL_H
#define KILN_VK_QUERY_POOL_H

#include "vk/bo.h"

struct kiln_query {
    uint64_t available; // 1 when `value` is there
    uint64_t value;     // a time; of statistics, the invocations between begin and end
    uint64_t begin;     // of statistics: the counter at vkCmdBeginQuery
    uint64_t unused;
};

struct kiln_query_pool {
    VkQueryType type;
    uint32_t count;
    struct kiln_bo bo;
};

static inline uint64_t kiln_query_address(const struct kiln_query_pool *p, uint32_t query)
{
    return p->bo.address + query * sizeof(struct kiln_query);
}

#endif

// Stands in until the EU side is in the tree: every walker faults and says why.
#include <stdio.h>
#include <stdlib.h>

#include "sim/sim_gpu.h"

struct sim_eu_pool {
    unsigned threads;
};

struct sim_eu_pool *sim_eu_pool_create(unsigned threads)
{
    struct sim_eu_pool *pool = calloc(1, sizeof(*pool));
    if (pool)
        pool->threads = threads;
    return pool;
}

void sim_eu_pool_destroy(struct sim_eu_pool *pool)
{
    free(pool);
}

bool sim_dispatch_walker(struct sim_eu_pool *pool, const struct sim_walker *w,
                         struct sim_dispatch_stats *stats, struct sim_fault *fault)
{
    fault->kind = SIM_FAULT_UNIMPLEMENTED;
    snprintf(fault->text, sizeof(fault->text), "this build has no EUs");
    return false;
}

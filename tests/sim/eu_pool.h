// Execution units for tests, as the environment configures them.
#ifndef KILN_TEST_EU_POOL_H
#define KILN_TEST_EU_POOL_H

#include "sim/config/config.h"
#include "sim/dispatch/pool.h"
#include "sim/observe/observe.h"

static inline struct sim_eu_pool *eu_pool(unsigned threads)
{
    struct sim_config config = sim_config_read();
    config.threads = threads;
    return sim_observed_pool_create(&config);
}

#endif

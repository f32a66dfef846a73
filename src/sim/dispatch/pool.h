// The execution units of one device, as the command streamer sees them: it hands them walkers.
#ifndef KILN_SIM_POOL_H
#define KILN_SIM_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/config/config.h"
#include "util/fork.h"
#include "sim/thread/dispatch.h"
#include "sim/thread/fault.h"
#include "sim/thread/launch.h"

struct sim_eu_pool; // the host threads that execute thread groups, and their register files

// NULL when out of memory. Keeps no pointer to the configuration.
struct sim_eu_pool *sim_eu_pool_create(const struct sim_config *config);
void sim_eu_pool_destroy(struct sim_eu_pool *pool);
void sim_eu_pool_fork(struct sim_eu_pool *pool, enum kiln_fork step); // as sim_device_fork
// Counts what walkers do, into `log` (stats.h), which the caller keeps as long as the pool. Kernels are
// interpreted from then on.
struct sim_stats_log;
void sim_eu_pool_log(struct sim_eu_pool *pool, struct sim_stats_log *log);
// Whether walkers count at all (KILN_SIM_CHECK and KILN_SIM_DEBUG have other uses for them).
bool sim_eu_pool_can_count(const struct sim_eu_pool *pool);

// Runs all thread groups to the end, on all threads of the pool. The result and the stats do not depend on
// the number of threads. False with `fault` filled in if the walker faulted (the lowest-numbered faulting
// group wins).
bool sim_dispatch_walker(struct sim_eu_pool *pool, const struct sim_launch *w,
                         struct sim_dispatch_stats *stats, struct sim_fault *fault);

// All walkers so far have ended before those to come (a stall): what KILN_SIM_CHECK takes as an order.
void sim_eu_pool_ordered(struct sim_eu_pool *pool);

#endif

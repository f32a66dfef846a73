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
// NULL when out of memory. `observers`: of all its walkers, destroyed with it; NULL: none.
struct sim_eu_pool *sim_eu_pool_create(const struct sim_config *config,
                                       const struct sim_observers *observers);
const struct sim_observers *sim_eu_pool_observers(const struct sim_eu_pool *pool);
void sim_eu_pool_destroy(struct sim_eu_pool *pool);
void sim_eu_pool_fork(struct sim_eu_pool *pool, enum kiln_fork step); // as sim_device_fork
// Runs all thread groups to the end, on all threads of the pool. The result and the stats do not depend on
// the number of threads. False with `fault` filled in if the walker faulted (the lowest-numbered faulting
// group wins).
bool sim_dispatch_walker(struct sim_eu_pool *pool, const struct sim_launch *w,
                         struct sim_dispatch_stats *stats, struct sim_fault *fault);

// All walkers so far have ended before those to come (a stall): what the checks take as an order.
void sim_eu_pool_ordered(struct sim_eu_pool *pool);

#endif

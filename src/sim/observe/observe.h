// Who observes the walkers of a simulated device, by its configuration: statistics, checks, debugger.
#ifndef KILN_SIM_OBSERVE_H
#define KILN_SIM_OBSERVE_H

#include "sim/dispatch/pool.h"

struct sim_stats_log;

// Execution units whose walkers are observed as `config` says: KILN_SIM_CHECK, KILN_SIM_DEBUG, and counters
// of launches. NULL: errno says why (ENOMEM; ENOTSUP: a word that there is not).
struct sim_eu_pool *sim_observed_pool_create(const struct sim_config *config);
// Counts what walkers do, into `log` (stats.h), which the caller keeps as long as the pool. Kernels are
// interpreted from then on.
void sim_observed_pool_log(struct sim_eu_pool *pool, struct sim_stats_log *log);
// Whether walkers count at all (KILN_SIM_CHECK and KILN_SIM_DEBUG have other uses for them).
bool sim_observed_pool_can_count(const struct sim_eu_pool *pool);

#endif

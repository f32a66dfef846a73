// Counters that a context keeps, or all contexts of a chip on a bus together (by several threads), in
// registers (hw/counters.h), for drivers that show them to applications. What they count is in counters.def,
// and as deterministic as KILN_SIM_STATS: nothing depends on the host's threads, or on where a driver cuts a
// dispatch into walkers.
#ifndef KILN_SIM_COUNTERS_H
#define KILN_SIM_COUNTERS_H

#include <stdbool.h>

#include "hw/counters.h"
#include "hw/oa.h"
#include "sim/observe/stats/stats.h"

struct sim_counters;

struct sim_counters *sim_counters_create(void);    // NULL when out of memory
void sim_counters_destroy(struct sim_counters *c); // NULL is allowed

// A walker that was dispatched while something counted has ended. False: out of memory.
bool sim_counters_walker(struct sim_counters *c, const struct sim_dispatch *d, const struct sim_profile *p,
                         const struct sim_dispatch_stats *stats);

// Registers. A counter's low dword is read first, and its high one belongs to that.
bool sim_counters_own(uint32_t reg);
uint32_t sim_counters_read(struct sim_counters *c, uint32_t reg); // c: NULL, if nothing has counted yet

// The observation unit's counters, into a report (hw/oa.h) that is zeroed; c: NULL, if nothing has counted
// yet. settle: all dispatches so far are over; else those of which more may come are left out of it.
void sim_counters_report(struct sim_counters *c, const struct kiln_devinfo *info, bool settle,
                         uint32_t report[KILN_OA_REPORT_BYTES / 4]);

// The description that KILN_QUERY_COUNTERS answers with: its size in bytes; written to `out` if that is not
// NULL.
unsigned sim_counters_describe(struct kiln_counters *out, bool logs);

#endif

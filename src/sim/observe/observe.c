// The tables of those who observe (thread/observer.h), and which of them a walker gets.
#include "sim/observe/observe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/observe/check/check.h"
#include "sim/observe/debug/debug.h"
#include "sim/eu/scoreboard.h"
#include "sim/ports/dataport.h"
#include "sim/observe/stats/counters.h"
#include "util/log.h"

struct observers {
    struct sim_check *check;   // KILN_SIM_CHECK; NULL: off
    struct sim_debug *debug;   // KILN_SIM_DEBUG; NULL: off
    struct sim_stats_log *log; // KILN_SIM_STATS; NULL: nothing is counted
};

// ---- the tables

#define HELD .awaits = sim_scoreboard_awaits, .jumped = sim_scoreboard_jumps

#define COUNTED                                                                                              \
    SIM_UNSEEN_POINTS, .run = sim_profile_run, .message = sim_profile_message, .memory = sim_profile_memory, \
        .late_memory = sim_profile_late_memory, .group_start = sim_profile_group_start,                      \
        .group_end = sim_profile_group_end

static const struct sim_observer counted_held = {COUNTED, HELD};
static const struct sim_observer counted = {COUNTED, .held = &counted_held};

// Writes are never late where one thread at a time is followed. Memory: of messages that the checks do not
// look at.
#define CHECKED                                                                                              \
    SIM_UNSEEN_POINTS, .run = sim_check_thread_run, .message = sim_check_message,                            \
        .message_done = sim_check_message_done, .memory = sim_memory_at_once, .whole = sim_check_quick,      \
        .outside = sim_check_texel, .fence = sim_check_fence, .barrier = sim_check_barrier,                  \
        .shadow = &sim_check_shadow, .group_start = sim_check_group, .group_stuck = sim_check_stuck

static const struct sim_observer checked_held = {CHECKED, HELD};
static const struct sim_observer checked = {CHECKED, .held = &checked_held};

#define DEBUGGED                                                                                             \
    SIM_UNSEEN_POINTS, .run = sim_debug_thread_run, .message = sim_debug_message,                            \
        .message_done = sim_debug_message_done, .memory = sim_memory_at_once, .outside = sim_debug_outside,  \
        .fence = sim_debug_fence, .barrier = sim_debug_barrier, .shadow = &sim_check_shadow,                 \
        .group_start = sim_debug_group_start, .group_end = sim_debug_group_end,                              \
        .group_stuck = sim_debug_group_stuck, .group_again = sim_debug_group_again

static const struct sim_observer debugged_held = {DEBUGGED, HELD};
static const struct sim_observer debugged = {DEBUGGED, .held = &debugged_held};

// ---- statistics: a profile for each worker

static void no_memory(struct sim_fault *fault)
{
    fault->kind = SIM_FAULT_HANG;
    snprintf(fault->text, sizeof(fault->text), "out of host memory for statistics");
}

static void destroy_profiles(struct sim_profile **of_workers)
{
    for (unsigned i = 0; of_workers && of_workers[i]; i++)
        sim_profile_destroy(of_workers[i]);
    free(of_workers);
}

static const struct sim_observer *begin_count(struct sim_dispatch *d, unsigned workers,
                                              struct sim_fault *fault)
{
    struct sim_profile **of_workers = calloc(workers + 1, sizeof(struct sim_profile *));
    bool ok = of_workers;
    for (unsigned i = 0; ok && i < workers; i++)
        ok = (of_workers[i] = sim_profile_create(d->program));
    if (!ok) {
        destroy_profiles(of_workers);
        no_memory(fault);
        return NULL;
    }
    d->seats[SIM_SEAT_STATS] = of_workers;
    return &counted;
}

static void end_count(const struct observers *o, struct sim_dispatch *d, const uint8_t *code,
                      const struct sim_dispatch_stats *stats, struct sim_fault *fault)
{
    struct sim_profile **of_workers = d->seats[SIM_SEAT_STATS], *all = of_workers[0];
    for (unsigned i = 1; of_workers[i]; i++)
        sim_profile_add(all, of_workers[i]);
    if (d->launch->counters && !sim_counters_walker(d->launch->counters, d, all, stats))
        no_memory(fault);
    if (o->log)
        sim_stats_log_walker(o->log, d, all, code, stats, fault->kind != SIM_FAULT_NONE ? fault->text : NULL);
    destroy_profiles(of_workers);
}

// ---- walkers

// The debugger comes first, and lets the checks look too; they and the statistics exclude each other.
static const struct sim_observer *begin(void *of, struct sim_dispatch *d, const uint8_t *code,
                                        unsigned workers, struct sim_tlb *tlb, struct sim_fault *fault)
{
    struct observers *o = of;
    if (o->check && sim_check_begin(o->check, d, tlb))
        d->seats[SIM_SEAT_CHECK] = o->check;
    if (d->groups && o->debug && sim_debug_begin(o->debug, d, code))
        d->seats[SIM_SEAT_DEBUG] = o->debug;
    if (d->seats[SIM_SEAT_DEBUG])
        return &debugged;
    if (d->seats[SIM_SEAT_CHECK])
        return &checked;
    return o->log || d->launch->counters ? begin_count(d, workers, fault) : NULL;
}

static void end(void *of, struct sim_dispatch *d, const uint8_t *code, const struct sim_dispatch_stats *stats,
                struct sim_fault *fault)
{
    struct observers *o = of;
    if (d->seats[SIM_SEAT_DEBUG])
        sim_debug_end(o->debug, fault);
    if (d->seats[SIM_SEAT_STATS])
        end_count(o, d, code, stats, fault);
}

static void ordered(void *of)
{
    struct observers *o = of;
    if (o->check)
        sim_check_ordered(o->check);
}

static void destroy(void *of)
{
    struct observers *o = of;
    sim_debug_destroy(o->debug);
    sim_check_destroy(o->check);
    free(o);
}

// ---- pools

static const struct sim_counter_unit counter_unit = {
    sim_counters_create, sim_counters_destroy, sim_counters_own, sim_counters_read, sim_counters_report};

static bool start(struct observers *o, const struct sim_config *config)
{
    errno = 0;
    o->check = sim_check_create(config);
    if (!o->check && errno)
        return false;
    errno = 0;
    o->debug = sim_debug_create(config, o->check);
    return o->debug || !errno;
}

struct sim_eu_pool *sim_observed_pool_create(const struct sim_config *config)
{
    struct observers *o = calloc(1, sizeof(*o));
    if (!o)
        return NULL;
    struct sim_eu_pool *pool = NULL;
    if (start(o, config)) {
        const bool alone = o->check || o->debug; // they follow one group at a time
        pool = sim_eu_pool_create(config, &(struct sim_observers){.of = o,
                                                                  .alone = alone,
                                                                  .begin = begin,
                                                                  .end = end,
                                                                  .counters = &counter_unit,
                                                                  .ordered = ordered,
                                                                  .destroy = destroy});
    }
    if (!pool) {
        const int why = errno;
        destroy(o);
        errno = why;
    }
    return pool;
}

void sim_observed_pool_log(struct sim_eu_pool *pool, struct sim_stats_log *log)
{
    struct observers *o = sim_eu_pool_observers(pool)->of;
    if (log && (o->check || o->debug))
        kiln_warn("KILN_SIM_STATS counts nothing with %s", o->debug ? "KILN_SIM_DEBUG" : "KILN_SIM_CHECK");
    else
        o->log = log;
}

bool sim_observed_pool_can_count(const struct sim_eu_pool *pool)
{
    return !sim_eu_pool_observers(pool)->alone;
}

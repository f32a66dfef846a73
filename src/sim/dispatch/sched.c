// The host threads that execute the groups of a walker.
//
// Groups are claimed in order from one counter, so that when a group faults all lower ones are already
// running and will be finished: the lowest-numbered fault wins at any number of host threads. Statistics are
// sums. The threads are *crews*: a walker has one to itself, and when it is interrupted, so that another
// context has the engine, its crew stops between the turns of its EU threads and keeps everything, and the
// other context's walkers get another crew. With one context in flight there is one.
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "hw/target.h"
#include "sim/memory/caches.h"
#include "sim/check/check.h"
#include "sim/debug/debug.h"
#include "sim/ports/dataport.h"
#include "sim/dispatch/crew.h"
#include "sim/dispatch/executor.h"
#include "sim/jit/jit.h"
#include "sim/dispatch/programs.h"
#include "sim/stats/counters.h"
#include "util/log.h"

struct sim_eu_pool {
    unsigned count; // workers of a crew
    pthread_mutex_t lock;
    struct sim_crew *spare; // under the lock
    struct sim_programs programs;
    uint64_t schedule;         // KILN_SIM_SCHEDULE
    struct sim_jit *jit;       // NULL: everything is interpreted
    struct sim_check *check;   // KILN_SIM_CHECK; NULL: off
    struct sim_debug *debug;   // KILN_SIM_DEBUG; NULL: off
    struct sim_stats_log *log; // KILN_SIM_STATS; NULL: nothing is counted
};

// ---- crews

static struct sim_crew *take_crew(struct sim_eu_pool *p)
{
    pthread_mutex_lock(&p->lock);
    struct sim_crew *c = p->spare;
    if (c)
        p->spare = c->next;
    pthread_mutex_unlock(&p->lock);
    return c ? c : sim_crew_create(p->count);
}

// One more than is mostly needed stays.
static void put_crew(struct sim_eu_pool *p, struct sim_crew *c)
{
    pthread_mutex_lock(&p->lock);
    bool enough = p->spare && p->spare->next;
    if (!enough) {
        c->next = p->spare;
        p->spare = c;
    }
    pthread_mutex_unlock(&p->lock);
    if (enough)
        sim_crew_destroy(c);
}

struct sim_eu_pool *sim_eu_pool_create(const struct sim_config *config)
{
    struct sim_eu_pool *p = calloc(1, sizeof(*p));
    if (!p)
        return NULL;
    errno = 0;
    p->check = sim_check_create(config, &(struct sim_check_ports){sim_memory_at_once, sim_dataport_message});
    if (!p->check && errno) {
        free(p);
        return NULL;
    }
    errno = 0;
    p->debug = sim_debug_create(config, &(struct sim_debug_ports){sim_memory_at_once, p->check});
    if (!p->debug && errno) {
        sim_check_destroy(p->check);
        free(p);
        return NULL;
    }
    bool alone = p->check || p->debug; // they follow one group at a time
    p->count = config->threads && !alone ? config->threads : 1;
    pthread_mutex_init(&p->lock, NULL);
    p->jit = alone ? NULL : sim_jit_create(&config->jit);
    p->schedule = config->schedule;
    p->spare = sim_crew_create(p->count);
    if (!p->spare) {
        sim_eu_pool_destroy(p);
        return NULL;
    }
    return p;
}

void sim_eu_pool_fork(struct sim_eu_pool *p, enum kiln_fork step)
{
    // Crews that have a walker in hand are no concern of the child's.
    if (step == KILN_FORK_PREPARE)
        pthread_mutex_lock(&p->lock);
    for (struct sim_crew *c = p->spare; c; c = c->next)
        sim_crew_fork(c, step);
    sim_jit_fork(p->jit, step);
    if (step == KILN_FORK_PARENT)
        pthread_mutex_unlock(&p->lock);
    else if (step == KILN_FORK_CHILD)
        pthread_mutex_init(&p->lock, NULL);
}

void sim_eu_pool_destroy(struct sim_eu_pool *p)
{
    if (!p)
        return;
    while (p->spare) {
        struct sim_crew *c = p->spare;
        p->spare = c->next;
        sim_crew_destroy(c);
    }
    sim_programs_finish(&p->programs);
    sim_jit_destroy(p->jit);
    sim_debug_destroy(p->debug);
    sim_check_destroy(p->check);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

// ---- walkers

// As many workers as there are groups and hardware threads (scratch space is allocated by the latter).
static unsigned workers_for(const struct sim_crew *c, const struct sim_dispatch *d)
{
    // A group runs within a subslice.
    const struct kiln_devinfo *info = d->launch->devinfo;
    uint64_t n = d->launch->max_threads / d->threads;
    uint64_t room = info->subslices * (info->eus_per_subslice * info->threads_per_eu / d->threads);
    if (n > room)
        n = room;
    if (!n)
        n = 1;
    if (n > d->groups)
        n = d->groups;
    return n < c->count ? (unsigned)n : c->count;
}

static void run_job(struct sim_crew *c, const struct sim_dispatch *d)
{
    for (unsigned i = 0; i < c->count; i++) {
        struct sim_worker *w = &c->workers[i];
        for (unsigned k = 0; k < SIM_CLIENTS; k++)
            sim_tlb_start(&w->tlb[k], d->launch->pages, d->launch->caches, (enum sim_cache_client)k);
        for (unsigned s = 0; s < 256; s++)
            w->surfaces[s].valid = false;
        memset(w->windows, 0, SIM_WINDOWS * sizeof(*w->windows));
        memset(w->late_windows, 0, SIM_WINDOWS * sizeof(*w->late_windows));
        memset(&w->stats, 0, sizeof(w->stats));
        w->fault.kind = SIM_FAULT_NONE;
    }
    sim_crew_run(c, d, workers_for(c, d));
}

void sim_eu_pool_log(struct sim_eu_pool *p, struct sim_stats_log *log)
{
    if (log && (p->check || p->debug))
        kiln_warn("KILN_SIM_STATS counts nothing with %s", p->debug ? "KILN_SIM_DEBUG" : "KILN_SIM_CHECK");
    else
        p->log = log;
}

static void no_memory(struct sim_fault *fault)
{
    fault->kind = SIM_FAULT_HANG;
    snprintf(fault->text, sizeof(fault->text), "out of host memory for statistics");
}

bool sim_eu_pool_can_count(const struct sim_eu_pool *p)
{
    return !p->check && !p->debug;
}

// Gives each worker something to count in.
static bool start_profile(struct sim_crew *c, const struct sim_program *program, struct sim_fault *fault)
{
    for (unsigned i = 0; i < c->count; i++) {
        c->workers[i].profile = sim_profile_create(program);
        if (!c->workers[i].profile) {
            no_memory(fault);
            return false;
        }
    }
    return true;
}

static void finish_profile(struct sim_eu_pool *p, struct sim_crew *c, const struct sim_dispatch *d,
                           const uint8_t *code, const struct sim_dispatch_stats *stats,
                           struct sim_fault *fault)
{
    struct sim_profile *all = c->workers[0].profile;
    for (unsigned i = 1; i < c->count && c->workers[i].profile; i++)
        sim_profile_add(all, c->workers[i].profile);
    if (all && d->launch->counters && !sim_counters_walker(d->launch->counters, d, all, stats))
        no_memory(fault);
    if (all && p->log)
        sim_stats_log_walker(p->log, d, all, code, stats, fault->kind != SIM_FAULT_NONE ? fault->text : NULL);
    for (unsigned i = 0; i < c->count; i++) {
        sim_profile_destroy(c->workers[i].profile);
        c->workers[i].profile = NULL;
    }
}

// The sums of what the workers did, and of their faults the first one.
static void collect(const struct sim_crew *c, struct sim_dispatch_stats *stats, struct sim_fault *fault)
{
    uint64_t first = UINT64_MAX;
    for (unsigned i = 0; i < c->count; i++) {
        const struct sim_worker *k = &c->workers[i];
        stats->eu_instructions += k->stats.eu_instructions;
        stats->eu_threads += k->stats.eu_threads;
        stats->thread_groups += k->stats.thread_groups;
        stats->send_messages += k->stats.send_messages;
        if (k->fault.kind != SIM_FAULT_NONE && k->fault_group < first) {
            first = k->fault_group;
            *fault = k->fault;
        }
    }
}

static bool run_walker(struct sim_eu_pool *p, struct sim_crew *c, const struct sim_launch *w,
                       struct sim_dispatch_stats *stats, struct sim_fault *fault)
{
    struct sim_dispatch d;
    struct sim_tlb *tlb = &c->workers[0].tlb[SIM_CLIENT_MEMORY];
    sim_tlb_start(tlb, w->pages, w->caches, SIM_CLIENT_MEMORY);
    struct sim_loaded *kernel =
        sim_programs_load(&p->programs, tlb, kiln_target_of(w->devinfo), w->kernel, fault);
    if (!kernel)
        return false;
    bool ok = sim_dispatch_prepare(&d, w, tlb, kernel->program, fault);
    d.schedule = p->schedule;
    d.crew = c;
    const bool counts = p->log || w->counters;
    if (ok && counts)
        ok = start_profile(c, kernel->program, fault);
    else if (ok)
        sim_jit_attach(p->jit, kernel->program, kernel->code, d.simd, sim_dispatch_is_partial(&d));
    if (ok && p->check && sim_check_begin(p->check, &d, kernel->program, tlb))
        d.check = p->check;
    if (ok && d.groups && p->debug && sim_debug_begin(p->debug, &d, kernel->code))
        d.debug = p->debug;
    if (ok)
        d.executor = sim_executor_of(&d, counts);
    fenv_t host; // EU threads change the mode of the thread that calls
    fegetenv(&host);
    if (ok && d.groups)
        run_job(c, &d);
    fesetenv(&host);
    if (ok && d.groups)
        collect(c, stats, fault);
    if (d.debug)
        sim_debug_end(d.debug, fault);
    if (counts)
        finish_profile(p, c, &d, kernel->code, stats, fault);
    sim_dispatch_finish(&d);
    sim_programs_put(kernel);
    return ok && fault->kind == SIM_FAULT_NONE;
}

bool sim_dispatch_walker(struct sim_eu_pool *p, const struct sim_launch *w, struct sim_dispatch_stats *stats,
                         struct sim_fault *fault)
{
    memset(stats, 0, sizeof(*stats));
    memset(fault, 0, sizeof(*fault));
    struct sim_crew *c = take_crew(p);
    if (!c) {
        fault->kind = SIM_FAULT_HANG;
        snprintf(fault->text, sizeof(fault->text), "out of host memory for a walker");
        return false;
    }
    struct sim_launch alone = *w;
    if (p->check || p->debug)
        alone.interrupt = NULL; // they follow one walker at a time
    bool ok = run_walker(p, c, &alone, stats, fault);
    put_crew(p, c);
    return ok;
}

void sim_eu_pool_ordered(struct sim_eu_pool *p)
{
    if (p->check)
        sim_check_ordered(p->check);
}

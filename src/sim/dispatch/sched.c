// The host threads that execute the groups of a walker.
//
// Groups are claimed in order from one counter, so that when a group faults all lower ones are already
// running and will be finished: the lowest-numbered fault wins at any number of host threads. Statistics are
// sums. The threads are *crews*: a walker has one to itself, and when it is interrupted, so that another
// context has the engine, its crew stops between the bursts of its EU threads and keeps everything, and the
// other context's walkers get another crew. With one context in flight there is one.
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "hw/target.h"
#include "sim/memory/caches.h"
#include "sim/ports/dataport.h"
#include "sim/sampler/sampler.h"
#include "sim/dispatch/crew.h"
#include "sim/dispatch/observer.h"
#include "sim/jit/jit.h"
#include "sim/dispatch/programs.h"
#include "util/log.h"

struct sim_eu_pool {
    unsigned count; // workers of a crew
    pthread_mutex_t lock;
    struct sim_crew *spare; // under the lock
    struct sim_programs programs;
    uint64_t schedule;   // KILN_SIM_SCHEDULE
    struct sim_jit *jit; // NULL: everything is interpreted
    struct sim_observers observers;
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

struct sim_eu_pool *sim_eu_pool_create(const struct sim_config *config, const struct sim_observers *observers)
{
    struct sim_eu_pool *p = calloc(1, sizeof(*p));
    if (!p)
        return NULL;
    if (observers)
        p->observers = *observers;
    const bool alone = p->observers.alone;
    p->count = config->threads && !alone ? config->threads : 1;
    pthread_mutex_init(&p->lock, NULL);
    p->jit = alone ? NULL : sim_jit_create(&config->jit);
    p->schedule = config->schedule;
    p->spare = sim_crew_create(p->count);
    if (!p->spare) {
        p->observers.destroy = NULL; // they stay the caller's
        sim_eu_pool_destroy(p);
        return NULL;
    }
    return p;
}

const struct sim_observers *sim_eu_pool_observers(const struct sim_eu_pool *p)
{
    return &p->observers;
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
    if (p->observers.destroy)
        p->observers.destroy(p->observers.of);
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
    uint64_t room =
        info->subslices * (info->eus_per_subslice * d->program->target->threads_per_eu / d->threads);
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
        for (unsigned s = 0; s < SIM_SAMPLERS; s++)
            w->samplers[s].valid = false;
        memset(w->windows, 0, SIM_WINDOWS * sizeof(*w->windows));
        memset(w->late_windows, 0, SIM_WINDOWS * sizeof(*w->late_windows));
        if (w->images_used)
            memset(w->images, 0, SIM_IMAGES * sizeof(*w->images));
        w->images_used = w->ready = false;
        memset(w->sampler_keys, 0, sizeof(w->sampler_keys));
        memset(&w->stats, 0, sizeof(w->stats));
        w->fault.kind = SIM_FAULT_NONE;
    }
    sim_crew_run(c, d, workers_for(c, d));
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
    const struct kiln_target *target = kiln_target_of(w->devinfo);
    if (w->large_registers)
        target = kiln_target_large(target);
    struct sim_loaded *kernel = sim_programs_load(&p->programs, tlb, target, w->kernel, fault);
    if (!kernel)
        return false;
    bool ok = sim_dispatch_prepare(&d, w, tlb, kernel->program, fault);
    d.schedule = p->schedule;
    d.crew = c;
    const struct sim_observers *o = &p->observers;
    const bool begun = ok && o->begin;
    if (begun)
        d.observer = o->begin(o->of, &d, kernel->code, c->count, tlb, fault);
    ok = ok && fault->kind == SIM_FAULT_NONE;
    if (ok && !d.observer) {
        sim_jit_attach(p->jit, kernel->program, kernel->code, d.simd, sim_dispatch_is_partial(&d),
                       d.groups * d.threads, w, tlb);
        d.observer = sim_observer_of_program(kernel->program);
    }
    fenv_t host; // EU threads change the mode of the thread that calls
    fegetenv(&host);
    if (ok && d.groups)
        run_job(c, &d);
    fesetenv(&host);
    if (ok && d.groups)
        collect(c, stats, fault);
    if (begun)
        o->end(o->of, &d, kernel->code, stats, fault);
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
    if (p->observers.alone)
        alone.interrupt = NULL;
    bool ok = run_walker(p, c, &alone, stats, fault);
    put_crew(p, c);
    return ok;
}

void sim_eu_pool_ordered(struct sim_eu_pool *p)
{
    if (p->observers.ordered)
        p->observers.ordered(p->observers.of);
}

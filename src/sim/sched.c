// The host threads that execute the groups of a walker.
//
// Groups are claimed in order from one counter, so that when a group faults all lower ones are already
// running and will be finished: the lowest-numbered fault wins at any number of host threads. Statistics are
// sums. Decoded kernels are kept for the next walkers, and compared with memory before they are used again.
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "hw/target.h"
#include "sim/caches.h"
#include "sim/check.h"
#include "sim/jit.h"
#include "sim/stats.h"
#include "util/env.h"
#include "util/log.h"

enum { CACHED_PROGRAMS = 32, CHUNK = 8192, MAX_KERNEL = 4 << 20 };

struct cached {
    struct sim_program *program;
    uint8_t *code;
    uint64_t used;
    uint64_t fetched; // when it was compared with memory (sim_caches_instruction_epoch)
};

struct sim_eu_pool {
    unsigned count; // workers; worker 0 is the caller of sim_dispatch_walker
    struct sim_worker *workers;
    pthread_t *threads;
    unsigned started;
    struct cached cache[CACHED_PROGRAMS];
    uint64_t clock;
    uint64_t schedule;         // KILN_SIM_SCHEDULE
    struct sim_jit *jit;       // NULL: everything is interpreted
    struct sim_check *check;   // KILN_SIM_CHECK; NULL: off
    struct sim_stats_log *log; // KILN_SIM_STATS; NULL: nothing is counted

    pthread_mutex_t lock;
    pthread_cond_t work, done;
    uint64_t generation; // counts jobs
    unsigned wanted;     // workers that take part in the current job
    unsigned busy;
    bool quit;

    const struct sim_dispatch *job;
    atomic_uint_least64_t next, stop_after;
};

static void run_groups(struct sim_eu_pool *p, struct sim_worker *w)
{
    const struct sim_dispatch *d = p->job;
    for (;;) {
        uint64_t n = atomic_fetch_add(&p->next, 1);
        if (n >= d->groups || n > atomic_load(&p->stop_after))
            return;
        if (sim_run_group(d, w, sim_dispatch_pick(d, n), d->schedule ? NULL : &p->stop_after))
            continue;
        if (w->fault.kind == SIM_FAULT_NONE)
            return; // given up: an earlier group has faulted
        w->fault_group = n;
        uint64_t old = atomic_load(&p->stop_after);
        while (n < old && !atomic_compare_exchange_weak(&p->stop_after, &old, n))
            ;
        return; // later groups are of no interest
    }
}

struct start {
    struct sim_eu_pool *pool;
    unsigned index;
};

static void *worker_main(void *arg)
{
    struct start *s = arg;
    struct sim_eu_pool *p = s->pool;
    unsigned index = s->index;
    uint64_t seen = 0;
    free(s);
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->quit && (p->generation == seen || index >= p->wanted)) {
            seen = p->generation;
            pthread_cond_wait(&p->work, &p->lock);
        }
        if (p->quit)
            break;
        seen = p->generation;
        pthread_mutex_unlock(&p->lock);
        run_groups(p, &p->workers[index]);
        pthread_mutex_lock(&p->lock);
        if (!--p->busy)
            pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static bool start_threads(struct sim_eu_pool *p)
{
    for (unsigned i = 1; i < p->count; i++) {
        struct start *s = malloc(sizeof(*s));
        if (!s)
            return false;
        *s = (struct start){p, i};
        if (pthread_create(&p->threads[i], NULL, worker_main, s)) {
            free(s);
            return false;
        }
        p->started = i;
    }
    return true;
}

struct sim_eu_pool *sim_eu_pool_create(unsigned threads)
{
    struct sim_eu_pool *p = calloc(1, sizeof(*p));
    if (!p)
        return NULL;
    p->check = sim_check_create();
    p->count = threads && !p->check ? threads : 1; // checks follow one group at a time
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->done, NULL);
    p->jit = p->check ? NULL : sim_jit_create();
    const char *seed = kiln_getenv("KILN_SIM_SCHEDULE");
    p->schedule = seed ? strtoull(seed, NULL, 0) : 0;
    p->workers = calloc(p->count, sizeof(*p->workers));
    p->threads = calloc(p->count, sizeof(*p->threads));
    bool ok = p->workers && p->threads;
    for (unsigned i = 0; ok && i < p->count; i++)
        ok = sim_worker_init(&p->workers[i], i);
    if (!ok || !start_threads(p)) {
        sim_eu_pool_destroy(p);
        return NULL;
    }
    return p;
}

void sim_eu_pool_fork(struct sim_eu_pool *p, enum sim_fork step)
{
    if (step == SIM_FORK_PREPARE) {
        pthread_mutex_lock(&p->lock);
        sim_jit_fork(p->jit, step);
        return;
    }
    sim_jit_fork(p->jit, step);
    if (step == SIM_FORK_PARENT) {
        pthread_mutex_unlock(&p->lock);
        return;
    }
    // Waiters that are gone are still counted in these.
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->done, NULL);
    p->wanted = p->busy = 0;
    p->count = p->started + 1;
    p->started = 0;
    if (!start_threads(p))
        p->count = p->started + 1;
}

static void forget(struct cached *c)
{
    if (!c->program || !sim_jit_orphan(c->program, c->code)) {
        sim_program_destroy(c->program);
        free(c->code);
    }
    *c = (struct cached){0};
}

void sim_eu_pool_destroy(struct sim_eu_pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 1; i <= p->started; i++)
        pthread_join(p->threads[i], NULL);
    for (unsigned i = 0; p->workers && i < p->count; i++)
        sim_worker_finish(&p->workers[i]);
    for (unsigned i = 0; i < CACHED_PROGRAMS; i++)
        forget(&p->cache[i]);
    sim_jit_destroy(p->jit);
    sim_check_destroy(p->check);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->work);
    pthread_cond_destroy(&p->done);
    free(p->workers);
    free(p->threads);
    free(p);
}

// ---- kernels
// -------------------------------------------------------------------------------------------------

static bool page_fault(struct sim_fault *fault, uint64_t address)
{
    fault->kind = SIM_FAULT_PAGE;
    fault->address = address;
    snprintf(fault->text, sizeof(fault->text), "kernel at unmapped address 0x%llx",
             (unsigned long long)address);
    return false;
}

// Bytes of code readable at `address`, at most `want`, in whole steps to a page's end.
static uint32_t readable(struct sim_tlb *tlb, uint64_t address, uint8_t *out, uint32_t want)
{
    uint32_t n = 0;
    while (n < want) {
        uint32_t step = 4096 - (uint32_t)((address + n) & 4095);
        if (step > want - n)
            step = want - n;
        if (!sim_tlb_read(tlb, address + n, out + n, step))
            break;
        n += step;
    }
    return n;
}

static const uint8_t *cached_code(const struct sim_eu_pool *p, const struct sim_program *program)
{
    for (unsigned i = 0; i < CACHED_PROGRAMS; i++)
        if (p->cache[i].program == program)
            return p->cache[i].code;
    return NULL;
}

static struct sim_program *cached_program(struct sim_eu_pool *p, struct sim_tlb *tlb, uint64_t address)
{
    for (unsigned i = 0; i < CACHED_PROGRAMS; i++) {
        struct cached *c = &p->cache[i];
        if (!c->program || c->program->address != address)
            continue;
        // What the instruction cache holds is not fetched again.
        if (tlb->caches && c->fetched == sim_caches_instruction_epoch(tlb->caches)) {
            c->used = ++p->clock;
            return c->program;
        }
        uint8_t *now = malloc(c->program->examined + 1);
        bool same = now && sim_tlb_read(tlb, address, now, c->program->examined) &&
                    !memcmp(now, c->code, c->program->examined);
        free(now);
        if (same) {
            c->used = ++p->clock;
            c->fetched = tlb->caches ? sim_caches_instruction_epoch(tlb->caches) : 0;
            return c->program;
        }
        forget(c);
    }
    return NULL;
}

static struct sim_program *load_program(struct sim_eu_pool *p, struct sim_tlb *tlb,
                                        const struct kiln_target *target, uint64_t address,
                                        struct sim_fault *fault)
{
    struct sim_program *known = cached_program(p, tlb, address);
    if (known)
        return known;
    struct sim_program *program = NULL;
    uint8_t *code = NULL;
    for (uint32_t want = CHUNK;; want *= 4) {
        uint8_t *more = realloc(code, want);
        if (!more)
            break;
        code = more;
        uint32_t have = readable(tlb, address, code, want);
        if (!have) {
            page_fault(fault, address);
            free(code);
            return NULL;
        }
        sim_program_destroy(program);
        program = sim_program_create(target, code, have, address);
        if (!program || !program->truncated || have < want || want >= MAX_KERNEL)
            break;
    }
    if (!program) {
        free(code);
        fault->kind = SIM_FAULT_ILLEGAL;
        snprintf(fault->text, sizeof(fault->text), "out of host memory for a kernel");
        return NULL;
    }
    struct cached *oldest = &p->cache[0];
    for (unsigned i = 1; i < CACHED_PROGRAMS; i++)
        if (p->cache[i].used < oldest->used)
            oldest = &p->cache[i];
    forget(oldest);
    *oldest = (struct cached){program, code, ++p->clock,
                              tlb->caches ? sim_caches_instruction_epoch(tlb->caches) : 0};
    return program;
}

// ---- walkers
// -------------------------------------------------------------------------------------------------

// As many workers as there are groups and hardware threads (scratch space is allocated by the latter).
static unsigned workers_for(const struct sim_eu_pool *p, const struct sim_dispatch *d)
{
    // A group runs within a subslice.
    const struct kiln_devinfo *info = d->walker->devinfo;
    uint64_t limit = d->walker->vfe.maximum_number_of_threads + 1, n = limit / d->threads;
    uint64_t room = info->subslices * (info->eus_per_subslice * info->threads_per_eu / d->threads);
    if (n > room)
        n = room;
    if (!n)
        n = 1;
    if (n > d->groups)
        n = d->groups;
    return n < p->count ? (unsigned)n : p->count;
}

static void start_tlb(struct sim_tlb *t, const struct sim_walker *w, enum sim_cache_client client)
{
    if (t->used)
        memset(t->entry, 0, sizeof(t->entry));
    t->used = false;
    t->vm = w->vm;
    t->caches = w->caches;
    t->client = client;
}

static void run_job(struct sim_eu_pool *p, const struct sim_dispatch *d)
{
    unsigned n = workers_for(p, d);
    for (unsigned i = 0; i < p->count; i++) {
        struct sim_worker *w = &p->workers[i];
        for (unsigned k = 0; k < SIM_CLIENTS; k++)
            start_tlb(&w->tlb[k], d->walker, (enum sim_cache_client)k);
        for (unsigned s = 0; s < 256; s++)
            w->surfaces[s].valid = false;
        memset(w->windows, 0, SIM_WINDOWS * sizeof(*w->windows));
        memset(&w->stats, 0, sizeof(w->stats));
        w->fault.kind = SIM_FAULT_NONE;
    }
    p->job = d;
    atomic_store(&p->next, 0);
    atomic_store(&p->stop_after, UINT64_MAX);
    if (n > 1) {
        pthread_mutex_lock(&p->lock);
        p->wanted = n;
        p->busy = n - 1;
        p->generation++;
        pthread_cond_broadcast(&p->work);
        pthread_mutex_unlock(&p->lock);
    }
    run_groups(p, &p->workers[0]);
    if (n > 1) {
        pthread_mutex_lock(&p->lock);
        while (p->busy)
            pthread_cond_wait(&p->done, &p->lock);
        p->wanted = 0;
        pthread_mutex_unlock(&p->lock);
    }
}

void sim_eu_pool_log(struct sim_eu_pool *p, struct sim_stats_log *log)
{
    if (log && p->check)
        kiln_warn("KILN_SIM_STATS counts nothing with KILN_SIM_CHECK");
    else
        p->log = log;
}

// Gives each worker something to count in.
static bool start_profile(struct sim_eu_pool *p, const struct sim_program *program, struct sim_fault *fault)
{
    for (unsigned i = 0; i < p->count; i++) {
        p->workers[i].profile = sim_profile_create(program);
        if (!p->workers[i].profile) {
            fault->kind = SIM_FAULT_HANG;
            snprintf(fault->text, sizeof(fault->text), "out of host memory for statistics");
            return false;
        }
    }
    return true;
}

static void finish_profile(struct sim_eu_pool *p, const struct sim_dispatch *d,
                           const struct sim_dispatch_stats *stats, const struct sim_fault *fault)
{
    struct sim_profile *all = p->workers[0].profile;
    for (unsigned i = 1; i < p->count && p->workers[i].profile; i++)
        sim_profile_add(all, p->workers[i].profile);
    if (all)
        sim_stats_log_walker(p->log, d, all, cached_code(p, d->program), stats,
                             fault->kind != SIM_FAULT_NONE ? fault->text : NULL);
    for (unsigned i = 0; i < p->count; i++) {
        sim_profile_destroy(p->workers[i].profile);
        p->workers[i].profile = NULL;
    }
}

bool sim_dispatch_walker(struct sim_eu_pool *p, const struct sim_walker *w, struct sim_dispatch_stats *stats,
                         struct sim_fault *fault)
{
    struct sim_dispatch d;
    memset(stats, 0, sizeof(*stats));
    memset(fault, 0, sizeof(*fault));
    struct sim_tlb *tlb = &p->workers[0].tlb[SIM_CLIENT_MEMORY];
    start_tlb(tlb, w, SIM_CLIENT_MEMORY);
    uint64_t address = w->sba.instruction_base_address + w->idd.kernel_start_pointer;
    struct sim_program *program = load_program(p, tlb, kiln_target_of(w->devinfo), address, fault);
    if (!program)
        return false;
    bool ok = sim_dispatch_prepare(&d, w, tlb, program, fault);
    d.schedule = p->schedule;
    if (ok && p->log)
        ok = start_profile(p, program, fault);
    else if (ok)
        sim_jit_attach(p->jit, program, cached_code(p, program), d.simd, sim_dispatch_is_partial(&d));
    if (ok && p->check && sim_check_begin(p->check, &d, program, tlb))
        d.check = p->check;
    fenv_t host; // EU threads change the mode of the thread that calls
    fegetenv(&host);
    if (ok && d.groups)
        run_job(p, &d);
    fesetenv(&host);
    uint64_t first = UINT64_MAX;
    for (unsigned i = 0; ok && d.groups && i < p->count; i++) {
        const struct sim_worker *k = &p->workers[i];
        stats->eu_instructions += k->stats.eu_instructions;
        stats->eu_threads += k->stats.eu_threads;
        stats->thread_groups += k->stats.thread_groups;
        stats->send_messages += k->stats.send_messages;
        if (k->fault.kind != SIM_FAULT_NONE && k->fault_group < first) {
            first = k->fault_group;
            *fault = k->fault;
        }
    }
    if (p->log)
        finish_profile(p, &d, stats, fault);
    sim_dispatch_finish(&d);
    return ok && fault->kind == SIM_FAULT_NONE;
}

void sim_eu_pool_ordered(struct sim_eu_pool *p)
{
    if (p->check)
        sim_check_ordered(p->check);
}

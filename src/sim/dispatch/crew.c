// A group of worker threads of the host (a crew): thread groups are claimed from one counter by workers, of
// which the first is the thread that brings the walker. The others sleep between walkers.
//
// Interruptions: the first worker asks between bursts whether another context waits for the engine, and when
// it has no group left, every millisecond. While it lets the other one, the crew is paused: each worker
// sleeps before its next burst, with the group that it has in hand.
#include "sim/dispatch/crew.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/sync/fence.h"

enum { LOOK = 20000 };      // instructions between two looks whether others wait
enum { LOOK_NS = 1000000 }; // the same of one that has nothing left to execute

// ---- interruptions

static struct sim_progress progress(const struct sim_crew *c)
{
    struct sim_progress p = {0};
    for (unsigned i = 0; i < c->count; i++) {
        const struct sim_worker *w = &c->workers[i];
        uint64_t group = atomic_load_explicit(&w->ran_group, memory_order_relaxed);
        p.instructions += atomic_load_explicit(&w->ran, memory_order_relaxed);
        if (group > p.group)
            p.group = group;
    }
    return p;
}

static void evict(struct sim_crew *c, const char *why)
{
    c->why = why;
    atomic_store(&c->evicted, true);
}

static void look(struct sim_crew *c)
{
    const struct sim_launch *walker = c->job->launch;
    const struct sim_interrupt *i = walker->interrupt;
    struct sim_progress so_far = progress(c);
    if (walker->cancel && atomic_load_explicit(walker->cancel, memory_order_relaxed))
        evict(c, "cancelled");
    else if (walker->instruction_total && so_far.instructions > walker->instruction_total)
        evict(c, "the walker executes more than the chip does in 20 s (too many groups?)");
    if (!i)
        return;
    if (!i->due(i->of, &so_far))
        return;
    atomic_store(&c->paused, true);
    if (!i->give(i->of, &so_far))
        evict(c, "the walker did not yield to another context in time");
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->paused, false);
    pthread_cond_broadcast(&c->resume);
    pthread_mutex_unlock(&c->lock);
}

static void count(atomic_uint_least64_t *n, uint64_t ran)
{
    uint64_t old = atomic_load_explicit(n, memory_order_relaxed); // nobody else writes it
    atomic_store_explicit(n, old + ran, memory_order_relaxed);
}

bool sim_crew_between(struct sim_crew *c, struct sim_worker *w, uint64_t ran)
{
    count(&w->ran, ran);
    count(&w->ran_group, ran);
    if (!w->number) {
        w->unlooked += ran;
        if (w->unlooked >= LOOK) {
            w->unlooked = 0;
            look(c);
        }
    } else if (atomic_load_explicit(&c->paused, memory_order_relaxed)) {
        pthread_mutex_lock(&c->lock);
        while (atomic_load(&c->paused))
            pthread_cond_wait(&c->resume, &c->lock);
        pthread_mutex_unlock(&c->lock);
    }
    return !atomic_load_explicit(&c->evicted, memory_order_relaxed);
}

// ---- groups

static void run_groups(struct sim_crew *c, struct sim_worker *w)
{
    const struct sim_dispatch *d = c->job;
    for (;;) {
        uint64_t n = atomic_fetch_add(&c->next_group, 1);
        if (n >= d->groups || n > atomic_load(&c->stop_after))
            return;
        atomic_store_explicit(&w->ran_group, 0, memory_order_relaxed);
        if (sim_run_group(d, w, sim_dispatch_pick(d, n), d->schedule ? NULL : &c->stop_after))
            continue;
        if (w->fault.kind == SIM_FAULT_NONE)
            return; // given up: an earlier group has faulted
        w->fault_group = n;
        uint64_t old = atomic_load(&c->stop_after);
        while (n < old && !atomic_compare_exchange_weak(&c->stop_after, &old, n))
            ;
        return; // later groups are of no interest
    }
}

// Until the others have ended their groups.
static void wait_for_all(struct sim_crew *c)
{
    bool looks = c->job->launch->interrupt;
    pthread_mutex_lock(&c->lock);
    while (c->busy) {
        int64_t until = sim_now_ns() + LOOK_NS;
        struct timespec ts = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
        if (!looks) {
            pthread_cond_wait(&c->done, &c->lock);
        } else if (pthread_cond_timedwait(&c->done, &c->lock, &ts) && c->busy) {
            pthread_mutex_unlock(&c->lock);
            look(c);
            pthread_mutex_lock(&c->lock);
        }
    }
    c->wanted = 0;
    pthread_mutex_unlock(&c->lock);
}

void sim_crew_run(struct sim_crew *c, const struct sim_dispatch *d, unsigned wanted)
{
    c->job = d;
    atomic_store(&c->next_group, 0);
    atomic_store(&c->stop_after, UINT64_MAX);
    atomic_store(&c->evicted, false);
    for (unsigned i = 0; i < c->count; i++) {
        atomic_store_explicit(&c->workers[i].ran, 0, memory_order_relaxed);
        atomic_store_explicit(&c->workers[i].ran_group, 0, memory_order_relaxed);
    }
    if (wanted > 1) {
        pthread_mutex_lock(&c->lock);
        c->wanted = wanted;
        c->busy = wanted - 1;
        c->generation++;
        pthread_cond_broadcast(&c->work);
        pthread_mutex_unlock(&c->lock);
    }
    run_groups(c, &c->workers[0]);
    if (wanted > 1)
        wait_for_all(c);
}

// ---- threads

struct start {
    struct sim_crew *crew;
    unsigned index;
};

static void *worker_main(void *arg)
{
    struct start *s = arg;
    struct sim_crew *c = s->crew;
    unsigned index = s->index;
    uint64_t seen = 0;
    free(s);
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (!c->quit && (c->generation == seen || index >= c->wanted)) {
            seen = c->generation;
            pthread_cond_wait(&c->work, &c->lock);
        }
        if (c->quit)
            break;
        seen = c->generation;
        pthread_mutex_unlock(&c->lock);
        run_groups(c, &c->workers[index]);
        pthread_mutex_lock(&c->lock);
        if (!--c->busy)
            pthread_cond_signal(&c->done);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

// Those that do not start are not there.
static void start_threads(struct sim_crew *c)
{
    c->started = 0;
    for (unsigned i = 1; i < c->count; i++) {
        struct start *s = malloc(sizeof(*s));
        if (!s)
            break;
        *s = (struct start){c, i};
        if (pthread_create(&c->threads[i], NULL, worker_main, s)) {
            free(s);
            break;
        }
        c->started = i;
    }
    for (unsigned i = c->started + 1; i < c->count; i++)
        sim_worker_finish(&c->workers[i]);
    c->count = c->started + 1;
}

static void init_sync(struct sim_crew *c)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    pthread_cond_init(&c->done, &attr);
    pthread_cond_init(&c->resume, NULL);
    pthread_condattr_destroy(&attr);
}

struct sim_crew *sim_crew_create(unsigned count)
{
    struct sim_crew *c = calloc(1, sizeof(*c));
    if (!c)
        return NULL;
    init_sync(c);
    c->workers = calloc(count, sizeof(*c->workers));
    c->threads = calloc(count, sizeof(*c->threads));
    while (c->workers && c->threads && c->count < count && sim_worker_init(&c->workers[c->count], c->count))
        c->count++;
    if (c->count && c->count < count)
        sim_worker_finish(&c->workers[c->count]); // what there is of it
    if (!c->count) {
        if (c->workers)
            sim_worker_finish(&c->workers[0]);
        free(c->workers);
        free(c->threads);
        free(c);
        return NULL;
    }
    start_threads(c);
    return c;
}

void sim_crew_destroy(struct sim_crew *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->quit = true;
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    for (unsigned i = 1; i <= c->started; i++)
        pthread_join(c->threads[i], NULL);
    for (unsigned i = 0; i < c->count; i++)
        sim_worker_finish(&c->workers[i]);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->work);
    pthread_cond_destroy(&c->done);
    pthread_cond_destroy(&c->resume);
    free(c->workers);
    free(c->threads);
    free(c);
}

void sim_crew_fork(struct sim_crew *c, enum kiln_fork step)
{
    if (step == KILN_FORK_PREPARE) {
        pthread_mutex_lock(&c->lock);
        return;
    }
    if (step == KILN_FORK_PARENT) {
        pthread_mutex_unlock(&c->lock);
        return;
    }
    // Waiters that are gone are still counted in these.
    init_sync(c);
    c->wanted = c->busy = 0;
    atomic_store(&c->paused, false);
    start_threads(c);
}

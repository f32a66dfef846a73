// Time slices of contexts on an engine.
//
// i915 (6.1, gt/intel_execlists_submission.c) submits the runnable context of highest priority. When another
// of the same priority could run, the one that runs is switched out after its slice of 1 ms and goes behind
// the others (timeslice_expired, defer_active); a higher priority preempts at once; and a context that waits
// at MI_SEMAPHORE_WAIT gives up the rest of its slice (timeslice_yield). A lower priority waits.
//
// Here every request in flight has a host thread, and exactly one of them has the engine: `holder`. Whoever
// has it looks, between commands, between the rounds of a walker's threads and at each poll of a semaphore,
// whether it is time to let others (sim_slice_over), and hands the engine to another thread, which waits at
// its semaphore `go`, or to a spare one that takes a request from the queue. What is switched out stays where
// it is, on its thread's stack. A slice is one of host time: simulated work takes what the host needs, and a
// kernel that would hold up the chip for as long as the preemption timeout holds up nobody here. On the
// virtual clock it is 1 ms of that (timers.h). With one context in flight, one thread takes and executes
// everything.
//
// A context's caches are its own (sim_context.caches): a switch flushes nothing. Real ones flush, which would
// forgive a flush that the context's driver forgot.
#include "sim/kernel/sched/slice.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>

#include "hw/target.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/sched/engine.h"

enum {
    SLICE_NS = 1000000,

    NAP_SHORT = 20000,
    NAP_LONG = 1000000,
    FEW_POLLS = 100,
    MANY_POLLS = 1000
};

struct sim_engine_thread {
    struct sim_engine_thread *next; // of the engine's
    struct sim_engine *engine;
    struct sim_request *rq; // in flight; NULL: the thread is spare
    uint64_t ticket;        // the lowest is next
    uint64_t serial;        // of the request, in the order they started
    int64_t away_since;
    bool waits; // for something in memory
    sem_t go;   // the engine is its own now
    pthread_t thread;
};

// ---- who is next

struct next {
    struct sim_engine_thread *x; // one that was switched out
    struct sim_request **link;   // or one of the queue
    int priority;
    uint64_t ticket;
};

static void consider(struct next *best, const struct next *n)
{
    bool none = !best->x && !best->link;
    if (none || n->priority > best->priority || (n->priority == best->priority && n->ticket < best->ticket))
        *best = *n;
}

// The next of at least `priority`, but `self`. Those that wait for memory only if they are asked for: whether
// what they wait for is there is seen when they have the engine.
static struct next find_next(struct sim_engine *e, const struct sim_engine_thread *self, int priority,
                             bool waiting)
{
    struct next best = {0};
    for (struct sim_request **link = &e->queue; *link; link = &(*link)->next) {
        struct sim_request *rq = *link;
        if (rq->ctx->priority >= priority && sim_fence_signaled(rq->await))
            consider(&best,
                     &(struct next){.link = link, .priority = rq->ctx->priority, .ticket = rq->ticket});
    }
    for (struct sim_engine_thread *x = e->threads; x; x = x->next)
        if (x != self && x->rq && x->rq->ctx->priority >= priority && (waiting || !x->waits))
            consider(&best, &(struct next){.x = x, .priority = x->rq->ctx->priority, .ticket = x->ticket});
    return best;
}

static bool there(const struct next *n)
{
    return n->x || n->link;
}

// ---- threads

static struct sim_engine_thread *thread_of(const struct sim_engine *e, const struct sim_request *rq)
{
    struct sim_engine_thread *x = e->threads;
    while (x && x->rq != rq)
        x = x->next;
    return x;
}

static void note_oldest(struct sim_engine *e)
{
    e->in_flight->oldest = UINT64_MAX;
    for (const struct sim_engine_thread *x = e->threads; x; x = x->next)
        if (x->rq && x->serial < e->in_flight->oldest)
            e->in_flight->oldest = x->serial;
}

static void take(struct sim_engine_thread *x, struct sim_request **link)
{
    struct sim_engine *e = x->engine;
    x->rq = sim_engine_unlink(e, link);
    x->rq->thread = x;
    x->serial = ++e->in_flight->started;
    note_oldest(e);
    x->waits = false;
}

static void hand_over(struct sim_engine_thread *to)
{
    struct sim_engine *e = to->engine;
    e->holder = to;
    e->slice_began = sim_now_ns();
    sem_post(&to->go);
}

// Sleeps until the engine is given to it. Drops the lock.
static void wait_for_engine(struct sim_engine_thread *x)
{
    sim_unlock();
    while (sem_wait(&x->go) && errno == EINTR)
        continue;
    sim_lock();
}

static void *thread_main(void *arg)
{
    struct sim_engine_thread *x = arg;
    struct sim_engine *e = x->engine;
    bool ran = false;
    sim_lock();
    wait_for_engine(x);
    while (!e->over) {
        if (x->rq) {
            sim_engine_run(x->rq);
            x->rq = NULL;
            note_oldest(e);
            ran = true;
            sim_bo_reap(e->dev, false);
        }
        struct next n = find_next(e, x, INT32_MIN, true);
        if (n.x) {
            hand_over(n.x);
            wait_for_engine(x);
        } else if (n.link) {
            e->slice_began = sim_now_ns();
            take(x, n.link);
        } else if (e->stop && !e->queue) {
            e->over = true;
            for (struct sim_engine_thread *o = e->threads; o; o = o->next)
                if (o != x)
                    sem_post(&o->go);
        } else if (e->stop) {
            sim_engine_abandon(e); // what is left waits for fences that may never come
        } else {
            sim_chip_stats(e->dev->chip)->drains += ran;
            ran = false;
            sim_wait_until(INT64_MAX);
        }
    }
    sim_unlock();
    return NULL;
}

static struct sim_engine_thread *thread_create(struct sim_engine *e)
{
    struct sim_engine_thread *x = calloc(1, sizeof(*x));
    sigset_t all, old;
    if (!x)
        return NULL;
    x->engine = e;
    sem_init(&x->go, 0, 0);
    // The client's signals are not for this thread.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int err = pthread_create(&x->thread, NULL, thread_main, x);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (err) {
        sem_destroy(&x->go);
        free(x);
        return NULL;
    }
    x->next = e->threads;
    e->threads = x;
    return x;
}

int sim_slices_start(struct sim_engine *e)
{
    struct sim_engine_thread *x = e->threads ? NULL : thread_create(e);
    if (x)
        hand_over(x);
    return e->threads ? 0 : -ENOMEM;
}

static void free_threads(struct sim_engine *e)
{
    while (e->threads) {
        struct sim_engine_thread *x = e->threads;
        e->threads = x->next;
        sem_destroy(&x->go);
        free(x);
    }
}

void sim_slices_join(struct sim_engine *e)
{
    // No thread is made any more: none has anything to yield to but those that are there.
    for (struct sim_engine_thread *x = e->threads; x; x = x->next)
        pthread_join(x->thread, NULL);
    free_threads(e);
}

void sim_slices_fork_child(struct sim_engine *e)
{
    for (struct sim_engine_thread *x = e->threads; x; x = x->next)
        if (x->rq)
            sim_engine_complete(x->rq, 0);
    free_threads(e);
    note_oldest(e);
    e->holder = NULL;
}

void sim_slices_cancel(struct sim_engine *e, const struct sim_context *ctx)
{
    for (struct sim_engine_thread *x = e->threads; x; x = x->next)
        if (x->rq && (!ctx || x->rq->ctx == ctx))
            atomic_store(&x->rq->cancel, true);
}

// ---- giving the engine to others

// Switches `x`, which has the engine, out and `n` in. False if there is no thread for it.
static bool switch_to(struct sim_engine_thread *x, const struct next *n)
{
    struct sim_engine *e = x->engine;
    struct sim_engine_thread *to = n->x;
    if (!to && !(to = thread_of(e, NULL)) && (e->stop || !(to = thread_create(e))))
        return false;
    if (n->link)
        take(to, n->link);
    x->ticket = e->tickets++;
    hand_over(to);
    int64_t since = sim_now_ns();
    wait_for_engine(x);
    x->rq->away_ns += sim_now_ns() - since;
    x->rq->spent = 0;
    return true;
}

bool sim_slice_over(const struct sim_request *rq, uint64_t spent)
{
    struct sim_engine *e = rq->engine;
    if (!kiln_target_has_execlists(kiln_target_of(e->dev->devinfo)))
        return false; // one request after the other
    bool is_virtual = sim_chip_clock(e->dev->chip)->instructions_per_second;
    bool over =
        is_virtual ? sim_timers_slice_over(rq, rq->spent + spent) : sim_now_ns() - e->slice_began >= SLICE_NS;
    if (!over && !atomic_load_explicit(&e->urgent, memory_order_relaxed))
        return false;
    sim_lock();
    atomic_store(&e->urgent, false);
    struct next n = find_next(e, rq->thread, rq->ctx->priority + !over, true);
    if (over && !there(&n))
        e->slice_began = sim_now_ns();
    sim_unlock();
    return there(&n);
}

void sim_slice_yield(struct sim_request *rq)
{
    struct sim_engine *e = rq->engine;
    sim_lock();
    struct next n = find_next(e, rq->thread, rq->ctx->priority, true);
    if (there(&n))
        switch_to(rq->thread, &n);
    sim_unlock();
}

void sim_slice_poll(struct sim_request *rq, unsigned polls)
{
    struct sim_engine *e = rq->engine;
    struct sim_engine_thread *x = rq->thread;
    sim_lock();
    x->waits = true;
    struct next n = find_next(e, x, rq->ctx->priority, false);
    if (!there(&n)) { // but those that wait as well
        if (polls > FEW_POLLS)
            sim_wait_until(sim_now_ns() + (polls > MANY_POLLS ? NAP_LONG : NAP_SHORT));
        n = find_next(e, x, rq->ctx->priority, true);
    }
    if (there(&n))
        switch_to(x, &n);
    x->waits = false;
    sim_unlock();
}

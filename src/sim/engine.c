// Engines: which request runs next, what happens when one is over, and what the kernel does about hangs.
//
// A request waits for one fence that stands for all it depends on, the request before it in its context among
// them. The worker takes the runnable request of highest priority, the oldest of those. A fault or a hang
// makes the context guilty (sim_context_mark_guilty); a banned context's other requests end with -EIO.
#include "sim/engine.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "sim/capture.h"
#include "sim/cs.h"
#include "sim/device.h"
#include "sim/gtt.h"
#include "util/log.h"

void sim_request_free(struct sim_request *rq)
{
    sim_fence_unref(rq->fence);
    sim_fence_unref(rq->await);
    for (unsigned i = 0; i < rq->bo_count; i++)
        sim_bo_unref(rq->bos[i]);
    free(rq->bos);
    sim_context_unref(rq->ctx);
    free(rq);
}

static void complete(struct sim_request *rq, int error)
{
    sim_fence_signal(rq->fence, error);
    sim_request_free(rq);
}

static void unlink_request(struct sim_engine *e, struct sim_request **link)
{
    struct sim_request *rq = *link;
    *link = rq->next;
    if (e->queue_tail == &rq->next)
        e->queue_tail = link;
    rq->next = NULL;
}

static struct sim_request *take_runnable(struct sim_engine *e)
{
    struct sim_request **best = NULL;
    for (struct sim_request **link = &e->queue; *link; link = &(*link)->next)
        if (sim_fence_signaled((*link)->await) && (!best || (*link)->ctx->priority > (*best)->ctx->priority))
            best = link;
    if (!best)
        return NULL;
    struct sim_request *rq = *best;
    unlink_request(e, best);
    return rq;
}

void sim_engine_cancel_context(struct sim_engine *e, struct sim_context *ctx)
{
    if (e->running && e->running->ctx == ctx)
        atomic_store(&e->running->cancel, true);
    // Queued ones go by the ordinary way, in order, but without executing (see run).
    for (struct sim_request *rq = e->queue; rq; rq = rq->next)
        if (rq->ctx == ctx)
            atomic_store(&rq->cancel, true);
    sim_broadcast();
}

static void add_stats(struct sim_stats *to, const struct sim_stats *s)
{
    to->eu_instructions += s->eu_instructions;
    to->eu_threads += s->eu_threads;
    to->thread_groups += s->thread_groups;
    to->walkers += s->walkers;
    to->send_messages += s->send_messages;
    to->walker_ns += s->walker_ns;
}

// The kernel's reset of one engine: its guilty request is over, its context loses its state.
static int hang(struct sim_engine *e, struct sim_request *rq, const struct sim_fault *fault)
{
    if (!rq->ctx->fault && (rq->ctx->fault = malloc(sizeof(*fault))))
        *rq->ctx->fault = *fault;
    bool banned = sim_context_mark_guilty(rq->ctx);
    sim_cs_state_destroy(rq->ce->state);
    rq->ce->state = NULL;
    if (banned) {
        kiln_warn("context %u is banned", rq->ctx->id);
        for (unsigned i = 0; i < e->dev->engine_count; i++)
            sim_engine_cancel_context(&e->dev->engines[i], rq->ctx);
    }
    return -EIO;
}

static void run(struct sim_engine *e, struct sim_request *rq)
{
    int error = 0;
    if (atomic_load(&rq->cancel) || rq->ctx->banned) {
        error = -EIO;
    } else if (sim_clock_expired(&e->dev->clock, rq->queued)) {
        error = -EINTR;
    } else if (!rq->ce->state && !(rq->ce->state = sim_cs_state_create())) {
        error = -ENOMEM;
    } else {
        struct sim_stats stats = {0};
        struct sim_fault fault;
        e->running = rq;
        e->epoch++;
        sim_unlock();
        bool ok = sim_cs_execute(rq, &fault, &stats);
        sim_lock();
        e->epoch++;
        e->running = NULL;
        add_stats(&e->dev->stats, &stats);
        if (!ok && rq->expired)
            error = -EINTR;
        else if (!ok)
            error = atomic_load(&rq->cancel) ? -EIO : hang(e, rq, &fault);
        sim_bo_reap(e->dev, false);
    }
    complete(rq, error);
}

static void *worker(void *arg)
{
    struct sim_engine *e = arg;
    sim_lock();
    while (!e->stop || e->queue) {
        struct sim_request *rq = take_runnable(e);
        if (rq) {
            run(e, rq);
        } else if (e->stop) {
            // What is left waits for fences that may never come.
            rq = e->queue;
            unlink_request(e, &e->queue);
            complete(rq, -EIO);
        } else {
            sim_wait_until(INT64_MAX);
        }
    }
    sim_unlock();
    return NULL;
}

int sim_engine_start(struct sim_engine *e)
{
    sigset_t all, old;
    if (e->started)
        return 0;
    // The client's signals are not for this thread.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int err = pthread_create(&e->thread, NULL, worker, e);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    e->started = !err;
    return err ? -ENOMEM : 0;
}

void sim_engine_stop(struct sim_engine *e)
{
    sim_lock();
    e->stop = true;
    if (e->running)
        atomic_store(&e->running->cancel, true);
    for (struct sim_request *rq = e->queue; rq; rq = rq->next)
        atomic_store(&rq->cancel, true);
    sim_broadcast();
    bool started = e->started;
    sim_unlock();
    if (started)
        pthread_join(e->thread, NULL);
}

void sim_engine_fork_child(struct sim_engine *e)
{
    struct sim_request *rq = e->running;
    e->started = false;
    e->running = NULL;
    e->epoch += e->epoch & 1;
    if (rq)
        complete(rq, 0);
    while ((rq = e->queue)) {
        unlink_request(e, &e->queue);
        complete(rq, 0);
    }
}

void sim_engine_submit(struct sim_request *rq)
{
    struct sim_engine *e = rq->engine;
    rq->number = ++e->dev->requests;
    rq->queued = atomic_load(&e->dev->clock.now);
    e->dev->stats.submissions++;
    if (e->dev->capture_dir)
        sim_capture(rq);
    *e->queue_tail = rq;
    e->queue_tail = &rq->next;
    sim_broadcast();
}

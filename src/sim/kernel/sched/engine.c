// Engines: the queue of requests, what happens when one is over, and what the kernel does about hangs.
//
// A request waits for one fence that stands for all it depends on, the request before it in its context among
// them. Which of those that can run has the engine is slice.c. A fault or a hang makes the context guilty
// (sim_driver.blame); a banned context's other requests end with -EIO.
#include "sim/kernel/sched/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/kernel/sched/capture.h"
#include "hw/target.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/sched/run.h"
#include "sim/kernel/sched/slice.h"
#include "sim/kernel/sched/timers.h"
#include "sim/kernel/gem/bo.h"
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

void sim_engine_complete(struct sim_request *rq, int error)
{
    sim_fence_signal(rq->fence, error);
    sim_request_free(rq);
}

struct sim_request *sim_engine_unlink(struct sim_engine *e, struct sim_request **link)
{
    struct sim_request *rq = *link;
    *link = rq->next;
    if (e->queue_tail == &rq->next)
        e->queue_tail = link;
    rq->next = NULL;
    return rq;
}

void sim_engine_cancel_context(struct sim_engine *e, struct sim_context *ctx)
{
    sim_slices_cancel(e, ctx);
    // Queued ones go by the ordinary way, in order, but without executing (sim_engine_run).
    for (struct sim_request *rq = e->queue; rq; rq = rq->next)
        if (rq->ctx == ctx)
            atomic_store(&rq->cancel, true);
    sim_broadcast();
}

static void keep_fault(struct sim_context *ctx, const struct sim_fault *fault)
{
    if (!ctx->fault && (ctx->fault = malloc(sizeof(*fault))))
        *ctx->fault = *fault;
}

// The kernel's reset of one engine: its guilty request is over, its context loses its state.
static int hang(struct sim_engine *e, struct sim_request *rq)
{
    bool banned = e->dev->driver->blame(rq->ctx);
    sim_chip_context_destroy(rq->ce->state);
    rq->ce->state = NULL;
    if (banned) {
        kiln_warn("context %u is banned", rq->ctx->id);
        for (unsigned i = 0; i < e->dev->engine_count; i++)
            sim_engine_cancel_context(&e->dev->engines[i], rq->ctx);
    }
    return e->dev->driver->hung;
}

// What lets others have the engine answers the heartbeat, and nothing but the request's expiry ends it: loops
// where contexts are preempted, waits for memory everywhere. The context is not guilty; where contexts are
// not preempted it is, since a reset takes the expired wait off the engine.
static int end_badly(struct sim_engine *e, struct sim_request *rq, const struct sim_fault *fault)
{
    const bool preempts = kiln_target_has_preemption(kiln_target_of(e->dev->devinfo));
    if (e->dev->driver->expiry_hangs)
        return hang(e, rq);
    if (rq->expired || (preempts && fault->kind == SIM_FAULT_ENDLESS))
        return -EINTR;
    if (fault->kind != SIM_FAULT_UNSIGNALLED)
        return hang(e, rq);
    if (!preempts)
        hang(e, rq);
    return -EINTR;
}

void sim_engine_run(struct sim_request *rq)
{
    struct sim_engine *e = rq->engine;
    const struct sim_driver *driver = e->dev->driver;
    int error = 0;
    rq->begun = atomic_load(&sim_chip_clock(e->dev->chip)->now);
    if (atomic_load(&rq->cancel) || rq->ctx->banned) {
        error = driver->cancelled;
    } else if (sim_timers_expired(rq)) {
        error = -EINTR;
    } else if (!(error = sim_request_prepare(rq))) {
        struct sim_fault fault;
        sim_unlock();
        bool ok = sim_request_execute(rq, &fault);
        sim_lock();
        bool cancelled = atomic_load(&rq->cancel);
        if (!ok && !cancelled && !rq->expired)
            keep_fault(rq->ctx, &fault);
        if (!ok)
            error = cancelled ? driver->cancelled : end_badly(e, rq, &fault);
    }
    sim_engine_complete(rq, error);
}

void sim_engine_abandon(struct sim_engine *e)
{
    sim_engine_complete(sim_engine_unlink(e, &e->queue), e->dev->driver->cancelled);
}

struct sim_engine *sim_device_engine(struct sim_device *dev, unsigned engine_class, unsigned instance)
{
    for (unsigned i = 0; i < dev->engine_count; i++)
        if (dev->engines[i].hw->class == engine_class && dev->engines[i].hw->instance == instance)
            return &dev->engines[i];
    return NULL;
}

void sim_engine_stop(struct sim_engine *e)
{
    sim_lock();
    e->stop = true;
    sim_slices_cancel(e, NULL);
    for (struct sim_request *rq = e->queue; rq; rq = rq->next)
        atomic_store(&rq->cancel, true);
    sim_broadcast();
    sim_unlock();
    sim_slices_join(e);
}

void sim_engine_fork_child(struct sim_engine *e)
{
    sim_slices_fork_child(e);
    while (e->queue)
        sim_engine_complete(sim_engine_unlink(e, &e->queue), 0);
}

void sim_engine_submit(struct sim_request *rq)
{
    struct sim_engine *e = rq->engine;
    rq->number = ++e->dev->requests;
    rq->queued = atomic_load(&sim_chip_clock(e->dev->chip)->now);
    rq->ticket = e->tickets++;
    sim_chip_stats(e->dev->chip)->submissions++;
    if (e->dev->capture_dir)
        sim_capture(rq);
    *e->queue_tail = rq;
    e->queue_tail = &rq->next;
    if (rq->ctx->priority > SIM_PRIORITY_NORMAL)
        atomic_store(&e->urgent, true);
    sim_broadcast();
}

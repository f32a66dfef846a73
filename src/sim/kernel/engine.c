// Engines: the queue of requests, what happens when one is over, and what the kernel does about hangs.
//
// A request waits for one fence that stands for all it depends on, the request before it in its context among
// them. Which of those that can run has the engine is turns.c. A fault or a hang makes the context guilty
// (sim_context_mark_guilty); a banned context's other requests end with -EIO.
#include "sim/kernel/engine.h"

#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>

#include "sim/memory/caches.h"
#include "sim/kernel/capture.h"
#include "sim/cs/cs.h"
#include "sim/kernel/device.h"
#include "sim/kernel/vm.h"
#include "sim/kernel/turns.h"
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
    sim_turns_cancel(e, ctx);
    // Queued ones go by the ordinary way, in order, but without executing (sim_engine_run).
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

// The state that the context's first request finds.
static bool has_state(struct sim_request *rq)
{
    if (rq->engine->dev->strict && !rq->ctx->caches)
        rq->ctx->caches = sim_caches_create();
    if (!rq->ce->state)
        rq->ce->state = sim_cs_state_create(rq->engine->dev->devinfo,
                                            rq->engine->dev->strict ? rq->engine->dev->seed : 0);
    return rq->ce->state && (rq->ctx->caches || !rq->engine->dev->strict);
}

static uint64_t timestamp(void *of)
{
    const struct sim_request *rq = of;
    return sim_device_timestamp(rq->engine->dev);
}

static bool turn_due(void *of, uint64_t spent)
{
    return sim_turn_due(of, spent);
}

static void turn_give(void *of)
{
    sim_turn_give(of);
}

static void turn_wait(void *of, unsigned polls)
{
    sim_turn_wait(of, polls);
}

static void describe(void *of, uint64_t address, char *out, size_t size)
{
    const struct sim_request *rq = of;
    sim_vm_describe(rq->ctx->vm, address, out, size);
}

// Without a last-level cache that both share, what the host writes stays in its own caches, and it does not
// see what the GPU writes, unless the object is snooped or the kernel told to flush.
static uint32_t unsnooped(void *of)
{
    const struct sim_request *rq = of;
    for (unsigned i = 0; i < rq->bo_count; i++)
        if (rq->bos[i]->write_back && rq->bos[i]->caching == I915_CACHING_NONE && !rq->bos[i]->moved)
            return rq->bos[i]->number;
    return 0;
}

static bool oa_counts(void *of)
{
    const struct sim_request *rq = of;
    return sim_perf_counts(rq->engine->dev, rq->ctx);
}

static bool is_shared(void *of, uint64_t address)
{
    const struct sim_request *rq = of;
    return sim_vm_is_shared(rq->ctx->vm, address);
}

static bool name_of(void *of, uint64_t address, char name[KILN_NAME_BYTES])
{
    const struct sim_request *rq = of;
    return sim_client_name_of(rq->ctx->client, address, name);
}

static bool execute(struct sim_request *rq, struct sim_fault *fault, struct sim_stats *stats)
{
    struct sim_device *dev = rq->engine->dev;
    const struct sim_cs_job job = {
        .devinfo = dev->devinfo,
        .rules = dev->rules,
        .by_letter = dev->by_letter,
        .strict = dev->strict,
        .lazy = dev->lazy,
        .seed = dev->seed,
        .fused = dev->fused,
        .instruction_budget = dev->instruction_budget,
        .hang_ns = dev->hang_ns,
        .clock = &dev->clock,
        .pool = dev->pool,
        .engine = rq->engine->name,
        .mmio_base = rq->engine->mmio_base,
        .pages = &rq->ctx->vm->pages,
        .caches = rq->ctx->caches,
        .state = rq->ce->state,
        .batch = rq->batch,
        .number = rq->number,
        .context = rq->ctx->id,
        .queued = rq->queued,
        .cancel = &rq->cancel,
        .expired = &rq->expired,
        .away_ns = &rq->away_ns,
        .spent = &rq->spent,
        .of = rq,
        .timestamp = timestamp,
        .turn_due = turn_due,
        .turn_give = turn_give,
        .turn_wait = turn_wait,
        .unsnooped = unsnooped,
        .oa_counts = oa_counts,
        .is_shared = is_shared,
        .describe = describe,
        .name_of = name_of,
    };
    return sim_cs_execute(&job, fault, stats);
}

void sim_engine_run(struct sim_request *rq)
{
    struct sim_engine *e = rq->engine;
    int error = 0;
    if (atomic_load(&rq->cancel) || rq->ctx->banned) {
        error = -EIO;
    } else if (sim_clock_expired(&e->dev->clock, rq->queued)) {
        error = -EINTR;
    } else if (!has_state(rq)) {
        error = -ENOMEM;
    } else {
        struct sim_stats stats = {0};
        struct sim_fault fault;
        sim_unlock();
        bool ok = execute(rq, &fault, &stats);
        sim_lock();
        add_stats(&e->dev->stats, &stats);
        if (!ok && rq->expired)
            error = -EINTR;
        else if (!ok)
            error = atomic_load(&rq->cancel) ? -EIO : hang(e, rq, &fault);
    }
    sim_engine_complete(rq, error);
}

void sim_engine_abandon(struct sim_engine *e)
{
    sim_engine_complete(sim_engine_unlink(e, &e->queue), -EIO);
}

void sim_engine_stop(struct sim_engine *e)
{
    sim_lock();
    e->stop = true;
    sim_turns_cancel(e, NULL);
    for (struct sim_request *rq = e->queue; rq; rq = rq->next)
        atomic_store(&rq->cancel, true);
    sim_broadcast();
    sim_unlock();
    sim_turns_join(e);
}

void sim_engine_fork_child(struct sim_engine *e)
{
    sim_turns_fork_child(e);
    while (e->queue)
        sim_engine_complete(sim_engine_unlink(e, &e->queue), 0);
}

void sim_engine_submit(struct sim_request *rq)
{
    struct sim_engine *e = rq->engine;
    rq->number = ++e->dev->requests;
    rq->queued = atomic_load(&e->dev->clock.now);
    rq->ticket = e->tickets++;
    e->dev->stats.submissions++;
    if (e->dev->capture_dir)
        sim_capture(rq);
    *e->queue_tail = rq;
    e->queue_tail = &rq->next;
    if (rq->ctx->priority > I915_CONTEXT_DEFAULT_PRIORITY)
        atomic_store(&e->urgent, true);
    sim_broadcast();
}

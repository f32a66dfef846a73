// A request on the chip: what i915 gives it, and what the chip asks of the kernel meanwhile.
#include <errno.h>
#include <i915_drm.h>

#include "sim/cs/cs.h"
#include "sim/kernel/drm/client.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/i915/perf.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/slice.h"
#include "sim/memory/caches.h"
#include "sim/kernel/gem/bo.h"

// The state that the context's first request finds.
int sim_i915_prepare(struct sim_request *rq)
{
    if (rq->engine->dev->config.strict && !rq->ctx->caches)
        rq->ctx->caches = sim_caches_create();
    if (!rq->ce->state)
        rq->ce->state = sim_cs_state_create(
            rq->engine->dev->devinfo, rq->engine->dev->config.strict ? rq->engine->dev->config.seed : 0);
    return rq->ce->state && (rq->ctx->caches || !rq->engine->dev->config.strict) ? 0 : -ENOMEM;
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

bool sim_i915_execute(struct sim_request *rq, struct sim_fault *fault, struct sim_stats *stats)
{
    struct sim_device *dev = rq->engine->dev;
    const struct sim_cs_job job = {
        .devinfo = dev->devinfo,
        .rules = dev->rules,
        .by_letter = dev->config.all_rules,
        .strict = dev->config.strict,
        .lazy = dev->config.lazy,
        .seed = dev->config.seed,
        .fused = dev->config.fused,
        .instruction_budget = dev->config.instruction_budget,
        .hang_ns = dev->config.hang_ns,
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

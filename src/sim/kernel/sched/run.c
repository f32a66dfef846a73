// A request on the chip: what its kernel gives it, and what the chip asks of the kernel meanwhile.
#include "sim/kernel/sched/run.h"

#include <errno.h>

#include "sim/chip/chip.h"
#include "sim/kernel/drm/client.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/setup.h"
#include "sim/kernel/sched/slice.h"
#include "sim/kernel/sched/timers.h"

int sim_request_prepare(struct sim_request *rq)
{
    struct sim_device *dev = rq->engine->dev;
    if (!rq->ctx->caches && !sim_chip_caches_create(dev->chip, &rq->ctx->caches))
        return -ENOMEM;
    if (!rq->ce->state)
        rq->ce->state = sim_new_context_state(dev);
    return rq->ce->state ? 0 : -ENOMEM;
}

static bool slice_over(void *of)
{
    return sim_slice_over(of, 0);
}

static void yield(void *of)
{
    sim_slice_yield(of);
}

static void poll(void *of, unsigned polls)
{
    sim_slice_poll(of, polls);
}

static bool walker_slice_over(void *of, const struct sim_walker_time *t)
{
    return sim_timers_walker_slice_over(of, t);
}

static bool walker_yield(void *of, const struct sim_walker_time *t)
{
    return sim_timers_walker_yield(of, t);
}

static const char *walker_over(void *of, const struct sim_walker_time *t)
{
    return sim_timers_walker_over(of, t);
}

static void describe(void *of, uint64_t address, char *out, size_t size)
{
    const struct sim_request *rq = of;
    sim_vm_describe(rq->ctx->vm, address, out, size);
}

static uint32_t unsnooped(void *of)
{
    const struct sim_request *rq = of;
    const struct sim_driver *d = rq->engine->dev->driver;
    return d->unsnooped ? d->unsnooped(rq) : 0;
}

static bool oa_counts(void *of)
{
    const struct sim_request *rq = of;
    const struct sim_driver *d = rq->engine->dev->driver;
    return d->oa_counts && d->oa_counts(rq);
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

static const struct sim_batch_owner owner = {
    .slice_over = slice_over,
    .yield = yield,
    .poll = poll,
    .walker_slice_over = walker_slice_over,
    .walker_yield = walker_yield,
    .walker_over = walker_over,
    .unsnooped = unsnooped,
    .oa_counts = oa_counts,
    .is_shared = is_shared,
    .describe = describe,
    .name_of = name_of,
};

// i915 ends a request with a stall and flushes, and begins the next one with invalidations
// (gen8_emit_fini_breadcrumb_rcs, gen8_emit_flush_rcs). So does xe (6.12 xe_ring_ops.c,
// __emit_job_gen12_render_compute).
bool sim_request_execute(struct sim_request *rq, struct sim_fault *fault)
{
    struct sim_device *dev = rq->engine->dev;
    const struct sim_run run = {
        .engine = rq->engine->hw,
        .pages = &rq->ctx->vm->pages,
        .state = rq->ce->state,
        .caches = rq->ctx->caches,
        .batch =
            {
                .address = rq->batch,
                .number = rq->number,
                .context = rq->ctx->id,
                .flushed = true,
                .trusted = rq->trusted,
                .hang_ns = dev->config->hang_ns,
                .cancel = &rq->cancel,
                .away_ns = &rq->away_ns,
                .owner = &owner,
                .of = rq,
            },
    };
    bool ok = sim_chip_run(dev->chip, &run, fault);
    sim_vm_warn_unmapped(rq->ctx->vm);
    if (ok && dev->driver->executed)
        dev->driver->executed(rq);
    return ok;
}

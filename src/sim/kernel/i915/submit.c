// A request on the chip: what i915 gives it, and what the chip asks of the kernel meanwhile.
#include <errno.h>
#include <i915_drm.h>

#include "cmd/gen_pack.h"
#include "hw/rules.h"
#include "hw/target.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/client.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/i915/perf.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/slice.h"
#include "sim/kernel/sched/timers.h"
#include "sim/kernel/gem/bo.h"

// What i915 keeps L3 from on Haswell (hsw_gt_workarounds_init).
static const struct sim_register_value no_atomics[] = {{.offset = GEN_REG_L3SCRATCH1, .value = 1u << 27},
                                                       {.offset = GEN_REG_ROW_CHICKEN3, .value = 1u << 6}};

// CS_CHICKEN1 is set in each context, but stays as a reset leaves it on Gen12.5: preemption within threads,
// and between groups for walkers that have thread_preemption_disable. Source: i915 6.1 intel_workarounds.c
// (gen9_, icl_ and gen12_ctx_workarounds_init set it, dg2_ctx_workarounds_init does not, nor does 6.12's
// xelpg_ctx_workarounds_init).
static bool sets_preemption(const struct sim_device *dev)
{
    return !kiln_target_has_compute_walker(kiln_target_of(dev->devinfo));
}

// As i915 sets a context up: GPGPU work may be preempted between commands, or between groups (gen9
// intel_workarounds.c); and its null state (gen9_renderstate.c), which it copies, has a color calculator's.
static struct sim_cs_state *new_state(struct sim_device *dev)
{
    const bool by_groups = kiln_has_rule(kiln_rules_of(dev->devinfo, 0), KILN_RULE_KERNEL_PREEMPTION);
    const struct gen_CS_CHICKEN1 preemption = {
        .gpgpu_preemption = by_groups ? GEN_GPGPU_PREEMPTION_THREAD_GROUP : GEN_GPGPU_PREEMPTION_COMMAND};
    struct sim_register_value value = {.offset = GEN_REG_CS_CHICKEN1};
    struct sim_context_setup setup = {.registers = &value, .render_state = true};
    gen_CS_CHICKEN1_pack(&value.value, &preemption);
    setup.count = sets_preemption(dev);
    if (kiln_has_rule(kiln_rules_of(dev->devinfo, 0), KILN_RULE_L3_ATOMICS))
        setup = (struct sim_context_setup){.registers = no_atomics, .count = 2, .render_state = true};
    return sim_chip_context_create(dev->chip, &setup);
}

int sim_i915_prepare(struct sim_request *rq)
{
    struct sim_device *dev = rq->engine->dev;
    if (!rq->ctx->caches && !sim_chip_caches_create(dev->chip, &rq->ctx->caches))
        return -ENOMEM;
    if (!rq->ce->state)
        rq->ce->state = new_state(dev);
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
// (gen8_emit_fini_breadcrumb_rcs, gen8_emit_flush_rcs).
bool sim_i915_execute(struct sim_request *rq, struct sim_fault *fault)
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
    return ok;
}

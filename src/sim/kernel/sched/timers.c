// See timers.h.
#include "sim/kernel/sched/timers.h"

#include "hw/target.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/slice.h"
#include "util/math.h"

#define SLICE UINT64_C(1000000)
enum { STUCK = 4 }; // heartbeats, where nothing is preempted

static struct sim_clock *clock_of(const struct sim_request *rq)
{
    return sim_chip_clock(rq->engine->dev->chip);
}

static const struct sim_limits *limits_of(const struct sim_request *rq)
{
    return &rq->engine->dev->driver->limits;
}

static bool is_virtual(const struct sim_clock *c)
{
    return c->instructions_per_second;
}

// How long a walker may take to yield.
static uint64_t patience_of(const struct sim_request *rq)
{
    const struct sim_limits *l = limits_of(rq);
    const bool preempts = kiln_target_has_preemption(kiln_target_of(rq->engine->dev->devinfo));
    return preempts ? l->preempt_ns : STUCK * l->heartbeat_ns;
}

bool sim_timers_expired(const struct sim_request *rq)
{
    struct sim_clock *c = clock_of(rq);
    const struct sim_limits *l = limits_of(rq);
    const uint64_t since = l->from_its_start ? rq->begun : rq->queued;
    return is_virtual(c) && !rq->ctx->vm->long_running && atomic_load(&c->now) - since > l->request_ns;
}

bool sim_timers_slice_over(const struct sim_request *rq, uint64_t instructions)
{
    return (double)instructions * 1e9 >= (double)SLICE * (double)clock_of(rq)->instructions_per_second;
}

// On the virtual clock a walker has to yield as soon as another context waits, and gives the engine later.
bool sim_timers_walker_slice_over(struct sim_request *rq, const struct sim_walker_time *t)
{
    return sim_slice_over(rq, is_virtual(clock_of(rq)) ? UINT64_MAX / 2 : t->instructions - rq->timer.slice);
}

// On the virtual clock the other context waits for the walker to yield, and not for ever.
bool sim_timers_walker_yield(struct sim_request *rq, const struct sim_walker_time *t)
{
    struct sim_walker_timer *w = &rq->timer;
    struct sim_clock *c = clock_of(rq);
    if (!w->waited_for)
        w->since = t->instructions;
    w->waited_for = true;
    uint64_t since = t->instructions - w->since;
    if (is_virtual(c) && sim_clock_ns(c, KILN_MIN(since, t->unit)) > patience_of(rq))
        return false;
    bool yields = since >= t->unit;
    if (is_virtual(c) && (!yields || !sim_timers_slice_over(rq, rq->spent + t->instructions - w->slice)))
        return true;
    if (is_virtual(c))
        atomic_fetch_add(&c->now, sim_clock_ns(c, t->instructions - w->slice));
    w->slice = t->instructions;
    sim_slice_yield(rq);
    return true;
}

// Advances the clock by what it executed since it did last. False if the walker did not yield in time to a
// heartbeat that fell into it, or to the other context.
static bool advance(struct sim_request *rq, const struct sim_walker_time *t)
{
    struct sim_clock *c = clock_of(rq);
    const struct sim_walker_timer *w = &rq->timer;
    if (!is_virtual(c))
        return true;
    uint64_t spent = sim_clock_ns(c, t->instructions - w->slice),
             yields = sim_clock_ns(c, KILN_MIN(t->unit, t->instructions));
    uint64_t waited = w->waited_for && t->instructions > w->since ? t->instructions - w->since : 0;
    uint64_t from = atomic_fetch_add(&c->now, spent), to = from + spent;
    const uint64_t interval = limits_of(rq)->heartbeat_ns, patience = patience_of(rq);
    uint64_t beat = interval ? (from / interval + 1) * interval : UINT64_MAX;
    return (beat > to || KILN_MIN(to - beat, yields) <= patience) &&
           KILN_MIN(sim_clock_ns(c, waited), yields) <= patience;
}

const char *sim_timers_walker_over(struct sim_request *rq, const struct sim_walker_time *t)
{
    struct sim_walker_timer w = rq->timer;
    bool yielded = advance(rq, t);
    rq->timer = (struct sim_walker_timer){0};
    if (!yielded)
        return w.waited_for ? "a walker did not yield in time to another context"
                            : "a walker did not yield in time to the heartbeat";
    if (sim_timers_expired(rq)) {
        rq->expired = true;
        return "the request expired";
    }
    rq->spent += t->instructions - w.slice;
    if (sim_slice_over(rq, 0))
        sim_slice_yield(rq);
    return NULL;
}

// The virtual clock: what the kernel's timers would have done to the work that was executed.
//
// Simulated work takes the time that the host needs, which says nothing about the machine. With
// KILN_SIM_CLOCK=N the device has a clock of its own that advances by one second for N EU instructions, and
// the timers of i915 that end work run on it, at their stock values:
//  - a request that is not over 20 s after it was queued is cancelled: its fence gets -EINTR, the context
//    goes on;
//  - every 2.5 s an engine gets a heartbeat, and what runs must yield to it within 640 ms, or the engine is
//    reset. Gen9 yields between walkers, or between thread groups if CS_CHICKEN1 says so: when all those
//    that run at once are over;
//  - the same 640 ms begin when another context could run and the slice of the one that does, 1 ms, is over;
//  - Gen8 cannot be preempted: there are no slices, and the heartbeat waits until its priority cannot be
//    raised any further, four intervals.
// TIMESTAMP runs on it, too.
// Sources: i915 Kconfig.profile (REQUEST_TIMEOUT, HEARTBEAT_INTERVAL, PREEMPT_TIMEOUT);
// i915 6.1 intel_engine_heartbeat.c (heartbeat), intel_execlists_submission.c (I915_ENGINE_HAS_PREEMPTION);
// PRM SKL vol2c CS_CHICKEN1.
#ifndef KILN_SIM_CLOCK_H
#define KILN_SIM_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct sim_clock {
    uint64_t instructions_per_second; // 0: no clock, no timers
    uint64_t patience;                // ns that a walker may take to yield
    _Atomic uint64_t now;             // ns
};

#define SIM_CLOCK_SLICE UINT64_C(1000000)
#define SIM_CLOCK_EXPIRY UINT64_C(20000000000)
#define SIM_CLOCK_HEARTBEAT UINT64_C(2500000000)
#define SIM_CLOCK_PREEMPT UINT64_C(640000000)
#define SIM_CLOCK_STUCK (4 * SIM_CLOCK_HEARTBEAT) // where nothing is preempted

static inline uint64_t sim_clock_ns(const struct sim_clock *c, uint64_t instructions)
{
    return (uint64_t)((double)instructions * (1e9 / (double)c->instructions_per_second));
}

// Whether a context that executed so many, which may be more than the clock can count, has had its slice.
static inline bool sim_clock_slice_over(const struct sim_clock *c, uint64_t instructions)
{
    return (double)instructions * 1e9 >= (double)SIM_CLOCK_SLICE * (double)c->instructions_per_second;
}

// What a walker did when it is over: instructions, the most that it executes before it yields, and how many
// of them came after another context began to wait for the engine (0: none did).
struct sim_clock_walker {
    uint64_t instructions, unit, waited_for;
};

static inline uint64_t sim_clock_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// Advances by a walker. False if it did not yield in time to a heartbeat that fell into it, or to the other
// context.
static inline bool sim_clock_advance(struct sim_clock *c, const struct sim_clock_walker *w)
{
    if (!c->instructions_per_second)
        return true;
    uint64_t spent = sim_clock_ns(c, w->instructions), yields = sim_clock_ns(c, w->unit);
    uint64_t from = atomic_fetch_add(&c->now, spent), to = from + spent;
    uint64_t beat = (from / SIM_CLOCK_HEARTBEAT + 1) * SIM_CLOCK_HEARTBEAT;
    return (beat > to || sim_clock_least(to - beat, yields) <= c->patience) &&
           sim_clock_least(sim_clock_ns(c, w->waited_for), yields) <= c->patience;
}

static inline bool sim_clock_expired(struct sim_clock *c, uint64_t queued)
{
    return c->instructions_per_second && atomic_load(&c->now) - queued > SIM_CLOCK_EXPIRY;
}

#endif

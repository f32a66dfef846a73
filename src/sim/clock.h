// The virtual clock: what the kernel's timers would have done to the work that was executed.
//
// Simulated work takes the time that the host needs, which says nothing about the machine. With
// KILN_SIM_CLOCK=N the device has a clock of its own that advances by one second for N EU instructions, and
// the two timers of i915 that end work run on it, at their stock values:
//  - a request that is not over 20 s after it was queued is cancelled: its fence gets -EINTR, the context
//  goes on;
//  - every 2.5 s an engine gets a heartbeat, and what runs must yield to it within 640 ms, or the engine is
//  reset. Gen9
//    yields between walkers, or between thread groups if CS_CHICKEN1 says so: when all those that run at once
//    are over.
// TIMESTAMP runs on it, too.
// Sources: i915 Kconfig.profile (REQUEST_TIMEOUT, HEARTBEAT_INTERVAL, PREEMPT_TIMEOUT);
// PRM SKL vol2c CS_CHICKEN1.
#ifndef KILN_SIM_CLOCK_H
#define KILN_SIM_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct sim_clock {
    uint64_t instructions_per_second; // 0: no clock, no timers
    _Atomic uint64_t now;             // ns
};

#define SIM_CLOCK_EXPIRY UINT64_C(20000000000)
#define SIM_CLOCK_HEARTBEAT UINT64_C(2500000000)
#define SIM_CLOCK_PREEMPT UINT64_C(640000000)

// Advances by a walker's instructions. False if a heartbeat fell into it and it did not yield in time: it
// yields after `unit` instructions at the latest.
static inline bool sim_clock_advance(struct sim_clock *c, uint64_t instructions, uint64_t unit)
{
    if (!c->instructions_per_second)
        return true;
    double ns = 1e9 / (double)c->instructions_per_second;
    uint64_t spent = (uint64_t)((double)instructions * ns), yields = (uint64_t)((double)unit * ns);
    uint64_t from = atomic_fetch_add(&c->now, spent), to = from + spent;
    uint64_t beat = (from / SIM_CLOCK_HEARTBEAT + 1) * SIM_CLOCK_HEARTBEAT;
    return beat > to || (to - beat < yields ? to - beat : yields) <= SIM_CLOCK_PREEMPT;
}

static inline bool sim_clock_expired(struct sim_clock *c, uint64_t queued)
{
    return c->instructions_per_second && atomic_load(&c->now) - queued > SIM_CLOCK_EXPIRY;
}

#endif

// The virtual clock. Simulated work takes the time that the host needs, which says nothing about the machine.
// With KILN_SIM_CLOCK=N the machine has a clock of its own that advances by one second for N EU instructions:
// TIMESTAMP shows it, and a kernel's timers run on it (kernel/sched/timers.h). The owner of a batch advances
// it (cs/batch.h), since it depends on what else is in flight which instructions count when.
#ifndef KILN_SIM_CLOCK_H
#define KILN_SIM_CLOCK_H

#include <stdatomic.h>
#include <stdint.h>

struct sim_clock {
    uint64_t instructions_per_second; // 0: the host's clock, and no timers
    _Atomic uint64_t now;             // ns
};

static inline uint64_t sim_clock_ns(const struct sim_clock *c, uint64_t instructions)
{
    return (uint64_t)((double)instructions * (1e9 / (double)c->instructions_per_second));
}

#endif

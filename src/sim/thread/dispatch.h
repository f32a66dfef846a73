// A walker that is being executed: what is the same for all its groups.
#ifndef KILN_SIM_THREAD_DISPATCH_H
#define KILN_SIM_THREAD_DISPATCH_H

#include "hw/target.h"
#include "sim/thread/launch.h"
#include "sim/thread/thread.h"

struct sim_crew;

enum { SIM_MAX_GROUP_THREADS = 128, SIM_SLM_BYTES = 65536 };

// What is the same for all groups of a walker.
struct sim_dispatch {
    const struct sim_launch *launch;
    struct sim_program *program;
    struct sim_crew *crew; // crew.h
    uint32_t count[3];     // groups in x, y, z
    uint64_t groups;
    unsigned threads; // a group
    unsigned simd;
    uint32_t slm_bytes;
    unsigned cross_regs, per_thread_regs; // of the payload
    void *seats[SIM_SEATS];               // of observers
    const struct sim_observer *observer;
    uint64_t schedule; // 0: threads in order; else a seed for another legal order
    uint8_t *payload;  // cross-thread data, then each thread's
    uint32_t tiles[2]; // of a draw: threads in x and y
};

struct sim_dispatch_stats {
    uint64_t eu_instructions, eu_threads, thread_groups, send_messages;
};

// Bytes of a walker's local ids in one dimension: a register of words, or two.
static inline unsigned sim_dispatch_ids(const struct sim_dispatch *d)
{
    const unsigned grf = kiln_target_of(d->launch->devinfo)->grf_bytes;
    return d->simd * sizeof(uint16_t) > grf ? 2 * grf : grf;
}

// Bytes of the register file that a thread begins with: its header, and what follows.
static inline unsigned sim_dispatch_payload(const struct sim_dispatch *d)
{
    const struct sim_launch *l = d->launch;
    if (!l->fetches)
        return (1 + d->cross_regs + d->per_thread_regs) * SIM_GRF_BYTES;
    return kiln_target_of(d->launch->devinfo)->grf_bytes +
           (unsigned)__builtin_popcount(l->ids.emit) * sim_dispatch_ids(d) +
           (l->has_inline ? (unsigned)sizeof(l->inline_data) : 0);
}

#endif

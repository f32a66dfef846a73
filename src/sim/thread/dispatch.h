// A walker that is being executed: what is the same for all its groups.
#ifndef KILN_SIM_THREAD_DISPATCH_H
#define KILN_SIM_THREAD_DISPATCH_H

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

#endif

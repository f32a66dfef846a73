// Thread groups of one walker: how each thread's payload is made. Also the entry for tests that bring their
// own kernel, without a command streamer.
#ifndef KILN_SIM_DISPATCH_H
#define KILN_SIM_DISPATCH_H

#include "sim/thread/thread.h"

enum { SIM_MAX_GROUP_THREADS = 64, SIM_SLM_BYTES = 65536 };

// What is the same for all groups of a walker.
struct sim_dispatch {
    const struct sim_walker *walker;
    const struct sim_program *program;
    struct sim_crew *crew; // crew.h
    uint32_t count[3];     // groups in x, y, z
    uint64_t groups;
    unsigned threads;       // a group
    unsigned width, height; // threads of a group in x and y
    unsigned simd;
    uint32_t cr0;
    uint32_t slm_bytes;
    uint32_t scratch_bytes; // a thread
    unsigned cross_regs, per_thread_regs;
    struct sim_check *check; // NULL: not checked
    uint64_t schedule;       // 0: threads in order; else a seed for another legal order
    bool indirect;           // payload from indirect object memory, per-thread data first
    uint8_t *payload;        // cross-thread data, then each thread's
    uint32_t tiles[2];       // of a draw: threads in x and y
};

// What one host thread needs to run groups.
struct sim_worker {
    struct sim_tlb tlb[SIM_CLIENTS];
    struct sim_thread *threads; // SIM_MAX_GROUP_THREADS
    struct sim_surface *surfaces;
    struct sim_window *windows;
    struct sim_late *late; // SIM_MAX_GROUP_THREADS
    uint8_t *slm;
    unsigned number;
    struct sim_profile *profile; // of the running job; NULL: nothing is counted
    struct sim_dispatch_stats stats;
    struct sim_fault fault;
    uint64_t fault_group;
    // Instructions so far, of the walker and of the group in hand; others may read them.
    atomic_uint_least64_t ran, ran_group;
    uint64_t unlooked; // since somebody looked whether others wait
};

bool sim_worker_init(struct sim_worker *w, unsigned number);
void sim_worker_finish(struct sim_worker *w);

// Prepares a dispatch; false with `fault`. sim_dispatch_finish frees.
bool sim_dispatch_prepare(struct sim_dispatch *d, const struct sim_walker *w, struct sim_tlb *tlb,
                          const struct sim_program *program, struct sim_fault *fault);
void sim_dispatch_finish(struct sim_dispatch *d);
bool sim_dispatch_is_partial(const struct sim_dispatch *d); // some threads start with fewer channels

// The same for a walker that is a draw (dispatch/pixel.c), and the registers of the thread `number`. Returns
// its channels.
bool sim_pixels_prepare(struct sim_dispatch *d, struct sim_fault *fault);
uint32_t sim_pixels_start(const struct sim_dispatch *d, uint64_t number, struct sim_pixels *pixels);
void sim_pixels_payload(const struct sim_dispatch *d, const struct sim_pixels *pixels, struct sim_thread *t);

// The group to run as the n-th: the n-th one, or another one by the seed.
uint64_t sim_dispatch_pick(const struct sim_dispatch *d, uint64_t n);

// Runs one group to its end. False if it faulted (worker->fault).
bool sim_run_group(const struct sim_dispatch *d, struct sim_worker *w, uint64_t number,
                   const atomic_uint_least64_t *stop_after);

#endif

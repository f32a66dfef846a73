// Thread groups of one walker: how each thread's payload is made. Also the entry for tests that bring their
// own kernel, without a command streamer.
#ifndef KILN_SIM_DISPATCH_H
#define KILN_SIM_DISPATCH_H

#include "sim/dispatch/pool.h"
#include "sim/sampler/shape.h"
#include "sim/surface/blocks.h"
#include "sim/thread/dispatch.h"

// What one host thread needs to run groups.
struct sim_worker {
    struct sim_tlb tlb[SIM_CLIENTS];
    struct sim_thread *threads; // SIM_MAX_GROUP_THREADS
    struct sim_surface *surfaces;
    struct sim_sampler *samplers;
    struct sim_window *windows, *late_windows; // late: of groups whose writes are late in translated code
    struct sim_image *images;
    struct sim_image_levels *image_levels;
    struct sim_blocks *blocks[SIM_BLOCK_FORMATS];
    bool images_used; // they are not all zeros
    uint64_t sampler_keys[SIM_SAMPLER_KEYS];
    struct sim_late *late;         // SIM_MAX_GROUP_THREADS
    struct sim_scoreboard *boards; // likewise
    uint8_t *slm;
    unsigned number;
    // What is the same in all groups of the walker that it executes.
    bool ready;
    struct sim_group group;                         // the one in hand
    uint32_t scratch_size;                          // as headers have it
    uint32_t thread_numbers[SIM_MAX_GROUP_THREADS]; // on the chip
    uint32_t masks[SIM_MAX_GROUP_THREADS];          // the channels that they start with
    bool begins_off;                                // a thread's first instruction is for none of them
    bool watches;                                   // threads of translated code are watched now and then
    struct sim_dispatch_stats stats;
    struct sim_fault fault;
    uint64_t fault_group;
    // Instructions so far, of the walker and of the group in hand; others may read them.
    atomic_uint_least64_t ran, ran_group;
    uint64_t unlooked; // since the last look whether others wait
};

bool sim_worker_init(struct sim_worker *w, unsigned number);
void sim_worker_finish(struct sim_worker *w);

// Prepares a dispatch; false with `fault`. sim_dispatch_finish frees.
bool sim_dispatch_prepare(struct sim_dispatch *d, const struct sim_launch *w, struct sim_tlb *tlb,
                          struct sim_program *program, struct sim_fault *fault);
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

// A batch as whoever submits it gives it to the chip: where it is, by whose rules it runs, and what the chip
// asks of its owner meanwhile. The owner is a kernel of ours (kernel/), or execlists that a real kernel
// writes.
#ifndef KILN_SIM_BATCH_H
#define KILN_SIM_BATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/names.h"

#define SIM_WALKER_WHOLE UINT64_MAX

// How far a walker is, for timers.
struct sim_walker_time {
    uint64_t instructions; // executed so far
    // That it executes between two places where it can be preempted, or SIM_WALKER_WHOLE: there are none.
    uint64_t unit;
};

// What is asked of the owner of a batch, on the thread that executes it. `of` is the batch's.
struct sim_batch_owner {
    // Whether it is time to let another context have the engine.
    bool (*slice_over)(void *of);
    // Lets others have it, and returns when it is this one's again.
    void (*yield)(void *of);
    // The same of a batch that waits for memory, at its `polls`-th look.
    void (*poll)(void *of, unsigned polls);
    // slice_over within a walker.
    bool (*walker_slice_over)(void *of, const struct sim_walker_time *t);
    // yield within a walker. False: it has to be ended, since it cannot be preempted in time.
    bool (*walker_yield)(void *of, const struct sim_walker_time *t);
    // A walker is over. NULL, or why the engine is reset for it.
    const char *(*walker_over)(void *of, const struct sim_walker_time *t);
    // The number of a buffer object that the host's caches hide things of, or 0.
    uint32_t (*unsnooped)(void *of);
    bool (*oa_counts)(void *of);                   // for a stream of the observation unit
    bool (*is_shared)(void *of, uint64_t address); // whether other devices may see what lies there
    void (*describe)(void *of, uint64_t address, char *out, size_t size); // what lies there
    // What the application calls it; false: nothing.
    bool (*name_of)(void *of, uint64_t address, char name[KILN_NAME_BYTES]);
};

// An owner that has no other contexts and knows nothing of what lies where.
extern const struct sim_batch_owner sim_batch_alone;

struct sim_batch {
    uint64_t address; // of its first command
    uint64_t number;  // for reports
    unsigned context; // likewise; and what the observation unit writes
    // Whether it is between the stalls, flushes and invalidations of a kernel's ring. Without, the ring is
    // executed as well.
    bool flushed;
    bool trusted;              // its kernel has read it: it may write what parsed.def keeps from others
    int64_t hang_ns;           // how long it may wait on a semaphore
    const atomic_bool *cancel; // set to reset the engine: stop soon
    const int64_t *away_ns;    // how long others have had the engine meanwhile
    const struct sim_batch_owner *owner;
    void *of;
};

#endif

// What comes next of a job, as items of a bounded request.
#ifndef KILN_LAUNCH_ITEMS_H
#define KILN_LAUNCH_ITEMS_H

#include "launch/queue/queue.h"

// What comes next of a submission.
struct launch_cursor {
    uint32_t segment;
    uint32_t at[3];    // of its walk: the first group that was not run
    uint32_t count[3]; // of an indirect dispatch, if it is known
    bool counted;
    uint32_t walk; // launch_item.walk; 0: it has not begun
    // Of called commands: the sequence; which walks were left out, if it is known; whether this one is
    // prepared; and, with its counts, its kernel and what that kernel's walkers name.
    uint32_t from, mask;
    bool masked, prepared;
    const struct launch_kernel *kernel;
    struct launch_bindings bindings;
};

// The next items from `p` on, at most LAUNCH_MOST_ITEMS, and moves on. Their number.
uint32_t launch_add_items(struct launch_queue *queue, const struct launch_job *job, struct launch_cursor *p,
                          struct launch_item *items);
// Goes back to an item that was not run, of a request that began at `before`. Of an indirect dispatch the GPU
// has reported the counts.
enum launch_result launch_go_back(struct launch_queue *queue, const struct launch_job *job,
                                  const struct launch_bounded_memory *memory, const struct launch_item *item,
                                  const struct launch_cursor *before, struct launch_cursor *p);

// Nanoseconds that groups take as far as they were measured; 0: not.
uint64_t launch_expected_ns(const struct launch_kernel *k, const uint32_t count[3]);
// The host reads the counts of an indirect dispatch. False if it cannot.
bool launch_read_counts(const struct launch_queue *queue, const struct launch_walk *walk, uint32_t count[3]);
bool launch_counts_are_legal(const uint32_t n[3]);
// Those of an indirect dispatch are in p->count.
enum launch_result launch_take_counts(struct launch_queue *queue, struct launch_cursor *p);

#endif

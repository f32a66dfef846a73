// What executes the threads of a walker, and sees what they do: the interpreter, translated code, or the
// interpreter while statistics (stats/) or checks (check/) are on. One is chosen for a walker before it
// starts (dispatch/executor.c), so that what is done for each message or access need not ask.
#ifndef KILN_SIM_EXECUTOR_H
#define KILN_SIM_EXECUTOR_H

#include "sim/memory/tlb.h"

struct sim_group;
struct sim_msg;
struct sim_space;
struct sim_thread;
struct sim_uop;

// Host address of `size` bytes at `offset` of a space, or NULL: out of bounds (then *ok stays true) or a
// fault (then *ok is false).
typedef uint8_t *sim_memory_fn(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                               enum sim_access access, int lane, bool *ok);

struct sim_executor {
    // Where code must wait by itself (eu/scoreboard.h), else NULL: before each instruction, false if it
    // should have waited, when the thread has faulted; and after one that went on elsewhere.
    bool (*awaits)(struct sim_thread *t, const struct sim_uop *u);
    void (*jumped)(struct sim_thread *t);
    void (*run)(struct sim_thread *t); // until it waits, ends, faults, or is at its deadline
    // Around a message: before it executes, when `message` may give it another way to memory, and after.
    void (*message)(struct sim_msg *m);
    void (*message_done)(struct sim_msg *m);
    // Where accesses of messages go, also of threads whose writes are late.
    sim_memory_fn *memory, *late_memory;
    void (*group_start)(struct sim_group *g);
    void (*group_end)(struct sim_group *g);
    void (*group_stuck)(struct sim_group *g); // its threads wait for a barrier, and the others have ended
};

#endif

// What can be observed of walkers, by one table of points. Whoever executes calls the table's functions and
// does not know who observes, or whether anybody does: checks, statistics and the debugger (observe/) fill in
// tables of their own. A table is chosen for a walker before it starts, so that what is done for each message
// or access need not ask.
#ifndef KILN_SIM_OBSERVER_H
#define KILN_SIM_OBSERVER_H

#include "sim/memory/tlb.h"

struct sim_dispatch;
struct sim_dispatch_stats;
struct sim_fault;
struct sim_group;
struct sim_msg;
struct sim_space;
struct sim_surface;
struct sim_thread;
struct sim_uop;

// Host address of `size` bytes at `offset` of a space, or NULL: out of bounds (then *ok stays true) or a
// fault (then *ok is false).
typedef uint8_t *sim_memory_fn(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                               enum sim_access access, int lane, bool *ok);

// The definedness of values: a message that executes over it instead of over values (sim_msg.shadow).
struct sim_shadow {
    uint8_t *(*data)(struct sim_msg *m, unsigned k, unsigned count); // registers of the payload
    void (*address)(struct sim_msg *m, const uint8_t *at, unsigned bytes, unsigned lane);
    uint64_t (*atomic)(struct sim_msg *m, uint8_t *memory, unsigned bytes, uint64_t operands, unsigned lane);
};

struct sim_observer {
    // Where code must wait by itself (eu/scoreboard.h), else NULL: before each instruction, false if it
    // should have waited, when the thread has faulted; and after one that went on elsewhere.
    bool (*awaits)(struct sim_thread *t, const struct sim_uop *u);
    void (*jumped)(struct sim_thread *t);
    void (*run)(struct sim_thread *t); // until it waits, ends, faults, or is at its deadline
    // The table where code is held against that; NULL: this one.
    const struct sim_observer *held;
    // Around a message: before it executes, when `message` may give it another way to memory, and after.
    void (*message)(struct sim_msg *m);
    void (*message_done)(struct sim_msg *m);
    // Where accesses of messages go, also of threads whose writes are late. NULL: writes are never late.
    sim_memory_fn *memory, *late_memory;
    // All bytes of an access at once, where a message moves several pieces side by side. NULL, also what it
    // returns: piece by piece through `memory`.
    uint8_t *(*whole)(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                      enum sim_access access, unsigned lane);
    // A texel that is not accessed, since it lies outside the surface.
    void (*outside)(struct sim_msg *m, const struct sim_surface *s, const uint32_t coords[4],
                    enum sim_access access, unsigned lane);
    void (*fence)(struct sim_msg *m, bool shared_only); // of shared memory, and of nothing else
    void (*barrier)(struct sim_msg *m);                 // before it counts
    const struct sim_shadow *shadow;                    // NULL: no message executes so
    void (*group_start)(struct sim_group *g);
    void (*group_end)(struct sim_group *g);
    void (*group_stuck)(struct sim_group *g); // its threads wait for a barrier, and the others have ended
    // Whether the group has to run once more from its start, before which memory is as it was then.
    bool (*group_again)(struct sim_group *g);
};

// Points without an observer.
void sim_unseen_message(struct sim_msg *m);
void sim_unseen_fence(struct sim_msg *m, bool shared_only);
void sim_unseen_texel(struct sim_msg *m, const struct sim_surface *s, const uint32_t coords[4],
                      enum sim_access access, unsigned lane);
void sim_unseen_group(struct sim_group *g);
bool sim_unseen_again(struct sim_group *g);
#define SIM_UNSEEN_POINTS                                                                                    \
    .message = sim_unseen_message, .message_done = sim_unseen_message, .outside = sim_unseen_texel,          \
    .fence = sim_unseen_fence, .barrier = sim_unseen_message, .group_start = sim_unseen_group,               \
    .group_end = sim_unseen_group, .group_stuck = sim_unseen_group, .group_again = sim_unseen_again

// What each of the observers keeps of a walker has a place of its own (sim_group.seats).
enum { SIM_SEAT_STATS, SIM_SEAT_CHECK, SIM_SEAT_DEBUG, SIM_SEATS };

struct kiln_devinfo;
struct sim_counters;

// Counters that a context keeps, and that its commands read (hw/counters.h, hw/oa.h). What launches count
// goes into those of theirs.
struct sim_counter_unit {
    struct sim_counters *(*create)(void); // NULL when out of memory
    void (*destroy)(struct sim_counters *c);
    bool (*own)(uint32_t reg);                              // the register is one of theirs
    uint32_t (*read)(struct sim_counters *c, uint32_t reg); // c: NULL, if nothing has counted yet
    void (*report)(struct sim_counters *c, const struct kiln_devinfo *info, bool settle,
                   uint32_t *report); // likewise
};

// Who observes the walkers of a pool.
struct sim_observers {
    void *of;   // what the functions get
    bool alone; // they follow one walker at a time, by one host thread; kernels are not translated
    // A walker begins, with its code and so many workers. What it returns is NULL without an observer of the
    // walker; or if there is a fault now, which ends it. Fills in d->seats.
    const struct sim_observer *(*begin)(void *of, struct sim_dispatch *d, const uint8_t *code,
                                        unsigned workers, struct sim_tlb *tlb, struct sim_fault *fault);
    // One that has begun, ends; also with a fault.
    void (*end)(void *of, struct sim_dispatch *d, const uint8_t *code, const struct sim_dispatch_stats *stats,
                struct sim_fault *fault);
    const struct sim_counter_unit *counters; // NULL: there are none
    void (*ordered)(void *of);               // all walkers so far have ended before those to come
    void (*destroy)(void *of);
};

#endif

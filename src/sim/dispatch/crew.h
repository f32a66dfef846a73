// Worker threads (a crew): the host threads that execute one walker at a time (crew.c).
#ifndef KILN_SIM_CREW_H
#define KILN_SIM_CREW_H

#include <pthread.h>

#include "sim/dispatch/dispatch.h"

struct sim_crew {
    struct sim_crew *next; // for its owner
    unsigned count;        // workers; worker 0 is the caller of sim_crew_run
    struct sim_worker *workers;

    pthread_t *threads;
    unsigned started;
    pthread_mutex_t lock;
    pthread_cond_t work, done, resume;
    uint64_t generation; // counts jobs
    unsigned wanted;     // workers that take part in the current job
    unsigned busy;
    bool quit;

    const struct sim_dispatch *job;
    atomic_uint_least64_t next_group, stop_after;
    atomic_bool paused;  // others have the engine: every worker waits before its next burst
    atomic_bool evicted; // the walker must end
    const char *why;     // it must
};

// `count` workers, or as many as there are threads to be had. NULL: not even one.
struct sim_crew *sim_crew_create(unsigned count);
void sim_crew_destroy(struct sim_crew *c);
void sim_crew_fork(struct sim_crew *c, enum kiln_fork step); // as sim_device_fork

// Executes the groups of a dispatch with the first `wanted` workers, which the caller has prepared.
void sim_crew_run(struct sim_crew *c, const struct sim_dispatch *d, unsigned wanted);

// By a worker between the bursts of its EU threads, after `ran` more instructions. Others may have the engine
// meanwhile (struct sim_interrupt). False: the walker must end.
bool sim_crew_between(struct sim_crew *c, struct sim_worker *w, uint64_t ran);

#endif

// Time slices of contexts on an engine, by the rules of i915's execlists (slice.c).
#ifndef KILN_SIM_SLICE_H
#define KILN_SIM_SLICE_H

#include <stdbool.h>
#include <stdint.h>

struct sim_context;
struct sim_engine;
struct sim_request;

// Starts the first of the engine's threads. 0 or -errno. Needs the lock.
int sim_slices_start(struct sim_engine *e);
// Ends them when the queue is empty; takes the lock.
void sim_slices_join(struct sim_engine *e);
// fork(): forgets threads, requests in flight and the queue; needs the lock.
void sim_slices_fork_child(struct sim_engine *e);
// Sets the cancel flag of what is in flight, of one context or (NULL) of all; needs the lock.
void sim_slices_cancel(struct sim_engine *e, const struct sim_context *ctx);

// By the thread that executes a request, without the lock. Whether it is time to let others have the engine:
// its slice is over, and one of at least its priority could run; or one of a higher priority could.
// `spent`:
// instructions of a walker that rq->spent does not have yet.
bool sim_slice_over(const struct sim_request *rq, uint64_t spent);
// Lets them, and returns when this request has the engine again.
void sim_slice_yield(struct sim_request *rq);
// The same of a request that waits for something in memory, at its `polls`-th look: others go before it, and
// if all wait the host is idle.
void sim_slice_poll(struct sim_request *rq, unsigned polls);

#endif

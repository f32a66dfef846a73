// Engines: a queue of requests and the host threads that execute them (slice.h).
#ifndef KILN_SIM_ENGINE_H
#define KILN_SIM_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/sched/context.h"
#include "sim/kernel/sched/timers.h"
#include "sim/sync/fence.h"

struct sim_request {
    struct sim_request *next; // in the engine's queue
    struct sim_engine *engine;
    struct sim_context *ctx;
    struct sim_context_engine *ce;
    struct sim_fence *fence; // signals when the request is over
    struct sim_fence *await; // everything it waits for
    struct sim_bo **bos;
    unsigned bo_count;
    uint64_t batch, batch_size; // GPU address and bytes of the first batch buffer
    bool trusted;               // the command parser has nothing against it (i915/parser.h)
    uint64_t number;            // in the device, for reports and captures
    uint64_t queued, begun;     // when, on the chip's clock
    bool expired;               // the kernel gave up waiting for it: timers.h
    atomic_bool cancel;         // set by a reset or close: stop soon
    bool has_user_fence;        // xe: what is written to memory when it is over
    uint64_t fence_address, fence_value;
    uint64_t ticket;                  // its place among those of its priority
    struct sim_engine_thread *thread; // that has it in flight
    uint64_t spent;                   // instructions since it has the engine
    struct sim_walker_timer timer;    // of the walker that it executes
    int64_t away_ns;                  // in flight, while others had the engine
};

struct sim_engine {
    struct sim_device *dev;
    const struct sim_chip_engine *hw;
    struct sim_request *queue, **queue_tail; // those that are not in flight yet
    bool stop, over;
    // slice.c:
    struct sim_engine_thread *threads, *holder;
    uint64_t tickets; // given out
    struct sim_in_flight *in_flight;
    int64_t slice_began; // of the present holder
    atomic_bool urgent;  // another context may have a higher priority
};

struct sim_engine *sim_device_engine(struct sim_device *dev, unsigned engine_class, unsigned instance);
void sim_engine_stop(
    struct sim_engine *engine);                 // cancels what runs and what is queued, joins; takes the lock
void sim_engine_submit(struct sim_request *rq); // takes over the request; needs the lock
void sim_request_free(struct sim_request *rq);  // needs the lock
void sim_engine_fork_child(
    struct sim_engine *engine); // fork(): forgets its thread and requests; needs the lock
// For slice.c; all need the lock.
struct sim_request *sim_engine_unlink(struct sim_engine *engine, struct sim_request **link);
void sim_engine_run(struct sim_request *rq); // drops the lock meanwhile; the request is over then
void sim_engine_complete(struct sim_request *rq, int error);
void sim_engine_abandon(struct sim_engine *engine); // fails the first of the queue
void sim_engine_cancel_context(struct sim_engine *engine, struct sim_context *ctx); // needs the lock

#endif

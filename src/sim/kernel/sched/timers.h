// What the kernel's timers do to the work that is executed, on the virtual clock (sync/clock.h). Their values
// are the driver's (struct sim_limits).
//
// Of i915:
//  - a request that is not over 20 s after it was queued is cancelled: its fence gets -EINTR, the context
//    goes on;
//  - every 2.5 s an engine gets a heartbeat, and what runs must yield to it within 640 ms, or the engine is
//    reset. Gen9 yields between walkers, or between thread groups if CS_CHICKEN1 says so: when all those
//    that run at once are over;
//  - the same 640 ms begin when another context could run and the slice of the one that does, 1 ms, is over;
//  - Gen8 cannot be preempted: there are no slices, and the heartbeat waits until its priority cannot be
//    raised any further, four intervals.
// Of xe: a job that has not ended 5 s after it began is over, and its queue is banned; and the same 640 ms
// for another context. There is no heartbeat. Sources: i915 Kconfig.profile (REQUEST_TIMEOUT,
// HEARTBEAT_INTERVAL, PREEMPT_TIMEOUT); i915 6.1 intel_engine_heartbeat.c (heartbeat),
// intel_execlists_submission.c (I915_ENGINE_HAS_PREEMPTION); PRM SKL vol2c CS_CHICKEN1; xe 6.12
// Kconfig.profile (JOB_TIMEOUT_MAX 10 s), xe_hw_engine.c (job_timeout_ms: 5 s; preempt_timeout_us: 640 ms),
// xe_guc_submit.c (guc_exec_queue_timedout_job).
#ifndef KILN_SIM_TIMERS_H
#define KILN_SIM_TIMERS_H

#include <stdbool.h>
#include <stdint.h>

struct sim_request;
struct sim_walker_time; // cs/batch.h

// Of the walker that a request executes, in its instructions.
struct sim_walker_timer {
    bool waited_for; // another context waits for it to yield
    uint64_t since;  // since when
    uint64_t slice;  // when this slice began, up to which the clock has advanced
};

bool sim_timers_expired(const struct sim_request *rq);
// Whether a request that executed so many instructions, which may be more than the clock can count, has had
// its slice.
bool sim_timers_slice_over(const struct sim_request *rq, uint64_t instructions);

// struct sim_batch_owner, without the lock.
bool sim_timers_walker_slice_over(struct sim_request *rq, const struct sim_walker_time *t);
bool sim_timers_walker_yield(struct sim_request *rq, const struct sim_walker_time *t);
const char *sim_timers_walker_over(struct sim_request *rq, const struct sim_walker_time *t);

#endif

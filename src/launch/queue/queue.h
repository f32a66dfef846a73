// A queue: jobs, and their completion.
//
// Each request to the kernel is a small batch that calls the streams' segments (second level) and ends with a
// write of the request's number to memory: the breadcrumb. A fence that signals before the breadcrumbs up to
// its own are written means that the kernel gave up work: the device is lost.
//
// What the kernel (i915, as it is shipped) gives up: a request that is not over 20 s after it was queued,
// with no sign but the fence's error; and a walker that does not yield to a heartbeat within 640 ms.
// Walkers yield between thread groups (a single group cannot be cut), so that no group that survives takes
// longer, and a dispatch takes at most that for each wave of groups that fill the machine: its `cost`. What
// may cost too much for one request is run in several, and no more is queued than is surely done in time: see
// job.c. The numbers are the winsys row's (ws_limits; launch_limits follows from them).
#ifndef KILN_LAUNCH_QUEUE_H
#define KILN_LAUNCH_QUEUE_H

#include "launch/stream/request.h"

// The context is the queue's own, and outlives it.
enum launch_result launch_queue_init(struct launch_queue *queue, struct launch_device *device,
                                     struct ws_context *context);
void launch_queue_finish(struct launch_queue *queue);

// The last request such that it and all before it are done.
uint64_t launch_queue_completed(struct launch_queue *queue);
// Waits until request `seqno` and all before it are done.
enum launch_result launch_queue_wait(struct launch_queue *queue, uint64_t seqno);
// After a fence signaled: LAUNCH_LOST unless request `seqno` ran to its end.
enum launch_result launch_queue_check(struct launch_queue *queue, uint64_t seqno);
// Waits for what runs and leaves the rest of a job, whose device is being destroyed. LAUNCH_LOST.
enum launch_result launch_queue_stop(struct launch_queue *queue);
// At any time: LAUNCH_LOST if a request is missing although a later one is done, or the context is banned.
enum launch_result launch_queue_poll(struct launch_queue *queue);

// Whether a job, which waits for others or not, can be handed to the kernel without waiting for the GPU
// before; and does it, waiting if need be.
bool launch_queue_is_ready(struct launch_queue *queue, const struct launch_job *job, bool waits);
enum launch_result launch_queue_run(struct launch_queue *queue, const struct launch_job *job,
                                    const struct launch_points *points);

// request.c, with the lock held: hands a request to the kernel, after waiting for room in its queue.
enum launch_result launch_queue_request(struct launch_queue *queue, const struct launch_request *r);
// Again while memory is missing, for half a second: the application's call has returned, and can report
// nothing.
enum launch_result launch_queue_request_patiently(struct launch_queue *queue, const struct launch_request *r);
// Whether one more segment of a job fits into a request that has `*dwords` of them; adds it. Always on
// devices whose requests call segments; where they are flat, commands are copied.
bool launch_request_has_room(const struct launch_queue *queue, const struct launch_job *job, uint32_t segment,
                             uint32_t *dwords);
// Whether a request of that cost can be queued now.
bool launch_queue_has_room(struct launch_queue *queue, uint64_t cost);

#endif

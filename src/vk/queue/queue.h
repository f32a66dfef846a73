// VkQueue: submissions and their completion.
//
// Each request to the kernel is a small batch that calls the command buffers' segments (second level) and
// ends with a PIPE_CONTROL that writes the request's number to memory: the breadcrumb. A fence that signals
// before the breadcrumbs up to its own are there means that the kernel gave work up: the device is lost.
//
// What the kernel (i915, as it is shipped) gives up: a request that is not over 20 s after it was queued,
// without a word but the fence's error; and a walker that does not yield to a heartbeat within 640 ms.
// Walkers yield between thread groups (a single group cannot be cut), so that no group that survives takes
// longer, and a dispatch takes at most that for each wave of groups that fill the machine: its `cost`. What
// may cost too much for one request is run in several, and no more is queued than is surely done in time: see
// queue/run.c.
#ifndef KILN_VK_QUEUE_H
#define KILN_VK_QUEUE_H

#include <pthread.h>
#include <sys/types.h>

#include "vk/object/device.h"
#include "vk/object/object.h"

struct kiln_device;
struct kiln_fence;
struct kiln_semaphore;
struct kiln_segment;

// A value of a timeline semaphore, or (value 0) a binary semaphore that others see.
struct kiln_queue_point {
    struct kiln_semaphore *semaphore;
    uint64_t value;
    uint32_t syncobj; // of a binary semaphore
    bool owned;       // syncobj goes with the wait
};

// One VkSubmitInfo. A deferred one has its own copy of the arrays: the application's are gone when it runs.
struct kiln_submission {
    struct kiln_submission *next;
    const struct kiln_segment *segments; // of the command buffers
    uint32_t segment_count;
    uint64_t cost;      // of all segments, without indirect dispatches
    bool sliced;        // a segment is a dispatch that cannot be one walker
    uint32_t indirects; // segments that are indirect dispatches
    const struct kiln_queue_point *waits, *signals;
    uint32_t wait_count, signal_count;
    struct kiln_fence *fence;
};

#define KILN_QUEUE_SYNCOBJS 4

struct kiln_queue {
    struct kiln_dispatchable base;
    struct kiln_device *device;
    VkDeviceQueueCreateFlags flags;
    bool ready;                 // kiln_queue_init succeeded
    pthread_mutex_t entry_lock; // of submissions, if `flags` ask for it: before the other two

    uint64_t verified; // all requests up to this one have written theirs (object/progress.h); atomic
    pthread_mutex_t submit_lock;
    uint64_t seqno;                         // of the last request; atomic
    uint32_t syncobjs[KILN_QUEUE_SYNCOBJS]; // request n signals the one at n % KILN_QUEUE_SYNCOBJS
    uint64_t spent[LAUNCH_BREADCRUMBS];     // cost of all requests up to n, at n % LAUNCH_BREADCRUMBS
    bool context_ready;                     // the context has its pipeline and cache setup
    struct launch_bo *ring, *retired, **retired_tail; // batch blocks: in use; full, oldest first
    uint32_t ring_used;
    uint64_t turn_ns;          // how long the next turn may be: queue/run.c
    struct launch_bo *product; // a batch that multiplies group counts, or NULL: queue/guard.c

    // Submissions that cannot be handed to the kernel at once, and those behind them: queue/deferred.c
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool thread_running, stop;
    pid_t thread_process; // whose it is
    struct kiln_submission *deferred, **deferred_tail;
    const struct kiln_submission *running; // the first of them, or NULL
};

VkResult kiln_queue_init(struct kiln_queue *queue, struct kiln_device *device);
void kiln_queue_finish(struct kiln_queue *queue);
VkResult kiln_queue_wait_idle(struct kiln_queue *queue);
// A fence or semaphore is about to be destroyed: waits until no deferred submission that is over refers to
// it.
void kiln_queue_release(struct kiln_queue *queue, const void *object);
// The last request such that it and all before it are done.
uint64_t kiln_queue_completed(struct kiln_queue *queue);
// Waits until request `seqno` and all before it are done.
VkResult kiln_queue_wait(struct kiln_queue *queue, uint64_t seqno);
// As ws_syncobj_wait for what the application waits for, which may be work that is never submitted. Ends with
// -ETIME, too, when the device is lost, which others or nobody may have seen yet.
int kiln_queue_wait_points(struct kiln_queue *queue, const struct ws_sync_point *points, unsigned count,
                           bool all, int64_t deadline, unsigned *first);
// After a fence signaled: VK_ERROR_DEVICE_LOST unless submission `seqno` ran to its end.
VkResult kiln_queue_check(struct kiln_queue *queue, uint64_t seqno);
// At any time: VK_ERROR_DEVICE_LOST if a request is missing although a later one is done, or the context is
// banned.
VkResult kiln_queue_poll(struct kiln_queue *queue);

// queue/run.c: whether a submission can be handed to the kernel without waiting for the GPU before; and does
// it, waiting if need be.
bool kiln_queue_is_ready(struct kiln_queue *queue, const struct kiln_submission *s);
VkResult kiln_queue_run(struct kiln_queue *queue, const struct kiln_submission *s);

// queue/deferred.c, with queue->lock held: leaves a copy of a submission to the queue's thread.
VkResult kiln_queue_defer(struct kiln_queue *queue, const struct kiln_submission *s);
// True if a value is reached, or will be by what is already submitted before.
bool kiln_queue_covered(struct kiln_queue *queue, const struct kiln_queue_point *p);
void kiln_queue_stop_thread(struct kiln_queue *queue);

#endif

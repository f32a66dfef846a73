// VkQueue, of which a device may have several with a context of the kernel's each: submissions, which become
// jobs of the launch queue (launch/queue/queue.h), and what they signal.
//
// Locks: QUEUE_ENTRY (entry_lock), QUEUE (scheduler.lock), TURNS (launch.lock), RESIDENCY, in this order
// (util/lock_order.def). None but the entry's is held where a submission waits for what others do.
#ifndef KILN_VK_QUEUE_H
#define KILN_VK_QUEUE_H

#include <pthread.h>
#include <sys/types.h>

#include "launch/queue/queue.h"
#include "vk/object/device.h"
#include "vk/object/object.h"
#include "vk/object/sync.h"
#include "util/lock.h"

struct kiln_device;
struct kiln_fence;
struct kiln_semaphore;

// A value of a timeline semaphore, or (value 0) a binary semaphore that others see.
struct kiln_queue_point {
    struct kiln_semaphore *semaphore;
    uint64_t value;
    uint32_t syncobj; // of a binary semaphore
    bool owned;       // syncobj goes with the wait
    uint32_t fresh;   // what the semaphore gets when the wait takes its syncobj (scheduler.c), else 0
};

// One VkSubmitInfo. A deferred one has its own copy of the arrays: the application's are gone when it runs.
struct kiln_submission {
    struct kiln_submission *next;
    struct launch_job job;           // of the command buffers
    const struct launch_bind *binds; // that are carried out before
    uint32_t bind_count;
    const struct kiln_queue_point *waits, *signals;
    uint32_t wait_count, signal_count;
    struct kiln_fence *fence;
    struct kiln_queue *queue;
};

// Which submission runs when (queue/scheduler.c): at once, if none is before it and all that it waits for is
// there; else it joins a line, which a thread hands to the kernel in order.
struct kiln_scheduler {
    struct kiln_lock lock; // of the rest
    pthread_cond_t changed;
    struct kiln_submission *line, **line_end;
    const struct kiln_submission *running; // the first of the line, or NULL
    pthread_t thread;
    bool thread_running, stop;
    pid_t thread_process; // whose it is
};

struct kiln_queue {
    struct kiln_dispatchable base;
    struct kiln_device *device;
    VkDeviceQueueCreateFlags flags;
    uint32_t family, index;      // among those of the family with these flags
    bool ready;                  // kiln_queue_init succeeded
    struct kiln_lock entry_lock; // of submissions, if `flags` ask for it
    struct launch_queue launch;
    struct kiln_scheduler scheduler;
};

VkResult kiln_queue_init(struct kiln_queue *queue, struct kiln_device *device, struct ws_context *context);
void kiln_queue_finish(struct kiln_queue *queue);
VkResult kiln_queue_wait_idle(struct kiln_queue *queue);
// A fence or semaphore is about to be destroyed: waits until no deferred submission that is over refers to
// it.
void kiln_queues_release(struct kiln_device *device, const void *object);
// As ws_syncobj_wait for what the application waits for, which may be work that is never submitted. Ends with
// -ETIME, too, when the device is lost, which may not be known yet.
int kiln_queues_wait_points(struct kiln_device *device, const struct ws_sync_point *points, unsigned count,
                            bool all, int64_t deadline, unsigned *first);
// After a fence signaled: VK_ERROR_DEVICE_LOST unless request `seqno` ran to its end.
VkResult kiln_queue_check(struct kiln_queue *queue, uint64_t seqno);
// At any time: VK_ERROR_DEVICE_LOST if a request is missing although a later one is done, or the context is
// banned.
VkResult kiln_queues_poll(struct kiln_device *device);

// Whether a submission can be handed to the kernel without waiting for the GPU before; and does
// it, waiting if need be.
bool kiln_queue_is_ready(struct kiln_queue *queue, const struct kiln_submission *s);
VkResult kiln_queue_run(struct kiln_queue *queue, const struct kiln_submission *s);

static inline struct ws_sync_point kiln_queue_sync_point(const struct kiln_queue_point *p)
{
    return (struct ws_sync_point){.syncobj = p->syncobj ? p->syncobj : p->semaphore->syncobj,
                                  .value = p->value};
}

// queue/scheduler.c: runs a submission, or has it run; waits until none is in line, or the device is lost.
void kiln_scheduler_init(struct kiln_queue *queue);
void kiln_scheduler_finish(struct kiln_queue *queue);
VkResult kiln_queue_submit(struct kiln_queue *queue, const struct kiln_submission *s);
void kiln_queue_drain(struct kiln_queue *queue);

#endif

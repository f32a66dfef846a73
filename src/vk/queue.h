// VkQueue: submissions and their completion.
//
// Each request to the kernel is a small batch that calls the command buffers' segments (second level) and
// ends with a PIPE_CONTROL that writes the request's number to memory: the breadcrumb. A fence that signals
// before the breadcrumbs up to its own are there means that the kernel gave work up: the device is lost.
//
// What the kernel (i915, as it is shipped) gives up: a request that is not over 20 s after it was queued,
// without a word but the fence's error; and a walker that does not yield to a heartbeat within 640 ms. So a
// submission is several requests if its segments may take long, and no more is queued than what is surely
// done in time: see throttle in queue.c.
#ifndef KILN_VK_QUEUE_H
#define KILN_VK_QUEUE_H

#include <pthread.h>

#include "vk/bo.h"
#include "vk/object.h"

struct kiln_device;
struct kiln_fence;
struct kiln_semaphore;

// A value of a timeline semaphore, or (value 0) a binary semaphore that others see.
struct kiln_queue_point {
    struct kiln_semaphore *semaphore;
    uint64_t value;
    uint32_t syncobj; // of a binary semaphore
    bool owned;       // syncobj goes with the wait
};

struct kiln_segment;

// One VkSubmitInfo, copied: the application's arrays are gone when a deferred submission runs.
struct kiln_submission {
    struct kiln_submission *next;
    const struct kiln_segment *segments; // of the command buffers
    uint32_t segment_count;
    uint64_t cost; // of all segments
    const struct kiln_queue_point *waits, *signals;
    uint32_t wait_count, signal_count;
    struct kiln_fence *fence;
};

struct kiln_queue {
    struct kiln_dispatchable base;
    struct kiln_device *device;
    uint32_t syncobj; // signaled by the last submission
    bool ready;       // kiln_queue_init succeeded

    // A ring of qwords: request n writes n to the one at n % KILN_BREADCRUMBS. Behind them the
    // lower half of the address of the kernel that was begun last.
    struct kiln_bo breadcrumbs;
    uint64_t verified; // all requests up to this one have written theirs; atomic
    pthread_mutex_t submit_lock;
    uint64_t seqno;                                 // of the last request; atomic
    uint64_t load;                                  // cost of the requests since the last marker
    uint32_t markers[2], marker_count;              // syncobjs, see throttle
    bool context_ready;                             // the context has its pipeline and cache setup
    struct kiln_bo *ring, *retired, **retired_tail; // batch blocks: in use; full, oldest first
    uint32_t ring_used;

    // Submissions that wait for a timeline value that nobody has submitted yet, and those behind them.
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool thread_running, stop, busy;
    struct kiln_submission *deferred, **deferred_tail;
};

#define KILN_BREADCRUMBS 1024

static inline uint64_t kiln_queue_begun_address(const struct kiln_queue *queue)
{
    return queue->breadcrumbs.address + KILN_BREADCRUMBS * 8;
}

VkResult kiln_queue_init(struct kiln_queue *queue, struct kiln_device *device);
void kiln_queue_finish(struct kiln_queue *queue);
VkResult kiln_queue_wait_idle(struct kiln_queue *queue);
// After a fence signaled: VK_ERROR_DEVICE_LOST unless submission `seqno` ran to its end.
VkResult kiln_queue_check(struct kiln_queue *queue, uint64_t seqno);
// At any time: VK_ERROR_DEVICE_LOST if a request is missing although a later one is done, or the context is
// banned.
VkResult kiln_queue_poll(struct kiln_queue *queue);

#endif

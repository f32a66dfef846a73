// VkQueue: submissions and their completion.
//
// Each submission is a small batch that calls the command buffers' batches (second level) and ends with a
// PIPE_CONTROL that writes the submission's number to memory: the breadcrumb. A fence that signals before its
// breadcrumb is there means that the kernel gave the work up: the device is lost.
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

// One VkSubmitInfo, copied: the application's arrays are gone when a deferred submission runs.
struct kiln_submission {
    struct kiln_submission *next;
    const uint64_t *batches; // GPU addresses of command buffers
    uint32_t batch_count;
    const struct kiln_queue_point *waits, *signals;
    uint32_t wait_count, signal_count;
    struct kiln_fence *fence;
};

struct kiln_queue {
    struct kiln_dispatchable base;
    struct kiln_device *device;
    uint32_t syncobj; // signaled by the last submission
    bool ready;       // kiln_queue_init succeeded

    struct kiln_bo breadcrumb; // a qword
    pthread_mutex_t submit_lock;
    uint64_t seqno;                                 // of the last submission
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

VkResult kiln_queue_init(struct kiln_queue *queue, struct kiln_device *device);
void kiln_queue_finish(struct kiln_queue *queue);
VkResult kiln_queue_wait_idle(struct kiln_queue *queue);
// After a fence signaled: VK_ERROR_DEVICE_LOST unless submission `seqno` ran to its end.
VkResult kiln_queue_check(struct kiln_queue *queue, uint64_t seqno);

#endif

// Flat devices: what the host waits for before an item.
#include "launch/queue/flat.h"

#include <time.h>

// What has been submitted is over.
static enum launch_result settle(struct launch_queue *queue, const struct launch_job *job,
                                 const struct launch_points *points, bool *first)
{
    const struct launch_request nothing = {.job = job, .points = points, .waits = true};
    enum launch_result result = *first ? launch_queue_request_patiently(queue, &nothing) : LAUNCH_OK;
    *first = false;
    return result ? result : launch_queue_wait(queue, queue->seqno);
}

// Events that the host has not set yet.
static enum launch_result await_event(struct launch_queue *queue, const uint32_t *event)
{
    const struct timespec pause = {.tv_nsec = 100000};
    while (__atomic_load_n(event, __ATOMIC_ACQUIRE) != 1) {
        if (__atomic_load_n(&queue->stopping, __ATOMIC_RELAXED))
            return launch_queue_stop(queue);
        nanosleep(&pause, NULL);
    }
    return LAUNCH_OK;
}

enum launch_result launch_flat_prepare(struct launch_queue *queue, const struct launch_job *job,
                                       const struct launch_points *points, bool *first,
                                       struct launch_cursor *p)
{
    const struct launch_walk *walk = job->segments[p->segment].walk;
    const uint32_t *event = job->segments[p->segment].event;
    const bool counts = walk && walk->counts_address && !p->counted;
    if (!queue->device->flat || (!event && !counts))
        return LAUNCH_OK;
    enum launch_result result = settle(queue, job, points, first);
    if (!result && event)
        result = await_event(queue, event);
    if (result || !counts)
        return result;
    return launch_read_counts(queue, walk, p->count)
               ? launch_take_counts(queue, p)
               : launch_lost(queue->device, "an indirect dispatch whose counts cannot be mapped");
}

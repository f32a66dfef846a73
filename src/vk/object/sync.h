// Fences, semaphores and events.
#ifndef KILN_VK_SYNC_H
#define KILN_VK_SYNC_H

#include "vk/object/object.h"
#include "launch/memory/state_pool.h"

struct kiln_device;
struct kiln_queue;

// An imported payload is permanent, then it replaces the syncobj, or temporary: until the next reset of a
// fence, the next wait of a binary semaphore.
struct kiln_fence {
    uint32_t syncobj, temporary; // temporary: 0, none
    uint64_t seqno;              // of the submission that signals it; atomic
    struct kiln_queue *queue;    // whose submission; set before
};

static inline uint32_t kiln_fence_syncobj(const struct kiln_fence *f)
{
    return f->temporary ? f->temporary : f->syncobj;
}

// A queue runs in order. A binary semaphore orders two submissions to the only queue of a device, and needs
// nothing, unless others see it: then, and of several queues, it is a syncobj, which the queue waits for and
// resets. A timeline
// semaphore is a syncobj; `submitted` is the highest value that the host has signaled or that a submission
// before the next one will signal.
struct kiln_semaphore {
    bool timeline, foreign;      // foreign: imported, others may signal it
    bool shared;                 // may be exported
    uint32_t syncobj, temporary; // 0: none
    uint64_t submitted;          // atomic
    // The highest value that is to be signaled, and the request that does it (0: the host did). They change
    // together: `turn` is odd meanwhile. Atomic.
    uint64_t seqno, value;
    struct kiln_queue *queue; // whose request
    uint32_t turn;
};

// A dword that the GPU and the host write, 1 when set.
struct kiln_event {
    struct launch_state state;
};

// Makes a syncobj of what an imported file descriptor is: a syncobj, or a sync file (-1: signaled already).
VkResult kiln_import_syncobj(struct kiln_device *device, int fd, bool sync_file, uint32_t *out);
VkResult kiln_export_syncobj(struct kiln_device *device, uint32_t syncobj, bool sync_file, int *fd);

// The request of a queue that will signal the value, before it can; or 0: the host did.
void kiln_semaphore_note_signal(struct kiln_semaphore *s, uint64_t value, struct kiln_queue *queue,
                                uint64_t seqno);
// Whoever waits for the value may be submitted.
void kiln_semaphore_note_submitted(struct kiln_semaphore *s, uint64_t value);

#endif

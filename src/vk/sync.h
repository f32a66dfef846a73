// Fences, semaphores and events.
#ifndef KILN_VK_SYNC_H
#define KILN_VK_SYNC_H

#include "vk/object.h"
#include "vk/state_pool.h"

struct kiln_fence {
    uint32_t syncobj;
    uint64_t seqno; // of the submission that signals it; atomic
};

// A device has one queue, which runs in order. A binary semaphore orders two submissions to it and needs
// nothing. A timeline semaphore is a syncobj; `submitted` is the highest value that the host has signaled or
// that a submission before the next one will signal.
struct kiln_semaphore {
    bool timeline;
    uint32_t syncobj;
    uint64_t submitted; // atomic
};

// A dword that the GPU and the host write, 1 when set.
struct kiln_event {
    struct kiln_state state;
};

void kiln_semaphore_note_submitted(struct kiln_semaphore *s, uint64_t value);

#endif

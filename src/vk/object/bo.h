// Buffer objects as the ICD uses them: mapped, and resident. Every buffer object of a device is in one array,
// and each submission passes the whole array to the kernel: a dispatch may then reach anything that is alive,
// and recording has no lists to keep.
#ifndef KILN_VK_BO_H
#define KILN_VK_BO_H

#include <pthread.h>

#include "vk/object/object.h"
#include "winsys/ws.h"

struct kiln_device;

struct kiln_bo {
    struct ws_bo *ws;
    void *map;
    uint64_t address, size;
    uint32_t index;       // into the residency array, or KILN_NOT_RESIDENT: another kiln_bo's ws_bo is there
    struct kiln_bo *next; // in a free list, or in the residency's list of imports
    bool imported;
};

#define KILN_NOT_RESIDENT UINT32_MAX

struct kiln_residency {
    pthread_mutex_t lock;
    struct kiln_bo *imports; // buffers that came from elsewhere: one ws_bo may be in several of them
    struct ws_bo **bos;
    struct kiln_bo **owners;
    uint32_t count, bos_capacity, owners_capacity;
    uint64_t version; // ws_submit.bos_version: of `bos`
    // While a submission is with the kernel, without the lock: it may name any of `bos`, so that those that
    // are done with go when it is over. There is always room for all of `bos`.
    bool submitting, listed;
    struct ws_bo **leaving;
    uint32_t leaving_count, leaving_capacity;
};

// Around a submission of `bos`, one at a time: begin takes the lock, which kiln_residency_listed gives up
// (ws_submit.listed), or end.
void kiln_residency_begin_submit(struct kiln_residency *r);
void kiln_residency_listed(void *residency);
void kiln_residency_end_submit(struct kiln_device *device);

void kiln_residency_init(struct kiln_residency *r);
void kiln_residency_finish(struct kiln_device *device);

// Creates, maps if `map`, and makes resident.
VkResult kiln_bo_init(struct kiln_device *device, struct kiln_bo *bo, const struct ws_bo_desc *desc,
                      bool map);
// Takes over a reference to a buffer that was imported; on failure the reference is the caller's still.
VkResult kiln_bo_adopt(struct kiln_device *device, struct kiln_bo *bo, struct ws_bo *ws);
// Bytes from an address to the end of the buffer that is there; 0: none is.
uint64_t kiln_residency_left(struct kiln_device *device, uint64_t address);
void kiln_bo_finish(struct kiln_device *device, struct kiln_bo *bo);

// Blocks for command batches, kept for reuse: sizes are 16 KiB << class.
#define KILN_BATCH_CLASSES 4
struct kiln_batch_cache {
    pthread_mutex_t lock;
    struct kiln_bo *free[KILN_BATCH_CLASSES];
};
void kiln_batch_cache_init(struct kiln_batch_cache *c);
void kiln_batch_cache_finish(struct kiln_device *device);
VkResult kiln_batch_bo_get(struct kiln_device *device, unsigned size_class, struct kiln_bo **out);
void kiln_batch_bo_put(struct kiln_device *device, struct kiln_bo *bo);

#endif

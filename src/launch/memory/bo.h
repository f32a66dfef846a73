// Buffer objects as launches use them: mapped, and resident. Every buffer object of a device is in one array,
// and each submission passes the whole array to the kernel: a dispatch may then reach anything that is alive,
// and recording has no lists to keep.
#ifndef KILN_LAUNCH_BO_H
#define KILN_LAUNCH_BO_H

#include "launch/memory/host.h"
#include "winsys/ws.h"
#include "util/lock.h"

struct launch_device;

struct launch_bo {
    struct ws_bo *ws;
    void *map;
    uint64_t address, size;
    uint64_t end;   // of what lies there: of a part, its whole resource's
    uint32_t index; // into the residency array, or LAUNCH_NOT_RESIDENT: another launch_bo's ws_bo is there
    struct launch_bo *next; // in a free list, or in the residency's list of imports
    bool imported;
};

#define LAUNCH_NOT_RESIDENT UINT32_MAX

struct launch_residency {
    struct kiln_lock lock;
    struct launch_bo *imports; // buffers that came from elsewhere: one ws_bo may be in several of them
    struct ws_bo **bos;
    struct launch_bo **owners;
    uint32_t count, bos_capacity, owners_capacity;
    uint64_t version; // ws_submit.bos_version: of `bos`
    // While submissions are with the kernel, without the lock: one may name any of `bos` at its beginning, so
    // that those that are done with since go when it is over. There is always room for all of `bos`.
    struct launch_listing *oldest, **newest;
    uint64_t begun;
    struct launch_leaving {
        struct ws_bo *ws;
        uint64_t begun; // submissions that may name it
    } *leaving;
    uint32_t leaving_count, leaving_capacity;
};

// A submission of `bos`, of which each queue may have one: begin takes the lock, which
// launch_residency_listed gives up (ws_submit.listed), or end.
struct launch_listing {
    struct launch_residency *residency;
    struct launch_listing *next; // one that began later
    uint64_t number;
    bool listed;
};
void launch_residency_begin_submit(struct launch_residency *r, struct launch_listing *l);
void launch_residency_listed(void *listing);
void launch_residency_end_submit(struct launch_listing *l);

void launch_residency_init(struct launch_residency *r);
void launch_residency_finish(struct launch_device *device);

// Creates, maps if `map`, and makes resident.
enum launch_result launch_bo_init(struct launch_device *device, struct launch_bo *bo,
                                  const struct ws_bo_desc *desc, bool map);
// A new buffer of pages: all at an address (0: any), and resident; or a part of a range, which is not. (Then
// `end` is its own until more is known.)
enum launch_result launch_bo_show(struct launch_device *device, struct launch_bo *bo,
                                  const struct ws_part *part);
// In one step for all submissions: `out` are done with, and `in` resident. Who fails has changed nothing.
// The buffers in `out` are released, and not freed.
enum launch_result launch_residency_exchange(struct launch_device *device, struct launch_bo *const *out,
                                             uint32_t out_count, struct launch_bo *const *in,
                                             uint32_t in_count);
// Takes over a reference to a buffer that was imported; on failure the reference is the caller's still.
enum launch_result launch_bo_adopt(struct launch_device *device, struct launch_bo *bo, struct ws_bo *ws);
// Bytes from an address to the end of what lies there; 0: nothing does.
uint64_t launch_residency_left(struct launch_device *device, uint64_t address);
void launch_bo_finish(struct launch_device *device, struct launch_bo *bo);

// Blocks for command batches, kept for reuse: sizes are 16 KiB << class.
#define LAUNCH_BATCH_CLASSES 4
struct launch_batch_cache {
    struct kiln_lock lock;
    struct launch_bo *free[LAUNCH_BATCH_CLASSES];
};
void launch_batch_cache_init(struct launch_batch_cache *c);
void launch_batch_cache_finish(struct launch_device *device);
enum launch_result launch_batch_bo_get(struct launch_device *device, unsigned size_class,
                                       struct launch_bo **out);
void launch_batch_bo_put(struct launch_device *device, struct launch_bo *bo);

#endif

// What the files of winsys share: the device and the buffer object.
#ifndef KILN_WINSYS_WS_DEVICE_H
#define KILN_WINSYS_WS_DEVICE_H

#include "winsys/kernel.h"
#include "winsys/vma.h"
#include "winsys/ws.h"

#include <pthread.h>
#include <stdatomic.h>

#define WS_PAGE UINT64_C(4096)

struct ws_bo {
    struct ws_device *dev;
    atomic_uint refs;
    uint32_t handle;
    enum ws_zone zone;
    uint32_t flags;    // enum ws_bo_flags
    uint64_t size;     // bytes, a multiple of the page size
    uint64_t address;  // decanonical
    uint64_t vma_size; // bytes taken in the zone, with the guard page
    const char *name;
    uint64_t tag; // ws_bo_tag
    _Atomic(void *) map;
    bool userptr;             // map is the application's memory
    bool map_is_mmap;         // by our mmap, not by the kernel's (GEM_MMAP)
    atomic_bool map_reserved; // the map's addresses stay taken when it goes
    bool cacheable;           // address was chosen by us: may be used again
    atomic_bool shared;       // imported or exported: in dev->shared, references change under the lock
    struct ws_bo *next;       // in the cache
    struct ws_bo *prev;
};

// Buffers without references, oldest first: small ones kept for the next ws_bo_create, by power of two of
// their size; and in the last list those that go as soon as the GPU is done with them.
#define WS_CACHE_LISTS 10
#define WS_CACHE_DYING (WS_CACHE_LISTS - 1)
struct ws_bo_list {
    struct ws_bo *first, *last;
};

struct ws_device {
    const struct ws_kernel_ops *ops;
    void *file;
    struct ws_device_info info;
    bool has_mmap_offset, has_exec_timeline, has_userptr_probe;
    atomic_ulong shares;  // counts buffers that became shared
    pthread_mutex_t lock; // of all below
    struct vma vma[WS_ZONE_COUNT];
    struct ws_bo_list idle[WS_CACHE_LISTS];
    uint64_t idle_bytes;
    struct ws_bo **shared; // by handle, NULL where there is none
    uint32_t shared_count;
};

// One ioctl; printed under KILN_DEBUG=ioctl. 0 or a negative errno.
int ws_ioctl(struct ws_device *dev, unsigned long request, void *arg);

// Fills in dev->info and the feature flags from the open file. ws_info.c
int ws_device_probe(struct ws_device *dev, const char *path);

// Releases unreferenced buffers: all, or those that the GPU is done with. ws_bo.c
void ws_bo_cache_trim(struct ws_device *dev, bool all);

// Writes the capture of a submission into KILN_DEBUG=capture=DIR. ws_capture.c
void ws_capture(struct ws_device *dev, const struct ws_submit *submit);

#endif

// What the files of winsys share: the device.
#ifndef KILN_WINSYS_WS_DEVICE_H
#define KILN_WINSYS_WS_DEVICE_H

#include "winsys/kernel/kernel.h"
#include "util/lock.h"

// Buffers without references, oldest first: small ones kept for the next ws_bo_create, by power of two of
// their size; and in the last list those that go as soon as the GPU is done with them.
#define WS_CACHE_LISTS 10
#define WS_CACHE_DYING (WS_CACHE_LISTS - 1)
struct ws_bo_list {
    struct ws_bo *first, *last;
};

struct ws_device {
    struct ws_node node;
    struct kiln_lock lock; // of all below
    struct ws_space space;
    struct ws_bo_list idle[WS_CACHE_LISTS];
    uint64_t idle_bytes;
    struct ws_bo **shared; // by handle, NULL where there is none
    uint32_t shared_count;
    atomic_int oa; // the stream of the observation unit; negative: none
};

// As ws_device_open, on any transport, and by any row; NULL: by that of the driver behind it.
int ws_device_open_on(const struct ws_transport *transport, const struct ws_kernel *kernel, const char *path,
                      struct ws_device **out);

// Releases unreferenced buffers: all, or those that the GPU is done with. ws_bo.c
void ws_bo_cache_trim(struct ws_device *dev, bool all);

// ws_pages.c: leaves addresses without memory, where no other mapping appears by itself; what a place in
// the pages is to the host, and whether the GPU may only read it; and the same when the pages go.
int ws_reserve(void *address, uint64_t size);
void *ws_pages_map(const struct ws_pages *pages, uint64_t offset, bool *read_only);
void ws_pages_keep_reserved(struct ws_pages *pages);
struct ws_pages *ws_pages_ref(struct ws_pages *pages);

// Writes the capture of a submission into KILN_DEBUG=capture=DIR. ws_capture.c
void ws_capture(struct ws_device *dev, const struct ws_submit *submit);

#endif

// The table of meanings between buffers, contexts and submissions (ws.h) and a kernel's driver for the GPU:
// create, map, bind, execute, wait, and what it is capable of. A row is one kernel driver's ioctls, on any
// transport (transport.h): the real node's and the simulated device's. A row's structures are its own;
// nothing above sees one. docs/winsys.md has what each function is in i915 and in xe.
//
// What the DRM core gives all drivers alike is not here: syncobjs (ws_sync.c), and handles and dma-bufs
// (ws_bo.c).
//
// i915 learns addresses and buffers anew with each execution, which lists them; a kernel with VM_BIND learns
// an address once and reads no list. So `bind` may be NULL, and `execute` need not look at the list: what a
// batch may reach is both bound and listed. Fences are syncobjs in either.
#ifndef KILN_WINSYS_KERNEL_H
#define KILN_WINSYS_KERNEL_H

#include <stdatomic.h>

#include "winsys/kernel/transport.h"
#include "winsys/ws.h"

#define WS_PAGE UINT64_C(4096)

struct ws_kernel;

// An open device. All but the transport and its file are the row's to fill in.
struct ws_node {
    const struct ws_transport *transport;
    void *file;
    const struct ws_kernel *kernel;
    void *own;           // the row's
    bool maps_again;     // a buffer may be mapped more than once
    atomic_ulong shares; // counts buffers that became shared: lists of before say less of them
    struct ws_device_info info;
};

struct ws_bo {
    // What a row reads, but for `handle` and `own`, which are its own.
    uint32_t handle;  // as the DRM core counts them; 0: memory of the application's that has none
    uint32_t flags;   // enum ws_bo_flags
    uint64_t size;    // bytes, a multiple of the page size
    uint64_t address; // decanonical
    _Atomic(void *) map;
    bool userptr;       // map is the application's memory, or that of `pages`
    bool read_only;     // by the GPU
    atomic_bool shared; // imported or exported: in dev->shared, references change under the lock
    uint64_t own;       // what a row notes: where it is the row that knows when the GPU is done with it
    // The rest is ws_bo.c's.
    struct ws_device *dev;
    struct ws_pages *pages; // whose part it shows, or NULL
    atomic_uint refs;
    enum ws_zone zone;
    uint64_t vma_size; // bytes taken in the zone, with the guard page; 0: they are a range's
    const char *name;
    uint64_t tag;             // ws_bo_tag
    atomic_bool map_reserved; // the map's addresses stay taken when it goes
    bool cacheable;           // address was chosen by us: may be used again
    struct ws_bo *next;       // in the cache
    struct ws_bo *prev;
};

// A row's contexts begin with this.
struct ws_kernel_context {
    uint32_t id; // as the kernel counts them, for logs
};

// All return 0 or a negative errno, if they return anything.
struct ws_kernel {
    const char *driver; // its name, as DRM_IOCTL_VERSION has it

    // ---- capabilities
    // Is this a device that can be driven, and what can it do? Fills in info: devinfo, ids, topology, clock,
    // gtt_size, memory_size (0: not known), has_*, limits. -ENODEV: not a GPU that we know; -ENOTSUP: too old
    // a kernel.
    int (*open)(struct ws_node *n);
    void (*close)(struct ws_node *n);
    int (*read_timestamp)(struct ws_node *n, uint64_t *ticks); // of the GPU; bits above 36 are cut off
    // As ws_device_counters; NULL: there are none.
    int (*counters)(struct ws_node *n, struct kiln_counters **out);
    // Switches the observation unit on (info.has_oa) for a context, or for all (NULL), until the descriptor
    // *stream is closed. -EBUSY: another process has it. NULL: this kernel has no way to it.
    int (*oa_open)(struct ws_node *n, struct ws_kernel_context *c, int *stream);

    // As ws_device_name; NULL: the kernel does not want to know.
    int (*name)(struct ws_node *n, const struct kiln_object_place *place);

    // ---- create
    int (*create)(struct ws_node *n, struct ws_bo *bo); // of bo->size zeros, coherent with the host's caches
    int (*create_userptr)(struct ws_node *n, struct ws_bo *bo); // of the memory at bo->map

    // ---- map
    int (*map)(struct ws_node *n, struct ws_bo *bo, uint64_t size, void **out); // write-back, coherent
    void (*unmap)(struct ws_node *n, void *map, uint64_t size);

    // ---- bind, at bo->address in all contexts. NULL: what `execute` lists is bound by it.
    int (*bind)(struct ws_node *n, struct ws_bo *bo);
    void (*unbind)(struct ws_node *n, struct ws_bo *bo); // the GPU is done with it, or it is shared

    // ---- execute
    // A context that is lost at its first fault. -EPERM, -EACCES: a priority that needs a privilege.
    int (*context_create)(struct ws_node *n, int priority, struct ws_kernel_context **out);
    void (*context_destroy)(struct ws_node *n, struct ws_kernel_context *c);
    int (*context_check)(struct ws_node *n, struct ws_kernel_context *c); // -EIO: it is lost
    int (*execute)(struct ws_node *n, struct ws_kernel_context *c, const struct ws_submit *s);

    // ---- wait, until no execution uses the buffer: those of other processes too, if it is shared
    int (*wait)(struct ws_node *n, struct ws_bo *bo, int64_t timeout_ns); // negative: for ever
    int (*busy)(struct ws_node *n, struct ws_bo *bo, bool *busy);
};

extern const struct ws_kernel ws_kernel_i915;

// One ioctl; printed under KILN_DEBUG=ioctl. What it returns (0, if it does not say else), or a negative
// errno.
int ws_ioctl(struct ws_node *n, unsigned long request, void *arg);
void ws_close_handle(struct ws_node *n, uint32_t handle);

#endif

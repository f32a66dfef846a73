// The table of meanings between what ws.h offers and a kernel's driver for the GPU, by three objects: memory
// (create, map, wait), addresses (bind), and contexts (execute); and what the kernel is capable of. A row is
// one kernel driver's ioctls, on any transport (transport.h): the real node's and the simulated device's. A
// row's structures are its own; nothing above sees one. docs/winsys.md has what each function is in i915 and
// in xe.
//
// What the DRM core gives all drivers alike is not here: syncobjs (ws_sync.c), and handles and dma-bufs
// (ws_memory.c).
//
// i915 learns addresses and memory anew with each execution, which lists them; a kernel with VM_BIND learns
// an address once and reads no list. So `bind` may be NULL, and `execute` need not look at the list: what a
// batch may reach is both bound and listed. Fences are syncobjs in either.
#ifndef KILN_WINSYS_KERNEL_H
#define KILN_WINSYS_KERNEL_H

#include <stdatomic.h>

#include "winsys/address/vma.h"
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

// Memory: what the kernel allocated, or took of the process, and counts by a handle. It has no address.
struct ws_memory {
    // What a row reads, but for `handle` and `own`, which are its own.
    uint32_t handle; // as the DRM core counts them; 0: memory of the application's that has none
    uint32_t flags;  // enum ws_bo_flags
    uint64_t size;   // bytes, a multiple of the page size
    _Atomic(void *) map;
    bool userptr;         // map is the application's memory, or that of ws_pages
    bool read_only;       // by the GPU
    bool nothing;         // reads give zeros, writes are dropped: no memory at all (ws_kernel.has_nothing)
    atomic_bool shared;   // imported or exported: in dev->shared, references change under the lock
    _Atomic uint64_t own; // what a row notes: where it is the row that knows when the GPU is done with it
    // The rest is ws_memory.c's.
    atomic_bool map_reserved; // the map's addresses stay taken when it goes
};

// Addresses: a range of an address space, where memory is bound.
struct ws_binding {
    struct ws_memory *memory;
    uint64_t address; // decanonical
    uint64_t taken;   // bytes, with the guard page; 0: they are a range's (ws_range_take)
    enum ws_zone zone;
};

// What a place in a range shows from now on.
struct ws_change {
    uint64_t address, size;   // decanonical
    struct ws_memory *memory; // from its start; NULL: none
};

// An address space. i915 gives each context one of its own, with the same addresses in all of them.
struct ws_space {
    uint64_t own;                  // the row's
    struct vma vma[WS_ZONE_COUNT]; // what is taken
};

// Memory and where it is bound, for as long as anything refers to it.
struct ws_bo {
    struct ws_memory memory;
    struct ws_binding binding;
    struct ws_device *dev;
    struct ws_pages *pages; // whose part it shows, or NULL
    atomic_uint refs;
    const char *name;
    uint64_t tag;       // ws_bo_tag
    bool cacheable;     // address was chosen by us: may be used again
    struct ws_bo *next; // in the cache
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

    // ---- memory
    int (*create)(struct ws_node *n,
                  struct ws_memory *m); // of m->size zeros, coherent with the host's caches
    int (*create_userptr)(struct ws_node *n, struct ws_memory *m);                 // of the memory at m->map
    int (*map)(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out); // write-back, coherent
    void (*unmap)(struct ws_node *n, void *map, uint64_t size);
    // Until no execution uses it: those of other processes too, if it is shared.
    int (*wait)(struct ws_node *n, struct ws_memory *m, int64_t timeout_ns); // negative: for ever
    int (*busy)(struct ws_node *n, struct ws_memory *m, bool *busy);

    // ---- addresses. NULL: contexts have spaces of their own, where `execute` binds what it lists.
    int (*space_create)(struct ws_node *n, struct ws_space *s);
    void (*space_destroy)(struct ws_node *n, struct ws_space *s);
    // At b->address. Where others are in the same space it may be bound elsewhere, which b->address then
    // says; with `evict` it is not: what others have there goes, and -ENOSPC says that the kernel has the
    // place.
    int (*bind)(struct ws_node *n, struct ws_space *s, struct ws_binding *b, bool evict);
    void (*unbind)(struct ws_node *n, struct ws_space *s,
                   struct ws_binding *b); // the GPU is done with it, or it is shared
    // Changes what ranges show, in order, between the executions so far and those that follow: all, or with
    // an error none.
    int (*rebind)(struct ws_node *n, struct ws_space *s, const struct ws_change *changes, unsigned count);
    bool has_nothing; // memory that is nothing can be bound

    // ---- contexts
    // In a space; one that is lost at its first fault. -EPERM, -EACCES: a priority that needs a privilege.
    int (*context_create)(struct ws_node *n, struct ws_space *s, int priority,
                          struct ws_kernel_context **out);
    void (*context_destroy)(struct ws_node *n, struct ws_kernel_context *c);
    int (*context_check)(struct ws_node *n, struct ws_kernel_context *c); // -EIO: it is lost
    int (*execute)(struct ws_node *n, struct ws_kernel_context *c, const struct ws_submit *s);
};

extern const struct ws_kernel ws_kernel_i915, ws_kernel_xe;

// One ioctl; printed under KILN_DEBUG=ioctl. What it returns (0, if it does not say else), or a negative
// errno.
int ws_ioctl(struct ws_node *n, unsigned long request, void *arg);
void ws_close_handle(struct ws_node *n, uint32_t handle);
bool ws_has_cap(struct ws_node *n, uint64_t cap); // of the DRM core
// Maps by its dma-buf what another driver made, and this one does not map.
int ws_map_foreign(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out);
// Whether a compute engine is to execute batches, where the kernel has one: the chip's are for that, and
// KILN_ENGINE does not say otherwise.
bool ws_wants_compute_engine(const struct kiln_devinfo *chip);
// An answer of the simulated device's that lists counters, or, if it is none, -ENODATA, and it is freed.
int ws_take_counters(void *data, size_t size, struct kiln_counters **out);

#endif

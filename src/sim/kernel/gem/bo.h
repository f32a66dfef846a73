// Buffer objects: host memory in a memfd (so that mmap and dma-buf export work, also across processes), or
// the pages of the client (userptr). Everything here needs sim_lock.
#ifndef KILN_SIM_BO_H
#define KILN_SIM_BO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "sim/kernel/drm/device.h"
#include "sim/sync/fence.h"
#include "util/file.h"
#include "util/vec.h"

struct sim_vma;

struct sim_bo {
    struct sim_device *dev;
    unsigned refs;
    uint32_t number;   // unique in the device, for reports: "bo 3"; also its place in the mmap offset space
    uint64_t size;     // whole 4 KiB pages
    uint8_t *map;      // the whole object in host memory, always present
    struct kiln_fd fd; // memfd, or none: shared anonymous memory (when descriptors are scarce) or userptr
    bool userptr, read_only, imported;
    bool local;        // in memory of the device's own
    bool may_be_local; // now or later: its addresses are those of such memory's pages
    bool user_checked; // userptr: the range has been probed
    uint32_t caching, tiling, stride;
    bool dont_need;       // madvise
    bool write_back;      // the client has mapped it so
    bool moved;           // by SET_DOMAIN: the kernel flushes the host's caches from then on
    bool shared;          // has been exported or comes from elsewhere: others may see it
    uint64_t charged;     // bytes charged to the device, of either memory
    uint16_t cpu_caching; // xe: DRM_XE_GEM_CPU_CACHING_*; 0: it comes from elsewhere
    uint64_t
        only_in; // xe: the number of the address space that it may be bound in, and not be exported; 0: any

    VEC(struct sim_vma *) vmas;      // where it is bound
    struct sim_fence *writer;        // the last request that wrote it (implicit synchronization)
    VEC(struct sim_fence *) readers; // requests since, and everything else that uses it
    uint8_t reader_engines;          // classes in `readers`, as GEM_BUSY reports them
    uint8_t writer_class;

    // Set when the last reference went while an engine executed: the host memory must outlive every walker
    // that may hold its address. Freed once all requests are over that were in flight then.
    struct sim_bo *next_zombie;
    struct sim_bo *next_user; // userptr: in the list of those
    uint64_t engine_serial[SIM_MAX_ENGINES];
};

// NULL with *error = -errno.
struct sim_bo *sim_bo_create(struct sim_device *dev, uint64_t size, int *error);
// In memory of the device's own.
struct sim_bo *sim_bo_create_local(struct sim_device *dev, uint64_t size, int *error);
struct sim_bo *sim_bo_create_userptr(struct sim_device *dev, void *ptr, uint64_t size, bool read_only,
                                     int *error);
// userptr: 0 if the client's pages are there as they must be, or -EFAULT
int sim_bo_check_user(struct sim_bo *bo);
// Whether anything is mapped at each page of a client's memory, whatever may be done with it: what
// I915_USERPTR_PROBE asks. Makes no page present.
bool sim_bo_user_is_mapped(const struct sim_bo *bo);
// The list of userptr objects (userptr.c).
void sim_user_add(struct sim_bo *bo);
void sim_user_remove(struct sim_bo *bo);
struct sim_bo *sim_bo_import(struct sim_device *dev, int fd,
                             int *error); // the same object if it is one of ours
// Of a file's handle; NULL: it has no such.
struct sim_bo *sim_bo_lookup(struct sim_file *file, uint32_t handle);
// Takes over the reference. 0 or -ENOMEM.
int sim_bo_add_handle(struct sim_file *file, struct sim_bo *bo, uint32_t *handle);
struct sim_bo *sim_bo_ref(struct sim_bo *bo);
void sim_bo_unref(struct sim_bo *bo);
void sim_bo_reap(struct sim_device *dev, bool all); // frees zombies that no engine can reach any more

// A mapping for the client, at `addr` as mmap(2) has it. MAP_FAILED with errno.
void *sim_bo_mmap(struct sim_bo *bo, void *addr, uint64_t offset, size_t length, int prot, int flags);

bool sim_bo_busy(struct sim_bo *bo);
// Adds a request's fence. `class_mask`: bit of the engine's class.
int sim_bo_add_fence(struct sim_bo *bo, struct sim_fence *f, bool write, unsigned engine_class);
// Waits until no request uses the object (writers only: `reads_too` false). 0 or -ETIME.
void sim_bo_wait(struct sim_bo *bo, bool reads_too);
// The same, for clients: -ETIME, or -EINTR as sim_wait_interruptible.
int sim_bo_wait_interruptible(struct sim_bo *bo, bool reads_too, int64_t abs_ns);

#define SIM_MMAP_SHIFT 40 // GEM_MMAP_OFFSET returns number << SIM_MMAP_SHIFT
_Static_assert(SIM_MMAP_FIRST == UINT64_C(1) << SIM_MMAP_SHIFT, "of number 1");

#endif

// The simulated device as winsys and the preload node see it: a render node of i915 or xe in process.
//
// Everything below this header is "hardware and kernel": it includes only isa, cmd and util.
#ifndef KILN_SIM_SIM_H
#define KILN_SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "sim/config/config.h"
#include "sim/cs/totals.h"
#include "util/fork.h"

struct sim_device; // one GPU: shared by all opens
struct sim_file;   // one open of the node: its own handles, contexts and address spaces

// Returns NULL with errno set (ENODEV: no device of this name is simulated; ENOTSUP: a variable of the
// environment is none of ours, or has no value of its own; ENOMEM).
struct sim_device *sim_device_create(const struct sim_config *config);
// Whether a kernel driver knows a chip: i915 all, xe those from Gen12 on.
struct kiln_devinfo;
bool sim_device_is_driven(const struct kiln_devinfo *info, enum sim_kernel kernel);
void sim_device_destroy(struct sim_device *dev);

// What fork(2) of a process with a device calls, in this order: first KILN_FORK_PREPARE, then one of the
// others in each process. The child gets a device of its own, an idle copy of the parent's, with the same
// descriptors and handles. Buffers that exist by then are memory of both; what either makes later the other
// does not see. Requests that do not end within a second remain the parent's, and are over in the child.
void sim_device_fork(struct sim_device *dev, enum kiln_fork step);

// Or instead, only in the child: its devices are forgotten, with all that is in them, and it makes new ones.
void sim_fork_child(void);

struct sim_file *sim_open(struct sim_device *dev);
void sim_close(struct sim_file *file);

// As ioctl(2) on a render node, without the restart loop: 0 or -errno. `request` is the whole DRM_IOCTL_*
// number.
int sim_ioctl(struct sim_file *file, unsigned long request, void *arg);

// As ioctl(2) on a descriptor that the device handed out (SYNC_IOC_* on a sync file, DMA_BUF_IOCTL_* on a
// dma-buf): 0 or -errno; -ENOTTY if it is neither.
int sim_fd_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg);

// As mmap(2) on the node's fd with an offset from GEM_MMAP_OFFSET, of which SIM_MMAP_FIRST is the least.
// MAP_FAILED with errno on error. The caller unmaps with munmap(2).
void *sim_mmap(struct sim_file *file, void *addr, size_t length, int prot, int flags, off_t offset);
#define SIM_MMAP_FIRST (UINT64_C(1) << 40)

// Whether the client has shown any of this memory to the device (userptr). Takes no lock but its own.
bool sim_uses_memory(struct sim_device *dev, const void *addr, size_t size);
// It is about to unmap it, to map something else there, or to protect it: returns when no request uses it.
void sim_memory_changes(struct sim_device *dev, const void *addr, size_t size);

// Why a context hung first: what the error state of the kernel would tell root. False: it has not, or there
// is none.
struct sim_fault; // thread/fault.h
bool sim_context_get_fault(struct sim_file *file, uint32_t context, struct sim_fault *out);

void sim_device_get_stats(struct sim_device *dev, struct sim_stats *out);
#endif

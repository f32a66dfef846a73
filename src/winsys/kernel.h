// The function table below winsys: a real i915 node through libdrm, or the simulated device in process.
// Nothing above knows which. Tests put a row of their own here to inject faults.
#ifndef KILN_WINSYS_KERNEL_H
#define KILN_WINSYS_KERNEL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct ws_device;
struct ws_fault;
struct ws_sim_stats;

struct ws_kernel_ops {
    // All return 0 or a negative errno.
    int (*open)(const char *path, void **file);
    void (*close)(void *file);
    // ioctl(2) with EINTR and EAGAIN restarted.
    int (*ioctl)(void *file, unsigned long request, void *arg);
    int (*mmap)(void *file, size_t size, int prot, int flags, off_t offset, void **out);
    void (*munmap)(void *ptr, size_t size);
    int (*stats)(void *file, struct ws_sim_stats *out); // NULL: no such counters
    // Why a context was lost: -ENOENT if it was not. NULL: the kernel does not tell.
    int (*fault)(void *file, uint32_t context, struct ws_fault *out);
};

extern const struct ws_kernel_ops ws_kernel_drm; // path: a render node
extern const struct ws_kernel_ops ws_kernel_sim; // path: "sim:NAME"

// As ws_device_open, on any row of the table.
int ws_device_open_ops(const struct ws_kernel_ops *ops, const char *path, struct ws_device **out);

#endif

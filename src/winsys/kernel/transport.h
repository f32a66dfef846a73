// How calls reach a kernel: a render node through libdrm, or the simulated device in this process. The rows
// of kernel.h work on either. Tests put a transport of their own here to inject faults.
#ifndef KILN_WINSYS_TRANSPORT_H
#define KILN_WINSYS_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct ws_fault;
struct ws_sim_stats;

struct ws_transport {
    // All return 0 or a negative errno; ioctl: what the kernel returns.
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

// Why there is no simulated device of a name (what stands after "sim:"). Of one that there is this says
// nothing.
const char *ws_sim_refusal(const char *name);

extern const struct ws_transport ws_transport_node; // path: a render node
extern const struct ws_transport ws_transport_sim;  // path: "sim:NAME"

#endif

// The ioctls of a render node: rows by number. A handler is called with the lock held and the argument
// already copied in (and zero filled to its full size); it returns 0 or -errno as the kernel's does.
#ifndef KILN_SIM_IOCTL_H
#define KILN_SIM_IOCTL_H

#include <stdbool.h>

struct sim_file;

struct sim_ioctl_row {
    unsigned long request;
    const char *name;
    int (*run)(struct sim_file *file, void *arg); // NULL: exists, but not on a render node
    bool destroys; // nobody can handle an error of it: KILN_SIM_FAIL never makes it fail
};

#define SIM_IOCTL_ROW(request, handler) [_IOC_NR(request)] = {request, #handler, sim_ioctl_##handler}
#define SIM_IOCTL_ROW_DESTROYS(request, handler)                                                             \
    [_IOC_NR(request)] = {request, #handler, sim_ioctl_##handler, true}
#define SIM_IOCTL_DENIED(request) [_IOC_NR(request)] = {request, #request, NULL}
enum { SIM_IOCTLS = 256 };

// Those of the DRM core, which each driver has, and KILN_IOCTL_NAME (hw/names.h).
#define SIM_DRM_IOCTLS(X)                                                                                    \
    X(drm_version)                                                                                           \
    X(drm_get_cap)                                                                                           \
    X(drm_gem_close)                                                                                         \
    X(drm_prime_handle_to_fd)                                                                                \
    X(drm_prime_fd_to_handle)                                                                                \
    X(syncobj_create)                                                                                        \
    X(syncobj_destroy)                                                                                       \
    X(syncobj_handle_to_fd)                                                                                  \
    X(syncobj_fd_to_handle)                                                                                  \
    X(syncobj_wait)                                                                                          \
    X(syncobj_reset)                                                                                         \
    X(syncobj_signal)                                                                                        \
    X(syncobj_timeline_wait)                                                                                 \
    X(syncobj_query)                                                                                         \
    X(syncobj_transfer)                                                                                      \
    X(syncobj_timeline_signal)                                                                               \
    X(name)

#define X(name) int sim_ioctl_##name(struct sim_file *file, void *arg);
SIM_DRM_IOCTLS(X)
#undef X

#endif

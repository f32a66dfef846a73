// libkiln_node.so: what is done with descriptors. One of the node is a placeholder; ioctl() and close() on
// it, and what makes copies of it, go by the table (descriptors.h). The simulator's own descriptors, which a
// kernel would not have in the process, cannot be closed.
#undef _FILE_OFFSET_BITS
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "sim/node/descriptors.h"
#include "sim/node/interpose.h"
#include "sim/node/signals.h"
#include "sim/sim.h"
#include "util/file.h"

enum { DRM_IOCTL_BASE = 'd' };

// ---- closing

EXPORT int close(int fd)
{
    struct node_signals h;
    if (kiln_fd_is_ours(fd) && node_in_own_process()) {
        errno = EBADF;
        return -1;
    }
    if (!node_has(fd))
        return node_real_close(fd);
    node_hold_signals(&h);
    node_forget(fd);
    int ret = node_real_close(fd);
    node_let_signals(&h);
    return ret;
}

EXPORT int fclose(FILE *f)
{
    struct node_signals h;
    REAL(int, fclose, FILE *)
    int err = errno, fd = fileno(f);
    errno = err;
    if (!node_has(fd))
        return real(f);
    node_hold_signals(&h);
    node_forget(fd);
    int ret = real(f);
    node_let_signals(&h);
    return ret;
}

// The numbers that are not the simulator's, a run at a time.
EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    REAL(int, close_range, unsigned, unsigned, int)
    const bool shared = !(flags & (int)CLOSE_RANGE_UNSHARE), closes = !(flags & (int)CLOSE_RANGE_CLOEXEC);
    struct node_signals h;
    int ret = 0;
    if (!closes || first > last || !node_in_own_process())
        return real(first, last, flags);
    node_hold_signals(&h);
    while (first <= last && !ret) {
        unsigned end = first;
        while (end < NODE_MAX_FD && end <= last && !kiln_fd_is_ours((int)end)) {
            if (shared)
                node_forget((int)end);
            end++;
        }
        bool all = end >= NODE_MAX_FD || end > last;
        if (all || end > first)
            ret = real(first, all ? last : end - 1, flags);
        if (all)
            break;
        first = end + 1;
    }
    node_let_signals(&h);
    return ret;
}

EXPORT void closefrom(int first)
{
    close_range(first < 0 ? 0u : (unsigned)first, ~0u, 0);
}

// ---- copies

// `copy` has become another descriptor of what `fd` refers to.
static int duplicated(int fd, int copy)
{
    struct node_signals h;
    if (copy < 0 || copy == fd || !node_in_own_process())
        return copy;
    if (kiln_fd_is_ours(copy))
        kiln_fd_lose(copy);
    if (!node_has(fd) && !node_has(copy))
        return copy;
    node_hold_signals(&h);
    struct node *n = node_acquire(fd);
    node_forget(copy);
    if (n) {
        if (copy < NODE_MAX_FD)
            node_remember(copy, n);
        node_release(n);
    }
    node_let_signals(&h);
    return copy;
}

EXPORT int dup(int fd)
{
    REAL(int, dup, int)
    return duplicated(fd, real(fd));
}

EXPORT int dup2(int fd, int copy)
{
    REAL(int, dup2, int, int)
    return duplicated(fd, real(fd, copy));
}

EXPORT int dup3(int fd, int copy, int flags)
{
    REAL(int, dup3, int, int, int)
    return duplicated(fd, real(fd, copy, flags));
}

static int fcntl_common(int (*real)(int, int, ...), int fd, int cmd, void *arg)
{
    int ret = real(fd, cmd, arg);
    return cmd == F_DUPFD || cmd == F_DUPFD_CLOEXEC ? duplicated(fd, ret) : ret;
}

EXPORT int fcntl(int fd, int cmd, ...)
{
    va_list ap;
    va_start(ap, cmd);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    REAL(int, fcntl, int, int, ...)
    return fcntl_common(real, fd, cmd, arg);
}

EXPORT int fcntl64(int fd, int cmd, ...)
{
    va_list ap;
    va_start(ap, cmd);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    REAL(int, fcntl64, int, int, ...)
    return fcntl_common(real, fd, cmd, arg);
}

// ---- ioctl

// What the device says; -ENOTTY: it is nothing of its.
static int of_device(int fd, unsigned long request, void *arg)
{
    const bool drm = _IOC_TYPE(request) == DRM_IOCTL_BASE;
    struct sim_device *dev = node_device();
    struct node_signals h;
    int ret = -ENOTTY;
    if (!dev)
        return ret;
    node_hold_signals(&h);
    struct node *n = node_acquire(fd);
    if (!n && drm)
        n = node_adopt(fd);
    if (n) {
        ret = sim_ioctl(n->file, request, arg);
        node_release(n);
    } else if (!drm) {
        // A sync file, a dma-buf or a stream of counters of ours, perhaps.
        ret = sim_fd_ioctl(dev, fd, request, arg);
    }
    node_let_signals(&h);
    return ret;
}

EXPORT int ioctl(int fd, unsigned long request, ...)
{
    va_list ap;
    va_start(ap, request);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    unsigned type = _IOC_TYPE(request);
    int ret = -ENOTTY;
    if (type == DRM_IOCTL_BASE || type == '>' || type == 'b' || type == 'i')
        ret = of_device(fd, request, arg);
    if (ret == -ENOTTY) {
        REAL(int, ioctl, int, unsigned long, ...)
        return real(fd, request, arg);
    }
    if (ret >= 0)
        return ret;
    errno = -ret;
    return -1;
}

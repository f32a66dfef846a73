// ioctls on the descriptors that the device hands out: sync files (SYNC_IOC_*) and dma-bufs
// (DMA_BUF_IOCTL_*). For the preload node: libraries call them on the plain descriptor. Semantics of the
// kernel's sync_file.c and dma-buf.c.
#include <errno.h>
#include <linux/dma-buf.h>
#include <linux/sync_file.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/dma_buf.h"
#include "sim/sync/fence.h"
#include "sim/sim.h"
#include "util/float_env.h"

// ---- sync files

static int merge(struct sim_fence *own, void *arg)
{
    struct sync_merge_data a;
    if (!sim_copy_from_user(&a, (uint64_t)(uintptr_t)arg, sizeof(a)))
        return -EFAULT;
    if (a.flags || a.pad)
        return -EINVAL;
    struct sim_fence *pair[2] = {own, sim_sync_file_import(a.fd2)};
    if (!pair[1])
        return -ENOENT;
    struct sim_fence *both = sim_fence_create_all(pair, 2);
    int fd = both ? sim_sync_file_export(both) : -ENOMEM;
    sim_fence_unref(both);
    sim_fence_unref(pair[1]);
    if (fd < 0)
        return fd;
    a.fence = fd;
    if (sim_copy_to_user((uint64_t)(uintptr_t)arg, &a, sizeof(a)))
        return 0;
    close(fd);
    return -EFAULT;
}

// 0: active, 1: signaled, or its error.
static int status_of(struct sim_fence *f)
{
    return !sim_fence_signaled(f) ? 0 : f->error ? f->error : 1;
}

static int file_info(const struct sim_driver *driver, struct sim_fence *f, void *arg)
{
    struct sync_file_info a;
    if (!sim_copy_from_user(&a, (uint64_t)(uintptr_t)arg, sizeof(a)))
        return -EFAULT;
    if (a.flags || a.pad)
        return -EINVAL;
    if (a.num_fences) {
        struct sync_fence_info info = {.obj_name = "rcs0", .status = status_of(f)};
        snprintf(info.driver_name, sizeof(info.driver_name), "%s", driver->name);
        if (!sim_copy_to_user(a.sync_fence_info, &info, sizeof(info)))
            return -EFAULT;
    }
    memset(a.name, 0, sizeof(a.name));
    snprintf(a.name, sizeof(a.name), "%s", driver->name);
    a.num_fences = 1;
    a.status = status_of(f);
    return sim_copy_to_user((uint64_t)(uintptr_t)arg, &a, sizeof(a)) ? 0 : -EFAULT;
}

static int sync_file_ioctl(const struct sim_driver *driver, int fd, unsigned long request, void *arg)
{
    sim_lock();
    struct sim_fence *f = sim_sync_file_import(fd);
    int ret = -ENOTTY;
    if (f && request == SYNC_IOC_MERGE)
        ret = merge(f, arg);
    else if (f && request == SYNC_IOC_FILE_INFO)
        ret = file_info(driver, f, arg);
    sim_fence_unref(f);
    sim_unlock();
    return ret;
}

int sim_fd_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg)
{
    KILN_DEFAULT_FLOAT_ENV;
    switch (_IOC_TYPE(request)) {
    case SYNC_IOC_MAGIC:
        return sync_file_ioctl(dev->driver, fd, request, arg);
    case DMA_BUF_BASE:
        return sim_dma_buf_ioctl(dev, fd, request, arg);
    default:
        return dev->driver->fd_ioctl(dev, fd, request, arg);
    }
}

// Handles of buffer objects, and objects as descriptors (dma-bufs): drm_gem.c and drm_prime.c of the kernel.
#include <drm.h>
#include <errno.h>
#include <fcntl.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/drm/ioctl.h"
#include "sim/kernel/gem/bo.h"

struct sim_bo *sim_bo_lookup(struct sim_file *file, uint32_t handle)
{
    return sim_handles_get(&file->bos, handle);
}

int sim_bo_add_handle(struct sim_file *file, struct sim_bo *bo, uint32_t *handle)
{
    *handle = sim_handles_add(&file->bos, bo);
    if (*handle)
        return 0;
    sim_bo_unref(bo);
    return -ENOMEM;
}

int sim_ioctl_drm_gem_close(struct sim_file *file, void *arg)
{
    const struct drm_gem_close *a = arg;
    struct sim_bo *bo = sim_handles_remove(&file->bos, a->handle);
    if (!bo)
        return -EINVAL;
    // Who gave the memory may unmap it next: i915's notifier waits there for those that still use it.
    if (bo->userptr)
        sim_bo_wait(bo, true);
    sim_bo_unref(bo);
    return 0;
}

int sim_ioctl_drm_prime_handle_to_fd(struct sim_file *file, void *arg)
{
    struct drm_prime_handle *a = arg;
    if (a->flags & ~(uint32_t)(DRM_CLOEXEC | DRM_RDWR))
        return -EINVAL;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    if (bo->userptr)
        return -EINVAL;
    if (bo->only_in)
        return -EPERM;
    int fd = kiln_fd_copy(&bo->fd, a->flags & DRM_CLOEXEC);
    if (fd < 0)
        return -EMFILE;
    a->fd = fd;
    bo->shared = true;
    return 0;
}

int sim_ioctl_drm_prime_fd_to_handle(struct sim_file *file, void *arg)
{
    struct drm_prime_handle *a = arg;
    int err;
    struct sim_bo *bo = sim_bo_import(file->dev, a->fd, &err);
    if (!bo)
        return err;
    bo->shared = true;
    // A file has one handle for an object.
    for (size_t i = 0; i < file->bos.slots.count; i++)
        if (file->bos.slots.data[i] == bo) {
            sim_bo_unref(bo);
            a->handle = (uint32_t)i + 1;
            return 0;
        }
    return sim_bo_add_handle(file, bo, &a->handle);
}

// ioctls on a dma-buf (DMA_BUF_IOCTL_*), as the kernel's dma-buf.c.
#include "sim/kernel/gem/dma_buf.h"

#include <errno.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/drm/user.h"
#include "sim/kernel/gem/bo.h"
#include "sim/sync/fence.h"

static struct sim_bo *find_bo(struct sim_device *dev, int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0)
        return NULL;
    for (size_t i = 0; i < dev->bos.slots.count; i++) {
        struct sim_bo *bo = dev->bos.slots.data[i];
        if (bo && bo->refs && bo->fd.number >= 0 && bo->fd.inode == st.st_ino)
            return bo;
    }
    return NULL;
}

static int sync_access(struct sim_bo *bo, void *arg)
{
    struct dma_buf_sync a;
    if (!sim_copy_from_user(&a, (uint64_t)(uintptr_t)arg, sizeof(a)))
        return -EFAULT;
    if (a.flags & ~(uint64_t)DMA_BUF_SYNC_VALID_FLAGS_MASK || !(a.flags & DMA_BUF_SYNC_RW))
        return -EINVAL;
    return a.flags & DMA_BUF_SYNC_END
               ? 0
               : sim_bo_wait_interruptible(bo, a.flags & DMA_BUF_SYNC_WRITE, INT64_MAX);
}

static int export_fence(struct sim_bo *bo, void *arg)
{
    struct dma_buf_export_sync_file a;
    if (!sim_copy_from_user(&a, (uint64_t)(uintptr_t)arg, sizeof(a)))
        return -EFAULT;
    if (a.flags & ~(uint32_t)DMA_BUF_SYNC_RW || !(a.flags & DMA_BUF_SYNC_RW))
        return -EINVAL;
    // A reader waits for the writer, a writer for all.
    bool all = a.flags & DMA_BUF_SYNC_WRITE;
    struct sim_fence *f = all          ? sim_fence_create_all(bo->readers.data, (unsigned)bo->readers.count)
                          : bo->writer ? sim_fence_ref(bo->writer)
                                       : sim_fence_create_signaled();
    int fd = f ? sim_sync_file_export(f) : -ENOMEM;
    sim_fence_unref(f);
    if (fd < 0)
        return fd;
    a.fd = fd;
    return sim_copy_to_user((uint64_t)(uintptr_t)arg, &a, sizeof(a)) ? 0 : -EFAULT;
}

static int import_fence(struct sim_bo *bo, void *arg)
{
    struct dma_buf_import_sync_file a;
    if (!sim_copy_from_user(&a, (uint64_t)(uintptr_t)arg, sizeof(a)))
        return -EFAULT;
    if (a.flags & ~(uint32_t)DMA_BUF_SYNC_RW || !(a.flags & DMA_BUF_SYNC_RW))
        return -EINVAL;
    struct sim_fence *f = sim_sync_file_import(a.fd);
    if (!f)
        return -EINVAL;
    int err = sim_bo_add_fence(bo, f, a.flags & DMA_BUF_SYNC_WRITE, 0);
    sim_fence_unref(f);
    return err;
}

int sim_dma_buf_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg)
{
    int ret = -ENOTTY;
    sim_lock();
    struct sim_bo *bo = find_bo(dev, fd);
    if (bo) {
        sim_bo_ref(bo);
        switch (request) {
        case DMA_BUF_IOCTL_SYNC:
            ret = sync_access(bo, arg);
            break;
        case DMA_BUF_SET_NAME_A:
        case DMA_BUF_SET_NAME_B:
            ret = 0;
            break;
        case DMA_BUF_IOCTL_EXPORT_SYNC_FILE:
            ret = export_fence(bo, arg);
            break;
        case DMA_BUF_IOCTL_IMPORT_SYNC_FILE:
            ret = import_fence(bo, arg);
            break;
        }
        sim_bo_unref(bo);
    }
    sim_unlock();
    return ret;
}

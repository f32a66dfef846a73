// The ioctl entry: which numbers exist, how large their arguments are, and which a render node may use, as in
// the kernel's drm_ioctl() (argument copied in, zero filled to the known size, copied back by the size and
// the directions that the caller's request number says).
#include <drm.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "hw/names.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/drm/ioctl.h"
#include "sim/sync/fence.h"
#include "util/float_env.h"
#include "util/log.h"

static const struct sim_ioctl_row core[SIM_IOCTLS] = {
    SIM_IOCTL_ROW(DRM_IOCTL_VERSION, drm_version),
    SIM_IOCTL_ROW(DRM_IOCTL_GET_CAP, drm_get_cap),
    SIM_IOCTL_ROW_DESTROYS(DRM_IOCTL_GEM_CLOSE, drm_gem_close),
    SIM_IOCTL_ROW(DRM_IOCTL_PRIME_HANDLE_TO_FD, drm_prime_handle_to_fd),
    SIM_IOCTL_ROW(DRM_IOCTL_PRIME_FD_TO_HANDLE, drm_prime_fd_to_handle),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_CREATE, syncobj_create),
    SIM_IOCTL_ROW_DESTROYS(DRM_IOCTL_SYNCOBJ_DESTROY, syncobj_destroy),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, syncobj_handle_to_fd),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, syncobj_fd_to_handle),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_WAIT, syncobj_wait),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_RESET, syncobj_reset),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_SIGNAL, syncobj_signal),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, syncobj_timeline_wait),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_QUERY, syncobj_query),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_TRANSFER, syncobj_transfer),
    SIM_IOCTL_ROW(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, syncobj_timeline_signal),
    SIM_IOCTL_ROW(KILN_IOCTL_NAME, name), // no kernel's
    // For the master of a primary node only.
    SIM_IOCTL_DENIED(DRM_IOCTL_GET_UNIQUE),
    SIM_IOCTL_DENIED(DRM_IOCTL_GET_MAGIC),
    SIM_IOCTL_DENIED(DRM_IOCTL_GET_CLIENT),
    SIM_IOCTL_DENIED(DRM_IOCTL_GET_STATS),
    SIM_IOCTL_DENIED(DRM_IOCTL_SET_VERSION),
    SIM_IOCTL_DENIED(DRM_IOCTL_GEM_FLINK),
    SIM_IOCTL_DENIED(DRM_IOCTL_GEM_OPEN),
    SIM_IOCTL_DENIED(DRM_IOCTL_SET_CLIENT_CAP),
    SIM_IOCTL_DENIED(DRM_IOCTL_AUTH_MAGIC),
    SIM_IOCTL_DENIED(DRM_IOCTL_SET_MASTER),
    SIM_IOCTL_DENIED(DRM_IOCTL_DROP_MASTER),
    SIM_IOCTL_DENIED(DRM_IOCTL_WAIT_VBLANK),
    SIM_IOCTL_DENIED(DRM_IOCTL_CRTC_GET_SEQUENCE),
    SIM_IOCTL_DENIED(DRM_IOCTL_CRTC_QUEUE_SEQUENCE),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_GETRESOURCES),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_GETCRTC),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_GETCONNECTOR),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_GETENCODER),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_GETPROPERTY),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_GETPLANERESOURCES),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_CREATE_DUMB),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_MAP_DUMB),
    SIM_IOCTL_DENIED(DRM_IOCTL_MODE_DESTROY_DUMB),
};

// Whether this ioctl is the one that fails (KILN_SIM_FAIL).
static bool must_fail(struct sim_device *dev, const struct sim_ioctl_row *row)
{
    if (atomic_load_explicit(&dev->fail_countdown, memory_order_relaxed) < 0 || row->destroys)
        return false;
    return atomic_fetch_sub(&dev->fail_countdown, 1) == 0;
}

int sim_ioctl(struct sim_file *file, unsigned long request, void *arg)
{
    KILN_DEFAULT_FLOAT_ENV;
    if (_IOC_TYPE(request) != DRM_IOCTL_BASE)
        return -ENOTTY;
    const struct sim_ioctl_row *row = &core[_IOC_NR(request)];
    if (!row->name)
        row = &file->dev->driver->ioctls[_IOC_NR(request)];
    if (!row->name)
        return -EINVAL;
    if (!row->run)
        return -EACCES;
    if (must_fail(file->dev, row))
        return -file->dev->config->fail_errno;

    uint64_t buf[64] = {0};
    size_t user = _IOC_SIZE(request);
    unsigned dir = _IOC_DIR(request) & _IOC_DIR(row->request);
    if (user > sizeof(buf))
        return -EINVAL;
    if (dir & _IOC_WRITE && !sim_copy_from_user(buf, (uint64_t)(uintptr_t)arg, user))
        return -EFAULT;
    sim_lock();
    int ret = row->run(file, buf);
    sim_unlock();
    sim_chip_write_stats(file->dev->chip, false);

    if (dir & _IOC_READ && !sim_copy_to_user((uint64_t)(uintptr_t)arg, buf, user))
        ret = -EFAULT;
    if (KILN_DEBUG(IOCTL))
        kiln_log("ioctl %s {0x%llx, 0x%llx, 0x%llx, 0x%llx, ...} = %d", row->name, (unsigned long long)buf[0],
                 (unsigned long long)buf[1], (unsigned long long)buf[2], (unsigned long long)buf[3], ret);
    return ret;
}

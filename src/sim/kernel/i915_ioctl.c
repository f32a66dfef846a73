// The ioctl entry: which numbers exist, how large their arguments are, and which a render node may use, as in
// the kernel's drm_ioctl() (argument copied in, zero filled to the known size, copied back by the size and
// the directions that the caller's request number says).
#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "hw/names.h"
#include "sim/kernel/device.h"
#include "sim/kernel/i915.h"
#include "sim/kernel/stats_file.h"
#include "util/float_env.h"
#include "util/log.h"

struct ioctl_row {
    unsigned long request;
    const char *name;
    int (*run)(struct sim_file *file, void *arg); // NULL: exists, but not on a render node
};

#define ROW(request, handler) [_IOC_NR(request)] = {request, #handler, sim_ioctl_##handler}
#define DENIED(request) [_IOC_NR(request)] = {request, #request, NULL}

static const struct ioctl_row rows[256] = {
    ROW(DRM_IOCTL_VERSION, drm_version),
    ROW(DRM_IOCTL_GET_CAP, drm_get_cap),
    ROW(DRM_IOCTL_GEM_CLOSE, drm_gem_close),
    ROW(DRM_IOCTL_PRIME_HANDLE_TO_FD, drm_prime_handle_to_fd),
    ROW(DRM_IOCTL_PRIME_FD_TO_HANDLE, drm_prime_fd_to_handle),
    ROW(DRM_IOCTL_SYNCOBJ_CREATE, syncobj_create),
    ROW(DRM_IOCTL_SYNCOBJ_DESTROY, syncobj_destroy),
    ROW(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, syncobj_handle_to_fd),
    ROW(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, syncobj_fd_to_handle),
    ROW(DRM_IOCTL_SYNCOBJ_WAIT, syncobj_wait),
    ROW(DRM_IOCTL_SYNCOBJ_RESET, syncobj_reset),
    ROW(DRM_IOCTL_SYNCOBJ_SIGNAL, syncobj_signal),
    ROW(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, syncobj_timeline_wait),
    ROW(DRM_IOCTL_SYNCOBJ_QUERY, syncobj_query),
    ROW(DRM_IOCTL_SYNCOBJ_TRANSFER, syncobj_transfer),
    ROW(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, syncobj_timeline_signal),
    ROW(DRM_IOCTL_I915_GETPARAM, getparam),
    ROW(DRM_IOCTL_I915_QUERY, query),
    ROW(DRM_IOCTL_I915_REG_READ, reg_read),
    ROW(DRM_IOCTL_I915_GEM_CREATE, gem_create),
    ROW(DRM_IOCTL_I915_GEM_CREATE_EXT, gem_create_ext),
    ROW(DRM_IOCTL_I915_GEM_PREAD, gem_pread),
    ROW(DRM_IOCTL_I915_GEM_PWRITE, gem_pwrite),
    ROW(DRM_IOCTL_I915_GEM_MMAP, gem_mmap),
    ROW(DRM_IOCTL_I915_GEM_MMAP_OFFSET, gem_mmap_offset),
    ROW(DRM_IOCTL_I915_GEM_SET_DOMAIN, gem_set_domain),
    ROW(DRM_IOCTL_I915_GEM_SW_FINISH, gem_sw_finish),
    ROW(DRM_IOCTL_I915_GEM_SET_TILING, gem_set_tiling),
    ROW(DRM_IOCTL_I915_GEM_GET_TILING, gem_get_tiling),
    ROW(DRM_IOCTL_I915_GEM_SET_CACHING, gem_set_caching),
    ROW(DRM_IOCTL_I915_GEM_GET_CACHING, gem_get_caching),
    ROW(DRM_IOCTL_I915_GEM_BUSY, gem_busy),
    ROW(DRM_IOCTL_I915_GEM_WAIT, gem_wait),
    ROW(DRM_IOCTL_I915_GEM_MADVISE, gem_madvise),
    ROW(DRM_IOCTL_I915_GEM_GET_APERTURE, gem_get_aperture),
    ROW(DRM_IOCTL_I915_GEM_USERPTR, gem_userptr),
    ROW(DRM_IOCTL_I915_GEM_THROTTLE, gem_throttle),
    ROW(DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, context_create),
    ROW(DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, context_destroy),
    ROW(DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, context_getparam),
    ROW(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, context_setparam),
    ROW(DRM_IOCTL_I915_GEM_VM_CREATE, vm_create),
    ROW(DRM_IOCTL_I915_GEM_VM_DESTROY, vm_destroy),
    ROW(DRM_IOCTL_I915_GET_RESET_STATS, get_reset_stats),
    ROW(DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, execbuffer2),
    ROW(DRM_IOCTL_I915_PERF_OPEN, perf_open),
    ROW(DRM_IOCTL_I915_PERF_ADD_CONFIG, perf_add_config),
    ROW(DRM_IOCTL_I915_PERF_REMOVE_CONFIG, perf_remove_config),
    ROW(KILN_IOCTL_NAME, name), // no kernel's
    // For the master of a primary node only.
    DENIED(DRM_IOCTL_GET_UNIQUE),
    DENIED(DRM_IOCTL_GET_MAGIC),
    DENIED(DRM_IOCTL_GET_CLIENT),
    DENIED(DRM_IOCTL_GET_STATS),
    DENIED(DRM_IOCTL_SET_VERSION),
    DENIED(DRM_IOCTL_GEM_FLINK),
    DENIED(DRM_IOCTL_GEM_OPEN),
    DENIED(DRM_IOCTL_SET_CLIENT_CAP),
    DENIED(DRM_IOCTL_AUTH_MAGIC),
    DENIED(DRM_IOCTL_SET_MASTER),
    DENIED(DRM_IOCTL_DROP_MASTER),
    DENIED(DRM_IOCTL_WAIT_VBLANK),
    DENIED(DRM_IOCTL_CRTC_GET_SEQUENCE),
    DENIED(DRM_IOCTL_CRTC_QUEUE_SEQUENCE),
    DENIED(DRM_IOCTL_MODE_GETRESOURCES),
    DENIED(DRM_IOCTL_MODE_GETCRTC),
    DENIED(DRM_IOCTL_MODE_GETCONNECTOR),
    DENIED(DRM_IOCTL_MODE_GETENCODER),
    DENIED(DRM_IOCTL_MODE_GETPROPERTY),
    DENIED(DRM_IOCTL_MODE_GETPLANERESOURCES),
    DENIED(DRM_IOCTL_MODE_CREATE_DUMB),
    DENIED(DRM_IOCTL_MODE_MAP_DUMB),
    DENIED(DRM_IOCTL_MODE_DESTROY_DUMB),
    DENIED(DRM_IOCTL_I915_INIT),
    DENIED(DRM_IOCTL_I915_FLUSH),
    DENIED(DRM_IOCTL_I915_FLIP),
    DENIED(DRM_IOCTL_I915_BATCHBUFFER),
    DENIED(DRM_IOCTL_I915_IRQ_EMIT),
    DENIED(DRM_IOCTL_I915_IRQ_WAIT),
    DENIED(DRM_IOCTL_I915_SETPARAM),
    DENIED(DRM_IOCTL_I915_GEM_INIT),
    DENIED(DRM_IOCTL_I915_GEM_EXECBUFFER),
    DENIED(DRM_IOCTL_I915_GEM_PIN),
    DENIED(DRM_IOCTL_I915_GEM_UNPIN),
    DENIED(DRM_IOCTL_I915_GEM_ENTERVT),
    DENIED(DRM_IOCTL_I915_GEM_LEAVEVT),
    DENIED(DRM_IOCTL_I915_GET_PIPE_FROM_CRTC_ID),
    DENIED(DRM_IOCTL_I915_OVERLAY_PUT_IMAGE),
    DENIED(DRM_IOCTL_I915_OVERLAY_ATTRS),
};

// Whether it is this ioctl's turn to fail (KILN_SIM_FAIL). Nobody can handle an error of those that destroy.
static bool must_fail(struct sim_device *dev, unsigned long request)
{
    if (atomic_load_explicit(&dev->fail_countdown, memory_order_relaxed) < 0 ||
        request == DRM_IOCTL_GEM_CLOSE || request == DRM_IOCTL_I915_GEM_CONTEXT_DESTROY ||
        request == DRM_IOCTL_SYNCOBJ_DESTROY || request == DRM_IOCTL_I915_GEM_VM_DESTROY)
        return false;
    return atomic_fetch_sub(&dev->fail_countdown, 1) == 0;
}

int sim_ioctl(struct sim_file *file, unsigned long request, void *arg)
{
    KILN_DEFAULT_FLOAT_ENV;
    if (_IOC_TYPE(request) != DRM_IOCTL_BASE)
        return -ENOTTY;
    const struct ioctl_row *row = &rows[_IOC_NR(request)];
    if (!row->name)
        return -EINVAL;
    if (!row->run)
        return -EACCES;
    if (must_fail(file->dev, request))
        return -file->dev->fail_errno;

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
    sim_stats_files_note(file->dev->stats_files);

    if (dir & _IOC_READ && !sim_copy_to_user((uint64_t)(uintptr_t)arg, buf, user))
        ret = -EFAULT;
    if (KILN_DEBUG(IOCTL))
        kiln_log("ioctl %s {0x%llx, 0x%llx, 0x%llx, 0x%llx, ...} = %d", row->name, (unsigned long long)buf[0],
                 (unsigned long long)buf[1], (unsigned long long)buf[2], (unsigned long long)buf[3], ret);
    return ret;
}

int sim_user_extensions(struct sim_file *file, uint64_t address, const sim_extension_fn *table,
                        unsigned count, void *data)
{
    for (unsigned depth = 0; address; depth++) {
        struct i915_user_extension ext;
        if (depth == 512)
            return -E2BIG;
        if (!sim_copy_from_user(&ext, address, sizeof(ext)))
            return -EFAULT;
        if (ext.flags || ext.rsvd[0] || ext.rsvd[1] || ext.rsvd[2] || ext.rsvd[3])
            return -EINVAL;
        int err = ext.name < count && table[ext.name] ? table[ext.name](file, address, data) : -EINVAL;
        if (err)
            return err;
        address = ext.next_extension;
    }
    return 0;
}

// i915 as the DRM core sees it: its ioctls, and what is done with its requests.
#include <drm.h>
#include <errno.h>
#include <i915_drm.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/i915/perf.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/setup.h"

static const struct sim_ioctl_row ioctls[SIM_IOCTLS] = {
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GETPARAM, getparam),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_QUERY, query),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_REG_READ, reg_read),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_CREATE, gem_create),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_CREATE_EXT, gem_create_ext),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_PREAD, gem_pread),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_PWRITE, gem_pwrite),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_MMAP, gem_mmap),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_MMAP_OFFSET, gem_mmap_offset),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_SET_DOMAIN, gem_set_domain),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_SW_FINISH, gem_sw_finish),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_SET_TILING, gem_set_tiling),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_GET_TILING, gem_get_tiling),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_SET_CACHING, gem_set_caching),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_GET_CACHING, gem_get_caching),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_BUSY, gem_busy),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_WAIT, gem_wait),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_MADVISE, gem_madvise),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_GET_APERTURE, gem_get_aperture),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_USERPTR, gem_userptr),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_THROTTLE, gem_throttle),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, context_create),
    SIM_IOCTL_ROW_DESTROYS(DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, context_destroy),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, context_getparam),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, context_setparam),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_VM_CREATE, vm_create),
    SIM_IOCTL_ROW_DESTROYS(DRM_IOCTL_I915_GEM_VM_DESTROY, vm_destroy),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GET_RESET_STATS, get_reset_stats),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, execbuffer2),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_PERF_OPEN, perf_open),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_PERF_ADD_CONFIG, perf_add_config),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_PERF_REMOVE_CONFIG, perf_remove_config),
    // For the master of a primary node only.
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_INIT),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_FLUSH),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_FLIP),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_BATCHBUFFER),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_IRQ_EMIT),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_IRQ_WAIT),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_SETPARAM),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_GEM_INIT),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_GEM_EXECBUFFER),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_GEM_PIN),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_GEM_UNPIN),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_GEM_ENTERVT),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_GEM_LEAVEVT),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_GET_PIPE_FROM_CRTC_ID),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_OVERLAY_PUT_IMAGE),
    SIM_IOCTL_DENIED(DRM_IOCTL_I915_OVERLAY_ATTRS),
};

static int init(struct sim_device *dev)
{
    sim_build_whitelist(dev->chip);
    return sim_perf_init(dev);
}

// Without a last-level cache that both share, what the host writes stays in its own caches, and it does not
// see what the GPU writes, unless the object is snooped or the kernel told to flush.
static uint32_t unsnooped(const struct sim_request *rq)
{
    for (unsigned i = 0; i < rq->bo_count; i++)
        if (rq->bos[i]->write_back && rq->bos[i]->caching == I915_CACHING_NONE && !rq->bos[i]->moved)
            return rq->bos[i]->number;
    return 0;
}

static bool oa_counts(const struct sim_request *rq)
{
    return sim_oa_counts(rq->engine->dev, rq->ctx);
}

// As Linux 6.1 has it. Its timers at their stock values: Kconfig.profile (REQUEST_TIMEOUT,
// HEARTBEAT_INTERVAL, PREEMPT_TIMEOUT).
const struct sim_driver sim_i915_driver = {
    .name = "i915",
    .date = "20201103",
    .text = "Intel Graphics",
    .version = {1, 6, 0},
    .ioctls = ioctls,
    .limits = {.request_ns = UINT64_C(20000000000),
               .heartbeat_ns = UINT64_C(2500000000),
               .preempt_ns = UINT64_C(640000000)},
    .hung = -EIO,
    .cancelled = -EIO,
    .open = sim_i915_open,
    .close = sim_i915_close,
    .blame = sim_i915_blame,
    .unsnooped = unsnooped,
    .oa_counts = oa_counts,
    .fd_ioctl = sim_perf_stream_ioctl,
    .init = init,
    .finish = sim_oa_finish,
};

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

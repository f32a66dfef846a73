// i915 as the DRM core sees it: its ioctls, and what is done with its requests.
#include <drm.h>
#include <errno.h>
#include <i915_drm.h>

#include "cmd/gen_pack.h"
#include "hw/registers.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/i915/perf.h"

static const struct sim_ioctl_row ioctls[SIM_IOCTLS] = {
    SIM_IOCTL_ROW(DRM_IOCTL_VERSION, drm_version),
    SIM_IOCTL_ROW(DRM_IOCTL_GET_CAP, drm_get_cap),
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
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, context_destroy),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, context_getparam),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, context_setparam),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_VM_CREATE, vm_create),
    SIM_IOCTL_ROW(DRM_IOCTL_I915_GEM_VM_DESTROY, vm_destroy),
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

// What batches of the render engine may write beyond the hardware's own list: intel_workarounds.c,
// *_whitelist_build.
static void build_whitelist(struct sim_chip *chip)
{
    uint32_t slot = GEN_REG_FORCE_TO_NONPRIV;
    for (unsigned i = 0; i < kiln_register_count(); i++) {
        const struct kiln_register *r = kiln_register_row(i);
        if (r->batch != KILN_BATCH_I915 || !(r->where >> sim_chip_devinfo(chip)->platform & 1))
            continue;
        sim_chip_write(chip, slot, r->offset + (r->block == KILN_BLOCK_GT ? 0 : KILN_RENDER_BASE));
        slot += 4;
    }
}

static int init(struct sim_device *dev)
{
    build_whitelist(dev->chip);
    return sim_perf_init(dev);
}

const struct sim_driver sim_i915_driver = {
    .name = "i915",
    .ioctls = ioctls,
    .prepare = sim_i915_prepare,
    .execute = sim_i915_execute,
    .blame = sim_i915_blame,
    .fd_ioctl = sim_perf_stream_ioctl,
    .init = init,
    .finish = sim_perf_finish,
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

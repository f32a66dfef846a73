// GEM ioctls of xe. Checks and error numbers as in Linux 6.12 xe_bo.c.
#include <drm.h>
#include <errno.h>

#include "hw/target.h"
#include "hw/xe_uapi.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/xe/xe.h"

static int check(const struct sim_device *dev, const struct drm_xe_gem_create *a)
{
    const uint32_t there = dev->local_size ? 1 << SIM_XE_SYSTEM | 1 << SIM_XE_VRAM : 1 << SIM_XE_SYSTEM;
    const uint32_t known = DRM_XE_GEM_CREATE_FLAG_DEFER_BACKING | DRM_XE_GEM_CREATE_FLAG_SCANOUT |
                           DRM_XE_GEM_CREATE_FLAG_NEEDS_VISIBLE_VRAM;
    const bool vram = a->placement & 1 << SIM_XE_VRAM;
    if (a->extensions || a->pad[0] || a->pad[1] || a->pad[2] || a->reserved[0] || a->reserved[1])
        return -EINVAL;
    if (a->placement & ~there || !a->placement || a->flags & ~known || a->handle)
        return -EINVAL;
    if (!a->size || a->size % SIM_PAGE || a->size > UINT64_C(1) << SIM_MMAP_SHIFT)
        return -EINVAL;
    if (a->flags & DRM_XE_GEM_CREATE_FLAG_NEEDS_VISIBLE_VRAM && !vram)
        return -EINVAL;
    if (!a->cpu_caching || a->cpu_caching > DRM_XE_GEM_CPU_CACHING_WC)
        return -EINVAL;
    if (a->cpu_caching == DRM_XE_GEM_CPU_CACHING_WB && (vram || a->flags & DRM_XE_GEM_CREATE_FLAG_SCANOUT))
        return -EINVAL;
    return 0;
}

// Device memory that is full goes to the system's, where it may.
static struct sim_bo *create(struct sim_device *dev, const struct drm_xe_gem_create *a, int *err)
{
    const bool vram = a->placement & 1 << SIM_XE_VRAM;
    struct sim_bo *bo = vram ? sim_bo_create_local(dev, a->size, err) : NULL;
    if (!bo && a->placement & 1 << SIM_XE_SYSTEM)
        bo = sim_bo_create(dev, a->size, err);
    if (!bo)
        return NULL;
    bo->may_be_local = vram;
    bo->cpu_caching = a->cpu_caching;
    return bo;
}

int sim_ioctl_xe_gem_create(struct sim_file *file, void *arg)
{
    struct drm_xe_gem_create *a = arg;
    int err = check(file->dev, a);
    if (err)
        return err;
    const struct sim_vm *vm = a->vm_id ? sim_xe_vm(file, a->vm_id) : NULL;
    if (a->vm_id && !vm)
        return -ENOENT;
    // (xe_bo_create_locked)
    if (a->placement & 1 << SIM_XE_VRAM &&
        kiln_target_has_large_local_pages(kiln_target_of(file->dev->devinfo)) && a->size % (64 << 10))
        return -EINVAL;
    struct sim_bo *bo = create(file->dev, a, &err);
    if (!bo)
        return err;
    bo->only_in = vm ? vm->number : 0;
    return sim_bo_add_handle(file, bo, &a->handle);
}

int sim_ioctl_xe_gem_mmap_offset(struct sim_file *file, void *arg)
{
    struct drm_xe_gem_mmap_offset *a = arg;
    if (a->extensions || a->flags || a->reserved[0] || a->reserved[1])
        return -EINVAL;
    const struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    a->offset = (uint64_t)bo->number << SIM_MMAP_SHIFT;
    return 0;
}

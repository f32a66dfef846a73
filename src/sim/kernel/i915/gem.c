// GEM ioctls: buffer objects as the client sees them. Checks and error numbers as in i915_gem*.c.
#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "hw/target.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/drm/client.h"

// User space ends below the canonical hole.
#define USER_END (UINT64_C(1) << 47)

static bool access_ok(uint64_t address, uint64_t size)
{
    return size <= USER_END && address <= USER_END - size;
}

// Where an object may be: bits by class of memory region.
enum { IN_SYSTEM = 1 << I915_MEMORY_CLASS_SYSTEM, IN_DEVICE = 1 << I915_MEMORY_CLASS_DEVICE };

static bool is_discrete(const struct sim_file *file)
{
    return file->dev->devinfo->has_local_memory;
}

// The kernel no longer copies for clients on chips after Tiger Lake, nor relocates (exec.c).
bool sim_has_legacy_access(const struct sim_device *dev)
{
    return kiln_target_has_legacy_access(kiln_target_of(dev->devinfo));
}

// Chips without an aperture have no fences, nor the calls that concern them: those with memory of their own,
// and after them all. Source: i915 6.1 intel_ggtt_fencing.c (intel_ggtt_init_fences), gem/i915_gem_tiling.c;
// 6.12 intel_ggtt.c (HAS_LMEMBAR_SMEM_STOLEN).
static bool has_fences(const struct sim_file *file)
{
    return !is_discrete(file) && !kiln_target_has_flat_topology(kiln_target_of(file->dev->devinfo));
}

// Device memory that is full goes to the system's, where it may.
static int create(struct sim_file *file, unsigned where, uint64_t *size, uint32_t *handle)
{
    int err = 0;
    if (!*size)
        return -EINVAL;
    if (*size > UINT64_MAX - SIM_PAGE || *size >> 12 > INT32_MAX || *size > UINT64_C(1) << SIM_MMAP_SHIFT)
        return -E2BIG;
    const uint64_t page = where & IN_DEVICE ? sim_local_page(file->dev) : SIM_PAGE;
    *size = (*size + page - 1) & ~(page - 1);
    struct sim_bo *bo = where & IN_DEVICE ? sim_bo_create_local(file->dev, *size, &err) : NULL;
    if (!bo && where & IN_SYSTEM)
        bo = sim_bo_create(file->dev, *size, &err);
    if (!bo)
        return err;
    bo->may_be_local = where & IN_DEVICE;
    bo->caching = file->dev->devinfo->has_llc ? I915_CACHING_CACHED : I915_CACHING_NONE;
    return sim_bo_add_handle(file, bo, handle);
}

int sim_ioctl_gem_create(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_create *a = arg;
    uint64_t size = a->size;
    int err = create(file, IN_SYSTEM, &size, &a->handle);
    if (!err)
        a->size = size;
    return err;
}

// What the extensions of GEM_CREATE_EXT say.
struct create_ext {
    unsigned where; // IN_*
    bool has_pat;
    uint32_t pat;
};

static int ext_memory_regions(struct sim_file *file, uint64_t address, void *data)
{
    struct drm_i915_gem_create_ext_memory_regions ext;
    struct drm_i915_gem_memory_class_instance region;
    unsigned *where = &((struct create_ext *)data)->where,
             regions = is_discrete(file) ? IN_SYSTEM | IN_DEVICE : IN_SYSTEM;
    if (!sim_copy_from_user(&ext, address, sizeof(ext)))
        return -EFAULT;
    if (*where || ext.pad || !ext.num_regions || ext.num_regions > (uint32_t)__builtin_popcount(regions))
        return -EINVAL;
    for (uint32_t i = 0; i < ext.num_regions; i++) { // each once
        if (!sim_copy_from_user(&region, ext.regions + i * sizeof(region), sizeof(region)))
            return -EFAULT;
        if (region.memory_class > I915_MEMORY_CLASS_DEVICE || region.memory_instance ||
            !(regions & ~*where & 1u << region.memory_class))
            return -EINVAL;
        *where |= 1u << region.memory_class;
    }
    return 0;
}

static int ext_protected_content(struct sim_file *file, uint64_t address, void *data)
{
    struct drm_i915_gem_create_ext_protected_content ext;
    if (!sim_copy_from_user(&ext, address, sizeof(ext)))
        return -EFAULT;
    return ext.flags ? -EINVAL : -ENODEV;
}

// Since Linux 6.5, which the headers that this is built with need not know: an entry of the table of page
// attributes instead of a caching mode. Meteor Lake's last two are coherent with the CPU. Source: i915 6.12
// gem/i915_gem_create.c (ext_set_pat), intel_gtt.c (xelpg_setup_private_ppat), i915_pci.c (MTL_CACHELEVEL).
enum { CREATE_EXT_SET_PAT = 2, PAT_LAST = 4, PAT_COHERENT = 3 };

struct create_ext_set_pat {
    struct i915_user_extension base;
    uint32_t index, reserved;
};

static int ext_set_pat(struct sim_file *file, uint64_t address, void *data)
{
    struct create_ext *e = data;
    struct create_ext_set_pat ext;
    if (!kiln_target_has_pat(kiln_target_of(file->dev->devinfo)))
        return -ENODEV;
    if (!sim_copy_from_user(&ext, address, sizeof(ext)))
        return -EFAULT;
    if (ext.index > PAT_LAST)
        return -EINVAL;
    e->has_pat = true;
    e->pat = ext.index;
    return 0;
}

int sim_ioctl_gem_create_ext(struct sim_file *file, void *arg)
{
    static const sim_extension_fn extensions[] = {
        [I915_GEM_CREATE_EXT_MEMORY_REGIONS] = ext_memory_regions,
        [I915_GEM_CREATE_EXT_PROTECTED_CONTENT] = ext_protected_content,
        [CREATE_EXT_SET_PAT] = ext_set_pat,
    };
    struct drm_i915_gem_create_ext *a = arg;
    struct create_ext e = {0};
    if (a->flags & ~(uint32_t)I915_GEM_CREATE_EXT_FLAG_NEEDS_CPU_ACCESS)
        return -EINVAL;
    int err = sim_user_extensions(file, a->extensions, extensions, CREATE_EXT_SET_PAT + 1, &e);
    if (err)
        return err;
    // Access by the CPU is to be asked for only where there is a choice, and the system's memory is one.
    if (a->flags && e.where != (IN_SYSTEM | IN_DEVICE))
        return -EINVAL;
    uint64_t size = a->size;
    err = create(file, e.where ? e.where : IN_SYSTEM, &size, &a->handle);
    if (err)
        return err;
    a->size = size;
    if (e.has_pat)
        sim_bo_lookup(file, a->handle)->caching =
            e.pat >= PAT_COHERENT ? I915_CACHING_CACHED : I915_CACHING_NONE;
    return 0;
}

// ---- access

// The common checks of pread and pwrite; *bo has a reference.
static int rw_begin(struct sim_file *file, uint32_t handle, uint64_t offset, uint64_t size, uint64_t data,
                    bool write, struct sim_bo **out)
{
    if (!access_ok(data, size))
        return -EFAULT;
    struct sim_bo *bo = sim_bo_lookup(file, handle);
    if (!bo)
        return -ENOENT;
    if (size > bo->size || offset > bo->size - size)
        return -EINVAL;
    if (bo->userptr || (write && bo->read_only))
        return -EINVAL;
    *out = sim_bo_ref(bo);
    int err = sim_bo_wait_interruptible(bo, write, INT64_MAX);
    if (err)
        sim_bo_unref(bo);
    return err;
}

int sim_ioctl_gem_pread(struct sim_file *file, void *arg)
{
    const struct drm_i915_gem_pread *a = arg;
    struct sim_bo *bo;
    if (!sim_has_legacy_access(file->dev))
        return -EOPNOTSUPP;
    if (!a->size)
        return 0;
    int err = rw_begin(file, a->handle, a->offset, a->size, a->data_ptr, false, &bo);
    if (err)
        return err;
    bool ok = sim_copy_to_user(a->data_ptr, bo->map + a->offset, a->size);
    sim_bo_unref(bo);
    return ok ? 0 : -EFAULT;
}

int sim_ioctl_gem_pwrite(struct sim_file *file, void *arg)
{
    const struct drm_i915_gem_pwrite *a = arg;
    struct sim_bo *bo;
    if (!sim_has_legacy_access(file->dev))
        return -EOPNOTSUPP;
    if (!a->size)
        return 0;
    int err = rw_begin(file, a->handle, a->offset, a->size, a->data_ptr, true, &bo);
    if (err)
        return err;
    bool ok = sim_copy_from_user(bo->map + a->offset, a->data_ptr, a->size);
    sim_bo_unref(bo);
    return ok ? 0 : -EFAULT;
}

int sim_ioctl_gem_mmap(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_mmap *a = arg;
    if (is_discrete(file))
        return -EOPNOTSUPP;
    if (a->flags & ~(uint64_t)I915_MMAP_WC)
        return -EINVAL;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    if (bo->userptr || bo->imported)
        return -ENXIO;
    if (a->size > bo->size || a->offset > bo->size - a->size)
        return -EINVAL;
    void *p = sim_bo_mmap(bo, NULL, a->offset, a->size, PROT_READ | PROT_WRITE, MAP_SHARED);
    if (p == MAP_FAILED)
        return -errno;
    bo->write_back |= !(a->flags & I915_MMAP_WC);
    a->addr_ptr = (uint64_t)(uintptr_t)p;
    return 0;
}

// GEM_MMAP_GTT and GEM_MMAP_OFFSET are one ioctl: the shorter argument leaves flags and extensions zero,
// which is I915_MMAP_OFFSET_GTT.
int sim_ioctl_gem_mmap_offset(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_mmap_offset *a = arg;
    int err = sim_user_extensions(file, a->extensions, NULL, 0, NULL);
    if (err)
        return err;
    if (a->flags > I915_MMAP_OFFSET_FIXED)
        return -EINVAL;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    // Where an object may be moved, the kernel chooses how it is mapped, and nowhere else.
    if (bo->userptr || (a->flags == I915_MMAP_OFFSET_FIXED) != is_discrete(file))
        return -ENODEV;
    bo->write_back |= a->flags == I915_MMAP_OFFSET_WB;
    a->offset = (uint64_t)bo->number << SIM_MMAP_SHIFT;
    return 0;
}

int sim_ioctl_gem_set_domain(struct sim_file *file, void *arg)
{
    const struct drm_i915_gem_set_domain *a = arg;
    if (is_discrete(file))
        return -ENODEV;
    const uint32_t gpu = I915_GEM_DOMAIN_RENDER | I915_GEM_DOMAIN_SAMPLER | I915_GEM_DOMAIN_COMMAND |
                         I915_GEM_DOMAIN_INSTRUCTION | I915_GEM_DOMAIN_VERTEX;
    if ((a->write_domain | a->read_domains) & gpu)
        return -EINVAL;
    if (a->write_domain && a->read_domains != a->write_domain)
        return -EINVAL;
    if (!a->read_domains)
        return 0;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    bo->moved = true;
    return sim_bo_wait_interruptible(bo, a->write_domain != 0, INT64_MAX);
}

int sim_ioctl_gem_sw_finish(struct sim_file *file, void *arg)
{
    const struct drm_i915_gem_sw_finish *a = arg;
    return sim_bo_lookup(file, a->handle) ? 0 : -ENOENT;
}

// ---- state

// The least page of the device's memory, for sizes and addresses.
uint64_t sim_local_page(const struct sim_device *dev)
{
    return kiln_target_has_large_local_pages(kiln_target_of(dev->devinfo)) ? 64 << 10 : SIM_PAGE;
}

static bool tiling_ok(const struct sim_bo *bo, uint32_t tiling, uint32_t stride)
{
    uint32_t unit = tiling == I915_TILING_X ? 512 : 128;
    return stride && stride % unit == 0 && stride / 128 <= 1u << 12 && stride <= bo->size;
}

// How tiles of a kind have their addresses swizzled (sim_tiled_offset); Gen8 and later do not.
static uint32_t swizzle_of(const struct sim_file *file, uint32_t tiling)
{
    static const uint32_t modes[] = {I915_BIT_6_SWIZZLE_NONE, I915_BIT_6_SWIZZLE_9_10, I915_BIT_6_SWIZZLE_9};
    return sim_chip_config(file->dev->chip)->swizzles ? modes[tiling] : I915_BIT_6_SWIZZLE_NONE;
}

int sim_ioctl_gem_set_tiling(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_set_tiling *a = arg;
    if (!has_fences(file))
        return -EOPNOTSUPP;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    if (bo->userptr)
        return -ENXIO;
    if (a->tiling_mode > I915_TILING_LAST || (a->tiling_mode && !tiling_ok(bo, a->tiling_mode, a->stride)))
        return -EINVAL;
    if (!a->tiling_mode)
        a->stride = 0;
    bo->tiling = a->tiling_mode;
    bo->stride = a->stride;
    a->swizzle_mode = swizzle_of(file, bo->tiling);
    return 0;
}

int sim_ioctl_gem_get_tiling(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_get_tiling *a = arg;
    if (!has_fences(file))
        return -EOPNOTSUPP;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    a->tiling_mode = bo->tiling;
    a->swizzle_mode = a->phys_swizzle_mode = swizzle_of(file, bo->tiling);
    return 0;
}

int sim_ioctl_gem_set_caching(struct sim_file *file, void *arg)
{
    const struct drm_i915_gem_caching *a = arg;
    if (is_discrete(file))
        return -ENODEV;
    if (kiln_target_has_pat(kiln_target_of(file->dev->devinfo)))
        return -EOPNOTSUPP;
    if (a->caching > I915_CACHING_DISPLAY)
        return -EINVAL;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    if (bo->userptr)
        return a->caching == I915_CACHING_CACHED ? 0 : -ENXIO;
    if (bo->imported)
        return -ENXIO;
    // DISPLAY is write-through, or none where the machine has no such cache (Gen9).
    bo->caching = a->caching == I915_CACHING_CACHED ? I915_CACHING_CACHED : I915_CACHING_NONE;
    return 0;
}

int sim_ioctl_gem_get_caching(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_caching *a = arg;
    if (is_discrete(file))
        return -ENODEV;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    a->caching = bo->caching;
    return 0;
}

int sim_ioctl_gem_busy(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_busy *a = arg;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    a->busy = 0;
    if (sim_bo_busy(bo)) {
        a->busy = (uint32_t)bo->reader_engines << 16;
        if (bo->writer)
            a->busy |= bo->writer_class + 1u;
    }
    return 0;
}

int sim_ioctl_gem_wait(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_wait *a = arg;
    if (a->flags)
        return -EINVAL;
    struct sim_bo *bo = sim_bo_lookup(file, a->bo_handle);
    if (!bo)
        return -ENOENT;
    int64_t now = sim_now_ns();
    int64_t until = a->timeout_ns < 0 || a->timeout_ns > INT64_MAX - now ? INT64_MAX : now + a->timeout_ns;
    int err = sim_bo_wait_interruptible(bo, true, until);
    if (a->timeout_ns > 0) {
        int64_t spent = sim_now_ns() - now;
        a->timeout_ns = spent < a->timeout_ns ? a->timeout_ns - spent : 0;
    }
    return err;
}

int sim_ioctl_gem_madvise(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_madvise *a = arg;
    if (a->madv != I915_MADV_WILLNEED && a->madv != I915_MADV_DONTNEED)
        return -EINVAL;
    struct sim_bo *bo = sim_bo_lookup(file, a->handle);
    if (!bo)
        return -ENOENT;
    bo->dont_need = a->madv == I915_MADV_DONTNEED;
    a->retained = 1; // nothing is ever purged
    return 0;
}

int sim_ioctl_gem_get_aperture(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_get_aperture *a = arg;
    const bool large = kiln_target_has_own_spaces(kiln_target_of(file->dev->devinfo));
    a->aper_size = UINT64_C(1) << (large ? 32 : 31); // the global GTT
    a->aper_available_size = a->aper_size;
    return 0;
}

// -EIO is of a GPU that the kernel has given up, which no reset does here; whether a client is banned does
// not matter.
int sim_ioctl_gem_throttle(struct sim_file *file, void *arg)
{
    return 0;
}

int sim_ioctl_gem_userptr(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_userptr *a = arg;
    const uint32_t known = I915_USERPTR_READ_ONLY | I915_USERPTR_PROBE | I915_USERPTR_UNSYNCHRONIZED;
    int err;
    if (a->flags & ~known)
        return -EINVAL;
    if (!a->user_size || (a->user_ptr | a->user_size) % SIM_PAGE)
        return -EINVAL;
    if (!access_ok(a->user_ptr, a->user_size))
        return -EFAULT;
    if (a->flags & I915_USERPTR_UNSYNCHRONIZED)
        return -ENODEV;
    if (a->flags & I915_USERPTR_READ_ONLY &&
        !kiln_target_has_read_only_pages(kiln_target_of(file->dev->devinfo)))
        return -ENODEV;
    if (a->user_size > UINT64_C(1) << SIM_MMAP_SHIFT)
        return -E2BIG;
    struct sim_bo *bo = sim_bo_create_userptr(file->dev, (void *)(uintptr_t)a->user_ptr, a->user_size,
                                              a->flags & I915_USERPTR_READ_ONLY, &err);
    if (!bo)
        return err;
    bo->caching = I915_CACHING_CACHED;
    if (a->flags & I915_USERPTR_PROBE && !sim_bo_user_is_mapped(bo)) {
        sim_bo_unref(bo);
        return -EFAULT;
    }
    return sim_bo_add_handle(file, bo, &a->handle);
}

// ---- sharing

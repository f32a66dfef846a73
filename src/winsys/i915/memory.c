// Memory of i915: created, mapped, waited for.
#include "winsys/i915/i915.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <sys/mman.h>

#include "hw/target.h"
#include "util/mutant.h"

// In the device's own memory, or, when that is full, in the system's; where the CPU reaches it.
static int create_local(struct ws_node *n, struct ws_memory *m)
{
    const struct drm_i915_gem_memory_class_instance regions[] = {{I915_MEMORY_CLASS_DEVICE, 0},
                                                                 {I915_MEMORY_CLASS_SYSTEM, 0}};
    const struct drm_i915_gem_create_ext_memory_regions where = {
        .base = {.name = I915_GEM_CREATE_EXT_MEMORY_REGIONS},
        .num_regions = 2,
        .regions = (uintptr_t)regions};
    struct drm_i915_gem_create_ext c = {
        .size = m->size, .flags = I915_GEM_CREATE_EXT_FLAG_NEEDS_CPU_ACCESS, .extensions = (uintptr_t)&where};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_CREATE_EXT, &c);
    if (ret == 0)
        m->handle = c.handle;
    return ret;
}

// Since Linux 6.5, which the headers that this is built with need not know.
enum { CREATE_EXT_SET_PAT = 2 };

// Meteor Lake's entry for memory that the GPU caches, written back, and sees as the CPU does: what i915 gives
// its own cached objects. Source: i915 6.12 i915_pci.c (MTL_CACHELEVEL), intel_gtt.c
// (xelpg_setup_private_ppat).
enum { PAT_COHERENT = 3 };

struct create_ext_set_pat {
    struct i915_user_extension base;
    uint32_t index, reserved;
};

// Where the table of page attributes has taken the place of the caching modes, only the call that creates an
// object says how it is cached. Source: i915 6.12 i915_drm.h (drm_i915_gem_create_ext_set_pat).
static int create_coherent(struct ws_node *n, struct ws_memory *m)
{
    const struct create_ext_set_pat pat = {.base = {.name = CREATE_EXT_SET_PAT},
                                           .index = MUTABLE_BITS("snoop", PAT_COHERENT)};
    struct drm_i915_gem_create_ext c = {.size = m->size, .extensions = (uintptr_t)&pat};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_CREATE_EXT, &c);
    if (ret == 0)
        m->handle = c.handle;
    return ret;
}

int i915_create(struct ws_node *n, struct ws_memory *m)
{
    if (n->info.has_local_memory)
        return create_local(n, m);
    if (kiln_target_has_pat(kiln_target_of(n->info.devinfo)))
        return create_coherent(n, m);
    struct drm_i915_gem_create c = {.size = m->size};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_CREATE, &c);
    if (ret)
        return ret;
    if (MUTABLE("snoop", !n->info.has_llc)) { // snooped, so that a write-back mapping is coherent
        struct drm_i915_gem_caching caching = {.handle = c.handle, .caching = I915_CACHING_CACHED};
        ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_SET_CACHING, &caching);
    }
    if (ret)
        ws_close_handle(n, c.handle);
    else
        m->handle = c.handle;
    return ret;
}

int i915_create_userptr(struct ws_node *n, struct ws_memory *m)
{
    struct drm_i915_gem_userptr u = {.user_ptr = (uintptr_t)m->map,
                                     .user_size = m->size,
                                     .flags = (i915_of(n)->has_userptr_probe ? I915_USERPTR_PROBE : 0u) |
                                              (m->read_only ? I915_USERPTR_READ_ONLY : 0u)};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_USERPTR, &u);
    if (ret == 0)
        m->handle = u.handle;
    return ret;
}

static int map_offset(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out)
{
    struct drm_i915_gem_mmap_offset o = {.handle = m->handle,
                                         .flags = n->info.has_local_memory ? I915_MMAP_OFFSET_FIXED
                                                                           : I915_MMAP_OFFSET_WB};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &o);
    if (ret == -ENODEV && m->shared)
        return ws_map_foreign(n, m, size, out); // its objects have no struct pages
    if (ret)
        return ret;
    return n->transport->mmap(n->file, size, PROT_READ | PROT_WRITE, MAP_SHARED, (off_t)o.offset, out);
}

// Before Linux 5.8 the kernel maps by itself.
static int map_legacy(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out)
{
    struct drm_i915_gem_mmap mmap = {.handle = m->handle, .size = size};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_MMAP, &mmap);
    *out = (void *)(uintptr_t)mmap.addr_ptr;
    return ret;
}

int i915_map(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out)
{
    return i915_of(n)->has_mmap_offset ? map_offset(n, m, size, out) : map_legacy(n, m, size, out);
}

void i915_unmap(struct ws_node *n, void *map, uint64_t size)
{
    if (i915_of(n)->has_mmap_offset)
        n->transport->munmap(map, size);
    else
        munmap(map, size);
}

int i915_wait(struct ws_node *n, struct ws_memory *m, int64_t timeout_ns)
{
    struct drm_i915_gem_wait w = {.bo_handle = m->handle, .timeout_ns = timeout_ns};
    return ws_ioctl(n, DRM_IOCTL_I915_GEM_WAIT, &w);
}

int i915_busy(struct ws_node *n, struct ws_memory *m, bool *busy)
{
    struct drm_i915_gem_busy b = {.handle = m->handle};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_BUSY, &b);
    *busy = ret == 0 && b.busy;
    return ret;
}

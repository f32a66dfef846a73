// Memory of xe: created and mapped. The application's own has no object: it is bound by its address.
#include "winsys/xe/xe.h"

#include <drm.h>
#include <errno.h>
#include <sys/mman.h>

// In memory of the device's own the processor's writes are combined, which the kernel demands; but reachable.
// Elsewhere it is written back.
int xe_create(struct ws_node *n, struct ws_memory *m)
{
    const bool local = n->info.has_local_memory;
    struct drm_xe_gem_create c = {
        .size = m->size,
        .placement = xe_of(n)->placement,
        .flags = local ? DRM_XE_GEM_CREATE_FLAG_NEEDS_VISIBLE_VRAM : 0,
        .cpu_caching = local ? DRM_XE_GEM_CPU_CACHING_WC : DRM_XE_GEM_CPU_CACHING_WB,
    };
    int ret = ws_ioctl(n, DRM_IOCTL_XE_GEM_CREATE, &c);
    if (ret == 0)
        m->handle = c.handle;
    return ret;
}

int xe_create_userptr(struct ws_node *n, struct ws_memory *m)
{
    return 0;
}

int xe_map(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out)
{
    struct drm_xe_gem_mmap_offset o = {.handle = m->handle};
    int ret = ws_ioctl(n, DRM_IOCTL_XE_GEM_MMAP_OFFSET, &o);
    if (ret == 0)
        ret = n->transport->mmap(n->file, size, PROT_READ | PROT_WRITE, MAP_SHARED, (off_t)o.offset, out);
    return ret && m->shared ? ws_map_foreign(n, m, size, out) : ret;
}

void xe_unmap(struct ws_node *n, void *map, uint64_t size)
{
    n->transport->munmap(map, size);
}

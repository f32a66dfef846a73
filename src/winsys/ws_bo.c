// Buffer objects: created, mapped, shared, and kept for reuse.
//
// An unreferenced buffer that the GPU may still use keeps its GPU address until the GPU is done (dev->idle):
// no other buffer can appear there meanwhile. Small ones stay in that list as a cache; ws_bo_create clears
// what it reuses, because its buffers are zero-filled by contract. The list is bounded by CACHE_BYTES.
#include "winsys/ws_device.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CACHE_BYTES (UINT64_C(64) << 20)
#define CACHE_MAX_BO (UINT64_C(1) << 20) // above, clearing costs as much as new pages
#define CACHE_LOOK 8 // buffers of the right kind asked whether they are busy, per creation

// ---- GPU addresses; with the lock held

// range->size is what is asked for, and becomes what is taken.
static int take(struct ws_device *dev, enum ws_zone zone, uint64_t address, uint64_t alignment,
                struct ws_range *range)
{
    struct vma *v = &dev->vma[zone];
    if (alignment < WS_PAGE)
        alignment = WS_PAGE;
    if (address) {
        range->base = vma_decanonical(address);
        return vma_alloc_at(v, range->base, range->size) ? 0 : -ENOSPC;
    }
    if (zone == WS_ZONE_HIGH) {
        // Large pages in the GPU's page tables; and a page that faults behind each buffer.
        if (range->size >= 2 << 20 && alignment < 2 << 20)
            alignment = 2 << 20;
        else if (range->size >= 64 << 10 && alignment < 64 << 10)
            alignment = 64 << 10;
        range->size += WS_PAGE;
    }
    range->base = vma_alloc(v, range->size, alignment);
    return range->base ? 0 : -ENOSPC;
}

static int choose_address(struct ws_bo *bo, uint64_t address, uint64_t alignment)
{
    struct ws_range range = {.size = bo->size};
    int ret = take(bo->dev, bo->zone, address, alignment, &range);
    bo->address = range.base;
    bo->vma_size = range.size;
    return ret;
}

static void unbind(struct ws_bo *bo)
{
    struct ws_node *n = &bo->dev->node;
    if (n->kernel->bind)
        n->kernel->unbind(n, bo);
}

// Gives the buffer its address, where the kernel binds it if it does so before executions.
static int place(struct ws_bo *bo, uint64_t address, uint64_t alignment)
{
    struct ws_node *n = &bo->dev->node;
    int ret = choose_address(bo, address, alignment);
    if (ret || !n->kernel->bind)
        return ret;
    ret = n->kernel->bind(n, bo);
    if (ret)
        vma_free(&bo->dev->vma[bo->zone], bo->address, bo->vma_size);
    return ret;
}

static void unmap(struct ws_bo *bo)
{
    void *map = atomic_load(&bo->map);
    if (map && !bo->userptr) {
        if (atomic_load(&bo->map_reserved))
            ws_reserve(map, bo->size);
        else
            bo->dev->node.kernel->unmap(&bo->dev->node, map, bo->size);
    }
}

// Gives everything back. With the lock held.
static void destroy(struct ws_bo *bo)
{
    struct ws_device *dev = bo->dev;
    if (bo->shared && bo->handle < dev->shared_count)
        dev->shared[bo->handle] = NULL;
    unmap(bo);
    unbind(bo);
    ws_close_handle(&dev->node, bo->handle);
    if (bo->vma_size)
        vma_free(&dev->vma[bo->zone], bo->address, bo->vma_size);
    if (bo->pages && atomic_load(&bo->map_reserved))
        ws_pages_keep_reserved(bo->pages);
    ws_pages_unref(bo->pages);
    free(bo);
}

// ---- the list of unreferenced buffers; with the lock held

static bool keeps(const struct ws_bo *bo)
{
    return bo->cacheable && !bo->shared && !bo->userptr && bo->size <= CACHE_MAX_BO;
}

static struct ws_bo_list *list_of(struct ws_device *dev, uint64_t size)
{
    return &dev->idle[63 - __builtin_clzll(size / WS_PAGE)];
}

static void idle_append(struct ws_device *dev, struct ws_bo *bo)
{
    struct ws_bo_list *list = keeps(bo) ? list_of(dev, bo->size) : &dev->idle[WS_CACHE_DYING];
    bo->next = NULL;
    bo->prev = list->last;
    *(bo->prev ? &bo->prev->next : &list->first) = bo;
    list->last = bo;
    dev->idle_bytes += bo->size;
}

static void idle_remove(struct ws_device *dev, struct ws_bo *bo)
{
    struct ws_bo_list *list = keeps(bo) ? list_of(dev, bo->size) : &dev->idle[WS_CACHE_DYING];
    *(bo->prev ? &bo->prev->next : &list->first) = bo->next;
    *(bo->next ? &bo->next->prev : &list->last) = bo->prev;
    dev->idle_bytes -= bo->size;
}

static bool is_busy(struct ws_bo *bo)
{
    bool busy;
    return ws_bo_busy(bo, &busy) == 0 && busy;
}

// Releases what the GPU is done with (or `all`) of one list.
static void drop(struct ws_device *dev, struct ws_bo_list *list, bool all)
{
    for (struct ws_bo *bo = list->first, *next; bo; bo = next) {
        next = bo->next;
        if (all || !is_busy(bo)) {
            idle_remove(dev, bo);
            destroy(bo);
        }
    }
}

static void drop_cache(struct ws_device *dev, bool all)
{
    for (unsigned i = 0; i < WS_CACHE_LISTS; i++)
        drop(dev, &dev->idle[i], all);
}

static bool cache_is_empty(const struct ws_device *dev)
{
    for (unsigned i = 0; i < WS_CACHE_LISTS; i++)
        if (dev->idle[i].first)
            return false;
    return true;
}

void ws_bo_cache_trim(struct ws_device *dev, bool all)
{
    kiln_lock(&dev->lock);
    drop_cache(dev, all);
    kiln_unlock(&dev->lock);
}

static struct ws_bo *cache_take(struct ws_device *dev, const struct ws_bo_desc *desc, uint64_t size)
{
    unsigned looked = 0;
    uint64_t mask = (desc->alignment > WS_PAGE ? desc->alignment : WS_PAGE) - 1;
    if (desc->address || size > CACHE_MAX_BO)
        return NULL;
    for (struct ws_bo *bo = list_of(dev, size)->first; bo && looked < CACHE_LOOK; bo = bo->next) {
        looked++;
        if (bo->size != size || bo->zone != desc->zone || bo->flags != desc->flags || (bo->address & mask) ||
            is_busy(bo))
            continue;
        idle_remove(dev, bo);
        return bo;
    }
    return NULL;
}

// ---- life

static struct ws_bo *new_bo(struct ws_device *dev, uint64_t size, enum ws_zone zone, uint32_t flags)
{
    struct ws_bo *bo = calloc(1, sizeof(*bo));
    if (bo) {
        bo->dev = dev;
        bo->size = size;
        bo->zone = zone;
        bo->flags = flags;
        atomic_init(&bo->refs, 1);
    }
    return bo;
}

// Ends a creation: places the buffer, or closes its handle again.
static int finish_create(struct ws_bo *bo, uint64_t address, uint64_t alignment, struct ws_bo **out)
{
    struct ws_device *dev = bo->dev;
    kiln_lock(&dev->lock);
    int ret = place(bo, address, alignment);
    if (ret == -ENOSPC && !cache_is_empty(dev)) { // addresses that only the cache holds
        drop_cache(dev, false);
        ret = place(bo, address, alignment);
    }
    kiln_unlock(&dev->lock);
    if (ret) {
        ws_close_handle(&dev->node, bo->handle);
        free(bo);
        return ret;
    }
    *out = bo;
    return 0;
}

static int create_reused(struct ws_bo *bo, struct ws_bo **out)
{
    void *map;
    int ret = ws_bo_map(bo, &map);
    if (ret) {
        kiln_lock(&bo->dev->lock);
        destroy(bo);
        kiln_unlock(&bo->dev->lock);
        return ret;
    }
    memset(map, 0, bo->size);
    *out = bo;
    return 0;
}

static int create(struct ws_bo *bo)
{
    struct ws_device *dev = bo->dev;
    int ret = dev->node.kernel->create(&dev->node, bo);
    if (ret == -ENOMEM || ret == -ENOSPC) { // the cache may hold what is missing
        kiln_lock(&dev->lock);
        bool had = !cache_is_empty(dev);
        drop_cache(dev, false);
        kiln_unlock(&dev->lock);
        if (had)
            ret = dev->node.kernel->create(&dev->node, bo);
    }
    return ret;
}

int ws_bo_create(struct ws_device *dev, const struct ws_bo_desc *desc, struct ws_bo **out)
{
    uint64_t size = (desc->size + WS_PAGE - 1) & ~(WS_PAGE - 1);
    if (!desc->size || size < desc->size || desc->zone >= WS_ZONE_COUNT ||
        (desc->alignment & (desc->alignment - 1)) || (desc->address & (WS_PAGE - 1)))
        return -EINVAL;
    kiln_lock(&dev->lock);
    drop(dev, &dev->idle[WS_CACHE_DYING], false);
    if (dev->idle_bytes > CACHE_BYTES)
        drop_cache(dev, false);
    struct ws_bo *bo = cache_take(dev, desc, size);
    kiln_unlock(&dev->lock);
    if (bo) {
        bo->name = desc->name;
        atomic_store(&bo->refs, 1);
        return create_reused(bo, out);
    }
    bo = new_bo(dev, size, desc->zone, desc->flags);
    if (!bo)
        return -ENOMEM;
    bo->name = desc->name;
    bo->cacheable = !desc->address;
    int ret = create(bo);
    if (ret) {
        free(bo);
        return ret;
    }
    return finish_create(bo, desc->address, desc->alignment, out);
}

int ws_bo_from_userptr(struct ws_device *dev, void *ptr, uint64_t size, struct ws_bo **out)
{
    if (!size || ((uintptr_t)ptr & (WS_PAGE - 1)) || (size & (WS_PAGE - 1)))
        return -EINVAL;
    struct ws_bo *bo = new_bo(dev, size, WS_ZONE_HIGH, WS_BO_COHERENT);
    if (!bo)
        return -ENOMEM;
    bo->userptr = true;
    atomic_store(&bo->map, ptr);
    int ret = dev->node.kernel->create_userptr(&dev->node, bo);
    if (ret) {
        free(bo);
        return ret;
    }
    return finish_create(bo, 0, 0, out);
}

int ws_bo_from_pages(struct ws_device *dev, const struct ws_part *part, struct ws_bo **out)
{
    struct ws_bo *bo = new_bo(dev, part->size, WS_ZONE_HIGH, WS_BO_COHERENT);
    if (!bo)
        return -ENOMEM;
    bo->userptr = true;
    atomic_store(&bo->map, ws_pages_map(part->pages, part->offset, &bo->read_only));
    int ret = dev->node.kernel->create_userptr(&dev->node, bo);
    if (ret == 0 && part->in_range)
        bo->address = vma_decanonical(part->address);
    else if (ret == 0)
        ret = finish_create(bo, part->address, 0, &bo);
    else
        free(bo);
    if (ret == 0) {
        bo->pages = ws_pages_ref(part->pages);
        *out = bo;
    }
    return ret;
}

int ws_range_take(struct ws_device *dev, enum ws_zone zone, uint64_t size, uint64_t alignment,
                  uint64_t address, struct ws_range *out)
{
    struct ws_range range = {.size = size};
    kiln_lock(&dev->lock);
    int ret = take(dev, zone, address, alignment, &range);
    if (ret == -ENOSPC && !cache_is_empty(dev)) {
        drop_cache(dev, false);
        range.size = size;
        ret = take(dev, zone, address, alignment, &range);
    }
    kiln_unlock(&dev->lock);
    *out = (struct ws_range){vma_canonical(range.base), range.size};
    return ret;
}

void ws_range_give(struct ws_device *dev, enum ws_zone zone, const struct ws_range *range)
{
    kiln_lock(&dev->lock);
    vma_free(&dev->vma[zone], vma_decanonical(range->base), range->size);
    kiln_unlock(&dev->lock);
}

void ws_bo_reap(struct ws_device *dev)
{
    kiln_lock(&dev->lock);
    drop(dev, &dev->idle[WS_CACHE_DYING], false);
    kiln_unlock(&dev->lock);
}

// Makes room for `handle` in the table of shared buffers. With the lock held.
static bool shared_reserve(struct ws_device *dev, uint32_t handle)
{
    if (handle < dev->shared_count)
        return true;
    uint32_t n = handle + 64;
    struct ws_bo **p = realloc(dev->shared, n * sizeof(*p));
    if (!p)
        return false;
    memset(p + dev->shared_count, 0, (n - dev->shared_count) * sizeof(*p));
    dev->shared = p;
    dev->shared_count = n;
    return true;
}

int ws_bo_import_dmabuf(struct ws_device *dev, int fd, struct ws_bo **out)
{
    off_t size = lseek(fd, 0, SEEK_END);
    if (size < 0)
        return -errno;
    if (size == 0 || (size & ((off_t)WS_PAGE - 1)))
        return -EINVAL;
    // Under the lock: importing twice gives one handle, which must not be closed between.
    kiln_lock(&dev->lock);
    struct drm_prime_handle p = {.fd = fd};
    int ret = ws_ioctl(&dev->node, DRM_IOCTL_PRIME_FD_TO_HANDLE, &p);
    if (ret)
        goto out;
    if (p.handle < dev->shared_count && dev->shared[p.handle]) {
        *out = dev->shared[p.handle];
        ws_bo_ref(*out);
        goto out;
    }
    struct ws_bo *bo = new_bo(dev, (uint64_t)size, WS_ZONE_HIGH, 0);
    ret = bo && shared_reserve(dev, p.handle) ? 0 : -ENOMEM;
    if (ret == 0) {
        bo->handle = p.handle;
        ret = place(bo, 0, 0);
    }
    if (ret) {
        ws_close_handle(&dev->node, p.handle);
        free(bo);
        goto out;
    }
    bo->shared = true;
    atomic_fetch_add(&dev->node.shares, 1);
    dev->shared[p.handle] = bo;
    *out = bo;
out:
    kiln_unlock(&dev->lock);
    return ret;
}

int ws_bo_export_dmabuf(struct ws_bo *bo, int *fd)
{
    struct ws_device *dev = bo->dev;
    kiln_lock(&dev->lock);
    int ret = shared_reserve(dev, bo->handle) ? 0 : -ENOMEM;
    if (ret == 0) {
        struct drm_prime_handle p = {.handle = bo->handle, .flags = DRM_CLOEXEC | DRM_RDWR};
        ret = ws_ioctl(&dev->node, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p);
        if (ret == 0) {
            bo->shared = true;
            atomic_fetch_add(&dev->node.shares, 1);
            dev->shared[bo->handle] = bo;
            *fd = p.fd;
        }
    }
    kiln_unlock(&dev->lock);
    return ret;
}

void ws_bo_ref(struct ws_bo *bo)
{
    atomic_fetch_add_explicit(&bo->refs, 1, memory_order_relaxed);
}

void ws_bo_unref(struct ws_bo *bo)
{
    if (!bo)
        return;
    struct ws_device *dev = bo->dev;
    // An import may find a shared buffer again, and any buffer may become shared as long as somebody has it:
    // the last reference goes under the lock.
    unsigned refs = atomic_load_explicit(&bo->refs, memory_order_relaxed);
    while (refs > 1)
        if (atomic_compare_exchange_weak_explicit(&bo->refs, &refs, refs - 1, memory_order_acq_rel,
                                                  memory_order_relaxed))
            return;
    kiln_lock(&dev->lock);
    if (atomic_fetch_sub_explicit(&bo->refs, 1, memory_order_acq_rel) > 1) {
        kiln_unlock(&dev->lock);
        return;
    }
    if (bo->shared && bo->handle < dev->shared_count)
        dev->shared[bo->handle] = NULL;
    // A shared buffer must go now: an import would give its handle again. The kernel keeps it while it is
    // used, and waits when another buffer is put at its address.
    if (bo->shared || (!keeps(bo) && !is_busy(bo)))
        destroy(bo);
    else
        idle_append(dev, bo);
    kiln_unlock(&dev->lock);
}

uint64_t ws_bo_address(const struct ws_bo *bo)
{
    return vma_canonical(bo->address);
}

uint64_t ws_bo_size(const struct ws_bo *bo)
{
    return bo->size;
}

uint32_t ws_bo_handle(const struct ws_bo *bo)
{
    return bo->handle;
}

// ---- host access

uint64_t *ws_bo_tag(struct ws_bo *bo)
{
    return &bo->tag;
}

int ws_bo_map(struct ws_bo *bo, void **out)
{
    struct ws_device *dev = bo->dev;
    void *map = atomic_load_explicit(&bo->map, memory_order_acquire);
    int ret = 0;
    if (!map) {
        kiln_lock(&dev->lock);
        map = atomic_load_explicit(&bo->map, memory_order_relaxed);
        if (!map) {
            ret = dev->node.kernel->map(&dev->node, bo, bo->size, &map);
            if (ret == 0)
                atomic_store_explicit(&bo->map, map, memory_order_release);
        }
        kiln_unlock(&dev->lock);
    }
    *out = ret ? NULL : map;
    return ret;
}

static bool overlap(const void *a, const void *b, uint64_t size)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return x < y + size && y < x + size;
}

// A mapping that does not overlap the `size` bytes at `address`, which nothing may lie at: mremap moves none
// onto itself. At most two can lie across its ends.
static int map_elsewhere(struct ws_bo *bo, uint64_t size, const void *address, void **out)
{
    enum { TRIES = 3 };
    struct ws_node *node = &bo->dev->node;
    void *map[TRIES];
    unsigned n = 0;
    int ret = 0;
    do {
        ret = node->kernel->map(node, bo, size, &map[n]);
        n += !ret;
    } while (!ret && n < TRIES && overlap(map[n - 1], address, size));
    unsigned good = ret || overlap(map[n - 1], address, size) ? n : n - 1;
    for (unsigned i = 0; i < good; i++)
        node->kernel->unmap(node, map[i], size);
    if (good == n)
        return ret ? ret : -ENOMEM;
    *out = map[good];
    return 0;
}

int ws_bo_map_at(struct ws_bo *bo, uint64_t size, void *address)
{
    void *map;
    if (bo->pages && size <= bo->size) // (of no length: once more what is shared)
        return mremap(atomic_load(&bo->map), 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, address) == MAP_FAILED
                   ? -errno
                   : 0;
    if (!bo->dev->node.maps_again || bo->userptr || size > bo->size)
        return -ENODEV;
    int ret = map_elsewhere(bo, size, address, &map);
    if (ret)
        return ret;
    if (mremap(map, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, address) != MAP_FAILED)
        return 0;
    ret = -errno;
    bo->dev->node.kernel->unmap(&bo->dev->node, map, size);
    return ret;
}

int ws_bo_unmap_at(struct ws_bo *bo, uint64_t size, void *address, bool keep_reserved)
{
    if (keep_reserved)
        return ws_reserve(address, size);
    if (bo->pages)
        return munmap(address, size) ? -errno : 0;
    bo->dev->node.kernel->unmap(&bo->dev->node, address, size);
    return 0;
}

void ws_bo_map_reserve(struct ws_bo *bo)
{
    atomic_store(&bo->map_reserved, true);
}

int ws_bo_wait(struct ws_bo *bo, int64_t timeout_ns)
{
    return bo->dev->node.kernel->wait(&bo->dev->node, bo, timeout_ns);
}

int ws_bo_busy(struct ws_bo *bo, bool *busy)
{
    return bo->dev->node.kernel->busy(&bo->dev->node, bo, busy);
}

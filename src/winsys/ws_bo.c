// Buffer objects: memory (ws_memory.h) that is bound at an address (ws_space.h), and kept for reuse.
//
// An unreferenced buffer that the GPU may still use keeps its GPU address until the GPU is done (dev->idle):
// no other buffer can appear there meanwhile. Small ones stay in that list as a cache; ws_bo_create clears
// what it reuses, because its buffers are zero-filled by contract. The list is bounded by CACHE_BYTES.
#include "winsys/ws_device.h"
#include "winsys/ws_memory.h"
#include "winsys/ws_space.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CACHE_BYTES (UINT64_C(64) << 20)
#define CACHE_MAX_BO (UINT64_C(1) << 20) // above, clearing costs as much as new pages
#define CACHE_LOOK 8 // buffers of the right kind asked whether they are busy, per creation

// Gives everything back. With the lock held.
static void destroy(struct ws_bo *bo)
{
    struct ws_device *dev = bo->dev;
    if (bo->memory.shared && bo->memory.handle < dev->shared_count)
        dev->shared[bo->memory.handle] = NULL;
    ws_binding_destroy(&dev->node, &dev->space, &bo->binding);
    ws_memory_destroy(&dev->node, &bo->memory);
    if (bo->pages && atomic_load(&bo->memory.map_reserved))
        ws_pages_keep_reserved(bo->pages);
    ws_pages_unref(bo->pages);
    free(bo);
}

// ---- the list of unreferenced buffers; with the lock held

static bool keeps(const struct ws_bo *bo)
{
    return bo->cacheable && !bo->memory.shared && !bo->memory.userptr && bo->memory.size <= CACHE_MAX_BO;
}

static struct ws_bo_list *list_of(struct ws_device *dev, uint64_t size)
{
    return &dev->idle[63 - __builtin_clzll(size / WS_PAGE)];
}

static void idle_append(struct ws_device *dev, struct ws_bo *bo)
{
    struct ws_bo_list *list = keeps(bo) ? list_of(dev, bo->memory.size) : &dev->idle[WS_CACHE_DYING];
    bo->next = NULL;
    bo->prev = list->last;
    *(bo->prev ? &bo->prev->next : &list->first) = bo;
    list->last = bo;
    dev->idle_bytes += bo->memory.size;
}

static void idle_remove(struct ws_device *dev, struct ws_bo *bo)
{
    struct ws_bo_list *list = keeps(bo) ? list_of(dev, bo->memory.size) : &dev->idle[WS_CACHE_DYING];
    *(bo->prev ? &bo->prev->next : &list->first) = bo->next;
    *(bo->next ? &bo->next->prev : &list->last) = bo->prev;
    dev->idle_bytes -= bo->memory.size;
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
    const uint64_t page = dev->node.info.page, mask = (desc->alignment > page ? desc->alignment : page) - 1;
    if (desc->address || size > CACHE_MAX_BO)
        return NULL;
    for (struct ws_bo *bo = list_of(dev, size)->first; bo && looked < CACHE_LOOK; bo = bo->next) {
        looked++;
        if (bo->memory.size != size || bo->binding.zone != desc->zone || bo->memory.flags != desc->flags ||
            (bo->binding.address & mask) || is_busy(bo))
            continue;
        idle_remove(dev, bo);
        return bo;
    }
    return NULL;
}

// ---- life

static struct ws_bo *new_bo(struct ws_device *dev, enum ws_zone zone)
{
    struct ws_bo *bo = calloc(1, sizeof(*bo));
    if (bo) {
        bo->dev = dev;
        bo->binding.memory = &bo->memory;
        bo->binding.zone = zone;
        atomic_init(&bo->refs, 1);
    }
    return bo;
}

// Ends a creation, whose memory is there if `ret` is 0: binds it, or gives it back.
static int finish_create(struct ws_bo *bo, int ret, uint64_t address, uint64_t alignment, struct ws_bo **out)
{
    struct ws_device *dev = bo->dev;
    if (ret) {
        free(bo);
        return ret;
    }
    alignment = alignment > dev->node.info.page ? alignment : dev->node.info.page;
    kiln_lock(&dev->lock);
    ret = ws_binding_create(&dev->node, &dev->space, address, alignment, &bo->binding);
    if (ret == -ENOSPC && !cache_is_empty(dev)) { // addresses that only the cache holds
        drop_cache(dev, false);
        ret = ws_binding_create(&dev->node, &dev->space, address, alignment, &bo->binding);
    }
    kiln_unlock(&dev->lock);
    if (ret) {
        ws_memory_destroy(&dev->node, &bo->memory);
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
    memset(map, 0, bo->memory.size);
    *out = bo;
    return 0;
}

static int allocate(struct ws_device *dev, uint64_t size, uint32_t flags, struct ws_memory *out)
{
    int ret = ws_memory_create(&dev->node, size, flags, out);
    if (ret == -ENOMEM || ret == -ENOSPC) { // the cache may hold what is missing
        kiln_lock(&dev->lock);
        bool had = !cache_is_empty(dev);
        drop_cache(dev, false);
        kiln_unlock(&dev->lock);
        if (had)
            ret = ws_memory_create(&dev->node, size, flags, out);
    }
    return ret;
}

int ws_bo_create(struct ws_device *dev, const struct ws_bo_desc *desc, struct ws_bo **out)
{
    const uint64_t page = dev->node.info.page, size = (desc->size + page - 1) & ~(page - 1);
    if (!desc->size || size < desc->size || desc->zone >= WS_ZONE_COUNT ||
        (desc->alignment & (desc->alignment - 1)) || (desc->address & (page - 1)))
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
    bo = new_bo(dev, desc->zone);
    if (!bo)
        return -ENOMEM;
    bo->name = desc->name;
    bo->cacheable = !desc->address;
    int ret = allocate(dev, size, desc->flags, &bo->memory);
    return finish_create(bo, ret, desc->address, desc->alignment, out);
}

int ws_bo_from_userptr(struct ws_device *dev, void *ptr, uint64_t size, struct ws_bo **out)
{
    if (!size || ((uintptr_t)ptr & (WS_PAGE - 1)) || (size & (WS_PAGE - 1)))
        return -EINVAL;
    struct ws_bo *bo = new_bo(dev, WS_ZONE_HIGH);
    if (!bo)
        return -ENOMEM;
    return finish_create(bo, ws_memory_from_host(&dev->node, ptr, size, false, &bo->memory), 0, 0, out);
}

int ws_bo_from_pages(struct ws_device *dev, const struct ws_part *part, struct ws_bo **out)
{
    struct ws_bo *bo = new_bo(dev, WS_ZONE_HIGH);
    if (!bo)
        return -ENOMEM;
    bool read_only;
    void *map = ws_pages_map(part->pages, part->offset, &read_only);
    int ret = map ? ws_memory_from_host(&dev->node, map, part->size, read_only, &bo->memory)
                  : ws_memory_of_nothing(&dev->node, part->size, &bo->memory);
    if (ret == 0 && part->in_range) // bound by an exchange, if at all
        bo->binding.address = vma_decanonical(part->address);
    else
        ret = finish_create(bo, ret, part->address, 0, &bo);
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
    int ret = ws_space_take(&dev->space, zone, address, alignment, &range);
    if (ret == -ENOSPC && !cache_is_empty(dev)) {
        drop_cache(dev, false);
        range.size = size;
        ret = ws_space_take(&dev->space, zone, address, alignment, &range);
    }
    kiln_unlock(&dev->lock);
    *out = (struct ws_range){vma_canonical(range.base), range.size};
    return ret;
}

int ws_bo_exchange(struct ws_device *dev, struct ws_bo *const *out, unsigned out_count,
                   struct ws_bo *const *in, unsigned in_count)
{
    const unsigned count = out_count + in_count;
    struct ws_node *n = &dev->node;
    if (!n->kernel->rebind || !count) // an execution binds what it lists
        return 0;
    struct ws_change *changes = calloc(count, sizeof(*changes));
    if (!changes)
        return -ENOMEM;
    for (unsigned i = 0; i < count; i++) {
        struct ws_bo *bo = i < out_count ? out[i] : in[i - out_count];
        changes[i] =
            (struct ws_change){bo->binding.address, bo->memory.size, i < out_count ? NULL : &bo->memory};
    }
    int ret = n->kernel->rebind(n, &dev->space, changes, count);
    free(changes);
    return ret;
}

void ws_range_give(struct ws_device *dev, enum ws_zone zone, const struct ws_range *range)
{
    const struct ws_range own = {vma_decanonical(range->base), range->size};
    struct ws_node *n = &dev->node;
    if (n->kernel->rebind) // what it still shows if that fails, the next to be bound there replaces
        n->kernel->rebind(n, &dev->space, &(struct ws_change){own.base, own.size, NULL}, 1);
    kiln_lock(&dev->lock);
    ws_space_give(&dev->space, zone, &own);
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

// The buffer of a new handle. With the lock held.
static int import(struct ws_device *dev, uint32_t handle, uint64_t size, struct ws_bo **out)
{
    struct ws_bo *bo = new_bo(dev, WS_ZONE_HIGH);
    int ret = bo && shared_reserve(dev, handle) ? 0 : -ENOMEM;
    if (ret == 0) {
        ws_memory_of_handle(handle, size, &bo->memory);
        ret = ws_binding_create(&dev->node, &dev->space, 0, 0, &bo->binding);
    }
    if (ret) {
        ws_close_handle(&dev->node, handle);
        free(bo);
        return ret;
    }
    ws_memory_share(&dev->node, &bo->memory);
    dev->shared[handle] = bo;
    *out = bo;
    return 0;
}

int ws_bo_import_dmabuf(struct ws_device *dev, int fd, struct ws_bo **out)
{
    uint32_t handle;
    uint64_t size;
    // Under the lock: importing twice gives one handle, which must not be closed between.
    kiln_lock(&dev->lock);
    int ret = ws_memory_import(&dev->node, fd, &handle, &size);
    if (ret == 0 && handle < dev->shared_count && dev->shared[handle]) {
        *out = dev->shared[handle];
        ws_bo_ref(*out);
    } else if (ret == 0) {
        ret = import(dev, handle, size, out);
    }
    kiln_unlock(&dev->lock);
    return ret;
}

int ws_bo_export_dmabuf(struct ws_bo *bo, int *fd)
{
    struct ws_device *dev = bo->dev;
    kiln_lock(&dev->lock);
    int ret = shared_reserve(dev, bo->memory.handle) ? 0 : -ENOMEM;
    if (ret == 0)
        ret = ws_memory_export(&dev->node, &bo->memory, fd);
    if (ret == 0)
        dev->shared[bo->memory.handle] = bo;
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
    if (bo->memory.shared && bo->memory.handle < dev->shared_count)
        dev->shared[bo->memory.handle] = NULL;
    // A shared buffer must go now: an import would give its handle again. The kernel keeps it while it is
    // used, and waits when another buffer is put at its address.
    if (bo->memory.shared || (!keeps(bo) && !is_busy(bo)))
        destroy(bo);
    else
        idle_append(dev, bo);
    kiln_unlock(&dev->lock);
}

uint64_t ws_bo_address(const struct ws_bo *bo)
{
    return vma_canonical(bo->binding.address);
}

uint64_t ws_bo_size(const struct ws_bo *bo)
{
    return bo->memory.size;
}

uint32_t ws_bo_handle(const struct ws_bo *bo)
{
    return bo->memory.handle;
}

// ---- host access

uint64_t *ws_bo_tag(struct ws_bo *bo)
{
    return &bo->tag;
}

int ws_bo_map(struct ws_bo *bo, void **out)
{
    struct ws_device *dev = bo->dev;
    int ret = 0;
    *out = atomic_load_explicit(&bo->memory.map, memory_order_acquire);
    if (!*out) {
        kiln_lock(&dev->lock);
        ret = ws_memory_map(&dev->node, &bo->memory, out);
        kiln_unlock(&dev->lock);
    }
    if (ret)
        *out = NULL;
    return ret;
}

int ws_bo_map_at(struct ws_bo *bo, uint64_t size, void *address)
{
    if (!bo->pages || size > bo->memory.size)
        return ws_memory_map_at(&bo->dev->node, &bo->memory, size, address);
    // (of no length: once more what is shared)
    void *map = mremap(atomic_load(&bo->memory.map), 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, address);
    return map == MAP_FAILED ? -errno : 0;
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
    atomic_store(&bo->memory.map_reserved, true);
}

int ws_bo_wait(struct ws_bo *bo, int64_t timeout_ns)
{
    return bo->dev->node.kernel->wait(&bo->dev->node, &bo->memory, timeout_ns);
}

int ws_bo_busy(struct ws_bo *bo, bool *busy)
{
    return bo->dev->node.kernel->busy(&bo->dev->node, &bo->memory, busy);
}

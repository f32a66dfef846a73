// Buffer objects, the residency array, and the cache of batch blocks.
#include "vk/object/bo.h"

#include "vk/object/device.h"

void kiln_residency_init(struct kiln_residency *r)
{
    pthread_mutex_init(&r->lock, NULL);
    r->version = 1;
}

void kiln_residency_finish(struct kiln_device *device)
{
    struct kiln_residency *r = &device->residency;
    kiln_free(&device->alloc, NULL, r->bos);
    kiln_free(&device->alloc, NULL, r->owners);
    kiln_free(&device->alloc, NULL, r->leaving);
    pthread_mutex_destroy(&r->lock);
}

void kiln_residency_begin_submit(struct kiln_residency *r)
{
    pthread_mutex_lock(&r->lock);
    r->submitting = true;
}

void kiln_residency_listed(void *residency)
{
    struct kiln_residency *r = residency;
    r->listed = true;
    pthread_mutex_unlock(&r->lock);
}

void kiln_residency_end_submit(struct kiln_device *device)
{
    struct kiln_residency *r = &device->residency;
    if (r->listed)
        pthread_mutex_lock(&r->lock);
    r->submitting = r->listed = false;
    // Others append only while a submission is under way.
    for (uint32_t i = 0; i < r->leaving_count; i++)
        ws_bo_unref(r->leaving[i]);
    r->leaving_count = 0;
    pthread_mutex_unlock(&r->lock);
}

// With the lock held.
static bool make_resident(struct kiln_device *device, struct kiln_bo *bo)
{
    struct kiln_residency *r = &device->residency;
    bool ok =
        kiln_grow(&device->alloc, (void **)&r->bos, &r->bos_capacity, r->count + 1, sizeof(r->bos[0]),
                  VK_SYSTEM_ALLOCATION_SCOPE_DEVICE) &&
        kiln_grow(&device->alloc, (void **)&r->owners, &r->owners_capacity, r->count + 1,
                  sizeof(r->owners[0]), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE) &&
        kiln_grow(&device->alloc, (void **)&r->leaving, &r->leaving_capacity, r->leaving_count + r->count + 1,
                  sizeof(r->leaving[0]), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (ok) {
        bo->index = r->count++;
        r->version++;
        r->bos[bo->index] = bo->ws;
        r->owners[bo->index] = bo;
    }
    return ok;
}

VkResult kiln_bo_init(struct kiln_device *device, struct kiln_bo *bo, const struct ws_bo_desc *desc, bool map)
{
    memset(bo, 0, sizeof(*bo));
    int err = ws_bo_create(device->ws, desc, &bo->ws);
    if (err)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "ws_bo_create(%llu): %d",
                          (unsigned long long)desc->size, err);
    if (map && (err = ws_bo_map(bo->ws, &bo->map))) {
        ws_bo_unref(bo->ws);
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "ws_bo_map: %d", err);
    }
    bo->address = ws_bo_address(bo->ws);
    bo->size = ws_bo_size(bo->ws);
    pthread_mutex_lock(&device->residency.lock);
    bool resident = make_resident(device, bo);
    pthread_mutex_unlock(&device->residency.lock);
    if (!resident) {
        ws_bo_unref(bo->ws);
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    return VK_SUCCESS;
}

// Of two imports of one buffer, one is in the array: the kernel takes each buffer once. The look, the place
// and the list of heirs are one step: another thread may import the same buffer, or free the one that is
// there.
VkResult kiln_bo_adopt(struct kiln_device *device, struct kiln_bo *bo, struct ws_bo *ws)
{
    struct kiln_residency *r = &device->residency;
    *bo = (struct kiln_bo){.ws = ws, .address = ws_bo_address(ws), .size = ws_bo_size(ws), .imported = true};
    bool there = false;
    pthread_mutex_lock(&r->lock);
    for (uint32_t i = 0; i < r->count && !there; i++)
        there = r->bos[i] == ws; // rare: imports only
    if (there)
        bo->index = KILN_NOT_RESIDENT;
    bool ok = there || make_resident(device, bo);
    if (ok) {
        bo->next = r->imports;
        r->imports = bo;
    }
    pthread_mutex_unlock(&r->lock);
    return ok ? VK_SUCCESS : kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
}

static struct kiln_bo *unlink_import(struct kiln_residency *r, struct kiln_bo *bo)
{
    struct kiln_bo *heir = NULL;
    struct kiln_bo **link = &r->imports;
    while (*link) {
        if (*link == bo) {
            *link = bo->next;
            continue;
        }
        if ((*link)->ws == bo->ws && (*link)->index == KILN_NOT_RESIDENT)
            heir = *link;
        link = &(*link)->next;
    }
    return heir;
}

void kiln_bo_finish(struct kiln_device *device, struct kiln_bo *bo)
{
    struct kiln_residency *r = &device->residency;
    pthread_mutex_lock(&r->lock);
    struct kiln_bo *heir = r->imports ? unlink_import(r, bo) : NULL;
    if (bo->index == KILN_NOT_RESIDENT) {
        // its place is another's
    } else if (heir) {
        heir->index = bo->index;
        r->owners[bo->index] = heir;
    } else {
        uint32_t last = --r->count;
        r->version++;
        r->bos[bo->index] = r->bos[last];
        r->owners[bo->index] = r->owners[last];
        r->owners[bo->index]->index = bo->index;
    }
    // An import's other owners have references of their own, and a place each.
    bool later = r->submitting && bo->index != KILN_NOT_RESIDENT && !heir;
    if (later)
        r->leaving[r->leaving_count++] = bo->ws;
    pthread_mutex_unlock(&r->lock);
    if (!later)
        ws_bo_unref(bo->ws);
    bo->ws = NULL;
}

uint64_t kiln_residency_left(struct kiln_device *device, uint64_t address)
{
    struct kiln_residency *r = &device->residency;
    uint64_t left = 0;
    pthread_mutex_lock(&r->lock);
    for (uint32_t i = 0; i < r->count && !left; i++)
        if (address - r->owners[i]->address < r->owners[i]->size)
            left = r->owners[i]->size - (address - r->owners[i]->address);
    pthread_mutex_unlock(&r->lock);
    return left;
}

void kiln_batch_cache_init(struct kiln_batch_cache *c)
{
    pthread_mutex_init(&c->lock, NULL);
}

void kiln_batch_cache_finish(struct kiln_device *device)
{
    struct kiln_batch_cache *c = &device->batch_cache;
    for (unsigned i = 0; i < KILN_BATCH_CLASSES; i++) {
        while (c->free[i]) {
            struct kiln_bo *bo = c->free[i];
            c->free[i] = bo->next;
            kiln_bo_finish(device, bo);
            kiln_free(&device->alloc, NULL, bo);
        }
    }
    pthread_mutex_destroy(&c->lock);
}

VkResult kiln_batch_bo_get(struct kiln_device *device, unsigned size_class, struct kiln_bo **out)
{
    struct kiln_batch_cache *c = &device->batch_cache;
    pthread_mutex_lock(&c->lock);
    struct kiln_bo *bo = c->free[size_class];
    if (bo)
        c->free[size_class] = bo->next;
    pthread_mutex_unlock(&c->lock);
    if (!bo) {
        bo = kiln_zalloc(&device->alloc, NULL, sizeof(*bo), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
        if (!bo)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
        struct ws_bo_desc desc = {.size = UINT64_C(16384) << size_class,
                                  .zone = WS_ZONE_HIGH,
                                  .flags = WS_BO_CAPTURE | WS_BO_COHERENT,
                                  .name = "batch"};
        VkResult result = kiln_bo_init(device, bo, &desc, true);
        if (result) {
            kiln_free(&device->alloc, NULL, bo);
            return result;
        }
    }
    bo->next = NULL;
    *out = bo;
    return VK_SUCCESS;
}

void kiln_batch_bo_put(struct kiln_device *device, struct kiln_bo *bo)
{
    struct kiln_batch_cache *c = &device->batch_cache;
    unsigned size_class = 0;
    while (bo->size > UINT64_C(16384) << size_class)
        size_class++;
    pthread_mutex_lock(&c->lock);
    bo->next = c->free[size_class];
    c->free[size_class] = bo;
    pthread_mutex_unlock(&c->lock);
}

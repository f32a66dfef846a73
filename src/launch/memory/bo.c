// Buffer objects, the residency array, and the cache of batch blocks.
#include "launch/memory/bo.h"

#include <string.h>

#include "launch/memory/device.h"

void launch_residency_init(struct launch_residency *r)
{
    kiln_lock_init(&r->lock, KILN_LOCK_RESIDENCY);
    r->version = 1;
}

void launch_residency_finish(struct launch_device *device)
{
    struct launch_residency *r = &device->residency;
    launch_free(&device->alloc, r->bos);
    launch_free(&device->alloc, r->owners);
    launch_free(&device->alloc, r->leaving);
    kiln_lock_destroy(&r->lock);
}

void launch_residency_begin_submit(struct launch_residency *r)
{
    kiln_lock(&r->lock);
    r->submitting = true;
}

void launch_residency_listed(void *residency)
{
    struct launch_residency *r = residency;
    r->listed = true;
    kiln_unlock(&r->lock);
}

void launch_residency_end_submit(struct launch_device *device)
{
    struct launch_residency *r = &device->residency;
    if (r->listed)
        kiln_lock(&r->lock);
    r->submitting = r->listed = false;
    // Others append only while a submission is under way.
    for (uint32_t i = 0; i < r->leaving_count; i++)
        ws_bo_unref(r->leaving[i]);
    r->leaving_count = 0;
    kiln_unlock(&r->lock);
}

// With the lock held.
static bool make_resident(struct launch_device *device, struct launch_bo *bo)
{
    struct launch_residency *r = &device->residency;
    bool ok =
        launch_grow(&device->alloc, (void **)&r->bos, &r->bos_capacity, r->count + 1, sizeof(r->bos[0])) &&
        launch_grow(&device->alloc, (void **)&r->owners, &r->owners_capacity, r->count + 1,
                    sizeof(r->owners[0])) &&
        launch_grow(&device->alloc, (void **)&r->leaving, &r->leaving_capacity,
                    r->leaving_count + r->count + 1, sizeof(r->leaving[0]));
    if (ok) {
        bo->index = r->count++;
        r->version++;
        r->bos[bo->index] = bo->ws;
        r->owners[bo->index] = bo;
    }
    return ok;
}

enum launch_result launch_bo_init(struct launch_device *device, struct launch_bo *bo,
                                  const struct ws_bo_desc *desc, bool map)
{
    memset(bo, 0, sizeof(*bo));
    int err = ws_bo_create(device->ws, desc, &bo->ws);
    if (err)
        return launch_error(LAUNCH_NO_DEVICE_MEMORY, "ws_bo_create(%llu): %d", (unsigned long long)desc->size,
                            err);
    if (map && (err = ws_bo_map(bo->ws, &bo->map))) {
        ws_bo_unref(bo->ws);
        bo->ws = NULL; // to whom it tells whether there is one
        return launch_error(LAUNCH_NO_DEVICE_MEMORY, "ws_bo_map: %d", err);
    }
    bo->address = ws_bo_address(bo->ws);
    bo->size = ws_bo_size(bo->ws);
    kiln_lock(&device->residency.lock);
    bool resident = make_resident(device, bo);
    kiln_unlock(&device->residency.lock);
    if (!resident) {
        ws_bo_unref(bo->ws);
        bo->ws = NULL;
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    }
    return LAUNCH_OK;
}

// Of two imports of one buffer, one is in the array: the kernel takes each buffer once. The look, the place
// and the list of heirs are one step: another thread may import the same buffer, or free the one that is
// there.
enum launch_result launch_bo_adopt(struct launch_device *device, struct launch_bo *bo, struct ws_bo *ws)
{
    struct launch_residency *r = &device->residency;
    *bo =
        (struct launch_bo){.ws = ws, .address = ws_bo_address(ws), .size = ws_bo_size(ws), .imported = true};
    bool there = false;
    kiln_lock(&r->lock);
    for (uint32_t i = 0; i < r->count && !there; i++)
        there = r->bos[i] == ws; // rare: imports only
    if (there)
        bo->index = LAUNCH_NOT_RESIDENT;
    bool ok = there || make_resident(device, bo);
    if (ok) {
        bo->next = r->imports;
        r->imports = bo;
    }
    kiln_unlock(&r->lock);
    return ok ? LAUNCH_OK : launch_error(LAUNCH_NO_HOST_MEMORY);
}

static struct launch_bo *unlink_import(struct launch_residency *r, struct launch_bo *bo)
{
    struct launch_bo *heir = NULL;
    struct launch_bo **link = &r->imports;
    while (*link) {
        if (*link == bo) {
            *link = bo->next;
            continue;
        }
        if ((*link)->ws == bo->ws && (*link)->index == LAUNCH_NOT_RESIDENT)
            heir = *link;
        link = &(*link)->next;
    }
    return heir;
}

void launch_bo_finish(struct launch_device *device, struct launch_bo *bo)
{
    struct launch_residency *r = &device->residency;
    kiln_lock(&r->lock);
    struct launch_bo *heir = r->imports ? unlink_import(r, bo) : NULL;
    if (bo->index == LAUNCH_NOT_RESIDENT) {
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
    bool later = r->submitting && bo->index != LAUNCH_NOT_RESIDENT && !heir;
    if (later)
        r->leaving[r->leaving_count++] = bo->ws;
    kiln_unlock(&r->lock);
    if (!later)
        ws_bo_unref(bo->ws);
    bo->ws = NULL;
}

uint64_t launch_residency_left(struct launch_device *device, uint64_t address)
{
    struct launch_residency *r = &device->residency;
    uint64_t left = 0;
    kiln_lock(&r->lock);
    for (uint32_t i = 0; i < r->count && !left; i++)
        if (address - r->owners[i]->address < r->owners[i]->size)
            left = r->owners[i]->size - (address - r->owners[i]->address);
    kiln_unlock(&r->lock);
    return left;
}

void launch_batch_cache_init(struct launch_batch_cache *c)
{
    kiln_lock_init(&c->lock, KILN_LOCK_BATCH_CACHE);
}

void launch_batch_cache_finish(struct launch_device *device)
{
    struct launch_batch_cache *c = &device->batch_cache;
    for (unsigned i = 0; i < LAUNCH_BATCH_CLASSES; i++) {
        while (c->free[i]) {
            struct launch_bo *bo = c->free[i];
            c->free[i] = bo->next;
            launch_bo_finish(device, bo);
            launch_free(&device->alloc, bo);
        }
    }
    kiln_lock_destroy(&c->lock);
}

enum launch_result launch_batch_bo_get(struct launch_device *device, unsigned size_class,
                                       struct launch_bo **out)
{
    struct launch_batch_cache *c = &device->batch_cache;
    kiln_lock(&c->lock);
    struct launch_bo *bo = c->free[size_class];
    if (bo)
        c->free[size_class] = bo->next;
    kiln_unlock(&c->lock);
    if (!bo) {
        bo = launch_zalloc(&device->alloc, sizeof(*bo));
        if (!bo)
            return launch_error(LAUNCH_NO_HOST_MEMORY);
        struct ws_bo_desc desc = {.size = UINT64_C(16384) << size_class,
                                  .zone = WS_ZONE_HIGH,
                                  .flags = WS_BO_CAPTURE | WS_BO_COHERENT,
                                  .name = "batch"};
        enum launch_result result = launch_bo_init(device, bo, &desc, true);
        if (result) {
            launch_free(&device->alloc, bo);
            return result;
        }
    }
    bo->next = NULL;
    *out = bo;
    return LAUNCH_OK;
}

void launch_batch_bo_put(struct launch_device *device, struct launch_bo *bo)
{
    struct launch_batch_cache *c = &device->batch_cache;
    unsigned size_class = 0;
    while (bo->size > UINT64_C(16384) << size_class)
        size_class++;
    kiln_lock(&c->lock);
    bo->next = c->free[size_class];
    c->free[size_class] = bo;
    kiln_unlock(&c->lock);
}

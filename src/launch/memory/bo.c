// Buffer objects, the residency array, and the cache of batch blocks.
#include "launch/memory/bo.h"

#include <errno.h>
#include <string.h>

#include "launch/memory/device.h"

void launch_residency_init(struct launch_residency *r)
{
    kiln_lock_init(&r->lock, KILN_LOCK_RESIDENCY);
    r->version = 1;
    r->newest = &r->oldest;
}

void launch_residency_finish(struct launch_device *device)
{
    struct launch_residency *r = &device->residency;
    launch_free(&device->alloc, r->bos);
    launch_free(&device->alloc, r->owners);
    launch_free(&device->alloc, r->leaving);
    kiln_lock_destroy(&r->lock);
}

void launch_residency_begin_submit(struct launch_residency *r, struct launch_listing *l)
{
    kiln_lock(&r->lock);
    *l = (struct launch_listing){.residency = r, .number = ++r->begun};
    *r->newest = l;
    r->newest = &l->next;
}

void launch_residency_listed(void *listing)
{
    struct launch_listing *l = listing;
    l->listed = true;
    kiln_unlock(&l->residency->lock);
}

static void unlink_listing(struct launch_residency *r, struct launch_listing *l)
{
    struct launch_listing **link = &r->oldest;
    while (*link != l)
        link = &(*link)->next;
    *link = l->next;
    if (!l->next)
        r->newest = link;
}

void launch_residency_end_submit(struct launch_listing *l)
{
    struct launch_residency *r = l->residency;
    if (l->listed)
        kiln_lock(&r->lock);
    unlink_listing(r, l);
    // Others append only while a submission is under way.
    uint32_t gone = 0;
    while (gone < r->leaving_count && (!r->oldest || r->oldest->number > r->leaving[gone].begun))
        ws_bo_unref(r->leaving[gone++].ws);
    r->leaving_count -= gone;
    if (gone && r->leaving_count)
        memmove(r->leaving, r->leaving + gone, r->leaving_count * sizeof(r->leaving[0]));
    kiln_unlock(&r->lock);
}

// ---- with the lock held

static bool make_room(struct launch_device *device, uint32_t more)
{
    struct launch_residency *r = &device->residency;
    uint32_t count = r->count + more;
    return launch_grow(&device->alloc, (void **)&r->bos, &r->bos_capacity, count, sizeof(r->bos[0])) &&
           launch_grow(&device->alloc, (void **)&r->owners, &r->owners_capacity, count,
                       sizeof(r->owners[0])) &&
           launch_grow(&device->alloc, (void **)&r->leaving, &r->leaving_capacity, r->leaving_count + count,
                       sizeof(r->leaving[0]));
}

static void append(struct launch_residency *r, struct launch_bo *bo)
{
    bo->index = r->count++;
    r->version++;
    r->bos[bo->index] = bo->ws;
    r->owners[bo->index] = bo;
}

static bool make_resident(struct launch_device *device, struct launch_bo *bo)
{
    bool ok = make_room(device, 1);
    if (ok)
        append(&device->residency, bo);
    return ok;
}

static void take_out(struct launch_residency *r, const struct launch_bo *bo)
{
    uint32_t last = --r->count;
    r->version++;
    r->bos[bo->index] = r->bos[last];
    r->owners[bo->index] = r->owners[last];
    r->owners[bo->index]->index = bo->index;
}

// Whether it stays until the submissions are over that may name it.
static bool leaves_later(struct launch_residency *r, struct ws_bo *ws)
{
    if (!r->oldest)
        return false;
    r->leaving[r->leaving_count++] = (struct launch_leaving){ws, r->begun};
    return true;
}

// ---- buffers

static void set_place(struct launch_bo *bo)
{
    bo->address = ws_bo_address(bo->ws);
    bo->size = ws_bo_size(bo->ws);
    bo->end = bo->address + bo->size;
}

// The buffer is there: makes it resident, or lets it go again.
static enum launch_result settle(struct launch_device *device, struct launch_bo *bo)
{
    set_place(bo);
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
    return settle(device, bo);
}

enum launch_result launch_bo_show(struct launch_device *device, struct launch_bo *bo,
                                  const struct ws_part *part)
{
    memset(bo, 0, sizeof(*bo));
    int err = ws_bo_from_pages(device->ws, part, &bo->ws);
    if (err)
        return launch_error(LAUNCH_NO_DEVICE_MEMORY, "ws_bo_from_pages(%llu): %d",
                            (unsigned long long)part->size, err);
    if (!part->in_range)
        return settle(device, bo);
    set_place(bo);
    return LAUNCH_OK;
}

// Tells the kernel. With the lock held.
static int show_instead(struct launch_device *device, struct launch_bo *const *out, uint32_t out_count,
                        struct launch_bo *const *in, uint32_t in_count)
{
    const size_t count = (size_t)out_count + in_count;
    struct ws_bo **ws = launch_zalloc(&device->alloc, count * sizeof(ws[0]));
    if (!ws)
        return -ENOMEM;
    for (uint32_t i = 0; i < count; i++)
        ws[i] = i < out_count ? out[i]->ws : in[i - out_count]->ws;
    int err = ws_bo_exchange(device->ws, ws, out_count, ws + out_count, in_count);
    launch_free(&device->alloc, ws);
    return err;
}

enum launch_result launch_residency_exchange(struct launch_device *device, struct launch_bo *const *out,
                                             uint32_t out_count, struct launch_bo *const *in,
                                             uint32_t in_count)
{
    struct launch_residency *r = &device->residency;
    kiln_lock(&r->lock);
    int err = make_room(device, in_count) ? show_instead(device, out, out_count, in, in_count) : -ENOMEM;
    const bool ok = !err;
    for (uint32_t i = 0; ok && i < out_count; i++) {
        take_out(r, out[i]);
        if (leaves_later(r, out[i]->ws))
            out[i]->ws = NULL;
    }
    for (uint32_t i = 0; ok && i < in_count; i++)
        append(r, in[i]);
    kiln_unlock(&r->lock);
    for (uint32_t i = 0; ok && i < out_count; i++)
        ws_bo_unref(out[i]->ws);
    return ok               ? LAUNCH_OK
           : err == -ENOMEM ? launch_error(LAUNCH_NO_HOST_MEMORY)
                            : launch_error(LAUNCH_NO_DEVICE_MEMORY, "ws_bo_exchange: %d", err);
}

// Of two imports of one buffer, one is in the array: the kernel takes each buffer once. The look, the place
// and the list of heirs are one step: another thread may import the same buffer, or free the one that is
// there.
enum launch_result launch_bo_adopt(struct launch_device *device, struct launch_bo *bo, struct ws_bo *ws)
{
    struct launch_residency *r = &device->residency;
    *bo = (struct launch_bo){.ws = ws, .imported = true};
    set_place(bo);
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
        take_out(r, bo);
    }
    // An import's other owners have references of their own, and a place each.
    bool later = bo->index != LAUNCH_NOT_RESIDENT && !heir && leaves_later(r, bo->ws);
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
            left = r->owners[i]->end - address;
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

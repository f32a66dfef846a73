// See sparse.h. Binds are carried out on a copy of each resource's list of parts; then the buffers are made
// that the new list has and the old one had not; then the old ones leave and the new ones come, in one step.
#include "launch/memory/sparse.h"

#include <string.h>

#include "launch/memory/device.h"
#include "util/math.h"

// No part lies across a multiple of WINDOW, nor is a hole's memory longer. Two parts that could be one become
// one if that is to be made anyway, or costs no more than SMALL: the kernel pins each page of a new buffer.
#define PAGE UINT64_C(4096)
#define WINDOW (UINT64_C(64) << 20)
#define SMALL (UINT64_C(2) << 20)

void launch_sparse_device_init(struct launch_sparse_device *d)
{
    kiln_lock_init(&d->lock, KILN_LOCK_SPARSE);
}

void launch_sparse_device_finish(struct launch_sparse_device *d)
{
    ws_pages_unref(d->nobodys);
    kiln_lock_destroy(&d->lock);
}

// ---- lists of parts

static uint64_t end_of(const struct launch_sparse_part *p)
{
    return p->start + p->size;
}

// Index of the first part that ends behind `at`.
static uint32_t find(const struct launch_sparse_parts *l, uint64_t at)
{
    uint32_t lo = 0, hi = l->count;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (end_of(&l->part[mid]) <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static bool reserve(struct launch_device *device, struct launch_sparse_parts *l, uint32_t count)
{
    return launch_grow(&device->alloc, (void **)&l->part, &l->capacity, count, sizeof(l->part[0]));
}

// Replaces `old` parts from `at` on.
static bool splice(struct launch_device *device, struct launch_sparse_parts *l, uint32_t at, uint32_t old,
                   const struct launch_sparse_part *with, uint32_t count)
{
    if (!reserve(device, l, l->count - old + count))
        return false;
    uint32_t behind = l->count - at - old; // a list of none has no memory
    if (behind)
        memmove(l->part + at + count, l->part + at + old, behind * sizeof(l->part[0]));
    if (count)
        memcpy(l->part + at, with, count * sizeof(l->part[0]));
    l->count = at + count + behind;
    return true;
}

// Of [p.start, p.size): p alone. What is left of others on both sides becomes buffers of its own.
static bool put(struct launch_device *device, struct launch_sparse_parts *l, struct launch_sparse_part p)
{
    struct launch_sparse_part with[3];
    uint32_t at = find(l, p.start), last = at, n = 0;
    while (last < l->count && l->part[last].start < end_of(&p))
        last++;
    if (last > at && l->part[at].start < p.start) {
        with[n] = l->part[at];
        with[n].bo = NULL;
        with[n++].size = p.start - l->part[at].start;
    }
    if (p.pages)
        with[n++] = p;
    if (last > at && end_of(&l->part[last - 1]) > end_of(&p)) {
        const struct launch_sparse_part *old = &l->part[last - 1];
        uint64_t cut = end_of(&p) - old->start;
        with[n++] =
            (struct launch_sparse_part){end_of(&p), old->size - cut, old->pages, old->offset + cut, NULL};
    }
    return splice(device, l, at, last - at, with, n);
}

// A bind, cut into windows. In holes, each window shows nobody's pages from their start.
static bool put_bind(struct launch_device *device, struct launch_sparse_parts *l, const struct launch_bind *b)
{
    const bool hole = !b->pages && b->sparse->holes;
    const uint64_t end = b->start + b->size;
    for (uint64_t at = b->start; at < end;) {
        uint64_t stop = KILN_MIN(end, (at / WINDOW + 1) * WINDOW);
        struct launch_sparse_part p = {.start = at,
                                       .size = stop - at,
                                       .pages = hole ? device->sparse.nobodys : b->pages,
                                       .offset = hole ? at % WINDOW : b->offset + (at - b->start)};
        if (!put(device, l, p))
            return false;
        at = stop;
    }
    return true;
}

static bool one_piece(const struct launch_sparse_part *a, const struct launch_sparse_part *b)
{
    return a->pages == b->pages && end_of(a) == b->start && a->offset + a->size == b->offset &&
           b->start % WINDOW && ((!a->bo && !b->bo) || a->size + b->size <= SMALL);
}

static void merge(struct launch_sparse_parts *l)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        if (n && one_piece(&l->part[n - 1], &l->part[i])) {
            l->part[n - 1].size += l->part[i].size;
            l->part[n - 1].bo = NULL;
        } else {
            l->part[n++] = l->part[i];
        }
    }
    l->count = n;
}

// ---- buffers of parts

static void release(struct launch_device *device, struct launch_bo *bo)
{
    if (bo && bo->ws)
        ws_bo_unref(bo->ws);
    launch_free(&device->alloc, bo);
}

static enum launch_result make(struct launch_device *device, const struct launch_sparse *s,
                               struct launch_sparse_part *p)
{
    struct ws_part part = {.pages = p->pages,
                           .offset = p->offset,
                           .size = p->size,
                           .address = s->address + p->start,
                           .in_range = true};
    struct launch_bo *bo = launch_zalloc(&device->alloc, sizeof(*bo));
    if (!bo)
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    enum launch_result result = launch_bo_show(device, bo, &part);
    if (result) {
        launch_free(&device->alloc, bo);
        return result;
    }
    bo->end = s->address + s->size;
    p->bo = bo;
    return LAUNCH_OK;
}

static bool has(const struct launch_sparse_parts *l, const struct launch_sparse_part *p)
{
    uint32_t i = find(l, p->start);
    return i < l->count && l->part[i].bo == p->bo;
}

// Buffers of one list that are not in the other, from out[n] on (NULL: to count); how many there are then.
static uint32_t only_in(const struct launch_sparse_parts *l, const struct launch_sparse_parts *other,
                        struct launch_bo **out, uint32_t n)
{
    for (uint32_t i = 0, k = 0; i < l->count; i++) {
        while (k < other->count && end_of(&other->part[k]) <= l->part[i].start)
            k++;
        if (k < other->count && other->part[k].bo == l->part[i].bo)
            continue;
        if (out)
            out[n] = l->part[i].bo;
        n++;
    }
    return n;
}

// ---- changes of several resources at once; with the lock held

static void begin(struct launch_sparse **first, struct launch_sparse *s)
{
    s->link = *first;
    *first = s;
    s->changing = true;
    s->next = (struct launch_sparse_parts){0};
}

static enum launch_result plan(struct launch_device *device, struct launch_sparse **first,
                               const struct launch_bind *b)
{
    struct launch_sparse *s = b->sparse;
    if (!s->changing) {
        begin(first, s);
        if (!splice(device, &s->next, 0, 0, s->now.part, s->now.count))
            return launch_error(LAUNCH_NO_HOST_MEMORY);
    }
    return put_bind(device, &s->next, b) ? LAUNCH_OK : launch_error(LAUNCH_NO_HOST_MEMORY);
}

static enum launch_result make_all(struct launch_device *device, struct launch_sparse *s)
{
    enum launch_result result = LAUNCH_OK;
    merge(&s->next);
    for (uint32_t i = 0; i < s->next.count && !result; i++)
        if (!s->next.part[i].bo)
            result = make(device, s, &s->next.part[i]);
    return result;
}

// The old buffers, and behind them the new ones.
static enum launch_result exchange(struct launch_device *device, const struct launch_sparse *first)
{
    uint32_t out = 0, in = 0;
    for (const struct launch_sparse *s = first; s; s = s->link) {
        out = only_in(&s->now, &s->next, NULL, out);
        in = only_in(&s->next, &s->now, NULL, in);
    }
    if (!out && !in)
        return LAUNCH_OK;
    struct launch_bo **bos = launch_zalloc(&device->alloc, ((size_t)out + in) * sizeof(bos[0]));
    if (!bos)
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    uint32_t o = 0, i = out;
    for (const struct launch_sparse *s = first; s; s = s->link) {
        o = only_in(&s->now, &s->next, bos, o);
        i = only_in(&s->next, &s->now, bos, i);
    }
    enum launch_result result = launch_residency_exchange(device, bos, out, bos + out, in);
    for (uint32_t k = 0; k < out && !result; k++)
        launch_free(&device->alloc, bos[k]);
    launch_free(&device->alloc, bos);
    return result;
}

// Of a change that was made or failed: the new list becomes the resource's, or goes.
static void end(struct launch_device *device, struct launch_sparse *s, bool made)
{
    for (uint32_t i = 0; i < s->next.count && !made; i++)
        if (s->next.part[i].bo && !has(&s->now, &s->next.part[i]))
            release(device, s->next.part[i].bo);
    launch_free(&device->alloc, made ? s->now.part : s->next.part);
    if (made)
        s->now = s->next;
    s->next = (struct launch_sparse_parts){0};
    s->changing = false;
}

static enum launch_result change(struct launch_device *device, const struct launch_bind *binds,
                                 uint32_t count)
{
    struct launch_sparse *first = NULL;
    enum launch_result result = LAUNCH_OK;
    kiln_lock(&device->sparse.lock);
    for (uint32_t i = 0; i < count && !result; i++)
        result = plan(device, &first, &binds[i]);
    for (struct launch_sparse *s = first; s && !result; s = s->link)
        result = make_all(device, s);
    if (!result)
        result = exchange(device, first);
    for (struct launch_sparse *s = first; s; s = s->link)
        end(device, s, !result);
    kiln_unlock(&device->sparse.lock);
    return result;
}

enum launch_result launch_sparse_bind(struct launch_device *device, const struct launch_bind *binds,
                                      uint32_t count)
{
    enum launch_result result = count ? change(device, binds, count) : LAUNCH_OK;
    if (count && !result)
        ws_bo_reap(device->ws);
    return result;
}

// ---- resources

static enum launch_result need_nobodys(struct launch_device *device)
{
    struct launch_sparse_device *d = &device->sparse;
    kiln_lock(&d->lock);
    int err = d->nobodys ? 0 : ws_pages_create_nobodys(device->ws, WINDOW, &d->nobodys);
    kiln_unlock(&d->lock);
    return err ? launch_error(LAUNCH_NO_HOST_MEMORY, "ws_pages_create_nobodys: %d", err) : LAUNCH_OK;
}

static enum launch_result make_holes(struct launch_device *device, struct launch_sparse *s)
{
    struct launch_bind nothing = {.sparse = s, .size = s->size};
    enum launch_result result = need_nobodys(device);
    return result ? result : change(device, &nothing, 1);
}

enum launch_result launch_sparse_init(struct launch_device *device, struct launch_sparse *s,
                                      const struct launch_sparse_info *info)
{
    memset(s, 0, sizeof(*s));
    s->size = kiln_align(info->size, PAGE);
    s->zone = info->zone;
    s->holes = info->holes;
    int err = ws_range_take(device->ws, s->zone, s->size, info->alignment, info->address, &s->range);
    if (err)
        return launch_error(LAUNCH_NO_DEVICE_MEMORY, "ws_range_take(%llu): %d", (unsigned long long)s->size,
                            err);
    s->address = s->range.base;
    enum launch_result result = s->holes ? make_holes(device, s) : LAUNCH_OK;
    if (result)
        ws_range_give(device->ws, s->zone, &s->range);
    return result;
}

static void drop_parts(struct launch_device *device, struct launch_sparse *s)
{
    kiln_lock(&device->sparse.lock);
    for (uint32_t i = 0; i < s->now.count; i++) {
        launch_bo_finish(device, s->now.part[i].bo);
        launch_free(&device->alloc, s->now.part[i].bo);
    }
    launch_free(&device->alloc, s->now.part);
    kiln_unlock(&device->sparse.lock);
}

void launch_sparse_finish(struct launch_device *device, struct launch_sparse *s)
{
    drop_parts(device, s);
    ws_range_give(device->ws, s->zone, &s->range);
}

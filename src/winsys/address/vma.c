// Holes in a sorted array: allocation is first fit (low addresses stay dense), freeing a binary search and a
// merge.
#include "winsys/address/vma.h"

#include <stdlib.h>
#include <string.h>

bool vma_init(struct vma *v, uint64_t start, uint64_t end)
{
    *v = (struct vma){.start = start, .end = end, .capacity = 16};
    v->holes = malloc(v->capacity * sizeof(*v->holes));
    if (!v->holes)
        return false;
    if (start < end)
        v->holes[v->count++] = (struct vma_hole){start, end};
    return true;
}

void vma_finish(struct vma *v)
{
    free(v->holes);
    memset(v, 0, sizeof(*v));
}

static bool insert(struct vma *v, size_t at, struct vma_hole hole)
{
    if (v->count == v->capacity) {
        struct vma_hole *p = realloc(v->holes, 2 * v->capacity * sizeof(*p));
        if (!p)
            return false;
        v->holes = p;
        v->capacity *= 2;
    }
    memmove(&v->holes[at + 1], &v->holes[at], (v->count - at) * sizeof(*v->holes));
    v->holes[at] = hole;
    v->count++;
    return true;
}

static void erase(struct vma *v, size_t at)
{
    memmove(&v->holes[at], &v->holes[at + 1], (v->count - at - 1) * sizeof(*v->holes));
    v->count--;
}

// Cuts [start, end), which lies inside hole i, out of it.
static bool carve(struct vma *v, size_t i, uint64_t start, uint64_t end)
{
    struct vma_hole h = v->holes[i];
    if (h.start == start && h.end == end) {
        erase(v, i);
    } else if (h.start == start) {
        v->holes[i].start = end;
    } else if (h.end == end) {
        v->holes[i].end = start;
    } else {
        if (!insert(v, i + 1, (struct vma_hole){end, h.end}))
            return false;
        v->holes[i].end = start;
    }
    return true;
}

uint64_t vma_alloc(struct vma *v, uint64_t size, uint64_t alignment)
{
    if (!size || !alignment || (alignment & (alignment - 1)))
        return 0;
    for (size_t i = 0; i < v->count; i++) {
        struct vma_hole h = v->holes[i];
        uint64_t at = (h.start + alignment - 1) & ~(alignment - 1);
        if (at == 0)
            at = alignment;
        if (at < h.start || at >= h.end || h.end - at < size)
            continue;
        return carve(v, i, at, at + size) ? at : 0;
    }
    return 0;
}

// The number of holes that start at or below `address`.
static size_t upper(const struct vma *v, uint64_t address)
{
    size_t lo = 0, hi = v->count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (v->holes[mid].start <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

bool vma_alloc_at(struct vma *v, uint64_t address, uint64_t size)
{
    size_t n = upper(v, address);
    if (!address || !size || !n)
        return false;
    struct vma_hole h = v->holes[n - 1];
    if (address >= h.end || h.end - address < size)
        return false;
    return carve(v, n - 1, address, address + size);
}

bool vma_free(struct vma *v, uint64_t address, uint64_t size)
{
    if (!size || address < v->start || address >= v->end || v->end - address < size)
        return false;
    uint64_t end = address + size;
    size_t n = upper(v, address); // hole n - 1 starts at or before, hole n after
    struct vma_hole *before = n ? &v->holes[n - 1] : NULL, *after = n < v->count ? &v->holes[n] : NULL;
    if ((before && before->end > address) || (after && after->start < end))
        return false;
    bool joins_before = before && before->end == address, joins_after = after && after->start == end;
    if (joins_before && joins_after) {
        before->end = after->end;
        erase(v, n);
    } else if (joins_before) {
        before->end = end;
    } else if (joins_after) {
        after->start = address;
    } else {
        return insert(v, n, (struct vma_hole){address, end});
    }
    return true;
}

uint64_t vma_free_bytes(const struct vma *v)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < v->count; i++)
        sum += v->holes[i].end - v->holes[i].start;
    return sum;
}

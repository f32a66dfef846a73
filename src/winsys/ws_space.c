// See ws_space.h.
#include "winsys/ws_space.h"

#include <errno.h>

static void finish_zones(struct ws_space *s)
{
    for (unsigned z = 0; z < WS_ZONE_COUNT; z++)
        vma_finish(&s->vma[z]);
}

int ws_space_create(struct ws_node *n, struct ws_space *s)
{
    int ret = 0;
    for (unsigned z = 0; z < WS_ZONE_COUNT && ret == 0; z++) {
        const struct ws_range *r = &n->info.zones[z];
        if (!vma_init(&s->vma[z], r->base, r->base + r->size))
            ret = -ENOMEM;
    }
    if (ret == 0 && n->kernel->space_create)
        ret = n->kernel->space_create(n, s);
    if (ret)
        finish_zones(s);
    return ret;
}

void ws_space_destroy(struct ws_node *n, struct ws_space *s)
{
    if (n->kernel->space_destroy)
        n->kernel->space_destroy(n, s);
    finish_zones(s);
}

int ws_space_take(struct ws_space *s, enum ws_zone zone, uint64_t address, uint64_t alignment,
                  struct ws_range *range)
{
    struct vma *v = &s->vma[zone];
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

void ws_space_give(struct ws_space *s, enum ws_zone zone, const struct ws_range *range)
{
    vma_free(&s->vma[zone], range->base, range->size);
}

// At the range, or, where it may, elsewhere: the range is then there. -ENOSPC: others have the place.
static int bind_in(struct ws_node *n, struct ws_space *s, struct ws_range *range, uint64_t alignment,
                   bool fixed, struct ws_binding *b)
{
    b->address = range->base;
    b->taken = range->size;
    int ret = n->kernel->bind ? n->kernel->bind(n, s, b, false) : 0;
    if (ret || b->address == range->base)
        return ret;
    if (fixed || (alignment && b->address % alignment))
        return -ENOSPC;
    struct vma *zone = &s->vma[b->zone];
    const struct ws_range wish = *range;
    range->base = b->address;
    ws_space_give(s, b->zone, &wish); // they may overlap
    if (vma_alloc_at(zone, range->base, range->size))
        return 0;
    *range = wish;
    vma_alloc_at(zone, range->base, range->size);
    return -ENOSPC;
}

// Binds where others are. Addresses may be the kernel's, so that this looks on, at most MOST times. Those are
// given back: what takes a place for good may leave it.
static int bind_by_eviction(struct ws_node *n, struct ws_space *s, uint64_t alignment, struct ws_range *range,
                            struct ws_binding *b)
{
    enum { MOST = 32 };
    struct ws_range taken[MOST];
    unsigned tries = 0;
    int ret;
    do {
        taken[tries++] = *range;
        b->address = range->base;
        b->taken = range->size;
        ret = n->kernel->bind(n, s, b, true);
        *range = (struct ws_range){.size = b->memory->size};
    } while (ret == -ENOSPC && tries < MOST && !ws_space_take(s, b->zone, 0, alignment, range));
    if (ret == 0)
        *range = taken[--tries];
    for (unsigned i = 0; i < tries; i++)
        ws_space_give(s, b->zone, &taken[i]);
    return ret;
}

int ws_binding_create(struct ws_node *n, struct ws_space *s, uint64_t address, uint64_t alignment,
                      struct ws_binding *b)
{
    struct ws_range range = {.size = b->memory->size};
    int ret = ws_space_take(s, b->zone, address, alignment, &range);
    if (ret)
        return ret;
    ret = bind_in(n, s, &range, alignment, address != 0, b);
    if (ret == -ENOSPC && n->info.shares_space && !address)
        ret = bind_by_eviction(n, s, alignment, &range, b);
    else if (ret)
        ws_space_give(s, b->zone, &range);
    b->address = range.base;
    b->taken = range.size;
    return ret;
}

void ws_binding_destroy(struct ws_node *n, struct ws_space *s, struct ws_binding *b)
{
    if (!b->taken) // a part of a range, where others may be by now
        return;
    if (n->kernel->bind)
        n->kernel->unbind(n, s, b);
    ws_space_give(s, b->zone, &(struct ws_range){b->address, b->taken});
}

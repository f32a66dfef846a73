// Memory that buffers show in parts: shared and anonymous, of the process itself. The kernel takes any part
// of it for a buffer (a userptr), and the same part for several.
//
// It is mapped for as long as a buffer shows it: i915 takes a userptr's pages away when they are unmapped,
// and an execution that lists it fails.
#include "winsys/ws_device.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

// What nobody's pages are made of: so that the GPU's page tables may have large entries.
#define UNIT (UINT64_C(2) << 20)

struct ws_pages {
    atomic_uint refs;
    uint64_t size;
    uint8_t *map; // NULL: nothing (ws_memory.nothing)
    bool read_only;
    atomic_bool reserved; // the map's addresses stay taken when it goes
};

int ws_reserve(void *address, uint64_t size)
{
    void *p = mmap(address, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    return p == MAP_FAILED ? -errno : 0;
}

static struct ws_pages *new_pages(uint64_t size)
{
    struct ws_pages *p = calloc(1, sizeof(*p));
    if (p) {
        atomic_init(&p->refs, 1);
        p->size = size;
    }
    return p;
}

static void *map_shared(uint64_t size, int prot)
{
    return mmap(NULL, size, prot, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

int ws_pages_create(struct ws_device *dev, uint64_t size, struct ws_pages **out)
{
    if (!size || (size & (WS_PAGE - 1)))
        return -EINVAL;
    struct ws_pages *p = new_pages(size);
    void *map = p ? map_shared(size, PROT_READ | PROT_WRITE) : MAP_FAILED;
    if (map == MAP_FAILED) {
        free(p);
        return -ENOMEM;
    }
    p->map = map;
    *out = p;
    return 0;
}

// Shows the first unit in all that follow.
static bool repeat(uint8_t *map, uint64_t size)
{
    for (uint64_t at = UNIT; at < size; at += UNIT) {
        uint64_t n = size - at < UNIT ? size - at : UNIT;
        if (mremap(map, 0, n, MREMAP_MAYMOVE | MREMAP_FIXED, map + at) == MAP_FAILED)
            return false;
    }
    return true;
}

int ws_pages_create_nobodys(struct ws_device *dev, uint64_t size, struct ws_pages **out)
{
    const bool read_only = dev->node.info.has_read_only;
    struct ws_pages *p = new_pages(size);
    if (dev->node.kernel->has_nothing) {
        *out = p;
        return p ? 0 : -ENOMEM;
    }
    void *map = p ? map_shared(size, read_only ? PROT_READ : PROT_READ | PROT_WRITE) : MAP_FAILED;
    if (map != MAP_FAILED && !repeat(map, size)) {
        munmap(map, size);
        map = MAP_FAILED;
    }
    if (map == MAP_FAILED) {
        free(p);
        return -ENOMEM;
    }
    p->map = map;
    p->read_only = read_only;
    *out = p;
    return 0;
}

struct ws_pages *ws_pages_ref(struct ws_pages *p)
{
    atomic_fetch_add_explicit(&p->refs, 1, memory_order_relaxed);
    return p;
}

void ws_pages_unref(struct ws_pages *p)
{
    if (!p || atomic_fetch_sub_explicit(&p->refs, 1, memory_order_acq_rel) > 1)
        return;
    if (atomic_load(&p->reserved))
        ws_reserve(p->map, p->size);
    else if (p->map)
        munmap(p->map, p->size);
    free(p);
}

void *ws_pages_map(const struct ws_pages *p, uint64_t offset, bool *read_only)
{
    *read_only = p->read_only;
    return p->map ? p->map + offset : NULL;
}

void ws_pages_keep_reserved(struct ws_pages *p)
{
    atomic_store(&p->reserved, true);
}

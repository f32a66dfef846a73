// See ws_memory.h. Dma-bufs and handles are the DRM core's, the rest is a row's (kernel/kernel.h).
#include "winsys/ws_memory.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "winsys/ws_device.h"

static void init(struct ws_memory *m, uint64_t size, uint32_t flags)
{
    memset(m, 0, sizeof(*m));
    m->size = size;
    m->flags = flags;
}

int ws_memory_create(struct ws_node *n, uint64_t size, uint32_t flags, struct ws_memory *out)
{
    init(out, size, flags);
    return n->kernel->create(n, out);
}

int ws_memory_from_host(struct ws_node *n, void *map, uint64_t size, bool read_only, struct ws_memory *out)
{
    init(out, size, WS_BO_COHERENT);
    out->userptr = true;
    out->read_only = read_only;
    atomic_store(&out->map, map);
    return n->kernel->create_userptr(n, out);
}

int ws_memory_of_nothing(struct ws_node *n, uint64_t size, struct ws_memory *out)
{
    init(out, size, WS_BO_COHERENT);
    out->userptr = out->read_only = out->nothing = true;
    return n->kernel->has_nothing ? 0 : -ENODEV;
}

void ws_memory_of_handle(uint32_t handle, uint64_t size, struct ws_memory *out)
{
    init(out, size, 0);
    out->handle = handle;
}

int ws_memory_import(struct ws_node *n, int fd, uint32_t *handle, uint64_t *size)
{
    off_t bytes = lseek(fd, 0, SEEK_END);
    if (bytes < 0)
        return -errno;
    if (bytes == 0 || (bytes & ((off_t)WS_PAGE - 1)))
        return -EINVAL;
    struct drm_prime_handle p = {.fd = fd};
    int ret = ws_ioctl(n, DRM_IOCTL_PRIME_FD_TO_HANDLE, &p);
    *handle = p.handle;
    *size = (uint64_t)bytes;
    return ret;
}

void ws_memory_share(struct ws_node *n, struct ws_memory *m)
{
    m->shared = true;
    atomic_fetch_add(&n->shares, 1);
}

int ws_memory_export(struct ws_node *n, struct ws_memory *m, int *fd)
{
    struct drm_prime_handle p = {.handle = m->handle, .flags = DRM_CLOEXEC | DRM_RDWR};
    int ret = ws_ioctl(n, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p);
    if (ret)
        return ret;
    ws_memory_share(n, m);
    *fd = p.fd;
    return 0;
}

void ws_memory_destroy(struct ws_node *n, struct ws_memory *m)
{
    void *map = atomic_load(&m->map);
    if (map && !m->userptr) {
        if (atomic_load(&m->map_reserved))
            ws_reserve(map, m->size);
        else
            n->kernel->unmap(n, map, m->size);
    }
    ws_close_handle(n, m->handle);
}

// ---- host access

int ws_memory_map(struct ws_node *n, struct ws_memory *m, void **out)
{
    *out = atomic_load_explicit(&m->map, memory_order_relaxed);
    if (*out)
        return 0;
    int ret = n->kernel->map(n, m, m->size, out);
    if (ret == 0)
        atomic_store_explicit(&m->map, *out, memory_order_release);
    return ret;
}

static bool overlap(const void *a, const void *b, uint64_t size)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return x < y + size && y < x + size;
}

// A mapping that does not overlap the `size` bytes at `address`, which nothing may lie at: mremap moves none
// onto itself. At most two can lie across its ends.
static int map_elsewhere(struct ws_node *node, struct ws_memory *m, uint64_t size, const void *address,
                         void **out)
{
    enum { TRIES = 3 };
    void *map[TRIES];
    unsigned n = 0;
    int ret = 0;
    do {
        ret = node->kernel->map(node, m, size, &map[n]);
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

int ws_memory_map_at(struct ws_node *n, struct ws_memory *m, uint64_t size, void *address)
{
    void *map;
    if (!n->maps_again || m->userptr || size > m->size)
        return -ENODEV;
    int ret = map_elsewhere(n, m, size, address, &map);
    if (ret)
        return ret;
    if (mremap(map, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, address) != MAP_FAILED)
        return 0;
    ret = -errno;
    n->kernel->unmap(n, map, size);
    return ret;
}

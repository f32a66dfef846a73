// Calls of an open device that all rows make.
#include "winsys/kernel/kernel.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw/target.h"
#include "util/env.h"
#include "util/log.h"

int ws_ioctl(struct ws_node *n, unsigned long request, void *arg)
{
    int ret = n->transport->ioctl(n->file, request, arg);
    if (KILN_DEBUG(IOCTL))
        kiln_log("ioctl 0x%02lx (%lu bytes) = %d", request & 0xff, (request >> 16) & 0x3fff, ret);
    return ret;
}

void ws_close_handle(struct ws_node *n, uint32_t handle)
{
    if (handle)
        ws_ioctl(n, DRM_IOCTL_GEM_CLOSE, &(struct drm_gem_close){.handle = handle});
}

bool ws_has_cap(struct ws_node *n, uint64_t cap)
{
    struct drm_get_cap c = {.capability = cap};
    return ws_ioctl(n, DRM_IOCTL_GET_CAP, &c) == 0 && c.value;
}

int ws_map_foreign(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out)
{
    struct drm_prime_handle p = {.handle = m->handle, .flags = DRM_CLOEXEC | DRM_RDWR};
    int ret = ws_ioctl(n, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p);
    if (ret)
        return ret;
    *out = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, p.fd, 0);
    ret = *out == MAP_FAILED ? -errno : 0;
    close(p.fd);
    return ret;
}

bool ws_wants_compute_engine(const struct kiln_devinfo *chip)
{
    const char *engine = kiln_getenv("KILN_ENGINE");
    return kiln_target_has_compute_walker(kiln_target_of(chip)) && !(engine && !strcmp(engine, "render"));
}

int ws_take_counters(void *data, size_t size, struct kiln_counters **out)
{
    struct kiln_counters *c = data;
    if (size < sizeof(*c) || (size - sizeof(*c)) / sizeof(c->counters[0]) < c->count || !c->count) {
        free(data);
        return -ENODATA;
    }
    *out = c;
    return 0;
}

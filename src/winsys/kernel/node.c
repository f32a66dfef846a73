// Calls of an open device that all rows make.
#include "winsys/kernel/kernel.h"

#include <drm.h>

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

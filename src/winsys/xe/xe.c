// The row of Linux' xe driver: uapi/drm/xe_drm.h from Linux 6.8 on. docs/winsys.md.
#include "winsys/xe/xe.h"

#include <drm.h>
#include <errno.h>
#include <stdlib.h>

#include "hw/names.h"

static void close_node(struct ws_node *n)
{
    kiln_lock_destroy(&xe_of(n)->lock);
    free(n->own);
}

static int open_node(struct ws_node *n)
{
    struct xe_node *own = n->own = calloc(1, sizeof(*own));
    if (!own)
        return -ENOMEM;
    kiln_lock_init(&own->lock, KILN_LOCK_WS_KERNEL);
    int ret = xe_probe(n);
    if (ret)
        close_node(n);
    return ret;
}

static int name(struct ws_node *n, const struct kiln_object_place *place)
{
    struct kiln_object_place p = *place;
    return xe_of(n)->has_names ? ws_ioctl(n, KILN_IOCTL_NAME, &p) : -EOPNOTSUPP;
}

// Memory is bound once, in one space for all contexts, and executions list nothing.
const struct ws_kernel ws_kernel_xe = {
    .driver = "xe",
    .open = open_node,
    .close = close_node,
    .read_timestamp = xe_read_timestamp,
    .counters = xe_counters,
    .oa_open = xe_oa_open,
    .name = name,
    .create = xe_create,
    .create_userptr = xe_create_userptr,
    .map = xe_map,
    .unmap = xe_unmap,
    .space_create = xe_space_create,
    .space_destroy = xe_space_destroy,
    .bind = xe_bind,
    .unbind = xe_unbind,
    .rebind = xe_rebind,
    .has_nothing = true,
    .context_create = xe_context_create,
    .context_destroy = xe_context_destroy,
    .context_check = xe_context_check,
    .execute = xe_execute,
    .wait = xe_wait,
    .busy = xe_busy,
};

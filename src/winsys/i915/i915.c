// The row of Linux' i915 driver: uapi/drm/i915_drm.h, as Linux 6.1 has it, from 4.14 on. docs/winsys.md.
#include "winsys/i915/i915.h"

#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>

#include "cmd/gen_pack.h"

static void close_node(struct ws_node *n)
{
    i915_bind_finish(n);
    free(n->own);
}

static int open_node(struct ws_node *n)
{
    n->own = calloc(1, sizeof(struct i915_node));
    if (!n->own)
        return -ENOMEM;
    int ret = i915_probe(n);
    if (ret)
        close_node(n);
    return ret;
}

static int read_timestamp(struct ws_node *n, uint64_t *ticks)
{
    // The flag asks for the workaround that reads the 36 bits of the counter without tearing.
    struct drm_i915_reg_read r = {.offset = GEN_REG_TIMESTAMP | I915_REG_READ_8B_WA};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_REG_READ, &r);
    if (ret == -EINVAL) {
        r = (struct drm_i915_reg_read){.offset = GEN_REG_TIMESTAMP};
        ret = ws_ioctl(n, DRM_IOCTL_I915_REG_READ, &r);
    }
    *ticks = r.val;
    return ret;
}

// Memory is softpinned: it is bound where `execute` lists it, in the context's own space or in the global
// one.
const struct ws_kernel ws_kernel_i915 = {
    .driver = "i915",
    .open = open_node,
    .close = close_node,
    .read_timestamp = read_timestamp,
    .counters = i915_counters,
    .oa_open = i915_oa_open,
    .name = i915_name,
    .create = i915_create,
    .create_userptr = i915_create_userptr,
    .map = i915_map,
    .unmap = i915_unmap,
    .bind = i915_bind,
    .unbind = i915_unbind,
    .context_create = i915_context_create,
    .context_destroy = i915_context_destroy,
    .context_check = i915_context_check,
    .execute = i915_execute,
    .wait = i915_wait,
    .busy = i915_busy,
};

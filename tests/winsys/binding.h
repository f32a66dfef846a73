// A row of the kernel table in the shape of xe's interface (VM_BIND, EXEC without lists, fences instead of
// busy buffers), over the row of i915: what a submission lists is never read; what is bound is what the batch
// reaches.
#ifndef KILN_TESTS_BINDING_H
#define KILN_TESTS_BINDING_H

#include "winsys/ws_device.h"

#include <drm.h>
#include <errno.h>
#include <string.h>

enum { BINDING_MOST = 64 };
static struct ws_bo *binding_bound[BINDING_MOST];
static unsigned binding_count, binding_binds, binding_spaces;
static uint32_t binding_timeline; // signaled by each execution
static uint64_t binding_executed;

static int binding_open(struct ws_node *n)
{
    binding_count = binding_binds = 0;
    binding_executed = 0;
    binding_timeline = 0;
    return ws_kernel_i915.open(n);
}

static void binding_close(struct ws_node *n)
{
    ws_kernel_i915.close(n);
}

static int binding_space_create(struct ws_node *n, struct ws_space *s)
{
    s->own = ++binding_spaces;
    return 0;
}

static void binding_space_destroy(struct ws_node *n, struct ws_space *s)
{
    binding_spaces--;
}

// (In this winsys memory is bound as part of a buffer.)
static struct ws_bo *binding_bo(struct ws_binding *b)
{
    return (struct ws_bo *)((char *)b - offsetof(struct ws_bo, binding));
}

static int binding_bind(struct ws_node *n, struct ws_space *s, struct ws_binding *b, bool evict)
{
    if (binding_count == BINDING_MOST || s->own != binding_spaces)
        return -ENOSPC;
    binding_bound[binding_count++] = binding_bo(b);
    binding_binds++;
    return 0;
}

static void binding_unbind(struct ws_node *n, struct ws_space *s, struct ws_binding *b)
{
    for (unsigned i = 0; i < binding_count; i++)
        if (binding_bound[i] == binding_bo(b))
            binding_bound[i] = binding_bound[--binding_count];
}

static int binding_context_create(struct ws_node *n, struct ws_space *s, int priority,
                                  struct ws_kernel_context **out)
{
    struct drm_syncobj_create c = {0};
    int ret = ws_ioctl(n, DRM_IOCTL_SYNCOBJ_CREATE, &c);
    binding_timeline = c.handle;
    return ret ? ret : ws_kernel_i915.context_create(n, s, priority, out);
}

static void binding_context_destroy(struct ws_node *n, struct ws_kernel_context *c)
{
    ws_ioctl(n, DRM_IOCTL_SYNCOBJ_DESTROY, &(struct drm_syncobj_destroy){.handle = binding_timeline});
    binding_timeline = 0;
    ws_kernel_i915.context_destroy(n, c);
}

static int binding_execute(struct ws_node *n, struct ws_kernel_context *c, const struct ws_submit *s)
{
    struct ws_sync_point signals[9];
    struct ws_submit all = *s;
    if (s->listed)
        s->listed(s->listed_arg);
    if (s->signal_count > 8)
        return -EINVAL;
    if (s->signal_count)
        memcpy(signals, s->signals, s->signal_count * sizeof(signals[0]));
    signals[s->signal_count] = (struct ws_sync_point){binding_timeline, ++binding_executed};
    all.bos = binding_bound;
    all.bo_count = binding_count;
    all.bos_version = 0;
    all.listed = NULL;
    all.signals = signals;
    all.signal_count++;
    return ws_kernel_i915.execute(n, c, &all);
}

// Whether any execution so far may use it: a buffer is in all of them.
static int binding_wait(struct ws_node *n, struct ws_memory *m, int64_t timeout_ns)
{
    struct drm_syncobj_timeline_wait w = {.handles = (uintptr_t)&binding_timeline,
                                          .points = (uintptr_t)&binding_executed,
                                          .timeout_nsec = timeout_ns < 0 ? INT64_MAX : 0,
                                          .count_handles = 1};
    return binding_executed && binding_timeline ? ws_ioctl(n, DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &w) : 0;
}

static int binding_busy(struct ws_node *n, struct ws_memory *m, bool *busy)
{
    int ret = binding_wait(n, m, 0);
    *busy = ret == -ETIME;
    return *busy ? 0 : ret;
}

static int binding_create(struct ws_node *n, struct ws_memory *m)
{
    return ws_kernel_i915.create(n, m);
}

static int binding_create_userptr(struct ws_node *n, struct ws_memory *m)
{
    return ws_kernel_i915.create_userptr(n, m);
}

static int binding_map(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out)
{
    return ws_kernel_i915.map(n, m, size, out);
}

static void binding_unmap(struct ws_node *n, void *map, uint64_t size)
{
    ws_kernel_i915.unmap(n, map, size);
}

static int binding_context_check(struct ws_node *n, struct ws_kernel_context *c)
{
    return ws_kernel_i915.context_check(n, c);
}

static const struct ws_kernel binding_kernel = {
    .driver = "binding",
    .open = binding_open,
    .close = binding_close,
    .create = binding_create,
    .create_userptr = binding_create_userptr,
    .map = binding_map,
    .unmap = binding_unmap,
    .space_create = binding_space_create,
    .space_destroy = binding_space_destroy,
    .bind = binding_bind,
    .unbind = binding_unbind,
    .context_create = binding_context_create,
    .context_destroy = binding_context_destroy,
    .context_check = binding_context_check,
    .execute = binding_execute,
    .wait = binding_wait,
    .busy = binding_busy,
};

#endif

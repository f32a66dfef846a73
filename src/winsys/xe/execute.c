// Contexts and executions of xe: an exec queue, and batches by their address. A queue does not survive a
// hang.
#include "winsys/xe/xe.h"

#include <drm.h>
#include <errno.h>
#include <stdlib.h>

#include "util/mutant.h"
#include "winsys/address/vma.h"

// ---- contexts

static uint64_t priority_of(int priority)
{
    return priority < WS_PRIORITY_MEDIUM   ? DRM_XE_PRIORITY_LOW
           : priority > WS_PRIORITY_MEDIUM ? DRM_XE_PRIORITY_HIGH
                                           : DRM_XE_PRIORITY_NORMAL;
}

static int create_queue(struct ws_node *n, int priority, uint32_t *id)
{
    struct xe_node *own = xe_of(n);
    const struct drm_xe_ext_set_property set = {.base = {.name = DRM_XE_EXEC_QUEUE_EXTENSION_SET_PROPERTY},
                                                .property = DRM_XE_EXEC_QUEUE_SET_PROPERTY_PRIORITY,
                                                .value = priority_of(priority)};
    struct drm_xe_exec_queue_create c = {.extensions = priority == WS_PRIORITY_MEDIUM ? 0 : (uintptr_t)&set,
                                         .width = 1,
                                         .num_placements = 1,
                                         .vm_id = own->vm,
                                         .instances = (uintptr_t)&own->engine};
    int ret = ws_ioctl(n, DRM_IOCTL_XE_EXEC_QUEUE_CREATE, &c);
    *id = c.exec_queue_id;
    return ret;
}

int xe_context_create(struct ws_node *n, struct ws_space *s, int priority, struct ws_kernel_context **out)
{
    struct xe_node *own = xe_of(n);
    if (priority < WS_PRIORITY_LOW || priority > WS_PRIORITY_REALTIME)
        return -EINVAL;
    struct xe_context *c = calloc(1, sizeof(*c));
    struct drm_syncobj_create timeline = {0};
    int ret = c ? ws_ioctl(n, DRM_IOCTL_SYNCOBJ_CREATE, &timeline) : -ENOMEM;
    if (ret) {
        free(c);
        return ret;
    }
    c->timeline = timeline.handle;
    ret = create_queue(n, priority, &c->base.id);
    if (ret) {
        ws_ioctl(n, DRM_IOCTL_SYNCOBJ_DESTROY, &(struct drm_syncobj_destroy){.handle = c->timeline});
        free(c);
        return ret;
    }
    kiln_lock(&own->lock);
    c->next = own->contexts;
    own->contexts = c;
    kiln_unlock(&own->lock);
    *out = &c->base;
    return 0;
}

// Its jobs end before it does: xe would kill them, and not say when they have left the memory. Those that
// never end the kernel ends (limits.request_ns).
void xe_context_destroy(struct ws_node *n, struct ws_kernel_context *base)
{
    struct xe_node *own = xe_of(n);
    struct xe_context *c = (struct xe_context *)base;
    xe_wait_context(n, c);
    kiln_lock(&own->lock);
    struct xe_context **link = &own->contexts;
    while (*link != c)
        link = &(*link)->next;
    *link = c->next;
    kiln_unlock(&own->lock);
    ws_ioctl(n, DRM_IOCTL_XE_EXEC_QUEUE_DESTROY,
             &(struct drm_xe_exec_queue_destroy){.exec_queue_id = base->id});
    ws_ioctl(n, DRM_IOCTL_SYNCOBJ_DESTROY, &(struct drm_syncobj_destroy){.handle = c->timeline});
    free(c);
}

int xe_context_check(struct ws_node *n, struct ws_kernel_context *c)
{
    struct drm_xe_exec_queue_get_property p = {.exec_queue_id = c->id,
                                               .property = DRM_XE_EXEC_QUEUE_GET_PROPERTY_BAN};
    int ret = ws_ioctl(n, DRM_IOCTL_XE_EXEC_QUEUE_GET_PROPERTY, &p);
    return ret ? ret : p.value ? -EIO : 0;
}

// ---- executions

static struct drm_xe_sync sync_of(const struct ws_sync_point *p, bool signal)
{
    return (struct drm_xe_sync){.type =
                                    p->value ? DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ : DRM_XE_SYNC_TYPE_SYNCOBJ,
                                .flags = signal ? DRM_XE_SYNC_FLAG_SIGNAL : 0,
                                .handle = p->syncobj,
                                .timeline_value = p->value};
}

// Those of the caller, the binds before, and the context's own point. With the lock held; returns how many.
static unsigned fill_syncs(const struct xe_node *own, const struct xe_context *c, const struct ws_submit *s,
                           struct drm_xe_sync *out)
{
    const struct ws_sync_point binds = {own->binds, own->last_bind},
                               done = {c->timeline, own->last_execution};
    unsigned n = 0;
    for (unsigned i = 0; i < s->wait_count; i++)
        out[n++] = sync_of(&s->waits[i], false);
    if (MUTABLE("bind", own->last_bind != 0))
        out[n++] = sync_of(&binds, false);
    for (unsigned i = 0; i < s->signal_count; i++)
        out[n++] = sync_of(&s->signals[i], true);
    out[n++] = sync_of(&done, true);
    return n;
}

// What the batch may reach is in use until the execution's point.
static void note_uses(const struct ws_submit *s, uint64_t number)
{
    for (unsigned i = 0; i < s->bo_count; i++)
        atomic_store_explicit(&s->bos[i]->memory.own, number, memory_order_relaxed);
    atomic_store_explicit(&s->batch->memory.own, number, memory_order_relaxed);
}

// With the lock held: points of a timeline come in order.
static int exec(struct ws_node *n, struct xe_context *c, const struct ws_submit *s, struct drm_xe_sync *syncs)
{
    struct xe_node *own = xe_of(n);
    own->last_execution++;
    struct drm_xe_exec e = {.exec_queue_id = c->base.id,
                            .num_syncs = fill_syncs(own, c, s, syncs),
                            .syncs = (uintptr_t)syncs,
                            .address = vma_canonical(s->batch->binding.address) + s->batch_offset,
                            .num_batch_buffer = 1};
    note_uses(s, own->last_execution);
    int ret = ws_ioctl(n, DRM_IOCTL_XE_EXEC, &e);
    if (ret == 0)
        c->last = own->last_execution;
    return ret == -ECANCELED ? -EIO : ret; // banned
}

int xe_execute(struct ws_node *n, struct ws_kernel_context *base, const struct ws_submit *s)
{
    enum { FEW = 16, OURS = 2 };
    struct xe_node *own = xe_of(n);
    struct drm_xe_sync few[FEW], *syncs = few;
    const unsigned most = s->wait_count + s->signal_count + OURS;
    if (most > FEW && !(syncs = malloc(most * sizeof(*syncs))))
        return -ENOMEM;
    kiln_lock(&own->lock);
    int ret = exec(n, (struct xe_context *)base, s, syncs);
    kiln_unlock(&own->lock);
    if (s->listed)
        s->listed(s->listed_arg);
    if (syncs != few)
        free(syncs);
    return ret;
}

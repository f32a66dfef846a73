// Addresses of xe: one space for all contexts, where memory is bound once. Binds are asynchronous: they
// signal points of a timeline in order, and each execution waits for the latest.
//
// What is not bound reads as zeros, and writes there are dropped, as with i915's scratch page: a prefetch
// beyond the end of a buffer is no fault.
#include "winsys/xe/xe.h"

#include <drm.h>
#include <errno.h>
#include <stdlib.h>

#include "util/mutant.h"

static void destroy_timeline(struct ws_node *n, uint32_t handle)
{
    ws_ioctl(n, DRM_IOCTL_SYNCOBJ_DESTROY, &(struct drm_syncobj_destroy){.handle = handle});
}

int xe_space_create(struct ws_node *n, struct ws_space *s)
{
    struct xe_node *own = xe_of(n);
    struct drm_syncobj_create timeline = {0};
    struct drm_xe_vm_create vm = {.flags = DRM_XE_VM_CREATE_FLAG_SCRATCH_PAGE};
    int ret = ws_ioctl(n, DRM_IOCTL_SYNCOBJ_CREATE, &timeline);
    if (ret)
        return ret;
    ret = ws_ioctl(n, DRM_IOCTL_XE_VM_CREATE, &vm);
    if (ret) {
        destroy_timeline(n, timeline.handle);
        return ret;
    }
    own->vm = vm.vm_id;
    own->binds = timeline.handle;
    s->own = vm.vm_id;
    return 0;
}

void xe_space_destroy(struct ws_node *n, struct ws_space *s)
{
    struct xe_node *own = xe_of(n);
    ws_ioctl(n, DRM_IOCTL_XE_VM_DESTROY, &(struct drm_xe_vm_destroy){.vm_id = own->vm});
    destroy_timeline(n, own->binds);
}

// After `waits`, of which `count` are points and for one more, the bind's own, there is room. With the lock
// held.
static int vm_bind(struct ws_node *n, const struct drm_xe_vm_bind_op *op, struct drm_xe_sync *syncs,
                   unsigned count)
{
    struct xe_node *own = xe_of(n);
    syncs[count] = (struct drm_xe_sync){.type = DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ,
                                        .flags = DRM_XE_SYNC_FLAG_SIGNAL,
                                        .handle = own->binds,
                                        .timeline_value = own->last_bind + 1};
    struct drm_xe_vm_bind b = {
        .vm_id = own->vm, .num_binds = 1, .bind = *op, .num_syncs = count + 1, .syncs = (uintptr_t)syncs};
    int ret = ws_ioctl(n, DRM_IOCTL_XE_VM_BIND, &b);
    own->last_bind += ret == 0;
    return ret;
}

int xe_bind(struct ws_node *n, struct ws_space *s, struct ws_binding *b, bool evict)
{
    struct xe_node *own = xe_of(n);
    const struct ws_memory *m = b->memory;
    struct drm_xe_sync signal;
    const struct drm_xe_vm_bind_op op = {
        .op = m->userptr ? DRM_XE_VM_BIND_OP_MAP_USERPTR : DRM_XE_VM_BIND_OP_MAP,
        .obj = m->handle,
        .pat_index = own->pat,
        .obj_offset = m->userptr ? (uintptr_t)m->map : 0, // a union: the process' address
        .range = m->size,
        .addr = b->address,
        .flags = m->read_only ? DRM_XE_VM_BIND_FLAG_READONLY : 0,
    };
    kiln_lock(&own->lock);
    int ret = vm_bind(n, &op, &signal, 0);
    kiln_unlock(&own->lock);
    return ret;
}

// After the executions that may use it, since what is shared goes while it is in use.
void xe_unbind(struct ws_node *n, struct ws_space *s, struct ws_binding *b)
{
    struct xe_node *own = xe_of(n);
    struct drm_xe_sync one, *syncs = &one;
    struct ws_sync_point *uses = NULL;
    unsigned count = 0;
    const struct drm_xe_vm_bind_op op = {
        .op = DRM_XE_VM_BIND_OP_UNMAP, .range = b->memory->size, .addr = b->address};
    kiln_lock(&own->lock);
    const bool found = xe_uses(own, b->memory, &uses, &count) == 0;
    if (count)
        syncs = calloc(count + 1, sizeof(*syncs));
    for (unsigned i = 0; syncs && i < count; i++)
        syncs[i] = (struct drm_xe_sync){.type = DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ,
                                        .handle = uses[i].syncobj,
                                        .timeline_value = uses[i].value};
    if (!found || !syncs) { // out of memory: after all that executes
        for (const struct xe_context *c = own->contexts; c; c = c->next)
            xe_wait_context(n, c);
        syncs = &one;
        count = 0;
    }
    vm_bind(n, &op, syncs, count);
    kiln_unlock(&own->lock);
    if (syncs != &one)
        free(syncs);
    free(uses);
}

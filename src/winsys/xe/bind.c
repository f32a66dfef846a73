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

static struct drm_xe_sync after(uint32_t timeline, uint64_t point)
{
    return (struct drm_xe_sync){
        .type = DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ, .handle = timeline, .timeline_value = point};
}

// Binds by `ops` after `syncs`, of which `count` are points and for one more, the bind's own, there is room.
// With the lock held.
static int vm_bind(struct ws_node *n, const struct drm_xe_vm_bind_op *ops, unsigned op_count,
                   struct drm_xe_sync *syncs, unsigned count)
{
    struct xe_node *own = xe_of(n);
    syncs[count] = after(own->binds, own->last_bind + 1);
    syncs[count].flags = DRM_XE_SYNC_FLAG_SIGNAL;
    struct drm_xe_vm_bind b = {
        .vm_id = own->vm, .num_binds = op_count, .num_syncs = count + 1, .syncs = (uintptr_t)syncs};
    if (op_count == 1)
        b.bind = *ops;
    else
        b.vector_of_binds = (uintptr_t)ops;
    int ret = ws_ioctl(n, DRM_IOCTL_XE_VM_BIND, &b);
    own->last_bind += ret == 0;
    return ret;
}

static struct drm_xe_vm_bind_op unmap_of(uint64_t address, uint64_t size)
{
    return (struct drm_xe_vm_bind_op){.op = DRM_XE_VM_BIND_OP_UNMAP, .range = size, .addr = address};
}

static struct drm_xe_vm_bind_op map_of(const struct xe_node *own, const struct ws_memory *m, uint64_t address)
{
    const bool user = m->userptr && !m->nothing;
    return (struct drm_xe_vm_bind_op){
        .op = user ? DRM_XE_VM_BIND_OP_MAP_USERPTR : DRM_XE_VM_BIND_OP_MAP,
        .obj = m->handle,
        .pat_index = own->pat,
        .obj_offset = user ? (uintptr_t)m->map : 0, // a union: the process' address
        .range = m->size,
        .addr = address,
        .flags = m->nothing     ? DRM_XE_VM_BIND_FLAG_NULL
                 : m->read_only ? DRM_XE_VM_BIND_FLAG_READONLY
                                : 0u,
    };
}

int xe_bind(struct ws_node *n, struct ws_space *s, struct ws_binding *b, bool evict)
{
    struct xe_node *own = xe_of(n);
    struct drm_xe_sync signal;
    const struct drm_xe_vm_bind_op op = map_of(own, b->memory, b->address);
    kiln_lock(&own->lock);
    int ret = vm_bind(n, &op, 1, &signal, 0);
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
    const struct drm_xe_vm_bind_op op = unmap_of(b->address, b->memory->size);
    kiln_lock(&own->lock);
    const bool found = xe_uses(own, b->memory, &uses, &count) == 0;
    if (count)
        syncs = calloc(count + 1, sizeof(*syncs));
    for (unsigned i = 0; syncs && i < count; i++)
        syncs[i] = after(uses[i].syncobj, uses[i].value);
    if (!found || !syncs) { // out of memory: after all that executes
        for (const struct xe_context *c = own->contexts; c; c = c->next)
            xe_wait_context(n, c);
        syncs = &one;
        count = 0;
    }
    vm_bind(n, &op, 1, syncs, count);
    kiln_unlock(&own->lock);
    if (syncs != &one)
        free(syncs);
    free(uses);
}

// The last point of each context, with room for one more. With the lock held.
static struct drm_xe_sync *after_all(const struct xe_node *own, unsigned *count)
{
    unsigned most = 0;
    for (const struct xe_context *c = own->contexts; c; c = c->next)
        most++;
    struct drm_xe_sync *syncs = calloc(most + 1, sizeof(*syncs));
    *count = 0;
    for (const struct xe_context *c = own->contexts; syncs && c; c = c->next)
        if (MUTABLE("rebind", c->last != 0))
            syncs[(*count)++] = after(c->timeline, c->last);
    return syncs;
}

// After all executions so far, in whatever context: those that list nothing of a range may have been told of
// it by an address. What goes is in use until then.
int xe_rebind(struct ws_node *n, struct ws_space *s, const struct ws_change *changes, unsigned count)
{
    struct xe_node *own = xe_of(n);
    unsigned sync_count = 0;
    struct drm_xe_vm_bind_op *ops = calloc(count, sizeof(*ops));
    if (!ops)
        return -ENOMEM;
    for (unsigned i = 0; i < count; i++)
        ops[i] = changes[i].memory ? map_of(own, changes[i].memory, changes[i].address)
                                   : unmap_of(changes[i].address, changes[i].size);
    kiln_lock(&own->lock);
    struct drm_xe_sync *syncs = after_all(own, &sync_count);
    int ret = syncs ? vm_bind(n, ops, count, syncs, sync_count) : -ENOMEM;
    kiln_unlock(&own->lock);
    free(syncs);
    free(ops);
    return ret;
}

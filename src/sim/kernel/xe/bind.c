// VM_BIND: changes of an address space, each after what it waits for and after those before it in its queue.
// One that has nothing to wait for is carried out at once; others by a thread, which looks at each signal.
//
// The kernel notes bindings when it is called, and changes page tables later; here both are later, so that an
// operation sees what those before it in its queue have done. Source: Linux 6.12 xe_vm.c.
#include "sim/kernel/xe/bind.h"

#include <drm.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "hw/target.h"
#include "hw/xe_uapi.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/sched/context.h"
#include "sim/kernel/xe/queue.h"
#include "sim/kernel/xe/sync.h"
#include "sim/kernel/xe/xe.h"

struct operation {
    uint32_t op;
    struct sim_vma what;   // of a map, with a reference to its object; else where
    struct sim_bo *object; // of UNMAP_ALL, referenced
};

struct bind {
    struct bind *next;
    struct sim_vm *vm; // referenced
    struct operation *operations;
    uint32_t count;
    struct sim_xe_syncs syncs;
    struct sim_fence *await, *fence;
};

struct sim_binder {
    struct bind *first, **tail;
    bool started, stop;
    pthread_t thread;
};

static void free_bind(struct bind *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        sim_bo_unref(b->operations[i].what.bo);
        sim_bo_unref(b->operations[i].object);
    }
    sim_xe_syncs_free(&b->syncs);
    sim_fence_unref(b->await);
    sim_fence_unref(b->fence);
    sim_vm_unref(b->vm);
    free(b->operations);
    free(b);
}

// ---- carrying out

static bool is_of(const struct sim_vma *v, const struct sim_vm *vm)
{
    return v->vm == vm;
}

static int unmap_all(struct sim_vm *vm, struct sim_bo *bo)
{
    for (size_t i = 0; i < bo->vmas.count;)
        if (is_of(bo->vmas.data[i], vm))
            sim_vm_unbind(bo->vmas.data[i]);
        else
            i++;
    return 0;
}

static int carry_out_one(struct sim_vm *vm, const struct operation *o)
{
    switch (o->op) {
    case DRM_XE_VM_BIND_OP_MAP:
    case DRM_XE_VM_BIND_OP_MAP_USERPTR:
        return sim_vm_map(vm, &o->what);
    case DRM_XE_VM_BIND_OP_UNMAP:
        return sim_vm_clear(vm, o->what.addr, o->what.size);
    case DRM_XE_VM_BIND_OP_UNMAP_ALL:
        return unmap_all(vm, o->object);
    default: // a prefetch changes nothing that can be seen
        return 0;
    }
}

// User fences are the client's memory here, not the GPU's.
static void write_user_fences(const struct sim_xe_syncs *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (!s->list[i].syncobj)
            sim_copy_to_user(s->list[i].address, &s->list[i].value, sizeof(s->list[i].value));
}

static int carry_out(struct bind *b)
{
    int err = 0;
    for (uint32_t i = 0; !err && i < b->count; i++)
        err = carry_out_one(b->vm, &b->operations[i]);
    write_user_fences(&b->syncs);
    sim_fence_signal(b->fence, err);
    free_bind(b);
    return err;
}

// ---- the thread

static struct bind *take_ready(struct sim_binder *binder)
{
    struct bind **link = &binder->first;
    while (*link && !sim_fence_signaled((*link)->await))
        link = &(*link)->next;
    struct bind *b = *link;
    if (!b)
        return NULL;
    *link = b->next;
    if (binder->tail == &b->next)
        binder->tail = link;
    return b;
}

static void *thread_main(void *arg)
{
    struct sim_binder *binder = arg;
    sim_lock();
    while (!binder->stop) {
        struct bind *b = take_ready(binder);
        if (b)
            carry_out(b);
        else
            sim_wait_until(INT64_MAX);
    }
    sim_unlock();
    return NULL;
}

static int start(struct sim_binder *binder)
{
    sigset_t all, old;
    if (binder->started)
        return 0;
    sigfillset(&all); // the client's signals are not for this thread
    pthread_sigmask(SIG_SETMASK, &all, &old);
    const int err = pthread_create(&binder->thread, NULL, thread_main, binder);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    binder->started = !err;
    return err ? -ENOMEM : 0;
}

// Takes over the bind, if it does not fail.
static int enqueue(struct sim_binder *binder, struct bind *b)
{
    const int err = start(binder);
    if (err)
        return err;
    *binder->tail = b;
    binder->tail = &b->next;
    return 0;
}

static void drop_all(struct sim_binder *binder, int error)
{
    while (binder->first) {
        struct bind *b = binder->first;
        binder->first = b->next;
        sim_fence_signal(b->fence, error);
        free_bind(b);
    }
    binder->tail = &binder->first;
}

int sim_binder_create(struct sim_device *dev)
{
    dev->binder = calloc(1, sizeof(*dev->binder));
    if (!dev->binder)
        return -ENOMEM;
    dev->binder->tail = &dev->binder->first;
    return 0;
}

void sim_binder_stop(struct sim_device *dev)
{
    sim_lock();
    dev->binder->stop = true;
    sim_broadcast();
    sim_unlock();
    if (dev->binder->started)
        pthread_join(dev->binder->thread, NULL);
    sim_lock();
    drop_all(dev->binder, -ECANCELED);
    sim_unlock();
}

void sim_binder_fork_child(struct sim_device *dev)
{
    dev->binder->started = false;
    drop_all(dev->binder, 0);
}

void sim_binder_destroy(struct sim_device *dev)
{
    free(dev->binder);
}

// ---- arguments

static bool is_map(uint32_t op)
{
    return op == DRM_XE_VM_BIND_OP_MAP || op == DRM_XE_VM_BIND_OP_MAP_USERPTR;
}

// Which of its members an operation has, as vm_bind_ioctl_check_args.
static bool members_fit(const struct drm_xe_vm_bind_op *o)
{
    const bool null = o->flags & DRM_XE_VM_BIND_FLAG_NULL, all = o->op == DRM_XE_VM_BIND_OP_UNMAP_ALL;
    const bool map = o->op == DRM_XE_VM_BIND_OP_MAP, needs_object = (map && !null) || all;
    if (null && (!map || o->obj_offset))
        return false;
    if (!o->obj == needs_object) // what needs none has none
        return false;
    if (all ? o->addr || o->range : !o->range)
        return false;
    return !o->prefetch_mem_region_instance || o->op == DRM_XE_VM_BIND_OP_PREFETCH;
}

static int check(const struct sim_vm *vm, const struct drm_xe_vm_bind_op *o)
{
    const struct kiln_target *t = kiln_target_of(vm->dev->devinfo);
    const uint32_t known = DRM_XE_VM_BIND_FLAG_READONLY | DRM_XE_VM_BIND_FLAG_IMMEDIATE |
                           DRM_XE_VM_BIND_FLAG_NULL | DRM_XE_VM_BIND_FLAG_DUMPABLE;
    if (o->extensions || o->pad || o->pad2 || o->reserved[0] || o->reserved[1] || o->reserved[2])
        return -EINVAL;
    if (o->op > DRM_XE_VM_BIND_OP_PREFETCH || o->flags & ~known || !members_fit(o))
        return -EINVAL;
    if (!sim_xe_pat_exists(t, o->pat_index) ||
        (o->op == DRM_XE_VM_BIND_OP_MAP_USERPTR && !sim_xe_pat_is_coherent(t, o->pat_index)))
        return -EINVAL;
    if ((o->obj_offset | o->addr | o->range) % SIM_PAGE)
        return -EINVAL;
    return o->range > vm->total || o->addr > vm->total - o->range ? -EINVAL : 0;
}

// Memory that may be the device's is in pages of 64 KB; what the processor caches must be coherent; and an
// object may belong to one address space (xe_vm_bind_ioctl_validate_bo).
static int check_object(const struct sim_vm *vm, const struct sim_bo *bo, const struct drm_xe_vm_bind_op *o)
{
    const struct kiln_target *t = kiln_target_of(vm->dev->devinfo);
    const bool large = bo->may_be_local && kiln_target_has_large_local_pages(t);
    if (o->range > bo->size || o->obj_offset > bo->size - o->range)
        return -EINVAL;
    if (large && (o->obj_offset | o->addr | o->range) % (64 << 10))
        return -EINVAL;
    if (!sim_xe_pat_is_coherent(t, o->pat_index) && bo->cpu_caching != DRM_XE_GEM_CPU_CACHING_WC)
        return -EINVAL;
    return bo->only_in && bo->only_in != vm->number ? -EINVAL : 0;
}

static int user_object(struct sim_vm *vm, const struct drm_xe_vm_bind_op *o, struct sim_bo **out)
{
    int err = 0;
    const bool read_only = o->flags & DRM_XE_VM_BIND_FLAG_READONLY;
    *out = sim_bo_create_userptr(vm->dev, (void *)(uintptr_t)o->userptr, o->range, read_only, &err);
    return *out ? sim_bo_check_user(*out) : err;
}

static int parse(struct sim_file *file, struct sim_vm *vm, const struct drm_xe_vm_bind_op *o,
                 struct operation *out)
{
    int err = check(vm, o);
    struct sim_bo *bo = err || !o->obj ? NULL : sim_bo_lookup(file, o->obj);
    if (err)
        return err;
    if (o->obj && !bo)
        return -ENOENT;
    if (bo && (err = check_object(vm, bo, o)))
        return err;
    *out = (struct operation){.op = o->op, .what = {.addr = o->addr, .size = o->range}};
    if (o->op == DRM_XE_VM_BIND_OP_UNMAP_ALL)
        out->object = sim_bo_ref(bo);
    if (!is_map(o->op))
        return 0;
    out->what.mapped = o->range;
    out->what.read_only = o->flags & DRM_XE_VM_BIND_FLAG_READONLY;
    if (o->op == DRM_XE_VM_BIND_OP_MAP_USERPTR) {
        err = user_object(vm, o, &out->what.bo);
        vm->user_bindings = true;
    } else if (bo) {
        out->what.bo = sim_bo_ref(bo);
        out->what.offset = o->obj_offset;
    }
    out->what.keeps = out->what.bo;
    return err;
}

static int parse_all(struct sim_file *file, const struct drm_xe_vm_bind *a, struct bind *b)
{
    enum { MOST = 1 << 20 };
    struct drm_xe_vm_bind_op o = a->bind;
    if (a->num_binds > MOST)
        return -ENOBUFS;
    b->operations = calloc(a->num_binds ? a->num_binds : 1, sizeof(*b->operations));
    if (!b->operations)
        return -ENOMEM;
    int err = 0;
    for (; !err && b->count < a->num_binds; b->count++) {
        if (a->num_binds > 1 && !sim_copy_from_user(&o, a->vector_of_binds + b->count * sizeof(o), sizeof(o)))
            return -EFAULT;
        err = parse(file, b->vm, &o, &b->operations[b->count]);
    }
    return err;
}

// The latest bind of the queue, or of those that have none.
static struct sim_fence **last_of(struct sim_vm *vm, struct sim_context *q)
{
    return q ? &q->timeline : &vm->binds;
}

static int submit(struct sim_file *file, const struct drm_xe_vm_bind *a, struct sim_context *q,
                  struct bind *b)
{
    const unsigned how =
        (b->vm->long_running ? SIM_XE_LONG_RUNNING : 0) | (a->num_binds ? 0 : SIM_XE_NO_USER_FENCE);
    int err = parse_all(file, a, b);
    if (!err)
        err = sim_xe_syncs_read(file, a->syncs, a->num_syncs, how, &b->syncs);
    struct sim_fence **last = last_of(b->vm, q);
    if (!err && (!(b->await = sim_xe_syncs_await(&b->syncs, *last)) || !(b->fence = sim_fence_create())))
        err = -ENOMEM;
    const bool later = !err && !sim_fence_signaled(b->await);
    if (later)
        err = enqueue(file->dev->binder, b);
    if (err) {
        free_bind(b);
        return err;
    }
    err = sim_xe_syncs_signal(&b->syncs, b->fence);
    sim_fence_unref(*last);
    *last = sim_fence_ref(b->fence);
    return later ? err : carry_out(b);
}

int sim_ioctl_xe_vm_bind(struct sim_file *file, void *arg)
{
    const struct drm_xe_vm_bind *a = arg;
    if (a->extensions || a->pad || a->pad2 || a->reserved[0] || a->reserved[1])
        return -EINVAL;
    struct sim_context *q = a->exec_queue_id ? sim_xe_queue(file, a->exec_queue_id) : NULL;
    if (a->exec_queue_id && (!q || !sim_xe_queue_binds(q)))
        return q ? -EINVAL : -ENOENT;
    struct sim_vm *vm = sim_xe_vm(file, a->vm_id);
    if (!vm)
        return -EINVAL;
    struct bind *b = calloc(1, sizeof(*b));
    if (!b)
        return -ENOMEM;
    b->vm = sim_vm_ref(vm);
    return submit(file, a, q, b);
}

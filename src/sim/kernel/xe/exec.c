// EXEC: a batch at an address, what it waits for, and what it signals. No list of objects: what it may reach
// is what is bound. Source: Linux 6.12 xe_exec.c.
#include <drm.h>
#include <errno.h>
#include <stdlib.h>

#include "hw/xe_uapi.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/slice.h"
#include "sim/kernel/xe/queue.h"
#include "sim/kernel/xe/sync.h"
#include "sim/kernel/xe/xe.h"

// The client's own memory that is bound: still there, there again, or gone, so that an access fails
// (xe_vm_userptr_pin). Who unmaps it waits for the job.
static int pin_user_memory(struct sim_vm *vm, struct sim_request *rq)
{
    for (size_t i = 0; vm->user_bindings && i < vm->vmas.count; i++) {
        struct sim_vma *v = vm->vmas.data[i];
        if (!v->bo || !v->bo->userptr)
            continue;
        const bool there = !sim_bo_check_user(v->bo);
        if (!there && v->mapped) {
            sim_vma_hide(v);
        } else if (there && !v->mapped) {
            v->mapped = v->size;
            if (!sim_vma_show(v))
                return -ENOMEM;
        }
        if (there && sim_bo_add_fence(v->bo, rq->fence, false, rq->engine->hw->class))
            return -ENOMEM;
    }
    return 0;
}

// Bytes from the batch's first command to the end of what is bound there: EXEC does not say how long it is.
static uint64_t bytes_behind(struct sim_vm *vm, uint64_t address)
{
    const struct sim_vma *v = sim_vm_at(vm, address);
    return v ? v->addr + v->size - (address & (SIM_VM_TOTAL - 1)) : 0;
}

static struct sim_request *make_request(struct sim_context *q, const struct drm_xe_exec *a,
                                        const struct sim_xe_syncs *syncs)
{
    unsigned count;
    const struct sim_xe_sync *user = sim_xe_syncs_user_fence(syncs, &count);
    struct sim_request *rq = calloc(1, sizeof(*rq));
    if (!rq)
        return NULL;
    rq->ctx = sim_context_ref(q);
    rq->ce = &q->engines[0];
    rq->engine = rq->ce->engine;
    rq->batch = a->address & (SIM_VM_TOTAL - 1);
    rq->batch_size = bytes_behind(q->vm, a->address);
    if (user) {
        rq->has_user_fence = true;
        rq->fence_address = user->address;
        rq->fence_value = user->value;
    }
    atomic_init(&rq->cancel, false);
    rq->fence = sim_fence_create();
    rq->await = sim_xe_syncs_await(syncs, rq->ce->last);
    if (rq->fence && rq->await)
        return rq;
    sim_request_free(rq);
    return NULL;
}

static int submit(struct sim_context *q, const struct drm_xe_exec *a, const struct sim_xe_syncs *syncs)
{
    struct sim_request *rq = make_request(q, a, syncs);
    if (!rq)
        return -ENOMEM;
    int err = sim_slices_start(rq->engine);
    if (!err)
        err = pin_user_memory(q->vm, rq);
    if (!err)
        err = sim_xe_syncs_signal(syncs, rq->fence);
    if (err) {
        // Whoever holds the fence already must not wait for ever.
        sim_fence_signal(rq->fence, err);
        sim_request_free(rq);
        return err;
    }
    sim_fence_unref(rq->ce->last);
    rq->ce->last = sim_fence_ref(rq->fence);
    sim_engine_submit(rq);
    return 0;
}

// Without a batch: what is signaled follows what is waited for, and what the queue has.
static int signal_only(struct sim_context *q, const struct sim_xe_syncs *syncs)
{
    struct sim_fence *f = sim_xe_syncs_await(syncs, q->engines[0].last);
    int err = f ? sim_xe_syncs_signal(syncs, f) : -ENOMEM;
    if (!err && !q->vm->long_running) {
        sim_fence_unref(q->engines[0].last);
        q->engines[0].last = sim_fence_ref(f);
    }
    sim_fence_unref(f);
    return err;
}

static int execute(struct sim_context *q, const struct drm_xe_exec *a, const struct sim_xe_syncs *syncs)
{
    unsigned user_fences;
    sim_xe_syncs_user_fence(syncs, &user_fences);
    if (user_fences > 1)
        return -EINVAL;
    if (!a->num_batch_buffer)
        return signal_only(q, syncs);
    return q->vm->closed ? -ECANCELED : submit(q, a, syncs);
}

int sim_ioctl_xe_exec(struct sim_file *file, void *arg)
{
    const struct drm_xe_exec *a = arg;
    if (a->extensions || a->pad[0] || a->pad[1] || a->pad[2] || a->reserved[0] || a->reserved[1])
        return -EINVAL;
    struct sim_context *q = sim_xe_queue(file, a->exec_queue_id);
    if (!q)
        return -ENOENT;
    if (sim_xe_queue_binds(q) || a->num_batch_buffer > 1)
        return -EINVAL;
    if (q->banned)
        return -ECANCELED;
    struct sim_xe_syncs syncs;
    int err = sim_xe_syncs_read(file, a->syncs, a->num_syncs, q->vm->long_running ? SIM_XE_LONG_RUNNING : 0,
                                &syncs);
    if (!err)
        err = execute(q, a, &syncs);
    sim_xe_syncs_free(&syncs);
    return err;
}

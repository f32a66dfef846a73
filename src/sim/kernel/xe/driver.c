// xe as the DRM core sees it: its ioctls, and what is done with its jobs.
#include <drm.h>
#include <errno.h>
#include <unistd.h>

#include "hw/xe_uapi.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/oa.h"
#include "sim/kernel/sched/setup.h"
#include "sim/kernel/xe/bind.h"
#include "sim/kernel/xe/xe.h"

static const struct sim_ioctl_row ioctls[SIM_IOCTLS] = {
    SIM_IOCTL_ROW(DRM_IOCTL_XE_DEVICE_QUERY, xe_device_query),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_GEM_CREATE, xe_gem_create),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_GEM_MMAP_OFFSET, xe_gem_mmap_offset),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_VM_CREATE, xe_vm_create),
    SIM_IOCTL_ROW_DESTROYS(DRM_IOCTL_XE_VM_DESTROY, xe_vm_destroy),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_VM_BIND, xe_vm_bind),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_EXEC_QUEUE_CREATE, xe_exec_queue_create),
    SIM_IOCTL_ROW_DESTROYS(DRM_IOCTL_XE_EXEC_QUEUE_DESTROY, xe_exec_queue_destroy),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_EXEC_QUEUE_GET_PROPERTY, xe_exec_queue_get_property),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_EXEC, xe_exec),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_WAIT_USER_FENCE, xe_wait_user_fence),
    SIM_IOCTL_ROW(DRM_IOCTL_XE_OBSERVATION, xe_observation),
};

bool sim_xe_may_hurry(void)
{
    return geteuid() == 0;
}

// A queue does not survive its first hang (xe_guc_submit.c, guc_exec_queue_timedout_job; xe_gt_pagefault.c,
// and the firmware's notice of a failed access, xe_guc_exec_queue_memory_cat_error_handler).
static bool blame(struct sim_context *ctx)
{
    ctx->guilty++;
    ctx->banned = true;
    return true;
}

// The ring writes the user fence after its flushes (xe_ring_ops.c, emit_store_imm_ppgtt_posted). Where
// nothing is mapped there, nothing is written.
static void executed(struct sim_request *rq)
{
    if (!rq->has_user_fence)
        return;
    sim_lock();
    const struct sim_vma *v = sim_vm_at(rq->ctx->vm, rq->fence_address);
    const uint64_t at = v ? (rq->fence_address & (SIM_VM_TOTAL - 1)) - v->addr : 0;
    if (v && v->bo && !v->read_only && at + sizeof(uint64_t) <= v->mapped)
        *(_Atomic uint64_t *)(void *)(v->bo->map + v->offset + at) = rq->fence_value;
    sim_unlock();
}

static bool oa_counts(const struct sim_request *rq)
{
    return sim_oa_counts(rq->engine->dev, rq->ctx);
}

static int init(struct sim_device *dev)
{
    sim_build_whitelist(dev->chip);
    int err = sim_binder_create(dev);
    return err ? err : sim_oa_init(dev, 1);
}

static void finish(struct sim_device *dev)
{
    sim_oa_finish(dev);
    sim_binder_destroy(dev);
}

// Timers: Kconfig.profile, xe_hw_engine.c (5 s for a job, 640 ms to be preempted).
const struct sim_driver sim_xe_driver = {
    .name = "xe",
    .date = "20201103",
    .text = "Intel Xe Graphics",
    .version = {1, 1, 0},
    .ioctls = ioctls,
    .limits = {.request_ns = UINT64_C(5000000000), .from_its_start = true, .preempt_ns = UINT64_C(640000000)},
    .hung = -ETIME,
    .cancelled = -ECANCELED,
    .expiry_hangs = true,
    .blame = blame,
    .executed = executed,
    .oa_counts = oa_counts,
    .fd_ioctl = sim_xe_stream_ioctl,
    .init = init,
    .stop = sim_binder_stop,
    .fork_child = sim_binder_fork_child,
    .finish = finish,
};

// WAIT_USER_FENCE: until a number in the client's memory compares as wished. Looked at whenever a job or a
// bind ends, as the kernel does at each interrupt. Source: Linux 6.12 xe_wait_user_fence.c.
#include <errno.h>

#include "hw/xe_uapi.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/sched/context.h"
#include "sim/kernel/xe/queue.h"
#include "sim/kernel/xe/xe.h"
#include "sim/sync/fence.h"

static bool compares(uint64_t found, uint64_t wish, uint16_t op)
{
    switch (op) {
    case DRM_XE_UFENCE_WAIT_OP_EQ:
        return found == wish;
    case DRM_XE_UFENCE_WAIT_OP_NEQ:
        return found != wish;
    case DRM_XE_UFENCE_WAIT_OP_GT:
        return found > wish;
    case DRM_XE_UFENCE_WAIT_OP_GTE:
        return found >= wish;
    case DRM_XE_UFENCE_WAIT_OP_LT:
        return found < wish;
    default:
        return found <= wish;
    }
}

// 0, -ETIME, -EINTR; -EIO: the queue is banned; -EFAULT.
static int wait(const struct drm_xe_wait_user_fence *a, const struct sim_context *q, int64_t until)
{
    uint64_t found;
    for (int err = 0;;) {
        if (!sim_copy_from_user(&found, a->addr, sizeof(found)))
            return -EFAULT;
        if (compares(found & a->mask, a->value & a->mask, a->op))
            return 0;
        if (q && q->banned)
            return -EIO;
        if (err)
            return err;
        err = sim_wait_interruptible(until);
    }
}

static int64_t end_of(const struct drm_xe_wait_user_fence *a, int64_t now)
{
    if (a->timeout < 0)
        return INT64_MAX;
    if (a->flags & DRM_XE_UFENCE_WAIT_FLAG_ABSTIME)
        return a->timeout;
    return a->timeout > INT64_MAX - now ? INT64_MAX : now + a->timeout;
}

int sim_ioctl_xe_wait_user_fence(struct sim_file *file, void *arg)
{
    struct drm_xe_wait_user_fence *a = arg;
    if (a->extensions || a->pad || a->pad2 || a->reserved[0] || a->reserved[1] ||
        a->flags & ~DRM_XE_UFENCE_WAIT_FLAG_ABSTIME || a->op > DRM_XE_UFENCE_WAIT_OP_LTE || a->addr % 8)
        return -EINVAL;
    struct sim_context *q = a->exec_queue_id ? sim_xe_queue(file, a->exec_queue_id) : NULL;
    if (a->exec_queue_id && !q)
        return -ENOENT;
    if (q)
        sim_context_ref(q);
    const int64_t now = sim_now_ns();
    const int err = wait(a, q, end_of(a, now));
    if (q)
        sim_context_unref(q);
    if (a->timeout > 0 && !(a->flags & DRM_XE_UFENCE_WAIT_FLAG_ABSTIME)) {
        const int64_t spent = sim_now_ns() - now;
        a->timeout = spent < a->timeout ? a->timeout - spent : 0;
    }
    return err;
}

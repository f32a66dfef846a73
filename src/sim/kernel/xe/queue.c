// Exec queues: a context on one engine (sched/context.h), or, of the class VM_BIND, an order of binds, which
// has no engine. Source: Linux 6.12 xe_exec_queue.c.
#include <drm.h>
#include <errno.h>

#include "hw/xe_uapi.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/xe/queue.h"
#include "sim/kernel/xe/xe.h"
#include "util/log.h"

struct sim_context *sim_xe_queue(const struct sim_file *file, uint32_t id)
{
    return sim_handles_get(&file->contexts, id);
}

bool sim_xe_queue_binds(const struct sim_context *q)
{
    return !q->engine_count;
}

// ---- properties

static int set_priority(struct sim_context *q, uint64_t value)
{
    enum { STEP = 512 }; // as far apart as i915's, of which the scheduler is
    if (value > DRM_XE_PRIORITY_HIGH)
        return -EINVAL;
    if (value > DRM_XE_PRIORITY_NORMAL && !sim_xe_may_hurry())
        return -EPERM;
    q->priority = ((int)value - DRM_XE_PRIORITY_NORMAL) * STEP;
    return 0;
}

// It is 1 ms here for all; what may be asked for is (xe_hw_engine.c) 1 us to 10 s.
static int set_timeslice(struct sim_context *q, uint64_t us)
{
    return us >= 1 && us <= 10000000 ? 0 : -EINVAL;
}

static int set_property(struct sim_context *q, const struct drm_xe_ext_set_property *p)
{
    if (p->pad)
        return -EINVAL;
    switch (p->property) {
    case DRM_XE_EXEC_QUEUE_SET_PROPERTY_PRIORITY:
        return set_priority(q, p->value);
    case DRM_XE_EXEC_QUEUE_SET_PROPERTY_TIMESLICE:
        return set_timeslice(q, p->value);
    default:
        return -EINVAL;
    }
}

static int set_properties(struct sim_context *q, uint64_t address)
{
    enum { MOST = 16 };
    for (unsigned i = 0; address; i++) {
        struct drm_xe_ext_set_property p;
        if (i == MOST)
            return -E2BIG;
        if (!sim_copy_from_user(&p, address, sizeof(p)))
            return -EFAULT;
        if (p.base.pad || p.base.name != DRM_XE_EXEC_QUEUE_EXTENSION_SET_PROPERTY)
            return -EINVAL;
        const int err = set_property(q, &p);
        if (err)
            return err;
        address = p.base.next_extension;
    }
    return 0;
}

// ---- placement

// Engines of one class, of which any may execute a job: here it is the first.
static int place(struct sim_context *q, const struct drm_xe_engine_class_instance *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct sim_engine *e = sim_device_engine(q->dev, list[i].engine_class, list[i].engine_instance);
        if (!e || list[i].engine_class != list[0].engine_class || list[i].gt_id != list[0].gt_id)
            return -EINVAL;
        if (!i)
            q->engines[0].engine = e;
    }
    q->engine_count = 1;
    return 0;
}

static int check(const struct drm_xe_exec_queue_create *a)
{
    const uint32_t count = (uint32_t)a->width * a->num_placements;
    if (a->flags || a->reserved[0] || a->reserved[1] || !count || count > SIM_MAX_ENGINES)
        return -EINVAL;
    if (a->width == 1)
        return 0;
    kiln_warn_once("the simulated xe has no queues of several batches at once (width %u)", a->width);
    return -EINVAL;
}

static int create(struct sim_file *file, const struct drm_xe_exec_queue_create *a, struct sim_context *q)
{
    struct drm_xe_engine_class_instance list[SIM_MAX_ENGINES];
    if (!sim_copy_from_user(list, a->instances, a->num_placements * sizeof(list[0])))
        return -EFAULT;
    q->engine_count = 0;
    for (unsigned i = 0; i < SIM_CONTEXT_MAX_ENGINES; i++)
        q->engines[i].engine = NULL;
    if (list[0].engine_class == DRM_XE_ENGINE_CLASS_VM_BIND)
        return a->num_placements == 1 && !list[0].engine_instance ? set_properties(q, a->extensions)
                                                                  : -EINVAL;
    int err = place(q, list, a->num_placements);
    struct sim_vm *vm = err ? NULL : sim_xe_vm(file, a->vm_id);
    if (!vm)
        return err ? err : -ENOENT;
    q->vm = sim_vm_ref(vm);
    return set_properties(q, a->extensions);
}

int sim_ioctl_xe_exec_queue_create(struct sim_file *file, void *arg)
{
    struct drm_xe_exec_queue_create *a = arg;
    int err = check(a);
    if (err)
        return err;
    struct sim_context *q = sim_context_create(file->dev, file->client);
    if (!q)
        return -ENOMEM;
    q->persistent = false;
    err = create(file, a, q);
    if (!err && !(q->id = sim_handles_add(&file->contexts, q)))
        err = -ENOMEM;
    if (err)
        sim_context_unref(q);
    else
        a->exec_queue_id = q->id;
    return err;
}

int sim_ioctl_xe_exec_queue_destroy(struct sim_file *file, void *arg)
{
    const struct drm_xe_exec_queue_destroy *a = arg;
    if (a->pad || a->reserved[0] || a->reserved[1])
        return -EINVAL;
    struct sim_context *q = sim_handles_remove(&file->contexts, a->exec_queue_id);
    if (!q)
        return -ENOENT;
    sim_context_close(q);
    return 0;
}

int sim_ioctl_xe_exec_queue_get_property(struct sim_file *file, void *arg)
{
    struct drm_xe_exec_queue_get_property *a = arg;
    if (a->extensions || a->reserved[0] || a->reserved[1])
        return -EINVAL;
    const struct sim_context *q = sim_xe_queue(file, a->exec_queue_id);
    if (!q)
        return -ENOENT;
    if (a->property != DRM_XE_EXEC_QUEUE_GET_PROPERTY_BAN)
        return -EINVAL;
    a->value = q->banned;
    return 0;
}

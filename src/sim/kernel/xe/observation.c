// xe's interface to the observation unit (sched/oa.h): of Gen12, where a report of 256 bytes has 36 counters.
// Semantics and errors of Linux 6.12 xe_oa.c, xe_observation.c.
#include <drm.h>
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

#include "hw/oa.h"
#include "hw/xe_uapi.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/sched/context.h"
#include "sim/kernel/sched/oa.h"
#include "sim/kernel/xe/queue.h"
#include "sim/kernel/xe/xe.h"
#include "sim/sync/fence.h"

// A32u40_A4u32_B8_C8, the only format of Gen12 that is simulated, also of a context's own unit
// (xe_oa_init_supported_formats).
enum { FORMAT = 5 << 8 | DRM_XE_OA_FMT_TYPE_OAG };

struct stream_properties {
    uint64_t sample, config, format, exponent, disabled, queue, instance, no_preempt;
    bool has_exponent;
};

static int read_property(struct stream_properties *p, uint64_t id, uint64_t value)
{
    switch (id) {
    case DRM_XE_OA_PROPERTY_OA_UNIT_ID:
        return value ? -EINVAL : 0; // there is one
    case DRM_XE_OA_PROPERTY_SAMPLE_OA:
        p->sample = value;
        return 0;
    case DRM_XE_OA_PROPERTY_OA_METRIC_SET:
        p->config = value;
        return 0;
    case DRM_XE_OA_PROPERTY_OA_FORMAT:
        p->format = value;
        return value == FORMAT ? 0 : -EINVAL;
    case DRM_XE_OA_PROPERTY_OA_PERIOD_EXPONENT:
        p->exponent = value;
        p->has_exponent = true;
        return value <= SIM_OA_MOST_EXPONENT ? 0 : -EINVAL;
    case DRM_XE_OA_PROPERTY_OA_DISABLED:
        p->disabled = value;
        return 0;
    case DRM_XE_OA_PROPERTY_EXEC_QUEUE_ID:
        p->queue = value;
        return 0;
    case DRM_XE_OA_PROPERTY_OA_ENGINE_INSTANCE:
        p->instance = value;
        return 0;
    case DRM_XE_OA_PROPERTY_NO_PREEMPT:
        p->no_preempt = value;
        return 0;
    default:
        return -EINVAL;
    }
}

static int read_properties(struct stream_properties *p, uint64_t address)
{
    enum { MOST = 16 };
    struct drm_xe_ext_set_property e;
    for (unsigned i = 0; address; i++, address = e.base.next_extension) {
        if (i >= MOST)
            return -E2BIG;
        if (!sim_copy_from_user(&e, address, sizeof(e)))
            return -EFAULT;
        if (e.base.pad || e.pad || e.base.name != DRM_XE_OA_EXTENSION_SET_PROPERTY)
            return -EINVAL;
        int err = read_property(p, e.property, e.value);
        if (err)
            return err;
    }
    return 0;
}

static int open_stream(struct sim_file *file, uint64_t address)
{
    struct stream_properties p = {0};
    struct sim_context *queue = NULL;
    int err = read_properties(&p, address);
    if (err)
        return err;
    if (p.queue) {
        queue = p.queue <= UINT32_MAX ? sim_xe_queue(file, (uint32_t)p.queue) : NULL;
        if (!queue)
            return -ENOENT;
    }
    if (!p.format || (!queue && (p.no_preempt || !p.sample)))
        return -EINVAL;
    if (p.instance || (p.has_exponent && !p.sample))
        return -EINVAL;
    if (!sim_oa_config(file->dev, p.config))
        return -EINVAL;
    if (p.sample && p.exponent < SIM_OA_LEAST_EXPONENT)
        return -EOPNOTSUPP;
    return sim_oa_open(file->dev,
                       &(struct sim_oa_open){.ctx = queue, .enabled = !p.disabled, .close_on_exec = false});
}

// What multiplexers choose is in counters that are not simulated.
static int add_config(struct sim_file *file, uint64_t address)
{
    struct drm_xe_oa_config c;
    if (!sim_copy_from_user(&c, address, sizeof(c)))
        return -EFAULT;
    if (c.extensions || !c.regs_ptr || !c.n_regs || c.n_regs > SIM_OA_MOST_REGISTERS ||
        !sim_oa_is_guid(c.uuid))
        return -EINVAL;
    for (uint32_t i = 0; i < c.n_regs; i++) {
        uint32_t pair[2];
        if (!sim_copy_from_user(pair, c.regs_ptr + i * sizeof(pair), sizeof(pair)))
            return -EFAULT;
        if (pair[0] % 4)
            return -EINVAL;
    }
    return sim_oa_add(file->dev, c.uuid);
}

int sim_ioctl_xe_observation(struct sim_file *file, void *arg)
{
    const struct drm_xe_observation_param *a = arg;
    uint64_t id;
    if (a->extensions || a->observation_type != DRM_XE_OBSERVATION_TYPE_OA)
        return -EINVAL;
    if (!sim_chip_can_count(file->dev->chip)) // while it checks, or debugs
        return -ENODEV;
    switch (a->observation_op) {
    case DRM_XE_OBSERVATION_OP_STREAM_OPEN:
        return open_stream(file, a->param);
    case DRM_XE_OBSERVATION_OP_ADD_CONFIG:
        return add_config(file, a->param);
    case DRM_XE_OBSERVATION_OP_REMOVE_CONFIG:
        return sim_copy_from_user(&id, a->param, sizeof(id)) ? sim_oa_remove(file->dev, id) : -EFAULT;
    default:
        return -EINVAL;
    }
}

int sim_xe_stream_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg)
{
    int ret = -ENOTTY;
    sim_lock();
    struct sim_oa_stream *s = sim_oa_stream_of(dev, fd);
    if (s && (request == DRM_XE_OBSERVATION_IOCTL_ENABLE || request == DRM_XE_OBSERVATION_IOCTL_DISABLE)) {
        s->enabled = request == DRM_XE_OBSERVATION_IOCTL_ENABLE;
        ret = 0;
    } else if (s) {
        ret = -EINVAL;
    }
    sim_unlock();
    return ret;
}

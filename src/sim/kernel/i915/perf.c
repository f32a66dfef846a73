// i915's interface to the observation unit (sched/oa.h). Semantics of Linux 6.1 i915_perf.c.
#include <errno.h>
#include <i915_drm.h>
#include <string.h>

#include "hw/oa.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/i915/perf.h"
#include "sim/kernel/sched/context.h"
#include "sim/sync/fence.h"

// Configurations: Linux has none of its own since 5.8; 0 is no number, and 1 was that of its own one.
enum { FIRST_CONFIG = 2 };

int sim_perf_init(struct sim_device *dev)
{
    return sim_oa_init(dev, FIRST_CONFIG);
}

// The multiplexers' registers are not looked at: what they choose is in counters that are not simulated.
static int check_registers(uint64_t at, uint32_t count, bool flex)
{
    if (count > SIM_OA_MOST_REGISTERS)
        return -EINVAL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pair[2];
        if (!sim_copy_from_user(pair, at + i * sizeof(pair), sizeof(pair)))
            return -EFAULT;
        if (flex && !sim_oa_is_flex(pair[0]))
            return -EINVAL;
    }
    return 0;
}

int sim_ioctl_perf_add_config(struct sim_file *file, void *arg)
{
    const struct drm_i915_perf_oa_config *a = arg;
    if (!a->n_mux_regs && !a->n_boolean_regs && !a->n_flex_regs)
        return -EINVAL;
    if (!sim_oa_is_guid(a->uuid))
        return -EINVAL;
    int err = check_registers(a->mux_regs_ptr, a->n_mux_regs, false);
    err = err ? err : check_registers(a->boolean_regs_ptr, a->n_boolean_regs, false);
    err = err ? err : check_registers(a->flex_regs_ptr, a->n_flex_regs, true);
    if (err)
        return err;
    return sim_oa_add(file->dev, a->uuid);
}

int sim_ioctl_perf_remove_config(struct sim_file *file, void *arg)
{
    return sim_oa_remove(file->dev, *(const uint64_t *)arg);
}

// One by its number or name: of its registers the counts are not kept, and none is given.
static int query_config(struct sim_device *dev, const struct drm_i915_query_item *item)
{
    struct {
        struct drm_i915_query_perf_config head;
        struct drm_i915_perf_oa_config config;
    } a;
    if (!item->length)
        return sizeof(a);
    if (item->length < (int)sizeof(a))
        return -EINVAL;
    if (!sim_copy_from_user(&a, item->data_ptr, sizeof(a)))
        return -EFAULT;
    const struct sim_handles *configs = &dev->oa->configs;
    const struct sim_oa_config *found = NULL;
    for (size_t i = 0; i < configs->slots.count && !found; i++) {
        const struct sim_oa_config *c = configs->slots.data[i];
        if (c && (item->flags == DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID
                      ? a.head.config == i + FIRST_CONFIG
                      : !memcmp(c->guid, a.head.uuid, KILN_OA_GUID_BYTES)))
            found = c;
    }
    if (!found)
        return -ENOENT;
    memset(&a.config, 0, sizeof(a.config));
    memcpy(a.config.uuid, found->guid, KILN_OA_GUID_BYTES);
    return sim_copy_to_user(item->data_ptr, &a, sizeof(a)) ? (int)sizeof(a) : -EFAULT;
}

// DRM_I915_QUERY_PERF_CONFIG_LIST: how many there are, and their numbers. Its other flags want the registers.
int sim_perf_query_configs(struct sim_device *dev, const struct drm_i915_query_item *item)
{
    const struct sim_handles *configs = &dev->oa->configs;
    struct drm_i915_query_perf_config head = {0};
    if (item->flags != DRM_I915_QUERY_PERF_CONFIG_LIST)
        return item->flags == DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID ||
                       item->flags == DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_UUID
                   ? query_config(dev, item)
                   : -EINVAL;
    for (size_t i = 0; i < configs->slots.count; i++)
        head.n_configs += configs->slots.data[i] != NULL;
    head.n_configs++; // the kernel's own, for its tests
    int size = (int)(sizeof(head) + head.n_configs * sizeof(uint64_t));
    if (!item->length)
        return size;
    if (item->length < size)
        return -EINVAL;
    uint64_t at = item->data_ptr + sizeof(head);
    const uint64_t own = FIRST_CONFIG - 1;
    if (!sim_copy_to_user(item->data_ptr, &head, sizeof(head)) || !sim_copy_to_user(at, &own, sizeof(own)))
        return -EFAULT;
    at += sizeof(own);
    for (uint64_t i = 0; i < configs->slots.count; i++) {
        uint64_t id = i + FIRST_CONFIG;
        if (configs->slots.data[i] && !sim_copy_to_user(at, &id, sizeof(id)))
            return -EFAULT;
        at += configs->slots.data[i] ? sizeof(id) : 0;
    }
    return size;
}

// ---- the stream

struct perf_properties {
    uint64_t config, context, format, exponent;
    bool has_sample, has_context, has_format, has_exponent, hold;
};

static int read_property(struct perf_properties *p, uint64_t id, uint64_t value)
{
    switch (id) {
    case DRM_I915_PERF_PROP_CTX_HANDLE:
        p->context = value;
        p->has_context = true;
        return 0;
    case DRM_I915_PERF_PROP_SAMPLE_OA:
        p->has_sample = value != 0;
        return 0;
    case DRM_I915_PERF_PROP_OA_METRICS_SET:
        p->config = value;
        return value ? 0 : -EINVAL;
    case DRM_I915_PERF_PROP_OA_FORMAT:
        p->format = value;
        p->has_format = true;
        return 0;
    case DRM_I915_PERF_PROP_OA_EXPONENT:
        p->exponent = value;
        p->has_exponent = true;
        return value <= SIM_OA_MOST_EXPONENT ? 0 : -EINVAL;
    case DRM_I915_PERF_PROP_HOLD_PREEMPTION:
        p->hold = value != 0;
        return 0;
    case DRM_I915_PERF_PROP_GLOBAL_SSEU: // the whole array, as always here
        return 0;
    case DRM_I915_PERF_PROP_POLL_OA_PERIOD:
        return value >= 100000 ? 0 : -EINVAL;
    default:
        return -EINVAL;
    }
}

static int read_properties(struct perf_properties *p, const struct drm_i915_perf_open_param *a)
{
    if (!a->num_properties || a->num_properties >= DRM_I915_PERF_PROP_MAX)
        return -EINVAL;
    for (uint32_t i = 0; i < a->num_properties; i++) {
        uint64_t pair[2];
        if (!sim_copy_from_user(pair, a->properties_ptr + i * sizeof(pair), sizeof(pair)))
            return -EFAULT;
        int err = read_property(p, pair[0], pair[1]);
        if (err)
            return err;
    }
    return 0;
}

int sim_ioctl_perf_open(struct sim_file *file, void *arg)
{
    const struct drm_i915_perf_open_param *a = arg;
    struct sim_device *dev = file->dev;
    struct perf_properties p = {0};
    if (a->flags &
        ~(uint32_t)(I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK | I915_PERF_FLAG_DISABLED))
        return -EINVAL;
    int err = read_properties(&p, a);
    if (err)
        return err;
    struct sim_context *ctx = NULL;
    if (p.has_context) {
        ctx = p.context ? sim_handles_get(&file->contexts, (uint32_t)p.context) : file->default_context;
        if (!ctx || p.context > UINT32_MAX)
            return -ENOENT;
    }
    if (p.hold && !ctx)
        return -EINVAL;
    if (!p.has_sample || !p.config || !p.has_format || p.format != I915_OA_FORMAT_A32u40_A4u32_B8_C8)
        return -EINVAL;
    if (p.has_exponent && p.exponent < SIM_OA_LEAST_EXPONENT)
        return -EOPNOTSUPP;
    if (!sim_oa_config(dev, p.config))
        return -EINVAL;
    return sim_oa_open(dev, &(struct sim_oa_open){.ctx = ctx,
                                                  .enabled = !(a->flags & I915_PERF_FLAG_DISABLED),
                                                  .close_on_exec = a->flags & I915_PERF_FLAG_FD_CLOEXEC,
                                                  .nonblock = a->flags & I915_PERF_FLAG_FD_NONBLOCK});
}

int sim_perf_stream_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg)
{
    int ret = -ENOTTY;
    sim_lock();
    struct sim_oa_stream *s = sim_oa_stream_of(dev, fd);
    if (s) {
        ret = 0;
        if (request == I915_PERF_IOCTL_ENABLE || request == I915_PERF_IOCTL_DISABLE)
            s->enabled = request == I915_PERF_IOCTL_ENABLE;
        else if (request == I915_PERF_IOCTL_CONFIG)
            ret = sim_oa_config(dev, (uintptr_t)arg) ? 1 : -EINVAL;
        else
            ret = -EINVAL;
    }
    sim_unlock();
    return ret;
}

// i915's interface to the observation unit (OA): configurations, the one stream that may be open, and what of
// it the command streamer asks. Semantics of Linux 6.1 i915_perf.c.
//
// While a stream is open for a context its walkers count (observe/stats/counters.h), and its batches may have
// a report written (MI_REPORT_PERF_COUNT). Reports that the unit would write by itself are not made: a period
// in which one would come is refused (-EOPNOTSUPP), so that a read of the stream has nothing to give, as on
// hardware.
#include <errno.h>
#include <fcntl.h>
#include <i915_drm.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/gen_pack.h"
#include "hw/oa.h"
#include "sim/chip/chip.h"
#include "sim/kernel/sched/context.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/i915/perf.h"
#include "sim/sync/fence.h"

// OA_EXPONENT: a report comes every 2^(n + 1) ticks of the timestamp, of which there are 12 to 19 million a
// second. From here on that is a minute and more.
enum { LEAST_EXPONENT = 29, MOST_EXPONENT = 31, MOST_CONFIGS = 256, MOST_REGISTERS = 1024 };

struct sim_oa_config {
    char guid[KILN_OA_GUID_BYTES];
};

// ---- configurations. Linux has none of its own since 5.8; 0 is no number, and 1 was that of its own one.

enum { FIRST_CONFIG = 2 };

static struct sim_oa_config *config_of(const struct sim_device *dev, uint64_t id)
{
    return id >= FIRST_CONFIG && id <= UINT32_MAX
               ? sim_handles_get(&dev->oa->configs, (uint32_t)id - FIRST_CONFIG + 1)
               : NULL;
}

static bool is_guid(const char *s)
{
    for (unsigned i = 0; i < KILN_OA_GUID_BYTES; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        char c = s[i] | 0x20; // in upper case as well
        if (dash ? s[i] != '-' : !((s[i] >= '0' && s[i] <= '9') || (c >= 'a' && c <= 'f')))
            return false;
    }
    return true;
}

static bool is_flex(uint32_t reg)
{
    static const uint32_t flex[] = {GEN_REG_EU_PERF_CNTL0, GEN_REG_EU_PERF_CNTL1, GEN_REG_EU_PERF_CNTL2,
                                    GEN_REG_EU_PERF_CNTL3, GEN_REG_EU_PERF_CNTL4, GEN_REG_EU_PERF_CNTL5,
                                    GEN_REG_EU_PERF_CNTL6};
    for (unsigned i = 0; i < sizeof(flex) / sizeof(flex[0]); i++)
        if (flex[i] == reg)
            return true;
    return false;
}

// The multiplexers' registers are not looked at: what they choose is in counters that are not simulated.
static int check_registers(uint64_t at, uint32_t count, bool flex)
{
    if (count > MOST_REGISTERS)
        return -EINVAL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pair[2];
        if (!sim_copy_from_user(pair, at + i * sizeof(pair), sizeof(pair)))
            return -EFAULT;
        if (flex && !is_flex(pair[0]))
            return -EINVAL;
    }
    return 0;
}

int sim_ioctl_perf_add_config(struct sim_file *file, void *arg)
{
    const struct drm_i915_perf_oa_config *a = arg;
    struct sim_handles *configs = &file->dev->oa->configs;
    if (!a->n_mux_regs && !a->n_boolean_regs && !a->n_flex_regs)
        return -EINVAL;
    if (!is_guid(a->uuid))
        return -EINVAL;
    int err = check_registers(a->mux_regs_ptr, a->n_mux_regs, false);
    err = err ? err : check_registers(a->boolean_regs_ptr, a->n_boolean_regs, false);
    err = err ? err : check_registers(a->flex_regs_ptr, a->n_flex_regs, true);
    if (err)
        return err;
    for (size_t i = 0; i < configs->slots.count; i++) {
        const struct sim_oa_config *c = configs->slots.data[i];
        if (c && !memcmp(c->guid, a->uuid, KILN_OA_GUID_BYTES))
            return -EADDRINUSE;
    }
    struct sim_oa_config *c = configs->slots.count < MOST_CONFIGS ? calloc(1, sizeof(*c)) : NULL;
    if (!c)
        return -ENOMEM;
    memcpy(c->guid, a->uuid, KILN_OA_GUID_BYTES);
    uint32_t handle = sim_handles_add(configs, c);
    if (handle)
        return (int)handle - 1 + FIRST_CONFIG;
    free(c);
    return -ENOMEM;
}

int sim_ioctl_perf_remove_config(struct sim_file *file, void *arg)
{
    uint64_t id = *(const uint64_t *)arg;
    if (!config_of(file->dev, id))
        return -ENOENT;
    free(sim_handles_remove(&file->dev->oa->configs, (uint32_t)id - FIRST_CONFIG + 1));
    return 0;
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

static void forget_stream(struct sim_device *dev)
{
    struct sim_oa_stream *s = &dev->oa->stream;
    if (!s->open)
        return;
    kiln_fd_close(&s->peer);
    sim_context_unref(s->ctx);
    *s = (struct sim_oa_stream){0};
}

// Whoever had it may have closed it: the other end of a pair of sockets tells.
static bool is_open(struct sim_device *dev)
{
    struct sim_oa_stream *s = &dev->oa->stream;
    struct pollfd p = {.fd = s->peer.number, .events = POLLIN};
    if (s->open && poll(&p, 1, 0) > 0 && p.revents & (POLLHUP | POLLERR))
        forget_stream(dev);
    return s->open;
}

struct properties {
    uint64_t config, context, format, exponent;
    bool has_sample, has_context, has_format, has_exponent, hold;
};

static int read_property(struct properties *p, uint64_t id, uint64_t value)
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
        return value <= MOST_EXPONENT ? 0 : -EINVAL;
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

static int read_properties(struct properties *p, const struct drm_i915_perf_open_param *a)
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

static int descriptor(struct sim_oa_stream *s, uint32_t flags)
{
    int fds[2];
    struct stat st;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0)
        return -errno;
    if (fstat(fds[0], &st) < 0 || (!(flags & I915_PERF_FLAG_FD_CLOEXEC) && fcntl(fds[0], F_SETFD, 0) < 0) ||
        (flags & I915_PERF_FLAG_FD_NONBLOCK && fcntl(fds[0], F_SETFL, O_NONBLOCK) < 0)) {
        kiln_fd_close_number(fds[0]);
        kiln_fd_close_number(fds[1]);
        return -EMFILE;
    }
    s->inode = st.st_ino;
    s->peer = kiln_fd_take(fds[1]);
    return fds[0];
}

int sim_ioctl_perf_open(struct sim_file *file, void *arg)
{
    const struct drm_i915_perf_open_param *a = arg;
    struct sim_device *dev = file->dev;
    struct sim_oa_stream *s = &dev->oa->stream;
    struct properties p = {0};
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
    if (p.has_exponent && p.exponent < LEAST_EXPONENT)
        return -EOPNOTSUPP;
    if (!config_of(dev, p.config))
        return -EINVAL;
    if (is_open(dev))
        return -EBUSY;
    if (!sim_chip_can_count(dev->chip)) // while it checks, or debugs
        return -ENODEV;
    struct sim_oa_stream stream = {.open = true, .enabled = !(a->flags & I915_PERF_FLAG_DISABLED)};
    int fd = descriptor(&stream, a->flags);
    if (fd < 0)
        return fd;
    stream.ctx = ctx ? sim_context_ref(ctx) : NULL;
    *s = stream;
    return fd;
}

int sim_perf_stream_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg)
{
    struct stat st;
    int ret = -ENOTTY;
    sim_lock();
    struct sim_oa_stream *s = &dev->oa->stream;
    if (is_open(dev) && fstat(fd, &st) == 0 && st.st_ino == s->inode) {
        ret = 0;
        if (request == I915_PERF_IOCTL_ENABLE || request == I915_PERF_IOCTL_DISABLE)
            s->enabled = request == I915_PERF_IOCTL_ENABLE;
        else if (request == I915_PERF_IOCTL_CONFIG)
            ret = config_of(dev, (uintptr_t)arg) ? 1 : -EINVAL;
        else
            ret = -EINVAL;
    }
    sim_unlock();
    return ret;
}

bool sim_perf_counts(struct sim_device *dev, const struct sim_context *ctx)
{
    sim_lock();
    const struct sim_oa_stream *s = &dev->oa->stream;
    bool counts = s->open && s->enabled && (!s->ctx || s->ctx == ctx) && is_open(dev);
    sim_unlock();
    return counts;
}

int sim_perf_init(struct sim_device *dev)
{
    dev->oa = calloc(1, sizeof(*dev->oa));
    return dev->oa ? 0 : -ENOMEM;
}

void sim_perf_finish(struct sim_device *dev)
{
    forget_stream(dev);
    for (size_t i = 0; i < dev->oa->configs.slots.count; i++)
        free(dev->oa->configs.slots.data[i]);
    vec_free(&dev->oa->configs.slots);
    free(dev->oa);
}

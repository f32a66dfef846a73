// The observation unit (hw/oa.h), through xe's observation streams (Linux 6.12): one at a time, for those who
// may (root, CAP_PERFMON, or /proc/sys/dev/xe/observation_paranoid being 0). As i915/perf.c it is never read.
//
// A programme of counters is known by a name, of which there is one in the machine, and only sysfs says whose
// number it has. So each stream brings one of its own, by a name that nobody else has, and takes it away at
// once: the stream keeps it.
#include "winsys/xe/xe.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "hw/oa.h"
#include "hw/target.h"

// A32u40_A4u32_B8_C8: of Gen12 also for a context's own unit.
enum { FORMAT = 5 << 8 | DRM_XE_OA_FMT_TYPE_OAG, SLOWEST = 31 };

static int observe(struct ws_node *n, uint64_t op, const void *param)
{
    struct drm_xe_observation_param p = {
        .observation_type = DRM_XE_OBSERVATION_TYPE_OA, .observation_op = op, .param = (uintptr_t)param};
    return ws_ioctl(n, DRM_IOCTL_XE_OBSERVATION, &p);
}

bool xe_has_oa(struct ws_node *n)
{
    // Removing what there is not says whether one may. Later chips have other formats.
    const uint64_t none = UINT64_MAX;
    return kiln_target_has_data_ports(kiln_target_of(n->info.devinfo)) &&
           observe(n, DRM_XE_OBSERVATION_OP_REMOVE_CONFIG, &none) == -ENOENT;
}

// Version 4, variant 1 of RFC 9562.
static int write_uuid(char out[KILN_OA_GUID_BYTES + 1])
{
    uint16_t r[8];
    if (getrandom(r, sizeof(r), 0) != (ssize_t)sizeof(r))
        return -EIO;
    snprintf(out, KILN_OA_GUID_BYTES + 1, "%04x%04x-%04x-4%03x-%04x-%04x%04x%04x", r[0], r[1], r[2],
             r[3] & 0xfffu, (r[4] & 0x3fffu) | 0x8000u, r[5], r[6], r[7]);
    return 0;
}

static int config(struct ws_node *n)
{
    char uuid[KILN_OA_GUID_BYTES + 1];
    unsigned pairs;
    struct drm_xe_oa_config c = {.regs_ptr = (uintptr_t)kiln_oa_flex(n->info.devinfo, &pairs)};
    int err = write_uuid(uuid);
    if (err)
        return err;
    c.n_regs = pairs;
    memcpy(c.uuid, uuid, sizeof(c.uuid));
    int id = observe(n, DRM_XE_OBSERVATION_OP_ADD_CONFIG, &c);
    return id ? id : -EINVAL;
}

static int open_stream(struct ws_node *n, uint32_t queue, uint64_t config)
{
    struct drm_xe_ext_set_property chain[] = {
        {.property = DRM_XE_OA_PROPERTY_OA_METRIC_SET, .value = config},
        {.property = DRM_XE_OA_PROPERTY_OA_FORMAT, .value = FORMAT},
        {.property = queue ? DRM_XE_OA_PROPERTY_EXEC_QUEUE_ID : DRM_XE_OA_PROPERTY_SAMPLE_OA,
         .value = queue ? queue : 1},
        {.property = queue ? DRM_XE_OA_PROPERTY_NO_PREEMPT : DRM_XE_OA_PROPERTY_OA_PERIOD_EXPONENT,
         .value = queue ? 1 : SLOWEST},
    };
    for (unsigned i = 0; i + 1 < sizeof(chain) / sizeof(chain[0]); i++)
        chain[i].base.next_extension = (uintptr_t)&chain[i + 1];
    int fd = observe(n, DRM_XE_OBSERVATION_OP_STREAM_OPEN, chain);
    if (fd >= 0 && (fcntl(fd, F_SETFD, FD_CLOEXEC) || fcntl(fd, F_SETFL, O_NONBLOCK))) {
        close(fd);
        return -EIO;
    }
    return fd;
}

int xe_oa_open(struct ws_node *n, struct ws_kernel_context *c, int *stream)
{
    int id = config(n);
    if (id < 0)
        return id;
    const uint64_t number = (uint64_t)id;
    int fd = open_stream(n, c ? c->id : 0, number);
    observe(n, DRM_XE_OBSERVATION_OP_REMOVE_CONFIG, &number);
    if (fd < 0)
        return fd;
    *stream = fd;
    return 0;
}

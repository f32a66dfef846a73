// The observation unit (hw/oa.h), through i915's perf interface: one stream at a time in the whole machine,
// for those who may (root, CAP_PERFMON, or /proc/sys/dev/i915/perf_stream_paranoid being 0).
//
// The stream is never read: it switches the counters on, which batches then write to memory themselves. A
// context that it is for is not preempted meanwhile, so that what is counted is its own.
#include "winsys/i915/i915.h"

#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>

#include "hw/oa.h"
#include "hw/target.h"

enum { LEAST_REVISION = 3, SLOWEST = 31 }; // 3: DRM_I915_PERF_PROP_HOLD_PREEMPTION

bool i915_has_oa(struct ws_node *n)
{
    int revision = 0;
    uint64_t none = UINT64_MAX;
    // Removing what there is not says whether one may. A compute engine's context has a unit of its own,
    // whose reports have another format (Linux 6.12 i915_perf.c, I915_OAC_FORMAT_*), which is not driven.
    return !n->info.compute_engine && kiln_target_of(n->info.devinfo)->isa >= KILN_ISA_GEN8 &&
           i915_getparam(n, I915_PARAM_PERF_REVISION, &revision) == 0 && revision >= LEAST_REVISION &&
           ws_ioctl(n, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &none) == -ENOENT;
}

static bool is_named(struct ws_node *n, uint64_t id, const char *guid)
{
    struct {
        struct drm_i915_query_perf_config head;
        struct drm_i915_perf_oa_config config;
    } a = {.head.config = id};
    struct drm_i915_query_item item = {.query_id = DRM_I915_QUERY_PERF_CONFIG,
                                       .flags = DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID,
                                       .length = sizeof(a),
                                       .data_ptr = (uintptr_t)&a};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    return ws_ioctl(n, DRM_IOCTL_I915_QUERY, &q) == 0 && item.length > 0 &&
           memcmp(a.config.uuid, guid, KILN_OA_GUID_BYTES) == 0;
}

// The number of a programme that somebody has loaded before: a positive one, or a negative errno.
static int find_config(struct ws_node *n, const char *guid)
{
    struct drm_i915_query_item item = {.query_id = DRM_I915_QUERY_PERF_CONFIG,
                                       .flags = DRM_I915_QUERY_PERF_CONFIG_LIST};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_QUERY, &q);
    if (ret || item.length <= 0)
        return ret ? ret : item.length ? item.length : -ENOENT;
    struct drm_i915_query_perf_config *list = calloc(1, (size_t)item.length);
    if (!list)
        return -ENOMEM;
    item.data_ptr = (uintptr_t)list;
    size_t room = ((size_t)item.length - sizeof(*list)) / sizeof(uint64_t);
    ret = ws_ioctl(n, DRM_IOCTL_I915_QUERY, &q);
    int found = ret ? ret : -ENOENT;
    for (size_t i = 0; !ret && item.length > 0 && found < 0 && i < list->n_configs && i < room; i++) {
        uint64_t id;
        memcpy(&id, (const uint8_t *)(list + 1) + i * sizeof(id),
               sizeof(id)); // not at list->data: the kernel pads
        if (is_named(n, id, guid))
            found = (int)id;
    }
    free(list);
    return found;
}

static int config(struct ws_node *n)
{
    const struct kiln_devinfo *info = n->info.devinfo;
    unsigned pairs;
    struct drm_i915_perf_oa_config c = {.flex_regs_ptr = (uintptr_t)kiln_oa_flex(info, &pairs)};
    c.n_flex_regs = pairs;
    memcpy(c.uuid, kiln_oa_guid(info), KILN_OA_GUID_BYTES);
    int id = ws_ioctl(n, DRM_IOCTL_I915_PERF_ADD_CONFIG, &c);
    return id == -EADDRINUSE ? find_config(n, kiln_oa_guid(info)) : id;
}

int i915_oa_open(struct ws_node *n, struct ws_kernel_context *c, int *stream)
{
    int id = config(n);
    if (id <= 0)
        return id ? id : -EINVAL;
    uint64_t properties[][2] = {{DRM_I915_PERF_PROP_SAMPLE_OA, 1},
                                {DRM_I915_PERF_PROP_OA_METRICS_SET, (uint64_t)id},
                                {DRM_I915_PERF_PROP_OA_FORMAT, I915_OA_FORMAT_A32u40_A4u32_B8_C8},
                                {DRM_I915_PERF_PROP_OA_EXPONENT, SLOWEST},
                                {DRM_I915_PERF_PROP_CTX_HANDLE, c ? c->id : 0},
                                {DRM_I915_PERF_PROP_HOLD_PREEMPTION, 1}};
    enum { OF_ALL = sizeof(properties) / sizeof(properties[0]) - 2 };
    struct drm_i915_perf_open_param p = {.flags = I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK,
                                         .num_properties = OF_ALL + (c ? 2 : 0),
                                         .properties_ptr = (uintptr_t)properties};
    int fd = ws_ioctl(n, DRM_IOCTL_I915_PERF_OPEN, &p);
    if (fd < 0)
        return fd;
    *stream = fd;
    return 0;
}

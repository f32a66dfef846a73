// What i915 says about a device: parameters, topology, memory; with a fallback where old kernels are silent.
// And what it does to work that takes too long.
//
// Required (all in i915 since 4.14): 48-bit softpinned addresses, fence arrays, syncobjs. Without them the
// device is refused with -ENOTSUP.
#include "winsys/i915/i915.h"

#include "hw/target.h"
#include "util/log.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>

int i915_getparam(struct ws_node *n, int param, int *value)
{
    drm_i915_getparam_t gp = {.param = param, .value = value};
    *value = 0;
    return ws_ioctl(n, DRM_IOCTL_I915_GETPARAM, &gp);
}

static bool has_param(struct ws_node *n, int param)
{
    int value;
    return i915_getparam(n, param, &value) == 0 && value > 0;
}

// One i915 query item in memory that the caller frees. *size is its length in bytes.
static int query(struct ws_node *n, uint64_t id, void **out, size_t *size)
{
    struct drm_i915_query_item item = {.query_id = id};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_QUERY, &q);
    if (ret)
        return ret;
    if (item.length <= 0)
        return item.length ? item.length : -ENODATA;
    void *data = calloc(1, (size_t)item.length);
    if (!data)
        return -ENOMEM;
    *size = (size_t)item.length;
    item.data_ptr = (uintptr_t)data;
    ret = ws_ioctl(n, DRM_IOCTL_I915_QUERY, &q);
    if (ret == 0 && item.length != (int)*size)
        ret = item.length < 0 ? item.length : -EPROTO;
    if (ret) {
        free(data);
        return ret;
    }
    *out = data;
    return 0;
}

static unsigned count_bits(const uint8_t *bytes, size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (unsigned)__builtin_popcount(bytes[i]);
    return sum;
}

static bool topology_from_query(struct ws_node *n)
{
    struct drm_i915_query_topology_info *t;
    void *data;
    size_t size;
    if (query(n, DRM_I915_QUERY_TOPOLOGY_INFO, &data, &size) != 0)
        return false;
    t = data;
    size_t slice_bytes = (t->max_slices + 7u) / 8, ss_bytes = (size_t)t->max_slices * t->subslice_stride,
           eu_bytes = (size_t)t->max_slices * t->max_subslices * t->eu_stride;
    bool ok = size >= sizeof(*t) && size - sizeof(*t) >= slice_bytes &&
              size - sizeof(*t) >= t->subslice_offset + ss_bytes &&
              size - sizeof(*t) >= t->eu_offset + eu_bytes;
    if (ok) {
        n->info.slices = count_bits(t->data, slice_bytes);
        n->info.subslices = count_bits(t->data + t->subslice_offset, ss_bytes);
        n->info.eus = count_bits(t->data + t->eu_offset, eu_bytes);
    }
    free(data);
    return ok && n->info.slices && n->info.subslices && n->info.eus;
}

static void probe_topology(struct ws_node *n)
{
    const struct kiln_devinfo *d = n->info.devinfo;
    int slices, subslices, eus;
    if (topology_from_query(n))
        return;
    bool known = i915_getparam(n, I915_PARAM_SLICE_MASK, &slices) == 0 && slices > 0 &&
                 i915_getparam(n, I915_PARAM_SUBSLICE_TOTAL, &subslices) == 0 && subslices > 0 &&
                 i915_getparam(n, I915_PARAM_EU_TOTAL, &eus) == 0 && eus > 0;
    n->info.slices = known ? (unsigned)__builtin_popcount((unsigned)slices) : d->slices;
    n->info.subslices = known ? (unsigned)subslices : d->subslices;
    n->info.eus = known ? (unsigned)eus : d->eus;
}

// The size of the memory regions of a class, 0 if the kernel does not tell.
static uint64_t region_memory(struct ws_node *n, uint16_t memory_class)
{
    void *data;
    size_t size;
    uint64_t sum = 0;
    if (query(n, DRM_I915_QUERY_MEMORY_REGIONS, &data, &size) != 0)
        return 0;
    struct drm_i915_query_memory_regions *r = data;
    if (size >= sizeof(*r) && (size - sizeof(*r)) / sizeof(r->regions[0]) >= r->num_regions)
        for (uint32_t i = 0; i < r->num_regions; i++)
            if (r->regions[i].region.memory_class == memory_class)
                sum += r->regions[i].probed_size;
    free(data);
    return sum;
}

static int probe_memory(struct ws_node *n)
{
    enum { LARGE_PAGE = 1 << 16 };
    struct drm_i915_gem_context_param p = {.param = I915_CONTEXT_PARAM_GTT_SIZE};
    struct drm_i915_gem_get_aperture a = {0};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &p);
    if (ret == 0)
        n->info.gtt_size = p.value;
    else if ((ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_GET_APERTURE, &a)) == 0)
        n->info.gtt_size = a.aper_size;
    if (ret)
        return ret;
    if (n->info.gtt_size < UINT64_C(1) << (n->info.shares_space ? 31 : 32))
        return -ENOTSUP;
    n->info.memory_size = region_memory(n, I915_MEMORY_CLASS_DEVICE);
    n->info.has_local_memory = n->info.memory_size != 0;
    if (n->info.has_local_memory && kiln_target_has_large_local_pages(kiln_target_of(n->info.devinfo)))
        n->info.page = LARGE_PAGE;
    if (!n->info.has_local_memory)
        n->info.memory_size = region_memory(n, I915_MEMORY_CLASS_SYSTEM);
    return 0;
}

// The engines that the kernel lists, of which the first of its class has the instance 0 (Linux 6.12
// intel_engine_user.c, intel_engines_driver_register). Before Linux 5.3 there is no list, nor such an engine.
static bool probe_compute_engine(struct ws_node *n)
{
    void *data;
    size_t size;
    bool there = false;
    if (!ws_wants_compute_engine(n->info.devinfo) || query(n, DRM_I915_QUERY_ENGINE_INFO, &data, &size) != 0)
        return false;
    const struct drm_i915_query_engine_info *e = data;
    if (size >= sizeof(*e) && (size - sizeof(*e)) / sizeof(e->engines[0]) >= e->num_engines)
        for (uint32_t i = 0; i < e->num_engines; i++)
            there |= e->engines[i].engine.engine_class == I915_ENGINE_CLASS_COMPUTE;
    free(data);
    return there;
}

// What is asked of memory of the process itself, with flags that an i915, or a chip, may lack.
static bool probe_userptr(struct ws_node *n, uint32_t flags)
{
    void *page = aligned_alloc(WS_PAGE, WS_PAGE);
    if (!page)
        return false;
    memset(page, 0, WS_PAGE);
    struct drm_i915_gem_userptr u = {.user_ptr = (uintptr_t)page, .user_size = WS_PAGE, .flags = flags};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_USERPTR, &u);
    if (ret == 0)
        ws_close_handle(n, u.handle);
    free(page);
    return ret == 0;
}

// Whether addresses of Y tiles are swizzled, which the kernel says of objects alone: I915_BIT_6_SWIZZLE_9,
// where memory has two channels. Source: Linux i915 intel_ggtt_fencing.c (detect_bit_6_swizzle).
static int probe_swizzle(struct ws_node *n, bool *swizzles)
{
    struct drm_i915_gem_create c = {.size = WS_PAGE};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_CREATE, &c);
    if (ret)
        return ret;
    struct drm_i915_gem_set_tiling t = {.handle = c.handle, .tiling_mode = I915_TILING_Y, .stride = 128};
    ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_SET_TILING, &t);
    ws_close_handle(n, c.handle);
    if (ret)
        return ret;
    *swizzles = t.swizzle_mode == I915_BIT_6_SWIZZLE_9;
    return *swizzles || t.swizzle_mode == I915_BIT_6_SWIZZLE_NONE ? 0 : -ENOTSUP;
}

// What becomes of work that takes too long, where nobody has set other values in sysfs: Linux 6.1,
// drivers/gpu/drm/i915/Kconfig.profile (REQUEST_TIMEOUT, PREEMPT_TIMEOUT, HEARTBEAT_INTERVAL).
static const struct ws_limits limits = {
    .request_ns = UINT64_C(20000000000),
    .preempt_ns = UINT64_C(640000000),
    .heartbeat_ns = UINT64_C(2500000000),
};

// What I915_PARAM_HAS_ALIASING_PPGTT says (i915_drm.h gives no names): 0: none, 1: aliasing, 2: full.
enum { ALIASING = 1 };

// Whether the kernel has given up on the GPU ("wedged"), as at a start on which the first batches did not end
// in time. Its batches all fail from then on, and i915 of Linux 6.12 has no address space for it:
// I915_USERPTR_READ_ONLY ends in a fault of the kernel's. Source: Linux i915 gem/i915_gem_throttle.c ("return
// -EIO if already wedged"), gt/intel_gt.c (intel_gt_init).
static int check_alive(struct ws_node *n)
{
    if (ws_ioctl(n, DRM_IOCTL_I915_GEM_THROTTLE, NULL) != -EIO)
        return 0;
    kiln_warn_once("%s: the kernel has given up on this GPU (dmesg says why); it is left out", n->info.path);
    return -EIO;
}

int i915_probe(struct ws_node *n)
{
    struct ws_device_info *info = &n->info;
    struct i915_node *i915 = n->own;
    int id, value;
    int ret = i915_getparam(n, I915_PARAM_CHIPSET_ID, &id);
    if (ret)
        return ret;
    info->devinfo = kiln_devinfo_from_pci_id((uint32_t)id);
    if (!info->devinfo)
        return -ENODEV;
    ret = check_alive(n);
    if (ret)
        return ret;
    info->pci_id = (uint32_t)id;
    info->pci_revision = i915_getparam(n, I915_PARAM_REVISION, &value) == 0 ? (uint32_t)value : 0;
    info->limits = limits;
    info->page = WS_PAGE;
    if (!has_param(n, I915_PARAM_HAS_EXEC_SOFTPIN) || !has_param(n, I915_PARAM_HAS_EXEC_FENCE_ARRAY) ||
        !has_param(n, I915_PARAM_HAS_WAIT_TIMEOUT) || !ws_has_cap(n, DRM_CAP_SYNCOBJ))
        return -ENOTSUP;
    probe_topology(n);
    info->shares_space = i915_getparam(n, I915_PARAM_HAS_ALIASING_PPGTT, &value) == 0 && value == ALIASING;
    ret = probe_memory(n);
    if (!ret && kiln_target_may_swizzle(kiln_target_of(info->devinfo)))
        ret = probe_swizzle(n, &info->swizzles_tiles);
    if (ret)
        return ret;
    info->timestamp_frequency = i915_getparam(n, I915_PARAM_CS_TIMESTAMP_FREQUENCY, &value) == 0 && value > 0
                                    ? (uint64_t)value
                                    : info->devinfo->timestamp_frequency;
    info->has_llc = i915_getparam(n, I915_PARAM_HAS_LLC, &value) == 0 ? value > 0 : info->devinfo->has_llc;
    i915->has_exec_timeline = has_param(n, I915_PARAM_HAS_EXEC_TIMELINE_FENCES);
    info->has_timeline = i915->has_exec_timeline && ws_has_cap(n, DRM_CAP_SYNCOBJ_TIMELINE);
    i915->has_userptr_probe = has_param(n, I915_PARAM_HAS_USERPTR_PROBE);
    i915->has_mmap_offset = i915_getparam(n, I915_PARAM_MMAP_GTT_VERSION, &value) == 0 && value >= 4;
    n->maps_again = i915->has_mmap_offset;
    info->has_userptr = probe_userptr(n, 0);
    info->has_read_only = info->has_userptr && probe_userptr(n, I915_USERPTR_READ_ONLY);
    // Such memory is the system's: a heap of its own, where the device has memory beside.
    info->has_sparse = info->has_userptr && !info->has_local_memory && !info->shares_space;
    struct kiln_object_place nowhere = {0};
    info->compute_engine = probe_compute_engine(n);
    info->has_oa = i915_has_oa(n);
    i915->has_names = ws_ioctl(n, KILN_IOCTL_NAME, &nowhere) == 0;
    struct kiln_counters *counters = NULL;
    if (i915->has_names && i915_counters(n, &counters) == 0)
        info->keeps_log = counters->logs != 0;
    free(counters);
    return 0;
}

// No i915 knows the item: what it has itself is in perf.c.
int i915_counters(struct ws_node *n, struct kiln_counters **out)
{
    void *data;
    size_t size;
    int ret = query(n, KILN_QUERY_COUNTERS, &data, &size);
    if (ret)
        return ret == -EINVAL ? -ENODATA : ret;
    return ws_take_counters(data, size, out);
}

int i915_name(struct ws_node *n, const struct kiln_object_place *place)
{
    struct kiln_object_place p = *place;
    return i915_of(n)->has_names ? ws_ioctl(n, KILN_IOCTL_NAME, &p) : -EOPNOTSUPP;
}

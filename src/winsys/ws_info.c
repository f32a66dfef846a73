// What the kernel says about a device: parameters, topology, memory; with a fallback where old kernels are
// silent.
//
// Required (all in i915 since 4.14): 48-bit softpinned addresses, fence arrays, syncobjs. Without them the
// device is refused with -ENOTSUP.
#include "winsys/ws_device.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static int getparam(struct ws_device *dev, int param, int *value)
{
    drm_i915_getparam_t gp = {.param = param, .value = value};
    *value = 0;
    return ws_ioctl(dev, DRM_IOCTL_I915_GETPARAM, &gp);
}

static bool has_param(struct ws_device *dev, int param)
{
    int value;
    return getparam(dev, param, &value) == 0 && value > 0;
}

static bool has_cap(struct ws_device *dev, uint64_t cap)
{
    struct drm_get_cap c = {.capability = cap};
    return ws_ioctl(dev, DRM_IOCTL_GET_CAP, &c) == 0 && c.value;
}

// One i915 query item in memory that the caller frees. *size is its length in bytes.
static int query(struct ws_device *dev, uint64_t id, void **out, size_t *size)
{
    struct drm_i915_query_item item = {.query_id = id};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    int ret = ws_ioctl(dev, DRM_IOCTL_I915_QUERY, &q);
    if (ret)
        return ret;
    if (item.length <= 0)
        return item.length ? item.length : -ENODATA;
    void *data = calloc(1, (size_t)item.length);
    if (!data)
        return -ENOMEM;
    *size = (size_t)item.length;
    item.data_ptr = (uintptr_t)data;
    ret = ws_ioctl(dev, DRM_IOCTL_I915_QUERY, &q);
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

static bool topology_from_query(struct ws_device *dev)
{
    struct drm_i915_query_topology_info *t;
    void *data;
    size_t size;
    if (query(dev, DRM_I915_QUERY_TOPOLOGY_INFO, &data, &size) != 0)
        return false;
    t = data;
    size_t slice_bytes = (t->max_slices + 7u) / 8, ss_bytes = (size_t)t->max_slices * t->subslice_stride,
           eu_bytes = (size_t)t->max_slices * t->max_subslices * t->eu_stride;
    bool ok = size >= sizeof(*t) && size - sizeof(*t) >= slice_bytes &&
              size - sizeof(*t) >= t->subslice_offset + ss_bytes &&
              size - sizeof(*t) >= t->eu_offset + eu_bytes;
    if (ok) {
        dev->info.slices = count_bits(t->data, slice_bytes);
        dev->info.subslices = count_bits(t->data + t->subslice_offset, ss_bytes);
        dev->info.eus = count_bits(t->data + t->eu_offset, eu_bytes);
    }
    free(data);
    return ok && dev->info.slices && dev->info.subslices && dev->info.eus;
}

static void probe_topology(struct ws_device *dev)
{
    const struct kiln_devinfo *d = dev->info.devinfo;
    int slices, subslices, eus;
    if (topology_from_query(dev))
        return;
    bool known = getparam(dev, I915_PARAM_SLICE_MASK, &slices) == 0 && slices > 0 &&
                 getparam(dev, I915_PARAM_SUBSLICE_TOTAL, &subslices) == 0 && subslices > 0 &&
                 getparam(dev, I915_PARAM_EU_TOTAL, &eus) == 0 && eus > 0;
    dev->info.slices = known ? (unsigned)__builtin_popcount((unsigned)slices) : d->slices;
    dev->info.subslices = known ? (unsigned)subslices : d->subslices;
    dev->info.eus = known ? (unsigned)eus : d->eus;
}

static uint64_t host_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
}

// The size of the system memory region, 0 if the kernel does not tell.
static uint64_t region_memory(struct ws_device *dev)
{
    void *data;
    size_t size;
    uint64_t sum = 0;
    if (query(dev, DRM_I915_QUERY_MEMORY_REGIONS, &data, &size) != 0)
        return 0;
    struct drm_i915_query_memory_regions *r = data;
    if (size >= sizeof(*r) && (size - sizeof(*r)) / sizeof(r->regions[0]) >= r->num_regions)
        for (uint32_t i = 0; i < r->num_regions; i++)
            if (r->regions[i].region.memory_class == I915_MEMORY_CLASS_SYSTEM)
                sum += r->regions[i].probed_size;
    free(data);
    return sum;
}

static int probe_memory(struct ws_device *dev)
{
    struct drm_i915_gem_context_param p = {.param = I915_CONTEXT_PARAM_GTT_SIZE};
    struct drm_i915_gem_get_aperture a = {0};
    int ret = ws_ioctl(dev, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &p);
    if (ret == 0)
        dev->info.gtt_size = p.value;
    else if ((ret = ws_ioctl(dev, DRM_IOCTL_I915_GEM_GET_APERTURE, &a)) == 0)
        dev->info.gtt_size = a.aper_size;
    if (ret)
        return ret;
    if (dev->info.gtt_size < UINT64_C(1) << 36)
        return -ENOTSUP;
    uint64_t total = region_memory(dev);
    if (!total)
        total = host_memory();
    // Leave some to the rest of the system, more of a small machine. The simulated device's memory is ours
    // alone.
    if (!dev->info.simulated)
        total = total <= UINT64_C(4) << 30 ? total / 2 : total / 4 * 3;
    uint64_t zone = dev->info.gtt_size / 4 * 3;
    dev->info.memory_size = total < zone ? total : zone;
    return 0;
}

static bool probe_userptr(struct ws_device *dev)
{
    void *page = aligned_alloc(WS_PAGE, WS_PAGE);
    if (!page)
        return false;
    memset(page, 0, WS_PAGE);
    struct drm_i915_gem_userptr u = {.user_ptr = (uintptr_t)page, .user_size = WS_PAGE};
    int ret = ws_ioctl(dev, DRM_IOCTL_I915_GEM_USERPTR, &u);
    if (ret == 0)
        ws_ioctl(dev, DRM_IOCTL_GEM_CLOSE, &(struct drm_gem_close){.handle = u.handle});
    free(page);
    return ret == 0;
}

int ws_device_probe(struct ws_device *dev, const char *path)
{
    struct ws_device_info *info = &dev->info;
    int id, value;
    int ret = getparam(dev, I915_PARAM_CHIPSET_ID, &id);
    if (ret)
        return ret;
    info->devinfo = kiln_devinfo_from_pci_id((uint32_t)id);
    if (!info->devinfo)
        return -ENODEV;
    info->pci_id = (uint32_t)id;
    info->pci_revision = getparam(dev, I915_PARAM_REVISION, &value) == 0 ? (uint32_t)value : 0;
    if (!has_param(dev, I915_PARAM_HAS_EXEC_SOFTPIN) || !has_param(dev, I915_PARAM_HAS_EXEC_FENCE_ARRAY) ||
        !has_param(dev, I915_PARAM_HAS_WAIT_TIMEOUT) || !has_cap(dev, DRM_CAP_SYNCOBJ))
        return -ENOTSUP;
    snprintf(info->path, sizeof(info->path), "%s", path);
    info->simulated = !strncmp(path, "sim:", 4);
    info->render_major = info->render_minor = -1;
    struct stat st;
    if (!info->simulated && stat(path, &st) == 0) {
        info->render_major = major(st.st_rdev);
        info->render_minor = minor(st.st_rdev);
    }
    probe_topology(dev);
    ret = probe_memory(dev);
    if (ret)
        return ret;
    info->timestamp_frequency = getparam(dev, I915_PARAM_CS_TIMESTAMP_FREQUENCY, &value) == 0 && value > 0
                                    ? (uint64_t)value
                                    : info->devinfo->timestamp_frequency;
    info->has_llc = getparam(dev, I915_PARAM_HAS_LLC, &value) == 0 ? value > 0 : info->devinfo->has_llc;
    dev->has_exec_timeline = has_param(dev, I915_PARAM_HAS_EXEC_TIMELINE_FENCES);
    info->has_timeline = dev->has_exec_timeline && has_cap(dev, DRM_CAP_SYNCOBJ_TIMELINE);
    dev->has_userptr_probe = has_param(dev, I915_PARAM_HAS_USERPTR_PROBE);
    dev->has_mmap_offset = getparam(dev, I915_PARAM_MMAP_GTT_VERSION, &value) == 0 && value >= 4;
    info->has_userptr = probe_userptr(dev);
    return 0;
}

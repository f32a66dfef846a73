// DEVICE_QUERY: what the device says about itself. Each answer has one size, which is told to who asks with
// none. Source: Linux 6.12 xe_query.c.
#include <drm.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hw/counters.h"
#include "hw/target.h"
#include "hw/xe_uapi.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/setup.h"
#include "sim/kernel/xe/xe.h"

// xe_pci.c (graphics_xelp, graphics_xehpg, graphics_xelpg, graphics_xe2: va_bits).
enum { VA_BITS = 48 };

// The standalone media of Meteor Lake and later is a GT of its own, as are its engines. Source: xe_pci.c
// (media_ip_map: media_xelpmp, media_xe2).
static bool has_media_gt(const struct sim_device *dev)
{
    const struct kiln_target *target = kiln_target_of(dev->devinfo);
    return kiln_target_has_pat(target) || kiln_target_has_wide_pat(target);
}

static bool is_media(const struct sim_chip_engine *hw)
{
    return hw->class == SIM_ENGINE_VIDEO || hw->class == SIM_ENGINE_VIDEO_ENHANCE;
}

static uint16_t gt_of(const struct sim_device *dev, const struct sim_chip_engine *hw)
{
    return has_media_gt(dev) && is_media(hw);
}

static uint32_t page_of_vram(const struct sim_device *dev)
{
    return kiln_target_has_large_local_pages(kiln_target_of(dev->devinfo)) ? 64 << 10 : 4096;
}

// ---- answers: each of its own size, or, with `out` being NULL, only that

static size_t engines(const struct sim_device *dev, void *out)
{
    struct drm_xe_query_engines *a = out;
    for (unsigned i = 0; a && i < dev->engine_count; i++) {
        const struct sim_chip_engine *hw = dev->engines[i].hw;
        a->engines[a->num_engines++].instance = (struct drm_xe_engine_class_instance){
            (uint16_t)hw->class, (uint16_t)hw->instance, gt_of(dev, hw), 0};
    }
    return sizeof(*a) + dev->engine_count * sizeof(a->engines[0]);
}

// Without CAP_PERFMON the kernel does not tell how much is in use.
static size_t regions(const struct sim_device *dev, void *out)
{
    struct drm_xe_query_mem_regions *a = out;
    const unsigned count = dev->local_size ? 2 : 1;
    if (a) {
        a->num_mem_regions = count;
        a->mem_regions[0] = (struct drm_xe_mem_region){.mem_class = DRM_XE_MEM_REGION_CLASS_SYSMEM,
                                                       .instance = SIM_XE_SYSTEM,
                                                       .min_page_size = 4096,
                                                       .total_size = dev->memory_size};
    }
    if (a && dev->local_size)
        a->mem_regions[1] = (struct drm_xe_mem_region){.mem_class = DRM_XE_MEM_REGION_CLASS_VRAM,
                                                       .instance = SIM_XE_VRAM,
                                                       .min_page_size = page_of_vram(dev),
                                                       .total_size = dev->local_size,
                                                       .cpu_visible_size = dev->local_size};
    return sizeof(*a) + count * sizeof(a->mem_regions[0]);
}

static size_t config(const struct sim_device *dev, void *out)
{
    struct drm_xe_query_config *a = out;
    if (a) {
        a->num_params = DRM_XE_QUERY_CONFIG_COUNT;
        a->info[DRM_XE_QUERY_CONFIG_REV_AND_DEVICE_ID] = dev->devinfo->pci_id | SIM_PCI_REVISION << 16;
        a->info[DRM_XE_QUERY_CONFIG_FLAGS] = dev->local_size ? DRM_XE_QUERY_CONFIG_FLAG_HAS_VRAM : 0;
        a->info[DRM_XE_QUERY_CONFIG_MIN_ALIGNMENT] = dev->local_size ? page_of_vram(dev) : 4096;
        a->info[DRM_XE_QUERY_CONFIG_VA_BITS] = VA_BITS;
        a->info[DRM_XE_QUERY_CONFIG_MAX_EXEC_QUEUE_PRIORITY] =
            sim_xe_may_hurry() ? DRM_XE_PRIORITY_HIGH : DRM_XE_PRIORITY_NORMAL;
    }
    return sizeof(*a) + DRM_XE_QUERY_CONFIG_COUNT * sizeof(a->info[0]);
}

static size_t gt_list(const struct sim_device *dev, void *out)
{
    struct drm_xe_query_gt_list *a = out;
    const unsigned count = has_media_gt(dev) ? 2 : 1;
    const uint64_t all = dev->local_size ? 3 : 1, near = dev->local_size ? 1 << SIM_XE_VRAM : 1;
    for (uint16_t i = 0; a && i < count; i++) {
        a->gt_list[i] = (struct drm_xe_gt){.type = i ? DRM_XE_QUERY_GT_TYPE_MEDIA : DRM_XE_QUERY_GT_TYPE_MAIN,
                                           .gt_id = i,
                                           .reference_clock = (uint32_t)dev->devinfo->timestamp_frequency,
                                           .near_mem_regions = near,
                                           .far_mem_regions = all ^ near};
        a->num_gt++;
    }
    return sizeof(*a) + count * sizeof(a->gt_list[0]);
}

// Masks by what they are of; those of subslices have the kernel's own size (XE_MAX_DSS_FUSE_REGS).
enum { DSS_BYTES = 16, L3_BYTES = 8, EU_BYTES = 8 };

static uint8_t *put_mask(uint8_t *at, uint16_t type, uint32_t bytes, unsigned bits)
{
    struct drm_xe_query_topology_mask head = {.type = type, .num_bytes = bytes};
    memcpy(at, &head, sizeof(head));
    at += sizeof(head);
    for (unsigned i = 0; i < bits; i++)
        at[i / 8] |= (uint8_t)(1u << i % 8);
    return at + bytes;
}

// Of the main GT. Linux tells the media's masks as well (query_gt_topology: for_each_gt), of which there is
// no source here; nobody asks for them.
static size_t topology(const struct sim_device *dev, void *out)
{
    const struct kiln_devinfo *d = dev->devinfo;
    uint8_t *at = out;
    if (at) {
        at = put_mask(at, DRM_XE_TOPO_DSS_GEOMETRY, DSS_BYTES, d->subslices);
        at = put_mask(at, DRM_XE_TOPO_DSS_COMPUTE, DSS_BYTES, d->subslices);
        at = put_mask(at, DRM_XE_TOPO_L3_BANK, L3_BYTES, d->l3_banks);
        put_mask(at,
                 kiln_target_has_wide_eus(kiln_target_of(d)) ? DRM_XE_TOPO_SIMD16_EU_PER_DSS
                                                             : DRM_XE_TOPO_EU_PER_DSS,
                 EU_BYTES, d->eus_per_subslice);
    }
    return 4 * sizeof(struct drm_xe_query_topology_mask) + 2 * DSS_BYTES + L3_BYTES + EU_BYTES;
}

// The table that GuC has from Gen12.5 on. Ours has none.
static size_t hwconfig(const struct sim_device *dev, void *out)
{
    return 0;
}

static size_t counters(const struct sim_device *dev, void *out)
{
    return sim_chip_can_count(dev->chip) ? sim_chip_describe_counters(dev->chip, out) : 0;
}

// ---- those that read first what is asked

static int read_cycles(struct sim_device *dev, void *data)
{
    struct drm_xe_query_engine_cycles *a = data;
    const clockid_t clock = a->clockid;
    struct timespec t;
    if (clock != CLOCK_MONOTONIC && clock != CLOCK_MONOTONIC_RAW && clock != CLOCK_REALTIME &&
        clock != CLOCK_BOOTTIME && clock != CLOCK_TAI)
        return -EINVAL;
    const struct sim_engine *e = sim_device_engine(dev, a->eci.engine_class, a->eci.engine_instance);
    if (!e || a->eci.gt_id != gt_of(dev, e->hw))
        return -EINVAL;
    const int64_t from = sim_now_ns();
    clock_gettime(clock, &t);
    a->engine_cycles = sim_read_timestamp(dev->chip);
    a->cpu_delta = (uint64_t)(sim_now_ns() - from);
    a->cpu_timestamp = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
    a->width = 36;
    return 0;
}

// The firmware that a 6.12 asks for: GuC 70.29's submission version. HuC is not there.
static int read_firmware(struct sim_device *dev, void *data)
{
    enum { GUC_SUBMISSION, HUC };
    struct drm_xe_query_uc_fw_version *a = data;
    if (a->pad || a->pad2 || a->reserved || a->uc_type > HUC)
        return -EINVAL;
    if (a->uc_type == HUC)
        return -ENODEV;
    a->branch_ver = 0;
    a->major_ver = 1;
    a->minor_ver = 13;
    a->patch_ver = 4;
    return 0;
}

static const struct query {
    size_t (*answer)(const struct sim_device *dev, void *out);
    size_t size; // of one that reads first
    int (*read)(struct sim_device *dev, void *data);
} queries[] = {
    [DRM_XE_DEVICE_QUERY_ENGINES] = {engines},
    [DRM_XE_DEVICE_QUERY_MEM_REGIONS] = {regions},
    [DRM_XE_DEVICE_QUERY_CONFIG] = {config},
    [DRM_XE_DEVICE_QUERY_GT_LIST] = {gt_list},
    [DRM_XE_DEVICE_QUERY_HWCONFIG] = {hwconfig},
    [DRM_XE_DEVICE_QUERY_GT_TOPOLOGY] = {topology},
    [DRM_XE_DEVICE_QUERY_ENGINE_CYCLES] = {NULL, sizeof(struct drm_xe_query_engine_cycles), read_cycles},
    [DRM_XE_DEVICE_QUERY_UC_FW_VERSION] = {NULL, sizeof(struct drm_xe_query_uc_fw_version), read_firmware},
};

static const struct query *query_of(const struct sim_device *dev, uint32_t number)
{
    static const struct query own = {counters};
    if (number == KILN_XE_QUERY_COUNTERS)
        return sim_chip_can_count(dev->chip) ? &own : NULL;
    return number < sizeof(queries) / sizeof(queries[0]) ? &queries[number] : NULL;
}

int sim_ioctl_xe_device_query(struct sim_file *file, void *arg)
{
    struct drm_xe_device_query *a = arg;
    const struct query *q = query_of(file->dev, a->query);
    if (a->extensions || a->reserved[0] || a->reserved[1] || !q)
        return -EINVAL;
    const size_t size = q->answer ? q->answer(file->dev, NULL) : q->size;
    if (!a->size) {
        a->size = (uint32_t)size;
        return 0;
    }
    if (a->size != size)
        return -EINVAL;
    void *data = calloc(1, size);
    if (!data)
        return -ENOMEM;
    int err = 0;
    if (q->answer)
        q->answer(file->dev, data);
    else
        err = sim_copy_from_user(data, a->data, size) ? q->read(file->dev, data) : -EFAULT;
    if (!err && !sim_copy_to_user(a->data, data, size))
        err = -EFAULT;
    free(data);
    return err;
}

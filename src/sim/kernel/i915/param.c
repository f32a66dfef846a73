// What the device says about itself: GETPARAM, QUERY (with its own counters:
// hw/counters.h), REG_READ. Values as a kernel 6.1 gives them on the same machine.
#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/gen_pack.h"
#include "hw/counters.h"
#include "hw/target.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/i915/perf.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/sched/setup.h"

// ---- GETPARAM

static unsigned low_bits(unsigned n)
{
    return n ? UINT32_MAX >> (32 - n) : 0;
}

static int param_value(struct sim_device *dev, int param, int *value)
{
    const struct kiln_devinfo *d = dev->devinfo;
    const struct kiln_target *t = kiln_target_of(d);
    switch (param) {
    case I915_PARAM_IRQ_ACTIVE:
    case I915_PARAM_ALLOW_BATCHBUFFER:
    case I915_PARAM_LAST_DISPATCH:
    case I915_PARAM_HAS_EXEC_CONSTANTS:
        return -ENODEV;
    case I915_PARAM_CHIPSET_ID:
        *value = (int)d->pci_id;
        return 0;
    case I915_PARAM_REVISION:
        *value = SIM_PCI_REVISION;
        return 0;
    case I915_PARAM_NUM_FENCES_AVAIL:
        *value = 32;
        return 0;
    case I915_PARAM_HAS_OVERLAY:
    case I915_PARAM_HAS_WT:
    case I915_PARAM_HAS_SECURE_BATCHES:
    case I915_PARAM_HAS_RESOURCE_STREAMER:
    case I915_PARAM_HAS_POOLED_EU:
    case I915_PARAM_MIN_EU_IN_POOL:
        *value = 0;
        return 0;
    case I915_PARAM_HAS_BSD2:
        *value = sim_device_engine(dev, I915_ENGINE_CLASS_VIDEO, 1) != NULL;
        return 0;
    case I915_PARAM_HAS_LLC:
        *value = d->has_llc;
        return 0;
    case I915_PARAM_HAS_ALIASING_PPGTT:
        *value = sim_device_has_own_spaces(dev) ? 2 : 1; // full, or aliasing the global one
        return 0;
    case I915_PARAM_CMD_PARSER_VERSION:
        *value = kiln_target_has_parsed_copies(t) ? 10 : 0;
        return 0;
    case I915_PARAM_SUBSLICE_TOTAL:
        *value = d->subslices;
        return 0;
    case I915_PARAM_EU_TOTAL:
        *value = d->eus;
        return 0;
    case I915_PARAM_HAS_GPU_RESET:
        *value = 2; // single engines can be reset
        return 0;
    case I915_PARAM_HUC_STATUS:
        return -ENODEV;
    case I915_PARAM_MMAP_VERSION:
        *value = 1;
        return 0;
    case I915_PARAM_MMAP_GTT_VERSION:
        *value = 4;
        return 0;
    case I915_PARAM_HAS_SEMAPHORES: // which the scheduler has
        *value = kiln_target_has_execlists(t);
        return 0;
    case I915_PARAM_HAS_SCHEDULER:
        *value = 0;
        if (!kiln_target_has_execlists(t))
            return 0;
        *value = I915_SCHEDULER_CAP_ENABLED | I915_SCHEDULER_CAP_PRIORITY | I915_SCHEDULER_CAP_SEMAPHORES |
                 I915_SCHEDULER_CAP_ENGINE_BUSY_STATS;
        if (kiln_target_has_preemption(t))
            *value |= I915_SCHEDULER_CAP_PREEMPTION;
        return 0;
    case I915_PARAM_HAS_CONTEXT_ISOLATION:
        *value = 1 << I915_ENGINE_CLASS_RENDER;
        if (kiln_target_has_execlists(t)) // others have no images before
            *value |= 1 << I915_ENGINE_CLASS_COPY | 1 << I915_ENGINE_CLASS_VIDEO |
                      1 << I915_ENGINE_CLASS_VIDEO_ENHANCE;
        return 0;
    case I915_PARAM_SLICE_MASK:
        if (kiln_target_has_flat_topology(t))
            return -EINVAL;
        *value = (int)low_bits(d->slices);
        return 0;
    case I915_PARAM_SUBSLICE_MASK:
        if (kiln_target_has_flat_topology(t))
            return -EINVAL;
        *value = (int)low_bits(d->subslices_per_slice);
        return 0;
    case I915_PARAM_CS_TIMESTAMP_FREQUENCY:
        *value = (int)d->timestamp_frequency;
        return 0;
    case I915_PARAM_HAS_GEM:
    case I915_PARAM_HAS_PAGEFLIPPING:
    case I915_PARAM_HAS_EXECBUF2:
    case I915_PARAM_HAS_BSD:
    case I915_PARAM_HAS_BLT:
    case I915_PARAM_HAS_VEBOX:
    case I915_PARAM_HAS_RELAXED_FENCING:
    case I915_PARAM_HAS_COHERENT_RINGS:
    case I915_PARAM_HAS_RELAXED_DELTA:
    case I915_PARAM_HAS_GEN7_SOL_RESET:
    case I915_PARAM_HAS_WAIT_TIMEOUT:
    case I915_PARAM_HAS_PRIME_VMAP_FLUSH:
    case I915_PARAM_HAS_PINNED_BATCHES:
    case I915_PARAM_HAS_EXEC_NO_RELOC:
    case I915_PARAM_HAS_EXEC_HANDLE_LUT:
    case I915_PARAM_HAS_COHERENT_PHYS_GTT:
    case I915_PARAM_HAS_EXEC_SOFTPIN:
    case I915_PARAM_HAS_EXEC_ASYNC:
    case I915_PARAM_HAS_EXEC_FENCE:
    case I915_PARAM_HAS_EXEC_CAPTURE:
    case I915_PARAM_HAS_EXEC_BATCH_FIRST:
    case I915_PARAM_HAS_EXEC_FENCE_ARRAY:
    case I915_PARAM_HAS_EXEC_SUBMIT_FENCE:
    case I915_PARAM_HAS_EXEC_TIMELINE_FENCES:
    case I915_PARAM_HAS_USERPTR_PROBE:
    case I915_PARAM_MMAP_GTT_COHERENT:
        *value = 1;
        return 0;
    case I915_PARAM_PERF_REVISION:          // of Linux 6.1
        if (!sim_chip_can_count(dev->chip)) // while it checks, or debugs
            return -EINVAL;
        *value = 5;
        return 0;
    default:
        return -EINVAL;
    }
}

int sim_ioctl_getparam(struct sim_file *file, void *arg)
{
    const drm_i915_getparam_t *a = arg;
    int value = 0;
    int err = param_value(file->dev, a->param, &value);
    if (err)
        return err;
    return sim_copy_to_user((uint64_t)(uintptr_t)a->value, &value, sizeof(value)) ? 0 : -EFAULT;
}

// ---- QUERY

// Each returns the answer's length, or -errno, which the kernel stores in the item.

static int answer(const struct drm_i915_query_item *item, const void *data, int size)
{
    if (!item->length)
        return size;
    if (item->length < size)
        return -EINVAL;
    return sim_copy_to_user(item->data_ptr, data, (size_t)size) ? size : -EFAULT;
}

// The header of an answer must come in zeroed.
static int zero_header(const struct drm_i915_query_item *item, int answer_size, size_t header)
{
    uint8_t h[64];
    if (!item->length || item->length < answer_size)
        return 0;
    if (!sim_copy_from_user(h, item->data_ptr, header))
        return -EFAULT;
    for (size_t i = 0; i < header; i++)
        if (h[i])
            return -EINVAL;
    return 0;
}

// The masks' sizes are a generation's: slices, subslices of each, EUs of each, a bit each in whole bytes.
// Source: i915 intel_sseu.c, *_sseu_info_init. A subslice of Gen12 is a dual one. Slices that have no bit
// count as one.
// 0: as many as the configuration has.
static const struct topology_size {
    enum kiln_isa since;
    uint8_t slices, subslices, eus;
} topology_sizes[] = {
    {KILN_ISA_GEN125, 1, 32, 16}, {KILN_ISA_GEN12, 1, 6, 16}, {KILN_ISA_GEN11, 1, 8, 8},
    {KILN_ISA_GEN9, 3, 4, 8},     {KILN_ISA_GEN8, 3, 3, 8},   {KILN_ISA_GEN75, 0, 0, 0},
};

static struct topology_size topology_size(const struct kiln_devinfo *d)
{
    const struct topology_size own = {KILN_ISA_GEN75, d->slices, d->subslices_per_slice, d->eus_per_subslice},
                               *n = topology_sizes;
    while (kiln_target_of(d)->isa < n->since)
        n++;
    return n->slices ? *n : own;
}

static void set_low_bits(uint8_t *mask, unsigned count)
{
    for (; count >= 8; count -= 8)
        *mask++ = 0xff;
    if (count)
        *mask = (uint8_t)low_bits(count);
}

static int query_topology(const struct sim_device *dev, const struct drm_i915_query_item *item)
{
    enum { MOST = 80 }; // bytes of masks
    const struct kiln_devinfo *d = dev->devinfo;
    const struct topology_size n = topology_size(d);
    const unsigned slices = d->slices < n.slices ? d->slices : n.slices, each = d->subslices / slices;
    const unsigned stride = (n.subslices + 7u) / 8, eu_stride = (n.eus + 7u) / 8;
    const unsigned eu_offset = 1 + stride * n.slices;
    struct {
        struct drm_i915_query_topology_info info;
        uint8_t masks[MOST];
    } t;
    memset(&t, 0, sizeof(t));
    t.info.max_slices = n.slices;
    t.info.max_subslices = n.subslices;
    t.info.max_eus_per_subslice = n.eus;
    t.info.subslice_offset = 1;
    t.info.subslice_stride = (uint16_t)stride;
    t.info.eu_offset = (uint16_t)eu_offset;
    t.info.eu_stride = (uint16_t)eu_stride;
    set_low_bits(t.masks, slices);
    for (unsigned s = 0; s < slices; s++) {
        set_low_bits(t.masks + 1 + s * stride, each);
        for (unsigned ss = 0; ss < each; ss++)
            set_low_bits(t.masks + eu_offset + (s * n.subslices + ss) * eu_stride, d->eus_per_subslice);
    }
    return answer(item, &t, (int)(sizeof(t.info) + eu_offset + eu_stride * n.slices * n.subslices));
}

// The same of those that the render engine reaches: all.
static int query_geometry(const struct sim_device *dev, const struct drm_i915_query_item *item)
{
    const uint16_t class = item->flags & UINT16_MAX, instance = item->flags >> 16;
    if (!kiln_target_has_flat_topology(kiln_target_of(dev->devinfo)))
        return -ENODEV;
    return class == I915_ENGINE_CLASS_RENDER && !instance ? query_topology(dev, item) : -EINVAL;
}

static int query_engines(const struct sim_device *dev, const struct drm_i915_query_item *item)
{
    struct {
        struct drm_i915_query_engine_info info;
        struct drm_i915_engine_info list[SIM_MAX_ENGINES];
    } e;
    memset(&e, 0, sizeof(e));
    int size = (int)(sizeof(e.info) + dev->engine_count * sizeof(e.list[0]));
    int err = item->flags ? -EINVAL : zero_header(item, size, sizeof(e.info));
    if (err)
        return err;
    e.info.num_engines = dev->engine_count;
    for (unsigned i = 0; i < dev->engine_count; i++) {
        e.list[i].engine.engine_class = (uint16_t)dev->engines[i].hw->class;
        e.list[i].engine.engine_instance = (uint16_t)dev->engines[i].hw->instance;
        e.list[i].flags = I915_ENGINE_INFO_HAS_LOGICAL_INSTANCE;
    }
    return answer(item, &e, size);
}

static int query_regions(const struct sim_device *dev, const struct drm_i915_query_item *item)
{
    struct regions {
        struct drm_i915_query_memory_regions info;
        struct drm_i915_memory_region_info system, local;
    } r;
    memset(&r, 0, sizeof(r));
    int size = (int)(dev->local_size ? sizeof(r) : offsetof(struct regions, local));
    int err = item->flags ? -EINVAL : zero_header(item, size, sizeof(r.info));
    if (err)
        return err;
    r.info.num_regions = dev->local_size ? 2 : 1;
    r.system.region.memory_class = I915_MEMORY_CLASS_SYSTEM;
    r.system.probed_size = dev->memory_size;
    // Without CAP_PERFMON the kernel does not tell how much is in use.
    r.system.unallocated_size = dev->memory_size;
    r.system.probed_cpu_visible_size = UINT64_MAX;
    r.system.unallocated_cpu_visible_size = UINT64_MAX;
    // All of it is in reach of the CPU.
    r.local.region.memory_class = I915_MEMORY_CLASS_DEVICE;
    r.local.probed_size = r.local.unallocated_size = dev->local_size;
    r.local.probed_cpu_visible_size = r.local.unallocated_cpu_visible_size = dev->local_size;
    return answer(item, &r, size);
}

static int query_counters(const struct sim_device *dev, const struct drm_i915_query_item *item)
{
    int size = (int)sim_chip_describe_counters(dev->chip, NULL);
    int err = item->flags || !sim_chip_can_count(dev->chip)
                  ? -EINVAL
                  : zero_header(item, size, sizeof(struct kiln_counters));
    struct kiln_counters *c = err ? NULL : malloc((size_t)size);
    if (!c)
        return err ? err : -ENOMEM;
    sim_chip_describe_counters(dev->chip, c);
    err = answer(item, c, size);
    free(c);
    return err;
}

static int query_item(struct sim_device *dev, const struct drm_i915_query_item *item)
{
    switch (item->query_id) {
    case DRM_I915_QUERY_TOPOLOGY_INFO:
        return item->flags ? -EINVAL : query_topology(dev, item);
    case DRM_I915_QUERY_ENGINE_INFO:
        return query_engines(dev, item);
    case DRM_I915_QUERY_MEMORY_REGIONS:
        return query_regions(dev, item);
    case DRM_I915_QUERY_GEOMETRY_SUBSLICES:
        return query_geometry(dev, item);
    case DRM_I915_QUERY_HWCONFIG_BLOB: // from GuC, Gen12
        return -ENODEV;
    case DRM_I915_QUERY_PERF_CONFIG:
        return sim_perf_query_configs(dev, item);
    case KILN_QUERY_COUNTERS:
        return query_counters(dev, item);
    default:
        return -EINVAL;
    }
}

int sim_ioctl_query(struct sim_file *file, void *arg)
{
    const struct drm_i915_query *a = arg;
    if (a->flags)
        return -EINVAL;
    for (uint32_t i = 0; i < a->num_items; i++) {
        struct drm_i915_query_item item;
        uint64_t at = a->items_ptr + i * sizeof(item);
        if (!sim_copy_from_user(&item, at, sizeof(item)))
            return -EFAULT;
        if (!item.query_id)
            return -EINVAL;
        int length = query_item(file->dev, &item);
        if (length != item.length) {
            item.length = length;
            if (!sim_copy_to_user(at, &item, sizeof(item)))
                return -EFAULT;
        }
    }
    return 0;
}

// ---- the rest

int sim_ioctl_reg_read(struct sim_file *file, void *arg)
{
    struct drm_i915_reg_read *a = arg;
    // The only register that the kernel reads for anyone: the render engine's TIMESTAMP.
    if ((a->offset & ~UINT64_C(7)) != GEN_REG_TIMESTAMP || (a->offset & 7) > I915_REG_READ_8B_WA)
        return -EINVAL;
    a->val = sim_read_timestamp(file->dev->chip);
    return 0;
}

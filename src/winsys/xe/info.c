// What xe says about a device, by DEVICE_QUERY; and what it does to work that takes too long.
#include "winsys/xe/xe.h"

#include <drm.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hw/names.h"
#include "hw/target.h"

int xe_query(struct ws_node *n, uint32_t query, void **out, size_t *size)
{
    struct drm_xe_device_query q = {.query = query};
    int ret = ws_ioctl(n, DRM_IOCTL_XE_DEVICE_QUERY, &q);
    if (ret)
        return ret;
    if (!q.size)
        return -ENODATA;
    void *data = calloc(1, q.size);
    if (!data)
        return -ENOMEM;
    q.data = (uintptr_t)data;
    ret = ws_ioctl(n, DRM_IOCTL_XE_DEVICE_QUERY, &q);
    if (ret) {
        free(data);
        return ret;
    }
    *out = data;
    *size = q.size;
    return 0;
}

// As xe_query, of an answer that is `head` bytes and then `count` times `each`; the count is its first dword.
static int query_list(struct ws_node *n, uint32_t query, size_t head, size_t each, void **out)
{
    size_t size;
    uint32_t count;
    int ret = xe_query(n, query, out, &size);
    if (ret)
        return ret;
    if (size >= head) {
        memcpy(&count, *out, sizeof(count));
        if (count && (size - head) / each >= count)
            return 0;
    }
    free(*out);
    return -EPROTO;
}

// ---- chip, addresses

static int probe_config(struct ws_node *n)
{
    struct ws_device_info *info = &n->info;
    void *data;
    int ret = query_list(n, DRM_XE_DEVICE_QUERY_CONFIG, sizeof(struct drm_xe_query_config), sizeof(uint64_t),
                         &data);
    if (ret)
        return ret;
    const struct drm_xe_query_config *c = data;
    if (c->num_params > DRM_XE_QUERY_CONFIG_VA_BITS) {
        const uint64_t chip = c->info[DRM_XE_QUERY_CONFIG_REV_AND_DEVICE_ID];
        const uint64_t bits = c->info[DRM_XE_QUERY_CONFIG_VA_BITS];
        info->pci_id = chip & 0xffff;
        info->pci_revision = chip >> 16 & 0xff;
        info->has_local_memory = c->info[DRM_XE_QUERY_CONFIG_FLAGS] & DRM_XE_QUERY_CONFIG_FLAG_HAS_VRAM;
        info->page = c->info[DRM_XE_QUERY_CONFIG_MIN_ALIGNMENT];
        info->gtt_size = UINT64_C(1) << (bits < 48 ? bits : 48);
    }
    free(data);
    info->devinfo = info->pci_id ? kiln_devinfo_from_pci_id(info->pci_id) : NULL;
    if (!info->devinfo || !kiln_target_has_xe(kiln_target_of(info->devinfo)))
        return -ENODEV;
    return info->gtt_size >= UINT64_C(1) << 32 && info->page >= WS_PAGE && !(info->page & (info->page - 1))
               ? 0
               : -ENOTSUP;
}

// Buffers are in the device's own memory, or, when that is full, in the system's.
static int probe_memory(struct ws_node *n)
{
    void *data;
    int ret = query_list(n, DRM_XE_DEVICE_QUERY_MEM_REGIONS, sizeof(struct drm_xe_query_mem_regions),
                         sizeof(struct drm_xe_mem_region), &data);
    if (ret)
        return ret;
    const struct drm_xe_query_mem_regions *r = data;
    const uint16_t wanted =
        n->info.has_local_memory ? DRM_XE_MEM_REGION_CLASS_VRAM : DRM_XE_MEM_REGION_CLASS_SYSMEM;
    for (uint32_t i = 0; i < r->num_mem_regions; i++) {
        const struct drm_xe_mem_region *m = &r->mem_regions[i];
        if (m->instance < 32)
            xe_of(n)->placement |= 1u << m->instance;
        if (m->mem_class == wanted)
            n->info.memory_size = m->total_size;
    }
    free(data);
    return xe_of(n)->placement ? 0 : -ENOTSUP;
}

// The first main GT: of a chip with several tiles the others are not used.
static int probe_gt(struct ws_node *n)
{
    void *data;
    int ret = query_list(n, DRM_XE_DEVICE_QUERY_GT_LIST, sizeof(struct drm_xe_query_gt_list),
                         sizeof(struct drm_xe_gt), &data);
    if (ret)
        return ret;
    const struct drm_xe_query_gt_list *l = data;
    uint32_t i = 0;
    while (i < l->num_gt && l->gt_list[i].type != DRM_XE_QUERY_GT_TYPE_MAIN)
        i++;
    ret = i < l->num_gt ? 0 : -ENOTSUP;
    if (ret == 0) {
        xe_of(n)->engine = (struct drm_xe_engine_class_instance){.engine_class = DRM_XE_ENGINE_CLASS_RENDER,
                                                                 .gt_id = l->gt_list[i].gt_id};
        n->info.timestamp_frequency = l->gt_list[i].reference_clock;
    }
    free(data);
    return ret;
}

// A compute engine of that GT, if there is one and it is wanted; else the render engine.
static void probe_engine(struct ws_node *n)
{
    struct drm_xe_engine_class_instance *engine = &xe_of(n)->engine;
    void *data;
    if (!ws_wants_compute_engine(n->info.devinfo) ||
        query_list(n, DRM_XE_DEVICE_QUERY_ENGINES, sizeof(struct drm_xe_query_engines),
                   sizeof(struct drm_xe_engine), &data) != 0)
        return;
    const struct drm_xe_query_engines *e = data;
    for (uint32_t i = 0; i < e->num_engines && !n->info.compute_engine; i++) {
        const struct drm_xe_engine_class_instance *it = &e->engines[i].instance;
        n->info.compute_engine =
            it->engine_class == DRM_XE_ENGINE_CLASS_COMPUTE && it->gt_id == engine->gt_id;
        if (n->info.compute_engine)
            *engine = *it;
    }
    free(data);
}

// ---- topology

static unsigned count_bits(const uint8_t *bytes, size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (unsigned)__builtin_popcount(bytes[i]);
    return sum;
}

static void take_mask(struct ws_node *n, const struct drm_xe_query_topology_mask *m, const uint8_t *bits,
                      unsigned *each)
{
    if (m->gt_id != xe_of(n)->engine.gt_id)
        return;
    if (m->type == DRM_XE_TOPO_DSS_COMPUTE || (m->type == DRM_XE_TOPO_DSS_GEOMETRY && !n->info.subslices))
        n->info.subslices = count_bits(bits, m->num_bytes);
    if (m->type == DRM_XE_TOPO_EU_PER_DSS || m->type == DRM_XE_TOPO_SIMD16_EU_PER_DSS)
        *each = count_bits(bits, m->num_bytes);
}

// Slices are not told: those that the chip's row has.
static void probe_topology(struct ws_node *n)
{
    struct drm_xe_query_topology_mask m;
    unsigned each = 0;
    void *data;
    size_t size;
    if (xe_query(n, DRM_XE_DEVICE_QUERY_GT_TOPOLOGY, &data, &size) == 0) {
        const uint8_t *bytes = data;
        for (size_t at = 0; size - at >= sizeof(m); at += m.num_bytes) {
            memcpy(&m, bytes + at, sizeof(m));
            at += sizeof(m);
            if (m.num_bytes > size - at)
                break;
            take_mask(n, &m, bytes + at, &each);
        }
        free(data);
    }
    n->info.slices = n->info.devinfo->slices;
    if (!n->info.subslices)
        n->info.subslices = n->info.devinfo->subslices;
    n->info.eus = n->info.subslices * (each ? each : n->info.devinfo->eus_per_subslice);
}

// ---- the rest

// What becomes of work that takes too long, where nobody has set other values in sysfs: Linux 6.12
// drivers/gpu/drm/xe/xe_hw_engine.c (job_timeout_ms, preempt_timeout_us). A job's time begins when it does.
static const struct ws_limits limits = {
    .request_ns = UINT64_C(5000000000),
    .since_start = true,
    .preempt_ns = UINT64_C(640000000),
};

// Entries of the tables of page attributes: write-back, coherent in at least one way, nothing compressed.
// Source: xe_pat.c (xelp_pat_table, also DG2's; xelpg_pat_table; xe2_pat_table).
static uint16_t coherent_pat(const struct kiln_target *t)
{
    enum { XELP_WRITE_BACK = 0, XELPG_ONE_WAY = 3, XE2_ONE_WAY = 1 };
    if (kiln_target_has_wide_pat(t))
        return XE2_ONE_WAY;
    return kiln_target_has_pat(t) ? XELPG_ONE_WAY : XELP_WRITE_BACK;
}

int xe_probe(struct ws_node *n)
{
    struct xe_node *own = xe_of(n);
    struct ws_device_info *info = &n->info;
    int ret = probe_config(n);
    if (ret == 0)
        ret = probe_memory(n);
    if (ret == 0)
        ret = probe_gt(n);
    if (ret)
        return ret;
    probe_engine(n);
    probe_topology(n);
    own->pat = coherent_pat(kiln_target_of(info->devinfo));
    info->limits = limits;
    if (!info->timestamp_frequency)
        info->timestamp_frequency = info->devinfo->timestamp_frequency;
    info->has_llc = info->devinfo->has_llc;
    info->has_timeline = true;
    info->has_userptr = true;
    info->has_read_only = true; // DRM_XE_VM_BIND_FLAG_NULL
    info->has_sparse = !info->has_local_memory;
    info->has_oa = xe_has_oa(n);
    n->maps_again = true;
    struct kiln_object_place nowhere = {0};
    own->has_names = ws_ioctl(n, KILN_IOCTL_NAME, &nowhere) == 0;
    struct kiln_counters *counters = NULL;
    if (own->has_names && xe_counters(n, &counters) == 0)
        info->keeps_log = counters->logs != 0;
    free(counters);
    return 0;
}

int xe_counters(struct ws_node *n, struct kiln_counters **out)
{
    void *data;
    size_t size;
    int ret = xe_query(n, KILN_XE_QUERY_COUNTERS, &data, &size);
    return ret ? (ret == -EINVAL ? -ENODATA : ret) : ws_take_counters(data, size, out);
}

int xe_read_timestamp(struct ws_node *n, uint64_t *ticks)
{
    struct drm_xe_query_engine_cycles c = {.eci = xe_of(n)->engine, .clockid = CLOCK_MONOTONIC};
    struct drm_xe_device_query q = {
        .query = DRM_XE_DEVICE_QUERY_ENGINE_CYCLES, .size = sizeof(c), .data = (uintptr_t)&c};
    int ret = ws_ioctl(n, DRM_IOCTL_XE_DEVICE_QUERY, &q);
    *ticks = c.engine_cycles;
    return ret;
}

// The simulated xe, ioctl by ioctl: what each does, and what it refuses. Also run on a real xe (tests/guest),
// where cases that ask for what is ours are skipped.
#include "xe_client.h"

#define DATA UINT64_C(0x100000)
#define BATCH UINT64_C(0x200000)
#define HIGH UINT64_C(0x7f0000000000)

// A space with data and a batch bound.
struct rig {
    struct xe x;
    struct xe_buffer data, batch;
};

static bool rig_open(struct rig *r, uint32_t vm_flags)
{
    if (!xe_open(&r->x, vm_flags))
        return false;
    r->data = xe_buffer_create(&r->x, 64 << 10);
    r->batch = xe_buffer_create(&r->x, 4096);
    xe_map(&r->x, &r->data, DATA);
    xe_map(&r->x, &r->batch, BATCH);
    return true;
}

static void rig_close(struct rig *r)
{
    munmap(r->data.map, r->data.size);
    munmap(r->batch.map, r->batch.size);
    xe_close(&r->x);
}

// ---- what the device says

KT_TEST(it_is_xe)
{
    struct xe x;
    char name[16] = {0};
    struct drm_version v = {.name = name, .name_len = sizeof(name) - 1};
    if (!xe_open_bare(&x))
        return;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_VERSION, &v), 0);
    kt_streq(name, "xe");
    struct drm_get_cap cap = {.capability = DRM_CAP_SYNCOBJ_TIMELINE};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_GET_CAP, &cap), 0);
    kt_eq(cap.value, 1);
    xe_close(&x);
}

static void *query(struct xe *x, uint32_t what, uint32_t *size)
{
    struct drm_xe_device_query q = {.query = what};
    kt_eq(xe_ioctl(x, DRM_IOCTL_XE_DEVICE_QUERY, &q), 0);
    void *data = calloc(1, q.size + 1);
    *size = q.size;
    q.size += 8; // no other size than the right one
    q.data = (uintptr_t)data;
    kt_eq(xe_ioctl(x, DRM_IOCTL_XE_DEVICE_QUERY, &q), -EINVAL);
    q.size = *size;
    kt_eq(xe_ioctl(x, DRM_IOCTL_XE_DEVICE_QUERY, &q), 0);
    return data;
}

KT_TEST(queries_answer)
{
    struct xe x;
    uint32_t size;
    if (!xe_open_bare(&x))
        return;
    struct drm_xe_query_config *config = query(&x, DRM_XE_DEVICE_QUERY_CONFIG, &size);
    kt_eq(config->info[DRM_XE_QUERY_CONFIG_REV_AND_DEVICE_ID] & 0xffff, 0x9a49);
    kt_eq(config->info[DRM_XE_QUERY_CONFIG_FLAGS], 0);
    kt_eq(config->info[DRM_XE_QUERY_CONFIG_MIN_ALIGNMENT], 4096);
    kt_eq(config->info[DRM_XE_QUERY_CONFIG_VA_BITS], 48);
    free(config);
    struct drm_xe_query_engines *engines = query(&x, DRM_XE_DEVICE_QUERY_ENGINES, &size);
    kt_eq(size, sizeof(*engines) + engines->num_engines * sizeof(engines->engines[0]));
    kt_eq(engines->engines[0].instance.engine_class, DRM_XE_ENGINE_CLASS_RENDER);
    free(engines);
    struct drm_xe_query_mem_regions *regions = query(&x, DRM_XE_DEVICE_QUERY_MEM_REGIONS, &size);
    kt_eq(regions->num_mem_regions, 1);
    kt_eq(regions->mem_regions[0].mem_class, DRM_XE_MEM_REGION_CLASS_SYSMEM);
    kt_eq(regions->mem_regions[0].min_page_size, 4096);
    free(regions);
    struct drm_xe_query_gt_list *gts = query(&x, DRM_XE_DEVICE_QUERY_GT_LIST, &size);
    kt_eq(gts->num_gt, 1);
    kt_eq(gts->gt_list[0].reference_clock, 19200000);
    free(gts);
    xe_close(&x);
}

// The bits of each mask.
static void count_topology(const uint8_t *data, uint32_t size, unsigned bits[8])
{
    struct drm_xe_query_topology_mask m;
    for (uint32_t at = 0; at + sizeof(m) <= size; at += m.num_bytes) {
        memcpy(&m, data + at, sizeof(m));
        at += sizeof(m);
        for (uint32_t i = 0; i < m.num_bytes && m.type < 8 && at + i < size; i++)
            bits[m.type] += (unsigned)__builtin_popcount(data[at + i]);
    }
}

KT_TEST(topology_is_the_chips)
{
    struct xe x;
    uint32_t size;
    unsigned bits[8] = {0};
    if (!xe_open_bare(&x))
        return;
    uint8_t *data = query(&x, DRM_XE_DEVICE_QUERY_GT_TOPOLOGY, &size);
    count_topology(data, size, bits);
    kt_eq(bits[DRM_XE_TOPO_DSS_GEOMETRY], 6);
    kt_eq(bits[DRM_XE_TOPO_EU_PER_DSS], 16);
    free(data);
    xe_close(&x);
}

KT_TEST(the_clock_runs)
{
    struct xe x;
    if (!xe_open_bare(&x))
        return;
    struct drm_xe_query_engine_cycles c = {.clockid = CLOCK_MONOTONIC};
    struct drm_xe_device_query q = {
        .query = DRM_XE_DEVICE_QUERY_ENGINE_CYCLES, .size = sizeof(c), .data = (uintptr_t)&c};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_DEVICE_QUERY, &q), 0);
    const uint64_t first = c.engine_cycles;
    kt_eq(c.width, 36);
    usleep(2000);
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_DEVICE_QUERY, &q), 0);
    kt_ok(c.engine_cycles - first >= 2 * 19200, "%llu cycles in 2 ms",
          (unsigned long long)(c.engine_cycles - first));
    c.eci.engine_instance = 9;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_DEVICE_QUERY, &q), -EINVAL);
    c.eci.engine_instance = 0;
    c.clockid = 77;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_DEVICE_QUERY, &q), -EINVAL);
    q = (struct drm_xe_device_query){.query = 1000};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_DEVICE_QUERY, &q), -EINVAL);
    q = (struct drm_xe_device_query){.extensions = 8};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_DEVICE_QUERY, &q), -EINVAL);
    xe_close(&x);
}

// ---- memory

KT_TEST(objects_are_refused)
{
    static const struct drm_xe_gem_create rows[] = {
        {.size = 4096, .cpu_caching = 1},                                     // nowhere
        {.size = 4096, .placement = 2, .cpu_caching = 2},                     // no such memory
        {.size = 0, .placement = 1, .cpu_caching = 1},                        // of nothing
        {.size = 4097, .placement = 1, .cpu_caching = 1},                     // of a part of a page
        {.size = 4096, .placement = 1},                                       // cached in no way
        {.size = 4096, .placement = 1, .cpu_caching = 3},                     // in an unknown one
        {.size = 4096, .placement = 1, .cpu_caching = 1, .flags = 8},         // an unknown flag
        {.size = 4096, .placement = 1, .cpu_caching = 1, .handle = 7},        // a handle of the caller's
        {.size = 4096, .placement = 1, .cpu_caching = 1, .extensions = 4096}, // an extension
        {.size = 4096, .placement = 1, .cpu_caching = 1, .pad = {0, 1, 0}},   // garbage
        {.size = 4096, .placement = 1, .cpu_caching = 2, .flags = DRM_XE_GEM_CREATE_FLAG_NEEDS_VISIBLE_VRAM},
        {.size = 4096, .placement = 1, .cpu_caching = 1, .flags = DRM_XE_GEM_CREATE_FLAG_SCANOUT},
    };
    struct xe x;
    if (!xe_open_bare(&x))
        return;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct drm_xe_gem_create c = rows[i];
        const int ret = xe_ioctl(&x, DRM_IOCTL_XE_GEM_CREATE, &c);
        kt_ok(ret < 0, "row %u is accepted", i);
        if (rows[i].extensions == 0)
            kt_ok(ret == -EINVAL, "row %u: %d", i, ret);
    }
    struct drm_xe_gem_create c = {.size = 4096, .placement = 1, .cpu_caching = 1, .vm_id = 77};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_GEM_CREATE, &c), -ENOENT);
    struct drm_xe_gem_mmap_offset o = {.handle = 77};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_GEM_MMAP_OFFSET, &o), -ENOENT);
    xe_close(&x);
}

// An object of one address space is bound nowhere else, and not exported.
KT_TEST(an_object_of_one_space)
{
    struct xe x;
    if (!xe_open(&x, 0))
        return;
    struct drm_xe_gem_create c = {.size = 4096, .placement = 1, .cpu_caching = 1, .vm_id = x.vm};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_GEM_CREATE, &c), 0);
    const struct xe_buffer b = {.handle = c.handle, .size = 4096};
    const struct drm_xe_vm_bind_op op = xe_map_op(&b, 0, 4096, DATA);
    kt_eq(xe_bind_now(&x, &op), 0);
    struct drm_prime_handle p = {.handle = c.handle, .flags = DRM_CLOEXEC};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), -EPERM);
    x.vm = xe_vm_create(&x, 0);
    if (!xe_node()) // the interface forbids it; Linux 6.12 does not look
        kt_eq(xe_bind_now(&x, &op), -EINVAL);
    xe_close(&x);
}

// ---- addresses

KT_TEST(spaces_are_refused)
{
    struct xe x;
    if (!xe_open_bare(&x))
        return;
    struct drm_xe_vm_create c = {.flags = 1 << 9};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_VM_CREATE, &c), -EINVAL);
    c.flags = DRM_XE_VM_CREATE_FLAG_FAULT_MODE;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_VM_CREATE, &c), -EINVAL);
    c.flags = DRM_XE_VM_CREATE_FLAG_FAULT_MODE | DRM_XE_VM_CREATE_FLAG_LR_MODE; // not on these chips
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_VM_CREATE, &c), -EINVAL);
    struct drm_xe_vm_destroy d = {.vm_id = 77};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_VM_DESTROY, &d), -ENOENT);
    x.vm = xe_vm_create(&x, 0);
    d.vm_id = x.vm;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_VM_DESTROY, &d), 0);
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_VM_DESTROY, &d), -ENOENT);
    xe_close(&x);
}

KT_TEST(binds_are_refused)
{
    enum {
        MAP = DRM_XE_VM_BIND_OP_MAP,
        UNMAP = DRM_XE_VM_BIND_OP_UNMAP,
        USER = DRM_XE_VM_BIND_OP_MAP_USERPTR
    };
    enum { ALL = DRM_XE_VM_BIND_OP_UNMAP_ALL, NULL_FLAG = DRM_XE_VM_BIND_FLAG_NULL, OURS = UINT32_MAX };
    static const struct {
        struct drm_xe_vm_bind_op op;
        int error;
        const char *what;
    } rows[] = {
        {{.op = MAP, .range = 4096, .addr = DATA}, -EINVAL, "a map of nothing"},
        {{.op = MAP, .obj = 77, .range = 4096, .addr = DATA}, -ENOENT, "an unknown object"},
        {{.op = MAP, .obj = OURS, .addr = DATA}, -EINVAL, "no bytes"},
        {{.op = MAP, .obj = OURS, .range = 2048, .addr = DATA}, -EINVAL, "half a page"},
        {{.op = MAP, .obj = OURS, .range = 4096, .addr = DATA + 8}, -EINVAL, "an address within a page"},
        {{.op = MAP, .obj = OURS, .range = 4096, .obj_offset = 8, .addr = DATA}, -EINVAL, "an offset in one"},
        {{.op = MAP, .obj = OURS, .range = 128 << 10, .addr = DATA}, -EINVAL, "more than the object has"},
        {{.op = MAP, .obj = OURS, .range = 4096, .obj_offset = 64 << 10, .addr = DATA}, -EINVAL, "behind it"},
        {{.op = MAP, .obj = OURS, .range = 4096, .addr = UINT64_C(1) << 48}, -EINVAL, "beyond the space"},
        {{.op = MAP, .obj = OURS, .range = 4096, .addr = DATA, .pat_index = 99},
         -EINVAL,
         "no such attributes"},
        {{.op = MAP, .obj = OURS, .range = 4096, .addr = DATA, .pat_index = 3}, -EINVAL, "incoherent"},
        {{.op = MAP, .obj = OURS, .range = 4096, .addr = DATA, .flags = NULL_FLAG}, -EINVAL, "null of one"},
        {{.op = UNMAP, .range = 4096, .addr = DATA, .flags = NULL_FLAG}, -EINVAL, "null to be unmapped"},
        {{.op = UNMAP, .obj = OURS, .range = 4096, .addr = DATA}, -EINVAL, "an unmap of an object"},
        {{.op = ALL, .obj = OURS, .range = 4096}, -EINVAL, "all, and a range"},
        {{.op = ALL}, -EINVAL, "all of nothing"},
        {{.op = USER, .obj = OURS, .range = 4096, .addr = DATA}, -EINVAL, "user memory of an object"},
        {{.op = USER, .userptr = 4096, .range = 4096, .addr = DATA},
         -EFAULT,
         "user memory that is not there"},
        {{.op = 99, .range = 4096, .addr = DATA}, -EINVAL, "an unknown operation"},
        {{.op = MAP, .obj = OURS, .range = 4096, .addr = DATA, .prefetch_mem_region_instance = 1},
         -EINVAL,
         "a region"},
    };
    struct xe x;
    if (!xe_open(&x, 0))
        return;
    struct xe_buffer b = xe_buffer_create(&x, 64 << 10);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct drm_xe_vm_bind_op op = rows[i].op;
        op.obj = op.obj == (uint32_t)OURS ? b.handle : op.obj;
        const int ret = xe_bind_with(&x, 0, &op, NULL, 0);
        kt_ok(ret == rows[i].error, "%s: %d", rows[i].what, ret);
    }
    const struct drm_xe_vm_bind_op good = xe_map_op(&b, 0, 4096, DATA);
    kt_eq(xe_bind_with(&x, 77, &good, NULL, 0), -ENOENT);
    kt_eq(xe_bind_with(&x, x.queue, &good, NULL, 0), -EINVAL); // it binds nothing
    munmap(b.map, b.size);
    xe_close(&x);
}

KT_TEST(a_batch_writes)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    xe_write_store(&r.batch, DATA + 8, 0x1234);
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    kt_eq(r.data.map[2], 0x1234);
    // Memory stays as long as it is bound.
    kt_eq(xe_close_handle(&r.x, r.batch.handle), 0);
    r.batch.map[3] = 0x5678;
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    kt_eq(r.data.map[2], 0x5678);
    rig_close(&r);
}

// Pages of one object anywhere, over each other, and holes cut into them.
KT_TEST(parts_over_parts)
{
    struct rig r;
    if (!rig_open(&r, DRM_XE_VM_CREATE_FLAG_SCRATCH_PAGE))
        return;
    const struct drm_xe_vm_bind_op ops[] = {
        xe_map_op(&r.data, 0, 64 << 10, HIGH),
        xe_map_op(&r.data, 0, 4096, HIGH + (5 << 12)),       // page 0 at 5
        xe_map_op(&r.data, 9 << 12, 8192, HIGH + (9 << 12)), // as it was
        {.op = DRM_XE_VM_BIND_OP_UNMAP, .range = 8192, .addr = HIGH + (7 << 12)},
    };
    struct drm_xe_vm_bind many = {
        .vm_id = r.x.vm, .num_binds = sizeof(ops) / sizeof(ops[0]), .vector_of_binds = (uintptr_t)ops};
    const uint32_t done = xe_syncobj(&r.x);
    const struct drm_xe_sync signal = xe_signals(done);
    many.num_syncs = 1;
    many.syncs = (uintptr_t)&signal;
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_VM_BIND, &many), 0);
    kt_eq(xe_wait_for(&r.x, done, 0, INT64_C(10000000000)), 0);
    uint32_t *dw = r.batch.map;
    for (unsigned page = 0; page < 16; page++)
        dw += xe_store(dw, HIGH + (page << 12) + 4, 100 + page);
    *dw = MI_BATCH_BUFFER_END;
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    for (unsigned page = 0; page < 16; page++) {
        const uint32_t wanted = page == 0 ? 105 : page == 5 ? 0 : page == 7 || page == 8 ? 0 : 100 + page;
        kt_ok(r.data.map[page * 1024 + 1] == wanted, "page %u: %u", page, r.data.map[page * 1024 + 1]);
    }
    // All of the object's bindings go at once, those at DATA too.
    const struct drm_xe_vm_bind_op all = {.op = DRM_XE_VM_BIND_OP_UNMAP_ALL, .obj = r.data.handle};
    kt_eq(xe_bind_now(&r.x, &all), 0);
    memset(r.data.map, 0, r.data.size);
    r.batch.map[xe_store(r.batch.map, DATA, 77)] = MI_BATCH_BUFFER_END;
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    kt_eq(r.data.map[0], 0);
    kt_eq(xe_banned(&r.x, r.x.queue), 0);
    rig_close(&r);
}

// Reads of it give zeros, and writes are dropped: for sparse resources.
KT_TEST(null_bindings)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    const struct drm_xe_vm_bind_op null = {
        .op = DRM_XE_VM_BIND_OP_MAP, .flags = DRM_XE_VM_BIND_FLAG_NULL, .range = 16 << 20, .addr = HIGH};
    kt_eq(xe_bind_now(&r.x, &null), 0);
    const struct drm_xe_vm_bind_op part = xe_map_op(&r.data, 0, 4096, HIGH + (3 << 20));
    kt_eq(xe_bind_now(&r.x, &part), 0);
    uint32_t *dw = r.batch.map;
    r.data.map[1024] = r.data.map[1025] = 5;
    dw += xe_store(dw, HIGH + 64, 1);
    dw += xe_store(dw, HIGH + (3 << 20) + 4, 2);
    dw += xe_store(dw, HIGH + (16 << 20) - 4, 3);
    *dw = MI_BATCH_BUFFER_END;
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    dw = r.batch.map;
    dw += xe_copy(dw, DATA + 4096, HIGH + 64);
    dw += xe_copy(dw, DATA + 4100, HIGH + (16 << 20) - 4);
    *dw = MI_BATCH_BUFFER_END;
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    kt_eq(r.data.map[1], 2);
    kt_eq(r.data.map[1024], 0);
    kt_eq(r.data.map[1025], 0);
    kt_eq(xe_banned(&r.x, r.x.queue), 0);
    rig_close(&r);
}

KT_TEST(user_memory)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    uint32_t *own = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const struct drm_xe_vm_bind_op op = {
        .op = DRM_XE_VM_BIND_OP_MAP_USERPTR, .userptr = (uintptr_t)own, .range = 8192, .addr = HIGH};
    kt_eq(xe_bind_now(&r.x, &op), 0);
    xe_write_store(&r.batch, HIGH + 4096, 0xabcd);
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    kt_eq(own[1024], 0xabcd);
    const struct drm_xe_vm_bind_op unmap = {.op = DRM_XE_VM_BIND_OP_UNMAP, .range = 8192, .addr = HIGH};
    kt_eq(xe_bind_now(&r.x, &unmap), 0);
    munmap(own, 8192);
    rig_close(&r);
}

// A bind waits for what it is told to, and those after it in its queue for it; another queue does not, unless
// its addresses are of the same page tables (xe_range_fence.c).
KT_TEST(binds_wait_in_order)
{
    struct rig r;
    uint32_t other;
    if (!rig_open(&r, DRM_XE_VM_CREATE_FLAG_SCRATCH_PAGE))
        return;
    const uint32_t start = xe_syncobj(&r.x), first = xe_syncobj(&r.x), second = xe_syncobj(&r.x),
                   third = xe_syncobj(&r.x);
    kt_eq(xe_queue_create(&r.x, 0, DRM_XE_ENGINE_CLASS_VM_BIND, &other), 0);
    struct drm_xe_sync none = xe_waits(start);
    const struct drm_xe_vm_bind_op op = xe_map_op(&r.data, 0, 4096, HIGH);
    kt_eq(xe_bind_with(&r.x, 0, &op, &none, 1), -EINVAL); // no fence yet
    none.handle = 77;
    kt_eq(xe_bind_with(&r.x, 0, &op, &none, 1), -ENOENT);
    // The batch waits on memory until the host writes it.
    uint32_t *dw = r.batch.map;
    dw[0] = 0x1cu << 23 | 1u << 15 | 1u << 12 | 2; // MI_SEMAPHORE_WAIT, by polling, until at least
    dw[1] = 1;
    dw[2] = (uint32_t)(DATA + 4096);
    dw[3] = 0;
    dw[4] = MI_BATCH_BUFFER_END;
    const struct drm_xe_sync job = xe_signals(start);
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &job, 1), 0);
    const struct drm_xe_sync one[] = {xe_waits(start), xe_signals(first)}, two[] = {xe_signals(second)},
                             three[] = {xe_signals(third)};
    kt_eq(xe_bind_with(&r.x, 0, &op, one, 2), 0);
    const struct drm_xe_vm_bind_op next = xe_map_op(&r.data, 4096, 4096, HIGH + 4096);
    kt_eq(xe_bind_with(&r.x, 0, &next, two, 1), 0);
    const struct drm_xe_vm_bind_op elsewhere = xe_map_op(&r.data, 8192, 4096, HIGH / 2);
    kt_eq(xe_bind_with(&r.x, other, &elsewhere, three, 1), 0);
    kt_eq(xe_wait_for(&r.x, third, 0, INT64_C(10000000000)), 0);
    kt_eq(xe_wait_for(&r.x, second, 0, 5000000), -ETIME);
    kt_eq(xe_wait_for(&r.x, first, 0, 5000000), -ETIME);
    __atomic_store_n(&r.data.map[1024], 1, __ATOMIC_SEQ_CST);
    kt_eq(xe_wait_for(&r.x, second, 0, INT64_C(10000000000)), 0);
    kt_eq(xe_wait_for(&r.x, first, 0, INT64_C(10000000000)), 0);
    xe_write_store(&r.batch, HIGH + 4096 + 8, 9);
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    kt_eq(r.data.map[1026], 9);
    rig_close(&r);
}

// Without operations a bind is a fence behind those before it.
KT_TEST(a_bind_of_nothing)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    const uint32_t done = xe_syncobj(&r.x);
    const struct drm_xe_sync signal = xe_signals(done);
    struct drm_xe_vm_bind b = {.vm_id = r.x.vm, .num_syncs = 1, .syncs = (uintptr_t)&signal};
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_VM_BIND, &b), 0);
    kt_eq(xe_wait_for(&r.x, done, 0, INT64_C(10000000000)), 0);
    b.vm_id = 77;
    kt_true(xe_ioctl(&r.x, DRM_IOCTL_XE_VM_BIND, &b) < 0);
    rig_close(&r);
}

// ---- queues and jobs

KT_TEST(queues_are_refused)
{
    struct xe x;
    uint32_t id;
    if (!xe_open(&x, 0))
        return;
    kt_eq(xe_queue_create(&x, 77, DRM_XE_ENGINE_CLASS_RENDER, &id), -ENOENT);
    kt_eq(xe_queue_create(&x, x.vm, 99, &id), -EINVAL);
    struct drm_xe_engine_class_instance engine = {.engine_class = DRM_XE_ENGINE_CLASS_RENDER};
    struct drm_xe_exec_queue_create c = {.width = 1, .vm_id = x.vm, .instances = (uintptr_t)&engine};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_CREATE, &c), -EINVAL); // nowhere
    c.num_placements = 1;
    c.flags = 1 << 9;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_CREATE, &c), -EINVAL);
    c.flags = 0;
    struct drm_xe_ext_set_property set = {.property = DRM_XE_EXEC_QUEUE_SET_PROPERTY_PRIORITY, .value = 3};
    c.extensions = (uintptr_t)&set;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_CREATE, &c), -EINVAL); // of the kernel's own
    set.value = DRM_XE_PRIORITY_LOW;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_CREATE, &c), 0);
    set.property = 99;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_CREATE, &c), -EINVAL);
    set = (struct drm_xe_ext_set_property){.base = {.name = 9}};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_CREATE, &c), -EINVAL);
    struct drm_xe_exec_queue_get_property p = {.exec_queue_id = x.queue, .property = 99};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_GET_PROPERTY, &p), -EINVAL);
    p.exec_queue_id = 77;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_GET_PROPERTY, &p), -ENOENT);
    struct drm_xe_exec_queue_destroy d = {.exec_queue_id = 77};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_DESTROY, &d), -ENOENT);
    d.exec_queue_id = x.queue;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_EXEC_QUEUE_DESTROY, &d), 0);
    kt_eq(xe_exec_with(&x, x.queue, BATCH, NULL, 0), -ENOENT);
    xe_close(&x);
}

KT_TEST(jobs_are_refused)
{
    struct rig r;
    uint32_t binds;
    if (!rig_open(&r, 0))
        return;
    kt_eq(xe_queue_create(&r.x, 0, DRM_XE_ENGINE_CLASS_VM_BIND, &binds), 0);
    kt_eq(xe_exec_with(&r.x, binds, BATCH, NULL, 0), -EINVAL);
    const uint32_t s = xe_syncobj(&r.x);
    struct drm_xe_sync sync = xe_waits(s);
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &sync, 1), -EINVAL); // no fence yet
    sync.handle = 77;
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &sync, 1), -ENOENT);
    sync = (struct drm_xe_sync){.type = 9, .handle = s};
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &sync, 1), -EINVAL);
    sync = (struct drm_xe_sync){.flags = 8, .handle = s};
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &sync, 1), -EINVAL);
    sync = (struct drm_xe_sync){
        .type = DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ, .flags = DRM_XE_SYNC_FLAG_SIGNAL, .handle = s};
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &sync, 1), -EINVAL); // point 0
    sync = (struct drm_xe_sync){.type = DRM_XE_SYNC_TYPE_USER_FENCE, .addr = DATA};
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &sync, 1), -EOPNOTSUPP); // that is waited for
    sync.flags = DRM_XE_SYNC_FLAG_SIGNAL;
    sync.addr = DATA + 4;
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &sync, 1), -EINVAL);
    struct drm_xe_exec e = {.exec_queue_id = r.x.queue, .address = BATCH, .num_batch_buffer = 2};
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_EXEC, &e), -EINVAL);
    rig_close(&r);
}

KT_TEST(timelines_and_user_fences)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    const uint32_t line = xe_syncobj(&r.x);
    xe_write_store(&r.batch, DATA, 1);
    const struct drm_xe_sync point = {.type = DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ,
                                      .flags = DRM_XE_SYNC_FLAG_SIGNAL,
                                      .handle = line,
                                      .timeline_value = 7};
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &point, 1), 0);
    const struct drm_xe_sync after[] = {
        {.type = DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ, .handle = line, .timeline_value = 7},
        {.type = DRM_XE_SYNC_TYPE_USER_FENCE,
         .flags = DRM_XE_SYNC_FLAG_SIGNAL,
         .addr = DATA + 64,
         .timeline_value = UINT64_C(0x123456789)}};
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, after, 2), 0);
    struct drm_xe_wait_user_fence w = {.addr = (uintptr_t)(r.data.map + 16),
                                       .op = DRM_XE_UFENCE_WAIT_OP_EQ,
                                       .value = UINT64_C(0x123456789),
                                       .mask = UINT64_MAX,
                                       .timeout = INT64_C(10000000000),
                                       .exec_queue_id = r.x.queue};
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), 0);
    kt_eq(xe_wait_for(&r.x, line, 7, INT64_C(10000000000)), 0);
    w.value = 1;
    w.timeout = 1000000;
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), -ETIME);
    w.op = DRM_XE_UFENCE_WAIT_OP_GT;
    w.timeout = 1000000;
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), 0);
    w.mask = 0xff; // 0x89 > 1
    w.op = DRM_XE_UFENCE_WAIT_OP_LTE;
    w.timeout = 0;
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), -ETIME);
    w.op = 6;
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), -EINVAL);
    w.op = 0;
    w.addr += 4;
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), -EINVAL);
    w.addr -= 4;
    w.exec_queue_id = 77;
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), -ENOENT);
    rig_close(&r);
}

// A bind's user fence is the process' memory.
KT_TEST(a_binds_user_fence)
{
    struct rig r;
    static uint64_t fence;
    if (!rig_open(&r, 0))
        return;
    __atomic_store_n(&fence, 0, __ATOMIC_SEQ_CST);
    const struct drm_xe_sync sync = {.type = DRM_XE_SYNC_TYPE_USER_FENCE,
                                     .flags = DRM_XE_SYNC_FLAG_SIGNAL,
                                     .addr = (uintptr_t)&fence,
                                     .timeline_value = 41};
    const struct drm_xe_vm_bind_op op = xe_map_op(&r.data, 0, 4096, HIGH);
    kt_eq(xe_bind_with(&r.x, 0, &op, &sync, 1), 0);
    struct drm_xe_wait_user_fence w = {
        .addr = (uintptr_t)&fence, .value = 41, .mask = UINT64_MAX, .timeout = INT64_C(10000000000)};
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), 0);
    rig_close(&r);
}

// A space whose jobs may run for ever signals user fences only.
KT_TEST(a_long_running_space)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    struct xe x = r.x;
    x.vm = xe_vm_create(&x, DRM_XE_VM_CREATE_FLAG_LR_MODE);
    kt_eq(xe_queue_create(&x, x.vm, DRM_XE_ENGINE_CLASS_RENDER, &x.queue), 0);
    static uint64_t bound;
    __atomic_store_n(&bound, 0, __ATOMIC_SEQ_CST);
    const struct drm_xe_vm_bind_op ops[] = {xe_map_op(&r.data, 0, 4096, DATA),
                                            xe_map_op(&r.batch, 0, 4096, BATCH)};
    const struct drm_xe_sync is_bound = {.type = DRM_XE_SYNC_TYPE_USER_FENCE,
                                         .flags = DRM_XE_SYNC_FLAG_SIGNAL,
                                         .addr = (uintptr_t)&bound,
                                         .timeline_value = 1};
    struct drm_xe_vm_bind b = {.vm_id = x.vm,
                               .num_binds = 2,
                               .vector_of_binds = (uintptr_t)ops,
                               .num_syncs = 1,
                               .syncs = (uintptr_t)&is_bound};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_VM_BIND, &b), 0);
    struct drm_xe_wait_user_fence w = {
        .addr = (uintptr_t)&bound, .value = 1, .mask = UINT64_MAX, .timeout = INT64_C(10000000000)};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), 0);
    const struct drm_xe_sync signal = xe_signals(xe_syncobj(&x));
    kt_eq(xe_exec_with(&x, x.queue, BATCH, &signal, 1), -EOPNOTSUPP);
    xe_write_store(&r.batch, DATA, 3);
    const struct drm_xe_sync user = {.type = DRM_XE_SYNC_TYPE_USER_FENCE,
                                     .flags = DRM_XE_SYNC_FLAG_SIGNAL,
                                     .addr = DATA + 64,
                                     .timeline_value = 2};
    kt_eq(xe_exec_with(&x, x.queue, BATCH, &user, 1), 0);
    w.addr = (uintptr_t)(r.data.map + 16);
    w.value = 2;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), 0);
    kt_eq(r.data.map[0], 3);
    rig_close(&r);
}

// ---- what goes wrong

// A queue does not survive: its fence signals, its jobs are over, and it takes no more. Others go on.
static void expect_a_ban(struct rig *r, uint64_t address)
{
    uint32_t other;
    kt_eq(xe_queue_create(&r->x, r->x.vm, DRM_XE_ENGINE_CLASS_RENDER, &other), 0);
    kt_eq(xe_exec_now(&r->x, address), 0);
    kt_eq(xe_banned(&r->x, r->x.queue), 1);
    kt_eq(xe_exec_with(&r->x, r->x.queue, BATCH, NULL, 0), -ECANCELED);
    struct drm_xe_wait_user_fence w = {.addr = (uintptr_t)r->data.map,
                                       .value = 99,
                                       .mask = UINT64_MAX,
                                       .timeout = INT64_C(10000000000),
                                       .exec_queue_id = r->x.queue};
    kt_eq(xe_ioctl(&r->x, DRM_IOCTL_XE_WAIT_USER_FENCE, &w), -EIO);
    kt_eq(xe_banned(&r->x, other), 0);
    r->x.queue = other;
    xe_write_store(&r->batch, DATA, 8);
    kt_eq(xe_exec_now(&r->x, BATCH), 0);
    kt_eq(r->data.map[0], 8);
}

// ---- observation streams

static int observe(struct xe *x, uint64_t op, const void *param)
{
    struct drm_xe_observation_param p = {
        .observation_type = DRM_XE_OBSERVATION_TYPE_OA, .observation_op = op, .param = (uintptr_t)param};
    return xe_ioctl(x, DRM_IOCTL_XE_OBSERVATION, &p);
}

// Registers of the flexible EU counters, under a name that differs in its last digit.
static int add_config(struct xe *x, char digit, uint32_t reg)
{
    const uint32_t pairs[] = {reg, 0};
    struct drm_xe_oa_config c = {.n_regs = 1, .regs_ptr = (uintptr_t)pairs};
    memcpy(c.uuid, "6b696c6e-0000-4000-8000-000000000000", sizeof(c.uuid));
    c.uuid[35] = digit;
    return observe(x, DRM_XE_OBSERVATION_OP_ADD_CONFIG, &c);
}

static int remove_config(struct xe *x, uint64_t id)
{
    return observe(x, DRM_XE_OBSERVATION_OP_REMOVE_CONFIG, &id);
}

// A stream for the exec queue of the client; a property that has a number more than once counts by the last.
static int open_stream(struct xe *x, uint64_t config, uint32_t property, uint64_t value)
{
    enum { OAG_256 = 5 << 8 | DRM_XE_OA_FMT_TYPE_OAG };
    struct drm_xe_ext_set_property chain[] = {
        {.property = DRM_XE_OA_PROPERTY_OA_METRIC_SET, .value = config},
        {.property = DRM_XE_OA_PROPERTY_OA_FORMAT, .value = OAG_256},
        {.property = DRM_XE_OA_PROPERTY_EXEC_QUEUE_ID, .value = x->queue},
        {.property = property, .value = value},
    };
    for (unsigned i = 0; i < 3 - !property; i++)
        chain[i].base.next_extension = (uintptr_t)&chain[i + 1];
    return observe(x, DRM_XE_OBSERVATION_OP_STREAM_OPEN, chain);
}

KT_TEST(observation_streams)
{
    enum { EU_PERF_CNTL0 = 0xe458 };
    struct xe x;
    struct drm_xe_observation_param none = {.observation_type = 99};
    if (!xe_open(&x, 0))
        return;
    if (remove_config(&x, UINT64_MAX) == -ENODEV) { // by execlists
        xe_close(&x);
        kt_skip("this kernel does not observe");
    }
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_OBSERVATION, &none), -EINVAL);
    kt_eq(observe(&x, 77, NULL), -EINVAL);
    kt_eq(remove_config(&x, 12345), -ENOENT);
    kt_eq(add_config(&x, 'x', EU_PERF_CNTL0), -EINVAL);
    const int id = add_config(&x, '1', EU_PERF_CNTL0);
    kt_ok(id > 0, "a configuration: %d", id);
    kt_eq(add_config(&x, '1', EU_PERF_CNTL0), -EADDRINUSE);
    kt_eq(open_stream(&x, (uint64_t)id + 1000, 0, 0), -EINVAL);
    kt_eq(open_stream(&x, (uint64_t)id, 99, 0), -EINVAL);
    kt_eq(open_stream(&x, (uint64_t)id, DRM_XE_OA_PROPERTY_OA_FORMAT, 99 << 8), -EINVAL);
    kt_eq(open_stream(&x, (uint64_t)id, DRM_XE_OA_PROPERTY_OA_FORMAT, 5 << 8 | DRM_XE_OA_FMT_TYPE_OAR),
          -EINVAL);
    kt_eq(open_stream(&x, (uint64_t)id, DRM_XE_OA_PROPERTY_EXEC_QUEUE_ID, 9999), -ENOENT);
    kt_eq(open_stream(&x, (uint64_t)id, DRM_XE_OA_PROPERTY_EXEC_QUEUE_ID, 0), -EINVAL); // nor samples
    const int fd = open_stream(&x, (uint64_t)id, DRM_XE_OA_PROPERTY_NO_PREEMPT, 1);
    kt_ok(fd >= 0, "a stream: %d", fd);
    kt_eq(open_stream(&x, (uint64_t)id, 0, 0), -EBUSY);
    kt_eq(remove_config(&x, (uint64_t)id), 0); // the stream keeps it
    kt_eq(remove_config(&x, (uint64_t)id), -ENOENT);
    close(fd);
    const int again = add_config(&x, '1', EU_PERF_CNTL0), second = open_stream(&x, (uint64_t)again, 0, 0);
    kt_ok(second >= 0, "a second stream: %d", second);
    close(second);
    kt_eq(remove_config(&x, (uint64_t)again), 0);
    xe_close(&x);
}

KT_TEST(what_is_not_bound_is_a_fault)
{
    struct rig r;
    xe_skip_on_node("the chip on a bus says nothing of it");
    if (!rig_open(&r, 0))
        return;
    xe_write_store(&r.batch, HIGH, 1);
    expect_a_ban(&r, BATCH);
    expect_a_ban(&r, HIGH); // no batch there
    rig_close(&r);
}

KT_TEST(an_unknown_command_hangs)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    r.batch.map[0] = 0x7fff0000;
    r.batch.map[1] = MI_BATCH_BUFFER_END;
    xe_skip_on_node("the chip on a bus goes on");
    expect_a_ban(&r, BATCH);
    rig_close(&r);
}

KT_TEST(an_endless_batch_is_ended)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    uint32_t *dw = r.batch.map; // MI_BATCH_BUFFER_START of itself
    dw[0] = 0x31u << 23 | 1u << 8 | 1;
    dw[1] = (uint32_t)BATCH;
    dw[2] = 0;
    expect_a_ban(&r, BATCH);
    rig_close(&r);
}

// In a space that asks for it, what is not bound reads as zeros, and nothing happens.
KT_TEST(a_space_with_scratch_pages)
{
    struct rig r;
    if (!rig_open(&r, DRM_XE_VM_CREATE_FLAG_SCRATCH_PAGE))
        return;
    uint32_t *dw = r.batch.map;
    r.data.map[0] = 5;
    xe_write_store(&r.batch, HIGH, 1);
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    dw += xe_copy(dw, DATA, HIGH);
    *dw = MI_BATCH_BUFFER_END;
    kt_eq(xe_exec_now(&r.x, BATCH), 0);
    kt_eq(r.data.map[0], 0);
    kt_eq(xe_banned(&r.x, r.x.queue), 0);
    rig_close(&r);
}

// A queue that is destroyed takes its jobs with it, and closes in the midst of them.
KT_TEST(a_close_while_it_works)
{
    struct rig r;
    if (!rig_open(&r, 0))
        return;
    uint32_t *dw = r.batch.map;
    dw[0] = 0x1cu << 23 | 1u << 15 | 1u << 12 | 2;
    dw[1] = 1;
    dw[2] = (uint32_t)DATA;
    dw[3] = 0;
    dw[4] = MI_BATCH_BUFFER_END;
    const uint32_t done = xe_syncobj(&r.x);
    const struct drm_xe_sync signal = xe_signals(done), wait = xe_waits(done);
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, &signal, 1), 0);
    const struct drm_xe_vm_bind_op op = xe_map_op(&r.data, 0, 4096, HIGH);
    kt_eq(xe_bind_with(&r.x, 0, &op, &wait, 1), 0);
    struct drm_xe_exec_queue_destroy d = {.exec_queue_id = r.x.queue};
    kt_eq(xe_ioctl(&r.x, DRM_IOCTL_XE_EXEC_QUEUE_DESTROY, &d), 0);
    kt_eq(xe_wait_for(&r.x, done, 0, INT64_C(20000000000)), 0);
    kt_eq(xe_queue_create(&r.x, r.x.vm, DRM_XE_ENGINE_CLASS_RENDER, &r.x.queue), 0);
    kt_eq(xe_exec_with(&r.x, r.x.queue, BATCH, NULL, 0), 0);
    kt_eq(xe_bind_with(&r.x, 0, &op, NULL, 0), 0);
    rig_close(&r);
}

// ---- other chips: ours alone

KT_TEST(large_pages_of_local_memory)
{
    struct xe x;
    xe_skip_on_node("of another chip");
    xe_device = "dg2";
    if (!xe_open(&x, 0))
        return;
    struct drm_xe_gem_create c = {.size = 4096, .placement = 2, .cpu_caching = DRM_XE_GEM_CPU_CACHING_WC};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_GEM_CREATE, &c), -EINVAL);
    c.size = 128 << 10;
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_GEM_CREATE, &c), 0);
    const struct xe_buffer b = {.handle = c.handle};
    struct drm_xe_vm_bind_op op = xe_map_op(&b, 0, 64 << 10, DATA + 4096);
    kt_eq(xe_bind_now(&x, &op), -EINVAL);
    op.addr = DATA;
    op.range = 4096;
    kt_eq(xe_bind_now(&x, &op), -EINVAL);
    op.range = 64 << 10;
    kt_eq(xe_bind_now(&x, &op), 0);
    xe_close(&x);
    xe_device = "tgl";
}

// Xe2's memory has pages of 4 KB, 8 EUs of 16 channels and 32 page attributes, of which four are reserved.
// Coherent are eleven, to which alone what the processor caches may be bound.
KT_TEST(battlemage)
{
    static const char kinds[] = "-cc-cc-c--------rrrr--cc--cc--cc";
    struct xe x;
    uint32_t size;
    unsigned bits[8] = {0};
    xe_skip_on_node("of another chip");
    xe_device = "bmg";
    if (!xe_open(&x, 0))
        return;
    uint8_t *topology = query(&x, DRM_XE_DEVICE_QUERY_GT_TOPOLOGY, &size);
    count_topology(topology, size, bits);
    kt_eq(bits[DRM_XE_TOPO_DSS_COMPUTE], 20);
    kt_eq(bits[DRM_XE_TOPO_EU_PER_DSS], 0);
    kt_eq(bits[DRM_XE_TOPO_SIMD16_EU_PER_DSS], 8);
    free(topology);
    struct drm_xe_gem_create local = {.size = 4096, .placement = 2, .cpu_caching = DRM_XE_GEM_CPU_CACHING_WC};
    struct drm_xe_gem_create cached = {
        .size = 4096, .placement = 1, .cpu_caching = DRM_XE_GEM_CPU_CACHING_WB};
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_GEM_CREATE, &local), 0);
    kt_eq(xe_ioctl(&x, DRM_IOCTL_XE_GEM_CREATE, &cached), 0);
    const struct xe_buffer there = {.handle = local.handle}, here = {.handle = cached.handle};
    for (uint16_t i = 0; i <= 32; i++) {
        struct drm_xe_vm_bind_op op = xe_map_op(&there, 0, 4096, DATA + 4096);
        op.pat_index = i;
        int ret = xe_bind_with(&x, 0, &op, NULL, 0);
        kt_ok(ret == (i == 32 || kinds[i] == 'r' ? -EINVAL : 0), "entry %u, of its memory: %d", i, ret);
        op.obj = here.handle;
        ret = xe_bind_with(&x, 0, &op, NULL, 0);
        kt_ok(ret == (i < 32 && kinds[i] == 'c' ? 0 : -EINVAL), "entry %u, of cached memory: %d", i, ret);
    }
    xe_close(&x);
    xe_device = "tgl";
}

static void map_coherent(struct xe *x, const struct xe_buffer *b, uint64_t addr)
{
    struct drm_xe_vm_bind_op op = xe_map_op(b, 0, b->size, addr);
    op.pat_index = 1;
    kt_eq(xe_bind_now(x, &op), 0);
}

static void byte_commands(uint32_t *dw)
{
    const uint32_t words[] = {
        0x61090001,
        0x00300000,
        0, // fence address
        0x2u << 29 | 0x5bu << 22 | 5,
        9,
        7,
        99,
        DATA,
        0,
        0xa5000000, // 10 bytes
        0x2u << 29 | 0x5bu << 22 | 1u << 17 | 5,
        4,
        2,
        15,
        DATA + 0x100,
        0,
        0x5a000000, // 3 rows of 5
        0x2u << 29 | 0x5au << 22 | 8,
        8,
        5,
        99,
        99,
        DATA + 1,
        0,
        DATA + 0x203,
        0,
        0, // 9 bytes
        0x2u << 29 | 0x5au << 22 | 1u << 17 | 8,
        2,
        2,
        15,
        31,
        DATA + 0x100,
        0,
        DATA + 0x300,
        0,
        0,
        0x04800001, // MI_MEM_FENCE
        0x05000000, // the end
    };
    memcpy(dw, words, sizeof(words));
}

// What MEM_SET and MEM_COPY of Xe2's copy engine do, of one row and of several, and the fences beside them.
KT_TEST(bytes_are_filled_and_copied)
{
    static uint8_t want[0x400];
    struct xe x;
    xe_skip_on_node("of another chip");
    xe_device = "lnl";
    if (!xe_open(&x, 0))
        return;
    struct xe_buffer data = xe_buffer_create(&x, 4096), batch = xe_buffer_create(&x, 4096);
    map_coherent(&x, &data, DATA);
    map_coherent(&x, &batch, BATCH);
    byte_commands(batch.map);
    memset(want, 0xa5, 10);
    memset(want + 0x203, 0xa5, 9);
    for (unsigned row = 0; row < 3; row++) {
        memset(want + 0x100 + 16 * row, 0x5a, 5);
        memset(want + 0x300 + 32 * row, 0x5a, 3);
    }
    kt_eq(xe_queue_create(&x, x.vm, DRM_XE_ENGINE_CLASS_COPY, &x.queue), 0);
    kt_eq(xe_exec_now(&x, BATCH), 0);
    for (unsigned i = 0, bad = 0; i < sizeof(want); i++)
        if (((uint8_t *)data.map)[i] != want[i] && bad++ < 4)
            kt_ok(false, "byte 0x%x is 0x%x, not 0x%x", i, ((uint8_t *)data.map)[i], want[i]);
    // Pages are refused by name: nothing is copied.
    batch.map[17] |= 1u << 19;
    data.map[0x204 / 4] = 0;
    kt_eq(xe_exec_now(&x, BATCH), 0);
    kt_eq(data.map[0x204 / 4], 0);
    munmap(data.map, data.size);
    munmap(batch.map, batch.size);
    xe_close(&x);
    xe_device = "tgl";
}

KT_TEST(media_of_meteor_lake_is_a_gt)
{
    struct xe x;
    uint32_t size;
    xe_skip_on_node("of another chip");
    xe_device = "mtl";
    if (!xe_open_bare(&x))
        return;
    struct drm_xe_query_gt_list *gts = query(&x, DRM_XE_DEVICE_QUERY_GT_LIST, &size);
    kt_eq(gts->num_gt, 2);
    kt_eq(gts->gt_list[1].type, DRM_XE_QUERY_GT_TYPE_MEDIA);
    free(gts);
    xe_close(&x);
    xe_device = "tgl";
}

KT_TEST(chips_that_xe_does_not_know)
{
    xe_skip_on_node("of another chip");
    struct sim_config config = sim_config_read();
    config.device = "skl";
    config.kernel = SIM_KERNEL_XE;
    errno = 0;
    kt_true(!sim_device_create(&config));
    kt_eq(errno, ENODEV);
    char chip[SIM_NAME_BYTES];
    enum sim_kernel kernel;
    kt_true(sim_config_name("tgl,xe", chip, &kernel) && kernel == SIM_KERNEL_XE);
    kt_streq(chip, "tgl");
    kt_true(sim_config_name("tgl,i915", chip, &kernel) && kernel == SIM_KERNEL_I915);
    kt_true(sim_config_name("tgl", chip, &kernel) && kernel == SIM_KERNEL_I915);
    kt_true(!sim_config_name("tgl,", chip, &kernel));
    kt_true(!sim_config_name("tgl,xe2", chip, &kernel));
    kt_true(!sim_config_name("a-name-that-is-longer-than-any-chip-has", chip, &kernel));
}

KT_MAIN()

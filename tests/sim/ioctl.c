// Argument checking: each row is one call that the kernel's i915 refuses, with the error number it gives
// (from the kernel's sources: drm_ioctl.c, i915_gem*.c, i915_gem_context.c, i915_query.c, drm_syncobj.c).
#include <fcntl.h>
#include <sys/resource.h>

#include "client.h"
#include "hw/counters.h"

static struct client cl;
static struct buffer buf; // 8192 bytes

#define REFUSED(error, request, ...)                                                                         \
    do {                                                                                                     \
        __VA_ARGS__;                                                                                         \
        int refused_ret = client_ioctl(&cl, request, &a);                                                    \
        kt_ok(refused_ret == -(error), "%s with %s: %d, not -" #error, #request, #__VA_ARGS__, refused_ret); \
    } while (0)
#define GIVEN(type, ...) type a = {__VA_ARGS__}

static void with_client(void (*run)(void))
{
    if (!client_open(&cl))
        return;
    buf = buffer_create(&cl, 8192, 0x10000);
    run();
    buffer_destroy(&cl, &buf);
    client_close(&cl);
}

static void run_numbers(void)
{
    uint64_t a[64] = {0};
    kt_eq(client_ioctl(&cl, _IO('T', 1), a), -ENOTTY);
    kt_eq(client_ioctl(&cl, DRM_IO(0xef), a), -EINVAL); // no such DRM ioctl
    kt_eq(client_ioctl(&cl, DRM_IO(0x9e), a), -EINVAL); // nor driver ioctl
    kt_eq(client_ioctl(&cl, DRM_IOCTL_SET_MASTER, a), -EACCES);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_GEM_FLINK, a), -EACCES);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_MODE_GETRESOURCES, a), -EACCES);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_EXECBUFFER, a), -EACCES);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GETPARAM, NULL), -EFAULT);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CREATE, (void *)64), -EFAULT);
}
KT_TEST(numbers_and_addresses)
{
    with_client(run_numbers);
}

static void run_identity(void)
{
    char name[16] = "", desc[4] = "";
    struct drm_version v = {.name = name, .name_len = sizeof(name), .desc = desc, .desc_len = 3};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_VERSION, &v), 0);
    kt_streq(name, "i915");
    kt_streq(desc, "Int");
    kt_eq(v.name_len, 4);
    kt_eq(v.desc_len, 14);
    struct drm_get_cap cap = {.capability = DRM_CAP_SYNCOBJ_TIMELINE};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_GET_CAP, &cap), 0);
    kt_eq(cap.value, 1);
    REFUSED(EOPNOTSUPP, DRM_IOCTL_GET_CAP, GIVEN(struct drm_get_cap, .capability = 0x1234));
    REFUSED(EOPNOTSUPP, DRM_IOCTL_GET_CAP, GIVEN(struct drm_get_cap, .capability = DRM_CAP_DUMB_BUFFER));
    int value = 0;
    drm_i915_getparam_t gp = {.param = I915_PARAM_CHIPSET_ID, .value = &value};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GETPARAM, &gp), 0);
    kt_eq(value, 0x1912);
    gp.param = I915_PARAM_EU_TOTAL;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GETPARAM, &gp), 0);
    kt_eq(value, 24);
    gp.param = I915_PARAM_CS_TIMESTAMP_FREQUENCY;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GETPARAM, &gp), 0);
    kt_eq(value, 12000000);
    REFUSED(EINVAL, DRM_IOCTL_I915_GETPARAM, GIVEN(drm_i915_getparam_t, .param = 9999, .value = &value));
    REFUSED(ENODEV, DRM_IOCTL_I915_GETPARAM,
            GIVEN(drm_i915_getparam_t, .param = I915_PARAM_IRQ_ACTIVE, .value = &value));
    REFUSED(EFAULT, DRM_IOCTL_I915_GETPARAM,
            GIVEN(drm_i915_getparam_t, .param = I915_PARAM_HAS_GEM, .value = (int *)8));
    REFUSED(EINVAL, DRM_IOCTL_I915_REG_READ, GIVEN(struct drm_i915_reg_read, .offset = 0x2030));
}
KT_TEST(identity)
{
    with_client(run_identity);
}

static void run_query(void)
{
    uint8_t data[1024] = {0};
    struct drm_i915_query_item item = {.query_id = DRM_I915_QUERY_TOPOLOGY_INFO};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_true(item.length > 16 && item.length < 200);
    item.data_ptr = (uintptr_t)data;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    const struct drm_i915_query_topology_info *t = (const void *)data;
    kt_eq(t->data[0], 1);                  // one slice
    kt_eq(t->data[t->subslice_offset], 7); // three subslices
    kt_eq(t->data[t->eu_offset], 0xff);    // eight EUs
    item.length = 4;                       // too short
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq(item.length, -EINVAL);
    item = (struct drm_i915_query_item){.query_id = 77};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq(item.length, -EINVAL);
    item = (struct drm_i915_query_item){.query_id = DRM_I915_QUERY_HWCONFIG_BLOB};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq(item.length, -ENODEV);
    memset(data, 1, sizeof(data)); // the header must be zero
    item = (struct drm_i915_query_item){
        .query_id = DRM_I915_QUERY_MEMORY_REGIONS, .length = sizeof(data), .data_ptr = (uintptr_t)data};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq(item.length, -EINVAL);
    memset(data, 0, sizeof(data));
    item.length = sizeof(data);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    const struct drm_i915_query_memory_regions *m = (const void *)data;
    kt_eq(m->num_regions, 1);
    if (!client_node())
        kt_eq(m->regions[0].probed_size, 64 << 20);
    item.query_id = 0;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), -EINVAL);
    q.flags = 1;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), -EINVAL);
    q = (struct drm_i915_query){.num_items = 1, .items_ptr = 8};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), -EFAULT);
}
KT_TEST(query)
{
    with_client(run_query);
}

// The item that no other kernel has: a size, then descriptions, each with registers of its own.
static void run_query_counters(void)
{
    struct drm_i915_query_item item = {.query_id = KILN_QUERY_COUNTERS};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    if (!kt_ok(item.length > 0 && item.length < 65536, "%d bytes", item.length))
        return;
    struct kiln_counters *c = calloc(1, (size_t)item.length);
    item.data_ptr = (uintptr_t)c;
    item.length--;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq(item.length, -EINVAL); // too short
    item.length = 65536;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq((size_t)item.length, sizeof(*c) + c->count * sizeof(c->counters[0]));
    kt_eq(c->hold, KILN_COUNTER_HOLD);
    for (uint32_t i = 0; i < c->count; i++) {
        kt_eq(c->counters[i].reg, KILN_COUNTER_FIRST + i * 8);
        kt_ok(c->counters[i].name[0] && c->counters[i].text[0] && c->counters[i].unit <= KILN_UNIT_CLOCKS,
              "description %u", i);
    }
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq(item.length, -EINVAL); // the header was not zeroed
    memset(c, 0, sizeof(*c));
    item.flags = 1;
    item.length = 65536;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq(item.length, -EINVAL);
    free(c);
}
KT_TEST(query_counters)
{
    client_skip_on_node("asks for the simulated device's counters");
    with_client(run_query_counters);
}

// Gen11's masks: one slice, up to eight subslices.
static void run_query_icl(void)
{
    uint8_t data[1024] = {0};
    struct drm_i915_query_item item = {
        .query_id = DRM_I915_QUERY_TOPOLOGY_INFO, .length = sizeof(data), .data_ptr = (uintptr_t)data};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    const struct drm_i915_query_topology_info *t = (const void *)data;
    kt_eq(item.length, sizeof(*t) + 1 + 1 + 8);
    kt_eq(t->max_slices, 1);
    kt_eq(t->max_subslices, 8);
    kt_eq(t->data[0], 1);
    kt_eq(t->data[t->subslice_offset], 0xff);
    for (unsigned i = 0; i < 8; i++)
        kt_eq(t->data[t->eu_offset + i], 0xff);
}
// Gen12: six dual subslices of 16 EUs, which are two bytes each.
static void run_query_tgl(void)
{
    uint8_t data[64] = {0};
    struct drm_i915_query_item item = {
        .query_id = DRM_I915_QUERY_TOPOLOGY_INFO, .length = sizeof(data), .data_ptr = (uintptr_t)data};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    const struct drm_i915_query_topology_info *t = (const void *)data;
    kt_eq(item.length, sizeof(*t) + 1 + 1 + 12);
    kt_eq(t->max_subslices, 6);
    kt_eq(t->max_eus_per_subslice, 16);
    kt_eq(t->eu_stride, 2);
    kt_eq(t->data[t->subslice_offset], 0x3f);
    for (unsigned i = 0; i < 12; i++)
        kt_eq(t->data[t->eu_offset + i], 0xff);
}
KT_TEST(query_tgl)
{
    client_device = "tgl";
    with_client(run_query_tgl);
    client_device = "skl";
}

KT_TEST(query_icl)
{
    client_device = "icl";
    with_client(run_query_icl);
    client_device = "skl";
}

static void run_gem(void)
{
    enum { NONE = 12345 };
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CREATE, GIVEN(struct drm_i915_gem_create, .size = 0));
    if (!client_node()) { // i915 finds out when the memory is used
        REFUSED(E2BIG, DRM_IOCTL_I915_GEM_CREATE,
                GIVEN(struct drm_i915_gem_create, .size = UINT64_C(1) << 50));
        REFUSED(ENOMEM, DRM_IOCTL_I915_GEM_CREATE, GIVEN(struct drm_i915_gem_create, .size = 128 << 20));
    }
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CREATE_EXT,
            GIVEN(struct drm_i915_gem_create_ext, .size = 4096, .flags = 1u << 31));
    struct i915_user_extension ext = {.name = 99};
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CREATE_EXT,
            GIVEN(struct drm_i915_gem_create_ext, .size = 4096, .extensions = (uintptr_t)&ext));
    REFUSED(EFAULT, DRM_IOCTL_I915_GEM_CREATE_EXT,
            GIVEN(struct drm_i915_gem_create_ext, .size = 4096, .extensions = 16));
    REFUSED(EINVAL, DRM_IOCTL_GEM_CLOSE, GIVEN(struct drm_gem_close, .handle = NONE));
    REFUSED(EINVAL, DRM_IOCTL_GEM_CLOSE, GIVEN(struct drm_gem_close, .handle = 0));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_MMAP_OFFSET, GIVEN(struct drm_i915_gem_mmap_offset, .handle = NONE));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_MMAP_OFFSET,
            GIVEN(struct drm_i915_gem_mmap_offset, .handle = buf.handle, .flags = 99));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_MMAP, GIVEN(struct drm_i915_gem_mmap, .handle = NONE, .size = 4096));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_MMAP,
            GIVEN(struct drm_i915_gem_mmap, .handle = buf.handle, .size = 12288));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_MMAP,
            GIVEN(struct drm_i915_gem_mmap, .handle = buf.handle, .size = 4096, .flags = 2));
    uint8_t bytes[64];
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_PREAD,
            GIVEN(struct drm_i915_gem_pread, .handle = NONE, .size = 4, .data_ptr = (uintptr_t)bytes));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_PREAD,
            GIVEN(struct drm_i915_gem_pread, .handle = buf.handle, .offset = 8190, .size = 4,
                  .data_ptr = (uintptr_t)bytes));
    REFUSED(EFAULT, DRM_IOCTL_I915_GEM_PWRITE,
            GIVEN(struct drm_i915_gem_pwrite, .handle = buf.handle, .size = 4, .data_ptr = 16));
    REFUSED(EFAULT, DRM_IOCTL_I915_GEM_PWRITE,
            GIVEN(struct drm_i915_gem_pwrite, .handle = buf.handle, .size = 4, .data_ptr = UINT64_MAX - 1));
    REFUSED(
        EINVAL, DRM_IOCTL_I915_GEM_SET_DOMAIN,
        GIVEN(struct drm_i915_gem_set_domain, .handle = buf.handle, .read_domains = I915_GEM_DOMAIN_RENDER));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_SET_DOMAIN,
            GIVEN(struct drm_i915_gem_set_domain, .handle = buf.handle, .read_domains = I915_GEM_DOMAIN_GTT,
                  .write_domain = I915_GEM_DOMAIN_CPU));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_SET_DOMAIN,
            GIVEN(struct drm_i915_gem_set_domain, .handle = NONE, .read_domains = I915_GEM_DOMAIN_CPU));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_SET_TILING,
            GIVEN(struct drm_i915_gem_set_tiling, .handle = buf.handle, .tiling_mode = 3));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_SET_TILING,
            GIVEN(struct drm_i915_gem_set_tiling, .handle = buf.handle, .tiling_mode = I915_TILING_X,
                  .stride = 100));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_GET_TILING, GIVEN(struct drm_i915_gem_get_tiling, .handle = NONE));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_SET_CACHING,
            GIVEN(struct drm_i915_gem_caching, .handle = buf.handle, .caching = 7));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_SET_CACHING, GIVEN(struct drm_i915_gem_caching, .handle = NONE));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_BUSY, GIVEN(struct drm_i915_gem_busy, .handle = NONE));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_WAIT,
            GIVEN(struct drm_i915_gem_wait, .bo_handle = buf.handle, .flags = 1));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_WAIT, GIVEN(struct drm_i915_gem_wait, .bo_handle = NONE));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_MADVISE,
            GIVEN(struct drm_i915_gem_madvise, .handle = buf.handle, .madv = 9));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_USERPTR,
            GIVEN(struct drm_i915_gem_userptr, .user_ptr = 4096, .user_size = 100));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_USERPTR,
            GIVEN(struct drm_i915_gem_userptr, .user_ptr = 4096, .user_size = 4096, .flags = 1 << 5));
    REFUSED(EFAULT, DRM_IOCTL_I915_GEM_USERPTR,
            GIVEN(struct drm_i915_gem_userptr, .user_ptr = UINT64_C(1) << 63, .user_size = 4096));
    REFUSED(
        EFAULT, DRM_IOCTL_I915_GEM_USERPTR,
        GIVEN(struct drm_i915_gem_userptr, .user_ptr = 4096, .user_size = 4096, .flags = I915_USERPTR_PROBE));
}
KT_TEST(gem)
{
    with_client(run_gem);
}

// ---- memory of the device's own

static uint32_t create_in(uint32_t flags, unsigned count, const uint16_t *classes, int expected)
{
    struct drm_i915_gem_memory_class_instance regions[4] = {0};
    for (unsigned i = 0; i < count; i++)
        regions[i].memory_class = classes[i];
    struct drm_i915_gem_create_ext_memory_regions where = {
        .base.name = I915_GEM_CREATE_EXT_MEMORY_REGIONS, .num_regions = count, .regions = (uintptr_t)regions};
    struct drm_i915_gem_create_ext c = {.size = 1 << 20, .flags = flags, .extensions = (uintptr_t)&where};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CREATE_EXT, &c), expected);
    return c.handle;
}

static void run_regions(void)
{
    enum { SYSTEM = I915_MEMORY_CLASS_SYSTEM, DEVICE = I915_MEMORY_CLASS_DEVICE };
    const uint32_t cpu = I915_GEM_CREATE_EXT_FLAG_NEEDS_CPU_ACCESS;
    const uint16_t both[3] = {DEVICE, SYSTEM, SYSTEM}, twice[] = {DEVICE, DEVICE}, none[] = {2};
    struct {
        struct drm_i915_query_memory_regions info;
        struct drm_i915_memory_region_info regions[2];
    } r = {0};
    struct drm_i915_query_item item = {
        .query_id = DRM_I915_QUERY_MEMORY_REGIONS, .length = sizeof(r), .data_ptr = (uintptr_t)&r};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_eq(item.length, sizeof(r));
    kt_eq(r.info.num_regions, 2);
    kt_eq(r.regions[1].region.memory_class, DEVICE);
    kt_eq(r.regions[1].probed_size, 64 << 20);
    create_in(0, 0, both, -EINVAL);
    create_in(0, 3, both, -EINVAL);
    create_in(0, 2, twice, -EINVAL);
    create_in(0, 1, none, -EINVAL);
    create_in(cpu, 1, both, -EINVAL); // the system's memory is not among them
    uint32_t handle = create_in(cpu, 2, both, 0);
    struct drm_i915_gem_mmap_offset m = {.handle = handle, .flags = I915_MMAP_OFFSET_FIXED};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &m), 0);
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_MMAP_OFFSET,
            GIVEN(struct drm_i915_gem_mmap_offset, .handle = handle, .flags = I915_MMAP_OFFSET_WB));
    REFUSED(EOPNOTSUPP, DRM_IOCTL_I915_GEM_MMAP,
            GIVEN(struct drm_i915_gem_mmap, .handle = handle, .size = 4096));
    uint32_t word;
    REFUSED(EOPNOTSUPP, DRM_IOCTL_I915_GEM_PREAD,
            GIVEN(struct drm_i915_gem_pread, .handle = handle, .size = 4, .data_ptr = (uintptr_t)&word));
    REFUSED(EOPNOTSUPP, DRM_IOCTL_I915_GEM_PWRITE,
            GIVEN(struct drm_i915_gem_pwrite, .handle = handle, .size = 4, .data_ptr = (uintptr_t)&word));
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_SET_CACHING, GIVEN(struct drm_i915_gem_caching, .handle = handle));
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_GET_CACHING, GIVEN(struct drm_i915_gem_caching, .handle = handle));
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_SET_DOMAIN,
            GIVEN(struct drm_i915_gem_set_domain, .handle = handle, .read_domains = I915_GEM_DOMAIN_CPU));
    // The device's memory is full after 64 MiB, and the system's takes the rest.
    for (unsigned i = 1; i < 64; i++)
        create_in(0, 1, both, 0);
    create_in(0, 1, both, -ENOMEM);
    create_in(0, 2, both, 0);
    struct drm_gem_close close = {.handle = handle};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_GEM_CLOSE, &close), 0);
    create_in(0, 1, both, 0);
}

static void run_one_region(void)
{
    const uint16_t device[] = {I915_MEMORY_CLASS_DEVICE}, system[] = {I915_MEMORY_CLASS_SYSTEM};
    create_in(0, 1, device, -EINVAL);
    create_in(I915_GEM_CREATE_EXT_FLAG_NEEDS_CPU_ACCESS, 1, system, -EINVAL);
    uint32_t handle = create_in(0, 1, system, 0);
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_MMAP_OFFSET,
            GIVEN(struct drm_i915_gem_mmap_offset, .handle = handle, .flags = I915_MMAP_OFFSET_FIXED));
}

KT_TEST(memory_regions)
{
    with_client(run_one_region);
    client_device = "dg1";
    with_client(run_regions);
    client_device = "skl";
}

static void run_contexts(void)
{
    enum { NONE = 999 };
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT,
            GIVEN(struct drm_i915_gem_context_create_ext, .flags = 1u << 5));
    struct drm_i915_gem_context_create_ext_setparam sp = {
        .base.name = I915_CONTEXT_CREATE_EXT_SETPARAM,
        .param = {.param = I915_CONTEXT_PARAM_PRIORITY, .value = 5000},
    };
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT,
            GIVEN(struct drm_i915_gem_context_create_ext, .flags = I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS,
                  .extensions = (uintptr_t)&sp));
    sp.base.flags = 1; // reserved
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT,
            GIVEN(struct drm_i915_gem_context_create_ext, .flags = I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS,
                  .extensions = (uintptr_t)&sp));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY,
            GIVEN(struct drm_i915_gem_context_destroy, .ctx_id = NONE));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY,
            GIVEN(struct drm_i915_gem_context_destroy, .ctx_id = 0));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY,
            GIVEN(struct drm_i915_gem_context_destroy, .ctx_id = cl.ctx, .pad = 1));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM,
            GIVEN(struct drm_i915_gem_context_param, .ctx_id = NONE, .param = I915_CONTEXT_PARAM_GTT_SIZE));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM,
            GIVEN(struct drm_i915_gem_context_param, .ctx_id = cl.ctx, .param = 0x99));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM,
            GIVEN(struct drm_i915_gem_context_param, .ctx_id = cl.ctx, .param = I915_CONTEXT_PARAM_PRIORITY,
                  .value = (uint64_t)INT64_C(-2000)));
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM,
            GIVEN(struct drm_i915_gem_context_param, .ctx_id = cl.ctx,
                  .param = I915_CONTEXT_PARAM_RECOVERABLE, .size = 8));
    // Once the context has been used, its VM is fixed.
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM,
            GIVEN(struct drm_i915_gem_context_param, .ctx_id = cl.ctx, .param = I915_CONTEXT_PARAM_VM,
                  .value = 1));
    struct drm_i915_gem_context_param gtt = {
        .ctx_id = cl.ctx, .param = I915_CONTEXT_PARAM_GTT_SIZE, .size = 77};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &gtt), 0);
    kt_eq(gtt.value, INT64_C(1) << 48);
    kt_eq(gtt.size, 0);
    REFUSED(EINVAL, DRM_IOCTL_I915_GEM_VM_CREATE, GIVEN(struct drm_i915_gem_vm_control, .flags = 1));
    REFUSED(ENOENT, DRM_IOCTL_I915_GEM_VM_DESTROY, GIVEN(struct drm_i915_gem_vm_control, .vm_id = NONE));
    REFUSED(ENOENT, DRM_IOCTL_I915_GET_RESET_STATS, GIVEN(struct drm_i915_reset_stats, .ctx_id = NONE));
    REFUSED(EINVAL, DRM_IOCTL_I915_GET_RESET_STATS, GIVEN(struct drm_i915_reset_stats, .flags = 1));
}
KT_TEST(contexts)
{
    with_client(run_contexts);
}

// One EXECBUFFER2 with a change to an otherwise good call.
static int exec_with(void (*change)(struct drm_i915_gem_execbuffer2 *, struct drm_i915_gem_exec_object2 *))
{
    struct drm_i915_gem_exec_object2 o[2] = {exec_object(&buf, 0)};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 1,
                                          .flags = I915_EXEC_RENDER | I915_EXEC_NO_RELOC |
                                                   I915_EXEC_HANDLE_LUT | I915_EXEC_BATCH_FIRST,
                                          .rsvd1 = cl.ctx};
    ((uint32_t *)buf.map)[0] = MI_BATCH_BUFFER_END;
    change(&eb, o);
    return client_ioctl(&cl, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb);
}

// Where all contexts have the global address space (i915 on Gen7.5: INTEL_PPGTT_ALIASING).
static void pin_high(struct drm_i915_gem_execbuffer2 *eb, struct drm_i915_gem_exec_object2 *o)
{
    o->offset = UINT64_C(0x4000000);
}

static void pin_at_kernels(struct drm_i915_gem_execbuffer2 *eb, struct drm_i915_gem_exec_object2 *o)
{
    o->offset = UINT64_C(0x7f000000);
}

static void pin_beyond(struct drm_i915_gem_execbuffer2 *eb, struct drm_i915_gem_exec_object2 *o)
{
    o->offset = UINT64_C(0x80000000);
}

static void pin_nowhere(struct drm_i915_gem_execbuffer2 *eb, struct drm_i915_gem_exec_object2 *o)
{
    o->flags &= ~(uint64_t)EXEC_OBJECT_PINNED;
    o->offset = UINT64_C(0x7f000000);
}

static void run_global_space(void)
{
    int value = 0;
    drm_i915_getparam_t type = {.param = I915_PARAM_HAS_ALIASING_PPGTT, .value = &value};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GETPARAM, &type), 0);
    kt_eq(value, 1);
    struct drm_i915_gem_context_param gtt = {.ctx_id = cl.ctx, .param = I915_CONTEXT_PARAM_GTT_SIZE};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &gtt), 0);
    kt_eq(gtt.value, INT64_C(1) << 31);
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_VM_CREATE, GIVEN(struct drm_i915_gem_vm_control, 0));
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM,
            GIVEN(struct drm_i915_gem_context_param, .ctx_id = cl.ctx, .param = I915_CONTEXT_PARAM_VM));
    kt_eq(exec_with(pin_high), 0);
    kt_eq(exec_with(pin_at_kernels), -ENOSPC);
    kt_eq(exec_with(pin_beyond), -EINVAL);
    kt_eq(exec_with(pin_nowhere), 0); // it goes elsewhere
    // Memory of another context gives way, and comes back.
    struct buffer mine = buf, other = buffer_create(&cl, 8192, 0x4000000);
    for (unsigned i = 0; i < 4; i++) {
        buf = i % 2 ? other : mine;
        kt_eq(exec_with(pin_high), 0);
    }
    buf = mine;
    buffer_destroy(&cl, &other);
}
KT_TEST(global_space)
{
    client_skip_on_node("it has full PPGTT");
    setenv("KILN_SIM_PPGTT", "aliasing", 1);
    with_client(run_global_space);
    unsetenv("KILN_SIM_PPGTT");
}

#define EXEC_CASES(X)                                                                                        \
    X(good, 0, (void)eb)                                                                                     \
    X(no_buffers, -EINVAL, eb->buffer_count = 0)                                                             \
    X(unknown_flag, -EINVAL, eb->flags |= UINT64_C(1) << 40)                                                 \
    X(resource_streamer, -EINVAL, eb->flags |= I915_EXEC_RESOURCE_STREAMER)                                  \
    X(cliprects, -EINVAL, eb->num_cliprects = 1)                                                             \
    X(dr1, -EINVAL, eb->DR1 = 1)                                                                             \
    X(misaligned_start, -EINVAL, eb->batch_start_offset = 4)                                                 \
    X(misaligned_length, -EINVAL, eb->batch_len = 12)                                                        \
    X(secure, -EPERM, eb->flags |= I915_EXEC_SECURE)                                                         \
    X(bad_list, -EFAULT, eb->buffers_ptr = 16)                                                               \
    X(bad_context, -ENOENT, eb->rsvd1 = 999)                                                                 \
    X(bad_ring, -EINVAL, eb->flags = (eb->flags & ~UINT64_C(63)) | 9)                                        \
    X(bsd_on_render, -EINVAL, eb->flags |= I915_EXEC_BSD_RING1)                                              \
    X(bsd2, 0, eb->flags = (eb->flags & ~UINT64_C(63)) | I915_EXEC_BSD | I915_EXEC_BSD_RING2)                \
    X(bad_handle, -ENOENT, o->handle = 999)                                                                  \
    X(unknown_object_flag, -EINVAL, o->flags |= 1 << 12)                                                     \
    X(bad_alignment, -EINVAL, o->alignment = 12288)                                                          \
    X(misaligned_pin, -EINVAL, o->offset = 0x10100)                                                          \
    X(not_canonical, -EINVAL, o->offset = UINT64_C(1) << 47)                                                 \
    X(pin_against_alignment, -EINVAL, o->alignment = 1 << 20)                                                \
    X(needs_48_bits, -EINVAL,                                                                                \
      (o->offset = UINT64_C(1) << 32, o->flags &= ~(uint64_t)EXEC_OBJECT_SUPPORTS_48B_ADDRESS))              \
    X(pad, -EINVAL, (o->flags |= EXEC_OBJECT_PAD_TO_SIZE, o->pad_to_size = 100))                             \
    X(twice, 0, (o[1] = o[0], eb->buffer_count = 2))                                                         \
    X(twice_unpinned, 0, (o[1] = o[0], o[1].flags = 0, eb->buffer_count = 2))                                \
    X(twice_elsewhere, 0, (o[1] = o[0], o[1].offset = 0x900000, eb->buffer_count = 2))                       \
    X(write_to_batch, -EINVAL, o->flags |= EXEC_OBJECT_WRITE)                                                \
    X(start_beyond, -EINVAL, eb->batch_start_offset = 1 << 20)                                               \
    X(length_beyond, -EINVAL, eb->batch_len = 1 << 20)                                                       \
    X(fence_in, -EINVAL, (eb->flags |= I915_EXEC_FENCE_IN, eb->rsvd2 = 0))                                   \
    X(both_fences, -EINVAL, eb->flags |= I915_EXEC_FENCE_IN | I915_EXEC_FENCE_SUBMIT)                        \
    X(fence_array_fault, -EFAULT,                                                                            \
      (eb->flags |= I915_EXEC_FENCE_ARRAY, eb->num_cliprects = 1, eb->cliprects_ptr = 16))                   \
    X(extensions_and_array, -EINVAL, eb->flags |= I915_EXEC_FENCE_ARRAY | I915_EXEC_USE_EXTENSIONS)

#define X(name, error, statement)                                                                            \
    static void exec_##name(struct drm_i915_gem_execbuffer2 *eb, struct drm_i915_gem_exec_object2 *o)        \
    {                                                                                                        \
        statement;                                                                                           \
    }
EXEC_CASES(X)
#undef X

static void run_exec(void)
{
#define X(name, error, statement) kt_eq(exec_with(exec_##name), error);
    EXEC_CASES(X)
#undef X
    kt_eq(client_wait(&cl, &buf, INT64_C(10000000000)), 0);
}
KT_TEST(execbuffer)
{
    with_client(run_exec);
}

// From Gen11 on there are two of them.
static void run_video_engines(void)
{
    struct {
        struct drm_i915_query_engine_info info;
        struct drm_i915_engine_info list[16];
    } e = {0};
    struct drm_i915_query_item item = {
        .query_id = DRM_I915_QUERY_ENGINE_INFO, .length = sizeof(e), .data_ptr = (uintptr_t)&e};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    const unsigned expected = client_device[0] == 's' || client_device[0] == 'b' ? 1 : 2;
    unsigned video = 0;
    for (unsigned i = 0; i < e.info.num_engines && i < 16; i++)
        if (e.list[i].engine.engine_class == I915_ENGINE_CLASS_VIDEO)
            kt_eq(e.list[i].engine.engine_instance, video++);
    kt_eq(video, expected);
    kt_eq(e.info.num_engines, expected + 3);
    int two = -1;
    drm_i915_getparam_t g = {.param = I915_PARAM_HAS_BSD2, .value = &two};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GETPARAM, &g), 0);
    kt_eq(two, expected == 2);
    // Each of them stores.
    for (uint32_t i = 1; i <= expected; i++) {
        struct drm_i915_gem_exec_object2 o = exec_object(&buf, 0);
        struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)&o,
                                              .buffer_count = 1,
                                              .flags = I915_EXEC_BSD | i << I915_EXEC_BSD_SHIFT,
                                              .rsvd1 = cl.ctx};
        struct words w = {buf.map, 0};
        store_dword(&w, buf.addr + 4096, 0x900d + i);
        emit(&w, MI_BATCH_BUFFER_END);
        kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
        kt_eq(client_wait(&cl, &buf, INT64_C(10000000000)), 0);
        kt_eq(((uint32_t *)buf.map)[1024], 0x900d + i);
    }
}
KT_TEST(video_engines)
{
    static const char *const chips[] = {"skl", "bdw", "icl", "tgl"};
    for (unsigned i = 0; i < 4; i++) {
        client_device = chips[i];
        with_client(run_video_engines);
    }
    client_device = "skl";
}

static void run_overlap(void)
{
    // Two objects of one call at one address; then an idle one that gives way.
    struct buffer other = buffer_create(&cl, 8192, buf.addr + 4096);
    ((uint32_t *)other.map)[0] = MI_BATCH_BUFFER_END;
    ((uint32_t *)buf.map)[0] = MI_BATCH_BUFFER_END;
    kt_eq(client_exec(&cl, &buf, &other), -ENOSPC);
    kt_eq(client_exec(&cl, &buf, NULL), 0);
    kt_eq(client_exec(&cl, &other, NULL), 0);
    kt_eq(client_wait(&cl, &other, INT64_C(10000000000)), 0);
    kt_eq(client_exec(&cl, &buf, NULL), 0);
    kt_eq(client_wait(&cl, &buf, INT64_C(10000000000)), 0);
    buffer_destroy(&cl, &other);
}
KT_TEST(overlap)
{
    with_client(run_overlap);
}

static void run_relocations(void)
{
    // Without softpin: the kernel chooses, relocates, and says where.
    struct buffer target = buffer_create(&cl, 4096, 0);
    struct words w = {buf.map, 0};
    store_dword(&w, 0, 0xbeef);
    emit(&w, MI_BATCH_BUFFER_END);
    struct drm_i915_gem_relocation_entry r = {.target_handle = target.handle,
                                              .delta = 8,
                                              .offset = 4,
                                              .presumed_offset = UINT64_MAX,
                                              .read_domains = I915_GEM_DOMAIN_RENDER,
                                              .write_domain = I915_GEM_DOMAIN_RENDER};
    struct drm_i915_gem_exec_object2 o[2] = {
        {.handle = target.handle, .flags = EXEC_OBJECT_SUPPORTS_48B_ADDRESS},
        {.handle = buf.handle, .relocation_count = 1, .relocs_ptr = (uintptr_t)&r},
    };
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o, .buffer_count = 2, .rsvd1 = cl.ctx};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
    kt_eq(client_wait(&cl, &target, INT64_C(10000000000)), 0);
    kt_eq(((uint32_t *)target.map)[2], 0xbeef);
    kt_true(o[0].offset == r.presumed_offset);
    kt_true(client_node() || o[0].offset >= 4096); // so that null pointers show
    r.target_handle = 555;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), -ENOENT);
    r.target_handle = target.handle;
    r.presumed_offset = 1;
    r.offset = 8192;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), -EINVAL);
    buffer_destroy(&cl, &target);
}
KT_TEST(relocations)
{
    with_client(run_relocations);
}

static void run_memory(void)
{
    // 64 MiB of memory: two buffers of 24 fit beside each other, a third does not, until one is closed.
    struct drm_i915_gem_create first = {.size = 24 << 20}, second = first, third = first;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CREATE, &first), 0);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CREATE, &second), 0);
    if (client_node()) // which has more
        third.handle = 0;
    else
        kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CREATE, &third), -ENOMEM);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_GEM_CLOSE, &(struct drm_gem_close){.handle = first.handle}), 0);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_CREATE, &third), 0);
    kt_eq(third.handle, first.handle); // the lowest free number
    // pwrite and pread, seen through a mapping.
    uint32_t in = 0x11223344, out = 0;
    struct drm_i915_gem_pwrite w = {buf.handle, .offset = 100, .size = 4, .data_ptr = (uintptr_t)&in};
    struct drm_i915_gem_pread r = {buf.handle, .offset = 100, .size = 4, .data_ptr = (uintptr_t)&out};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_PWRITE, &w), 0);
    kt_eq(((uint32_t *)buf.map)[25], 0x11223344);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_PREAD, &r), 0);
    kt_eq(out, 0x11223344);
    // Another file may not map it.
    struct drm_i915_gem_mmap_offset mo = {.handle = buf.handle, .flags = I915_MMAP_OFFSET_WB};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &mo), 0);
    struct client other;
    if (!client_open_again(&cl, &other))
        return;
    kt_true(client_mmap(&other, 4096, PROT_READ, (off_t)mo.offset) == MAP_FAILED && errno == EACCES);
    kt_true(client_mmap(&cl, 12288, PROT_READ, (off_t)mo.offset) == MAP_FAILED && errno == EINVAL);
    // Sharing: the other file's handle is the same memory, and importing at home gives the handle at home.
    struct drm_prime_handle p = {.handle = buf.handle, .flags = DRM_CLOEXEC | DRM_RDWR};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), 0);
    struct drm_prime_handle q = {.fd = p.fd};
    kt_eq(client_ioctl(&other, DRM_IOCTL_PRIME_FD_TO_HANDLE, &q), 0);
    r.handle = q.handle;
    out = 0;
    kt_eq(client_ioctl(&other, DRM_IOCTL_I915_GEM_PREAD, &r), 0);
    kt_eq(out, 0x11223344);
    q = (struct drm_prime_handle){.fd = p.fd};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_PRIME_FD_TO_HANDLE, &q), 0);
    kt_eq(q.handle, buf.handle);
    uint32_t *direct = mmap(NULL, 4096, PROT_READ, MAP_SHARED, p.fd, 0);
    kt_true(direct != MAP_FAILED && direct[25] == 0x11223344);
    munmap(direct, 4096);
    close(p.fd);
    REFUSED(EBADF, DRM_IOCTL_PRIME_FD_TO_HANDLE, GIVEN(struct drm_prime_handle, .fd = 9999));
    REFUSED(EINVAL, DRM_IOCTL_PRIME_FD_TO_HANDLE, GIVEN(struct drm_prime_handle, .fd = 1));
    REFUSED(ENOENT, DRM_IOCTL_PRIME_HANDLE_TO_FD, GIVEN(struct drm_prime_handle, .handle = 999));
    client_close_again(&other);
}
KT_TEST(memory)
{
    with_client(run_memory);
}

static void run_userptr(void)
{
    uint32_t *mine = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct drm_i915_gem_userptr u = {
        .user_ptr = (uintptr_t)mine, .user_size = 8192, .flags = I915_USERPTR_PROBE};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_USERPTR, &u), 0);
    struct buffer b = {.handle = u.handle, .size = 8192, .addr = 0x200000, .map = mine};
    struct words w = {buf.map, 0};
    store_dword(&w, b.addr + 4096, 99);
    emit(&w, MI_BATCH_BUFFER_END);
    kt_eq(client_exec(&cl, &buf, &b), 0);
    kt_eq(client_wait(&cl, &b, INT64_C(10000000000)), 0);
    kt_eq(mine[1024], 99);
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_MMAP_OFFSET,
            GIVEN(struct drm_i915_gem_mmap_offset, .handle = u.handle));
    REFUSED(EINVAL, DRM_IOCTL_PRIME_HANDLE_TO_FD, GIVEN(struct drm_prime_handle, .handle = u.handle));
    buffer_destroy(&cl, &b);
}
KT_TEST(userptr)
{
    with_client(run_userptr);
}

static void close_handle(uint32_t handle)
{
    struct drm_gem_close c = {.handle = handle};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_GEM_CLOSE, &c), 0);
}

static unsigned present(void *map, size_t size)
{
    static unsigned char page[2048];
    unsigned n = 0;
    kt_eq(mincore(map, size, page), 0);
    for (size_t i = 0; i < size / 4096; i++)
        n += page[i] & 1;
    return n;
}

// Of `size` bytes, without a page in the middle, which is gone or may not be written; then without a gap.
static void probe_userptr(size_t size)
{
    uint8_t *mine = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint8_t *gap = mine + size / 2 / 4096 * 4096;
    const struct drm_i915_gem_userptr probe = {
        .user_ptr = (uintptr_t)mine, .user_size = size, .flags = I915_USERPTR_PROBE};
    struct drm_i915_gem_userptr u = probe;
    munmap(gap, 4096);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_USERPTR, &u), -EFAULT);
    for (int prot = PROT_NONE; prot <= PROT_READ; prot += PROT_READ - PROT_NONE) {
        kt_true(mmap(gap, 4096, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == gap);
        u = probe;
        kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_USERPTR, &u), 0); // something is there
        close_handle(u.handle);
    }
    munmap(mine, size);
    kt_true(mmap(mine, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == mine);
    u = probe;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_USERPTR, &u), 0);
    kt_eq(present(mine, size), 0);
    close_handle(u.handle);
    munmap(mine, size);
}

// A probe finds out whether anything is mapped, not what may be done with it, and makes no page present.
static void run_userptr_probes(void)
{
    const struct drm_i915_gem_userptr none = {.user_ptr = 4096, .user_size = 4096};
    probe_userptr(4 << 10);
    probe_userptr(64 << 10);
    probe_userptr(8 << 20);
    // The rest is found by the first use.
    struct drm_i915_gem_userptr u = none;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_USERPTR, &u), 0);
    struct buffer b = {.handle = u.handle, .size = 4096, .addr = 0x200000};
    struct words w = {buf.map, 0};
    emit(&w, MI_BATCH_BUFFER_END);
    kt_eq(client_exec(&cl, &buf, &b), -EFAULT);
    buffer_destroy(&cl, &b);
}
KT_TEST(userptr_probes)
{
    with_client(run_userptr_probes);
}

// Memory that the GPU may only read: what it writes is dropped, and nothing is wrong.
static void run_read_only_userptr(void)
{
    uint32_t *mine = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    mine[5] = 71;
    mprotect(mine, 4096, PROT_READ);
    struct drm_i915_gem_userptr u = {
        .user_ptr = (uintptr_t)mine, .user_size = 4096, .flags = I915_USERPTR_PROBE};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_USERPTR, &u), 0);
    struct buffer written = {.handle = u.handle, .size = 4096, .addr = 0x200000};
    ((uint32_t *)buf.map)[0] = MI_BATCH_BUFFER_END;
    kt_eq(client_exec(&cl, &buf, &written), -EFAULT); // it is to be written
    close_handle(u.handle);
    u.flags |= I915_USERPTR_READ_ONLY;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_GEM_USERPTR, &u), 0);
    struct buffer b = {.handle = u.handle, .size = 4096, .addr = 0x200000, .map = mine};
    struct words w = {buf.map, 0};
    store_dword(&w, b.addr + 20, 99);
    store_dword(&w, buf.addr + 2048, 55); // which is come to
    emit(&w, MI_BATCH_BUFFER_END);
    kt_eq(client_exec(&cl, &buf, &b), 0);
    kt_eq(client_wait(&cl, &b, INT64_C(10000000000)), 0);
    kt_eq(mine[5], 71);
    kt_eq(((const uint32_t *)buf.map)[512], 55);
    buffer_destroy(&cl, &b);
    munmap(mine, 4096);
}
KT_TEST(read_only_userptr)
{
    with_client(run_read_only_userptr);
    client_device = "bdw";
    with_client(run_read_only_userptr);
    client_device = "skl";
}

static void run_no_read_only_userptr(void)
{
    static uint32_t mine[1024] __attribute__((aligned(4096)));
    REFUSED(ENODEV, DRM_IOCTL_I915_GEM_USERPTR,
            GIVEN(struct drm_i915_gem_userptr, .user_ptr = (uintptr_t)mine, .user_size = 4096,
                  .flags = I915_USERPTR_READ_ONLY));
}
KT_TEST(no_read_only_userptr)
{
    client_device = "icl";
    with_client(run_no_read_only_userptr);
    client_device = "tgl";
    with_client(run_no_read_only_userptr);
    client_device = "skl";
}

static void run_few_descriptors(void)
{
    // When descriptors are scarce, buffers do without: they work, but cannot be exported.
    enum { COUNT = 80 };
    struct rlimit before, few;
    struct buffer many[COUNT];
    getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = 60;
    setrlimit(RLIMIT_NOFILE, &few);
    unsigned exported = 0;
    for (unsigned i = 0; i < COUNT; i++)
        many[i] = buffer_create(&cl, 4096, 0x100000 + i * 4096);
    struct words w = {buf.map, 0};
    store_dword(&w, many[COUNT - 1].addr + 12, 4321);
    emit(&w, MI_BATCH_BUFFER_END);
    kt_eq(client_exec(&cl, &buf, &many[COUNT - 1]), 0);
    kt_eq(client_wait(&cl, &buf, INT64_C(10000000000)), 0);
    kt_eq(((uint32_t *)many[COUNT - 1].map)[3], 4321);
    for (unsigned i = 0; i < COUNT; i++) {
        struct drm_prime_handle p = {.handle = many[i].handle, .flags = DRM_CLOEXEC};
        if (!client_ioctl(&cl, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p)) {
            exported++;
            close(p.fd);
        } else {
            kt_eq(client_ioctl(&cl, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), -EMFILE);
        }
    }
    kt_true(exported > 10 && exported < 45);
    for (unsigned i = 0; i < COUNT; i++)
        buffer_destroy(&cl, &many[i]);
    setrlimit(RLIMIT_NOFILE, &before);
}
KT_TEST(few_descriptors)
{
    client_skip_on_node("i915's buffers have no descriptors");
    with_client(run_few_descriptors);
}

KT_MAIN()

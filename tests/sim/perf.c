// i915's interface to the observation unit: configurations, the one stream, and MI_REPORT_PERF_COUNT where
// nothing counts. What it counts is in counters.c and tests/vk/test_counters.c. Errors as Linux 6.1 gives
// them (kernel/i915/perf.c).
#include <poll.h>
#include <sys/ioctl.h>

#include "client.h"
#include "hw/oa.h"

static struct client cl;

#define GUID "01234567-89ab-cdef-0123-456789abcdef"
#define OTHER "01234567-89ab-cdef-0123-456789abcde0"

// A configuration of that name (36 characters, without an end).
static struct drm_i915_perf_oa_config named(const char *guid)
{
    struct drm_i915_perf_oa_config c = {0};
    memcpy(c.uuid, guid, sizeof(c.uuid));
    return c;
}

static int add(const char *guid, uint32_t reg)
{
    uint32_t flex[2] = {reg, 0x5004};
    struct drm_i915_perf_oa_config c = named(guid);
    c.n_flex_regs = 1;
    c.flex_regs_ptr = (uintptr_t)flex;
    return client_ioctl(&cl, DRM_IOCTL_I915_PERF_ADD_CONFIG, &c);
}

static int drop(uint64_t id)
{
    return client_ioctl(&cl, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &id);
}

static int open_with(uint32_t flags, const uint64_t (*properties)[2], uint32_t count)
{
    struct drm_i915_perf_open_param p = {
        .flags = flags, .num_properties = count, .properties_ptr = (uintptr_t)properties};
    return client_ioctl(&cl, DRM_IOCTL_I915_PERF_OPEN, &p);
}

enum { PROPERTIES = 5 };

// A stream that works, but for the property `id`, which has `value`; 0: none is left out or added.
static int open_but(uint64_t config, uint64_t id, uint64_t value)
{
    uint64_t p[PROPERTIES + 1][2] = {{DRM_I915_PERF_PROP_SAMPLE_OA, 1},
                                     {DRM_I915_PERF_PROP_OA_METRICS_SET, config},
                                     {DRM_I915_PERF_PROP_OA_FORMAT, I915_OA_FORMAT_A32u40_A4u32_B8_C8},
                                     {DRM_I915_PERF_PROP_OA_EXPONENT, 31},
                                     {DRM_I915_PERF_PROP_CTX_HANDLE, 0}};
    uint32_t n = PROPERTIES;
    for (uint32_t i = 0; i < PROPERTIES; i++)
        if (p[i][0] == id) {
            p[i][1] = value;
            id = 0;
        }
    if (id) {
        p[n][0] = id;
        p[n++][1] = value;
    }
    return open_with(I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK, p, n);
}

KT_TEST(configurations)
{
    if (!client_open(&cl))
        return;
    struct drm_i915_perf_oa_config none = named(GUID);
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_PERF_ADD_CONFIG, &none), -EINVAL);
    kt_eq(add("0123456789ab-cdef-0123-456789abcdef-", 0xe458), -EINVAL);
    kt_eq(add("01234567-89ag-cdef-0123-456789abcdef", 0xe458), -EINVAL);
    kt_eq(add(GUID, 0xe450), -EINVAL); // no flexible counter
    struct drm_i915_perf_oa_config nowhere = named(GUID);
    nowhere.n_flex_regs = 1;
    nowhere.flex_regs_ptr = 64;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_PERF_ADD_CONFIG, &nowhere), -EFAULT);
    int id = add(GUID, 0xe458);
    kt_ok(id > 1, "number %d", id);
    kt_eq(add(GUID, 0xe558), -EADDRINUSE);
    int other = add(OTHER, 0xe65c);
    kt_ok(other > 1 && other != id, "number %d", other);
    struct drm_i915_query_item item = {.query_id = DRM_I915_QUERY_PERF_CONFIG,
                                       .flags = DRM_I915_QUERY_PERF_CONFIG_LIST};
    struct drm_i915_query q = {.num_items = 1, .items_ptr = (uintptr_t)&item};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    uint8_t data[sizeof(struct drm_i915_query_perf_config) + 3 * sizeof(uint64_t)] = {0};
    struct drm_i915_query_perf_config *list = (void *)data;
    uint64_t ids[3];
    kt_eq(item.length, sizeof(data));
    item.data_ptr = (uintptr_t)data;
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    memcpy(ids, list + 1, sizeof(ids));
    kt_ok(list->n_configs == 3 && ids[0] == 1 && (int)ids[1] == id && (int)ids[2] == other,
          "both are listed");
    struct {
        struct drm_i915_query_perf_config head;
        struct drm_i915_perf_oa_config config;
    } one = {.head.config = (uint64_t)other};
    item = (struct drm_i915_query_item){.query_id = DRM_I915_QUERY_PERF_CONFIG,
                                        .flags = DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID,
                                        .length = sizeof(one),
                                        .data_ptr = (uintptr_t)&one};
    kt_eq(client_ioctl(&cl, DRM_IOCTL_I915_QUERY, &q), 0);
    kt_ok(!memcmp(one.config.uuid, OTHER, sizeof(one.config.uuid)), "and has its name");
    kt_eq(drop((uint64_t)id), 0);
    kt_eq(drop((uint64_t)id), -ENOENT);
    kt_eq(drop(0), -ENOENT);
    kt_eq(drop(1), -ENOENT);
    kt_eq(drop(UINT64_MAX), -ENOENT);
    kt_eq(drop(UINT64_C(1) << 32 | (unsigned)other), -ENOENT);
    kt_eq(open_but((uint64_t)id, 0, 0), -EINVAL);
    client_close(&cl);
}

KT_TEST(refused)
{
    if (!client_open(&cl))
        return;
    const uint64_t id = (uint64_t)add(GUID, 0xe458);
    kt_eq(open_but(id, DRM_I915_PERF_PROP_SAMPLE_OA, 0), -EINVAL);
    kt_eq(open_but(id, DRM_I915_PERF_PROP_OA_METRICS_SET, 0), -EINVAL);
    kt_eq(open_but(id, DRM_I915_PERF_PROP_OA_METRICS_SET, id + 7), -EINVAL);
    kt_eq(open_but(id, DRM_I915_PERF_PROP_OA_FORMAT, I915_OA_FORMAT_A13), -EINVAL);
    kt_eq(open_but(id, DRM_I915_PERF_PROP_OA_EXPONENT, 32), -EINVAL);
    if (!client_node()) // reports would come by themselves
        kt_eq(open_but(id, DRM_I915_PERF_PROP_OA_EXPONENT, 10), -EOPNOTSUPP);
    kt_eq(open_but(id, DRM_I915_PERF_PROP_CTX_HANDLE, 77), -ENOENT);
    kt_eq(open_but(id, 77, 0), -EINVAL);
    const uint64_t hold[2][2] = {{DRM_I915_PERF_PROP_SAMPLE_OA, 1}, {DRM_I915_PERF_PROP_HOLD_PREEMPTION, 1}};
    kt_eq(open_with(0, hold, 2), -EINVAL); // of which context?
    kt_eq(open_with(8, hold, 1), -EINVAL);
    kt_eq(open_with(0, hold, 0), -EINVAL);
    kt_eq(open_with(0, (const uint64_t(*)[2])64, 1), -EFAULT);
    kt_eq(drop(id), 0); // a kernel keeps it for all
    client_close(&cl);
}

KT_TEST(one_stream)
{
    if (!client_open(&cl))
        return;
    const uint64_t id = (uint64_t)add(GUID, 0xe458);
    int fd = open_but(id, 0, 0);
    kt_ok(fd >= 0, "a stream: %d", fd);
    kt_eq(open_but(id, 0, 0), -EBUSY);
    char nothing[64];
    kt_ok(read(fd, nothing, sizeof(nothing)) < 0 && errno == EAGAIN, "no reports come by themselves");
    kt_eq(client_fd_ioctl(&cl, fd, I915_PERF_IOCTL_DISABLE, NULL), 0);
    kt_eq(client_fd_ioctl(&cl, fd, I915_PERF_IOCTL_ENABLE, NULL), 0);
    kt_ok(client_fd_ioctl(&cl, fd, I915_PERF_IOCTL_CONFIG, (void *)(uintptr_t)id) > 0, "another programme");
    kt_eq(client_fd_ioctl(&cl, fd, I915_PERF_IOCTL_CONFIG, (void *)(uintptr_t)(id + 7)), -EINVAL);
    kt_eq(client_fd_ioctl(&cl, fd, _IO('i', 9), NULL), -EINVAL);
    int twin = dup(fd);
    close(fd);
    kt_eq(open_but(id, 0, 0), -EBUSY); // its other descriptor is there
    close(twin);
    fd = open_but(id, 0, 0);
    kt_ok(fd >= 0, "again: %d", fd);
    kt_eq(client_fd_ioctl(&cl, STDOUT_FILENO, I915_PERF_IOCTL_ENABLE, NULL), -ENOTTY);
    client_close(&cl); // before its stream
    close(fd);
}

// A report has its number, the time and the context; without a stream nothing is counted.
KT_TEST(report)
{
    if (!client_open(&cl))
        return;
    struct buffer batch = buffer_create(&cl, 4096, 0x10000), data = buffer_create(&cl, 4096, 0x20000);
    struct words w = {.dw = batch.map};
    memset(data.map, 0xab, 4096);
    emit(&w, 0x28u << 23 | 2);
    emit_addr(&w, data.addr + 64);
    emit(&w, 1234);
    emit(&w, 0x0a << 23);
    kt_eq(client_exec(&cl, &batch, &data), 0);
    kt_eq(client_wait(&cl, &batch, -1), 0);
    const uint32_t *r = (const uint32_t *)data.map + 16;
    kt_eq(r[-1], 0xabababab);
    kt_eq(r[KILN_OA_REPORT_ID], 1234);
    kt_ok(r[KILN_OA_TIMESTAMP] != 0xabababab && r[KILN_OA_TIMESTAMP], "a time");
    for (unsigned i = KILN_OA_CLOCKS; i < KILN_OA_REPORT_BYTES / 4; i++)
        kt_eq(r[i], 0);
    kt_eq(r[KILN_OA_REPORT_BYTES / 4], 0xabababab);
    buffer_destroy(&cl, &batch);
    buffer_destroy(&cl, &data);
    client_close(&cl);
}

// The places of a report's counters: 32 of 40 bits, with their high bytes apart, and four of 32.
KT_TEST(places)
{
    for (unsigned a = 0; a < KILN_OA_COUNTERS; a++) {
        uint32_t r[KILN_OA_REPORT_BYTES / 4] = {0};
        const uint64_t value = a < KILN_OA_WIDE ? UINT64_C(0xfedcba9876) : 0x98765432;
        kiln_oa_put(r, a, value);
        kt_eq(kiln_oa_get(r, a), value);
        for (unsigned b = 0; b < KILN_OA_COUNTERS; b++)
            if (b != a)
                kt_eq(kiln_oa_get(r, b), 0);
    }
    uint32_t r[KILN_OA_REPORT_BYTES / 4] = {0};
    r[4 + 7] = 5; // A7, and byte 7 behind dword 40
    ((uint8_t *)&r[40])[7] = 1;
    r[39] = 6; // A35
    kt_eq(kiln_oa_get(r, 7), UINT64_C(0x100000005));
    kt_eq(kiln_oa_get(r, 35), 6);
}

KT_MAIN()

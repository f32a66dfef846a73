// In a guest: streams of the observation unit, by the kernel's own perf interface. Reports come at the
// timer's periods, tell of contexts, and count what a program (KILN_TEST_OBSERVED) dispatches.
#include <poll.h>
#include <stdlib.h>

#include "hw/devinfo.h"
#include "hw/oa.h"
#include "hw/target.h"
#include "job.h"

enum { TIMER = 1 << 19, SWITCH = 1 << 22, MOST = 4096 };

static struct {
    uint32_t report[MOST][KILN_OA_REPORT_BYTES / 4];
    unsigned count, lost;
} seen;

static bool has_node(void)
{
    if (!node)
        node = open("/dev/dri/renderD128", O_RDWR);
    return kt_ok(node > 0, "no render node");
}

// A configuration of counters: which one does not matter to the chip.
static int configuration(void)
{
    static int id;
    uint32_t flexible[2] = {0xe458, 0};
    struct drm_i915_perf_oa_config c = {.n_flex_regs = 1, .flex_regs_ptr = (uintptr_t)flexible};
    memcpy(c.uuid, "6b696c6e-0000-0000-0000-000000000001", sizeof(c.uuid));
    if (!id)
        id = ioctl(node, DRM_IOCTL_I915_PERF_ADD_CONFIG, &c);
    return id;
}

static int open_stream(unsigned exponent, uint32_t only)
{
    uint64_t p[][2] = {{DRM_I915_PERF_PROP_SAMPLE_OA, 1},
                       {DRM_I915_PERF_PROP_OA_METRICS_SET, (uint64_t)configuration()},
                       {DRM_I915_PERF_PROP_OA_FORMAT, I915_OA_FORMAT_A32u40_A4u32_B8_C8},
                       {DRM_I915_PERF_PROP_OA_EXPONENT, exponent},
                       {DRM_I915_PERF_PROP_CTX_HANDLE, only}};
    struct drm_i915_perf_open_param o = {.flags = I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK,
                                         .num_properties = only ? 5 : 4,
                                         .properties_ptr = (uintptr_t)p};
    memset(&seen, 0, sizeof(seen));
    return ioctl(node, DRM_IOCTL_I915_PERF_OPEN, &o);
}

// What is there now.
static bool collect(int stream)
{
    static uint8_t bytes[1 << 20];
    ssize_t n = read(stream, bytes, sizeof(bytes));
    for (ssize_t at = 0; at < n;) {
        struct drm_i915_perf_record_header h;
        memcpy(&h, bytes + at, sizeof(h));
        if (h.type == DRM_I915_PERF_RECORD_SAMPLE && seen.count < MOST)
            memcpy(seen.report[seen.count++], bytes + at + sizeof(h), KILN_OA_REPORT_BYTES);
        seen.lost += h.type != DRM_I915_PERF_RECORD_SAMPLE;
        at += h.size;
    }
    return n > 0;
}

static void collect_until(int stream, uint32_t reason, unsigned count)
{
    for (unsigned found = 0; found < count && seen.count < MOST;) {
        struct pollfd p = {.fd = stream, .events = POLLIN};
        poll(&p, 1, -1);
        collect(stream);
        found = 0;
        for (unsigned i = 0; i < seen.count; i++)
            found += (seen.report[i][0] & reason) != 0;
    }
}

KT_TEST(the_timer_reports)
{
    enum { EXPONENT = 14, PERIOD = 2 << EXPONENT, REPORTS = 40 };
    int stream = has_node() ? open_stream(EXPONENT, 0) : -1;
    if (!kt_ok(stream >= 0, "no stream: %d", errno))
        return;
    collect_until(stream, TIMER, REPORTS);
    uint32_t last = 0;
    for (unsigned i = 0, n = 0; i < seen.count; i++) {
        const uint32_t *r = seen.report[i];
        if (!(r[KILN_OA_REPORT_ID] & TIMER))
            continue;
        if (n++)
            kt_eq(r[KILN_OA_TIMESTAMP] - last, PERIOD);
        last = r[KILN_OA_TIMESTAMP];
    }
    kt_eq(seen.lost, 0);
    close(stream);
}

static void run_both(struct job *a, struct job *b)
{
    for (unsigned i = 0; i < 4; i++) {
        store(a, DATA, i);
        store(b, DATA, i);
        kt_eq(run(a, I915_EXEC_RENDER), 0);
        kt_eq(run(b, I915_EXEC_RENDER), 0);
    }
}

// The different contexts that reports name.
static unsigned contexts_seen(uint32_t *first)
{
    uint32_t id[16];
    unsigned n = 0;
    for (unsigned i = 0; i < seen.count; i++) {
        uint32_t of = seen.report[i][KILN_OA_CONTEXT];
        unsigned k = 0;
        while (k < n && id[k] != of)
            k++;
        if (of != UINT32_MAX && k == n && n < 16)
            id[n++] = of;
    }
    *first = n ? id[0] : 0;
    return n;
}

KT_TEST(switches_are_reported)
{
    struct job a, b;
    uint32_t first;
    int stream = has_node() && make(&a) && make(&b) ? open_stream(20, 0) : -1;
    if (!kt_ok(stream >= 0, "no stream: %d", errno))
        return;
    run_both(&a, &b);
    collect_until(stream, SWITCH, 8);
    // Contexts that are never there together may have the same number.
    kt_ok(contexts_seen(&first) >= 1, "no context in %u reports", seen.count);
    close(stream);
}

KT_TEST(one_context_is_reported)
{
    struct job a, b;
    uint32_t first;
    int stream = has_node() && make(&a) && make(&b) ? open_stream(16, a.context) : -1;
    if (!kt_ok(stream >= 0, "no stream: %d", errno))
        return;
    run_both(&a, &b);
    collect_until(stream, SWITCH, 4);
    kt_eq(contexts_seen(&first), 1);
    close(stream);
}

// Counts of another process's dispatches, in reports of the timer alone.
KT_TEST(dispatches_are_counted)
{
    const char *program = getenv("KILN_TEST_OBSERVED"), *chip = getenv("KILN_TEST_CHIP");
    if (!program || !chip)
        return;
    const struct kiln_devinfo *info = kiln_devinfo_from_name(chip);
    int stream = has_node() ? open_stream(18, 0) : -1;
    if (!kt_ok(info && stream >= 0, "no stream: %d", errno))
        return;
    collect_until(stream, TIMER, 1);
    kt_eq(system(program), 0);
    unsigned before = seen.count, first;
    while (seen.count < before + 2) // what the engine did is in reports after that
        collect_until(stream, TIMER, seen.count + 1);
    kt_ok(kiln_oa_places(info, KILN_OA_THREADS, &first), "threads are not counted");
    uint64_t threads = 0;
    for (unsigned i = 0; i < kiln_oa_places(info, KILN_OA_THREADS, &first); i++)
        threads +=
            kiln_oa_get(seen.report[seen.count - 1], first + i) - kiln_oa_get(seen.report[0], first + i);
    kt_ok(threads > 0, "no thread in %u reports", seen.count);
    close(stream);
}

KT_MAIN()

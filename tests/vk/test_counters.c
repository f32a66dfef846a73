// VK_KHR_performance_query: the counters of every chip and those that the simulated device describes; what a
// query counts and what it leaves out; the same on the host and in a buffer; the same as KILN_SIM_STATS, at
// any number of host threads, and however a dispatch was cut.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "vkt.h"
#include "vkt_shared.h"
#include "vkt_spin.h"

enum { MOST = 128, GROUP = 256, GROUPS = 24 };

struct counters {
    VkPerformanceCounterKHR counter[MOST];
    VkPerformanceCounterDescriptionKHR text[MOST];
    uint32_t count;
};

#define PHYSICAL(name) ((PFN_##name)vkGetInstanceProcAddr(v->instance, #name))

static bool enumerate(struct vkt *v, struct counters *c)
{
    for (unsigned i = 0; i < MOST; i++) {
        c->counter[i] = (VkPerformanceCounterKHR){.sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_KHR};
        c->text[i] = (VkPerformanceCounterDescriptionKHR){
            .sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_DESCRIPTION_KHR};
    }
    PFN_vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR ask =
        PHYSICAL(vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR);
    uint32_t n = 0;
    vkt_ok(ask(v->physical, 0, &n, NULL, NULL));
    if (!kt_ok(n >= 2 && n <= MOST, "%u counters", n))
        return false;
    uint32_t fewer = n - 1;
    kt_eq(ask(v->physical, 0, &fewer, c->counter, c->text), VK_INCOMPLETE);
    kt_eq(fewer, n - 1);
    c->count = n;
    vkt_ok(ask(v->physical, 0, &c->count, c->counter, c->text));
    return c->count == n;
}

static uint32_t find(const struct counters *c, const char *name)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (!strcmp(c->text[i].name, name))
            return i;
    kt_ok(false, "there is no counter '%s'", name);
    return 0;
}

// Whether the observation unit counts, as far as Kiln knows the chip's.
static bool has_oa(const struct counters *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (!strncmp(c->text[i].name, "OA: ", 4))
            return true;
    return false;
}

// A pool of `queries`, which counts `n` counters, in this order; all of them if `which` is NULL.
static VkQueryPool make_pool(struct vkt *v, uint32_t queries, uint32_t n, const uint32_t *which)
{
    uint32_t all[MOST];
    for (uint32_t i = 0; i < MOST; i++)
        all[i] = i;
    VkQueryPoolPerformanceCreateInfoKHR what = {.sType =
                                                    VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR,
                                                .counterIndexCount = n,
                                                .pCounterIndices = which ? which : all};
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .pNext = &what,
                                  .queryType = VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR,
                                  .queryCount = queries};
    uint32_t passes = 0;
    PHYSICAL(vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR)(v->physical, &what, &passes);
    kt_eq(passes, 1);
    VkQueryPool pool = VK_NULL_HANDLE;
    vkt_ok(vkCreateQueryPool(v->device, &info, NULL, &pool));
    vkt_proc(v, vkResetQueryPoolEXT)(v->device, pool, 0, queries);
    return pool;
}

static void lock(struct vkt *v)
{
    VkAcquireProfilingLockInfoKHR info = {.sType = VK_STRUCTURE_TYPE_ACQUIRE_PROFILING_LOCK_INFO_KHR,
                                          .timeout = UINT64_MAX};
    vkt_ok(vkt_proc(v, vkAcquireProfilingLockKHR)(v->device, &info));
}

static void unlock(struct vkt *v)
{
    vkt_proc(v, vkReleaseProfilingLockKHR)(v->device);
}

struct world {
    struct vkt v;
    struct vkt_pipeline p;
    struct vkt_buffer b;
    struct counters c;
};

static const struct vkt_shader shared = {vkt_shared, sizeof(vkt_shared)};
static const struct vkt_shader spin = {vkt_spin, sizeof(vkt_spin)};
static const struct vkt_options plain = {0}, no_layer = {.no_validation = true};

// `shared` has two bindings, `spin` one and push constants.
static bool init(struct world *w, struct vkt_shader shader, const struct vkt_options *o)
{
    const bool is_spin = shader.code == vkt_spin;
    const uint32_t bindings = is_spin ? 1 : 2;
    const VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    const VkDescriptorType types[2] = {storage, storage};
    if (!vkt_init(&w->v, o) || !enumerate(&w->v, &w->c) ||
        !vkt_pipeline(&w->v, shader, bindings, types, is_spin ? 8 : 0, NULL, &w->p))
        return false;
    w->b = vkt_buffer(&w->v, 65536);
    for (uint32_t i = 0; i < bindings; i++)
        vkt_bind_buffer(&w->v, &w->p, i, storage, &w->b, i * 32768, 32768);
    return true;
}

static void finish(struct world *w)
{
    vkt_buffer_free(&w->v, &w->b);
    vkt_pipeline_free(&w->v, &w->p);
    vkt_finish(&w->v);
}

KT_TEST(described)
{
    struct vkt vkt, *v = &vkt;
    struct counters c;
    if (!vkt_init(v, NULL) || !enumerate(v, &c))
        return;
    kt_ok(c.count > 40, "%u counters", c.count);
    kt_eq(c.counter[find(&c, "GPU time")].unit, VK_PERFORMANCE_COUNTER_UNIT_NANOSECONDS_KHR);
    kt_eq(c.counter[find(&c, "Footprint read")].unit, VK_PERFORMANCE_COUNTER_UNIT_BYTES_KHR);
    kt_eq(c.counter[find(&c, "Clocks")].unit, VK_PERFORMANCE_COUNTER_UNIT_CYCLES_KHR);
    kt_eq(c.counter[find(&c, "Messages: untyped surface read")].unit,
          VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR);
    for (uint32_t i = 0; i < c.count; i++) {
        kt_eq(c.counter[i].scope, VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR);
        kt_eq(c.counter[i].storage, VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR);
        kt_ok(c.text[i].name[0] && c.text[i].category[0] && c.text[i].description[0], "texts of %u", i);
        for (uint32_t k = 0; k < i; k++)
            kt_ok(strcmp(c.text[i].name, c.text[k].name) != 0 &&
                      memcmp(c.counter[i].uuid, c.counter[k].uuid, VK_UUID_SIZE) != 0,
                  "%u and %u are told apart: %s", i, k, c.text[i].name);
    }
    vkt_finish(v);
}

// Of a dispatch that we know: the shader reverses groups of 256 dwords through shared memory.
KT_TEST(counted)
{
    static const struct {
        const char *name;
        uint64_t want; // of GROUPS groups; 0: only that there are some
    } known[] = {
        {"Compute shader invocations", GROUP * GROUPS},
        {"Thread groups", GROUPS},
        {"Dispatches", 1},
        {"Bytes read", GROUP * GROUPS * 4},
        {"Bytes written", GROUP * GROUPS * 4},
        {"Footprint read", GROUP * GROUPS * 4},
        {"Footprint written", GROUP * GROUPS * 4},
        {"Shared memory accesses", GROUP * GROUPS * 2},
        {"Atomic operations", 0},
        {"EU threads", 0},
        {"Instructions", 0},
        {"Clocks", 0},
        {"Messages", 0},
        {"Messages: barrier", 0},
        {"Messages: end of thread", 0},
        {"Messages: sampler", 0},
    };
    enum { KNOWN = sizeof(known) / sizeof(known[0]) };
    struct world w;
    struct vkt *v = &w.v;
    if (!init(&w, shared, &plain))
        return;
    uint32_t which[KNOWN];
    for (unsigned i = 0; i < KNOWN; i++)
        which[i] = find(&w.c, known[i].name);
    VkQueryPool pool = make_pool(v, 4, KNOWN, which);
    lock(v);
    VkCommandBuffer cmd = vkt_begin(v);
    vkt_bind(cmd, &w.p);
    vkCmdDispatch(cmd, 7, 1, 1); // counts for none
    vkt_barrier(cmd);
    for (uint32_t q = 0; q < 3; q++) { // q 2 has nothing
        vkCmdBeginQuery(cmd, pool, q, 0);
        for (uint32_t i = 0; i < q + 1 && q < 2; i++) {
            vkCmdDispatch(cmd, GROUPS, 1, 1);
            vkt_barrier(cmd);
        }
        vkCmdEndQuery(cmd, pool, q);
        vkt_barrier(cmd);
    }
    vkt_run(v, cmd);
    unlock(v);
    VkPerformanceCounterResultKHR out[4][KNOWN];
    vkt_ok(vkGetQueryPoolResults(v->device, pool, 0, 3, sizeof(out), out, sizeof(out[0]), 0));
    for (unsigned i = 0; i < KNOWN; i++) {
        const unsigned long long one = out[0][i].uint64, two = out[1][i].uint64, none = out[2][i].uint64;
        const bool absent = i == 8 || i == KNOWN - 1; // no atomics, no sampler
        kt_ok(known[i].want ? one == known[i].want
              : absent      ? !one
                            : one != 0,
              "%s: %llu", known[i].name, one);
        kt_ok(two == 2 * one, "%s: %llu of two dispatches", known[i].name, two);
        kt_ok(none == 0, "%s: %llu of none", known[i].name, none);
    }
    kt_eq(out[0][13].uint64, out[0][9].uint64); // a barrier a thread
    kt_eq(out[0][14].uint64, out[0][9].uint64);
    vkt_allow("VUID-vkGetQueryPoolResults-queryType-09441"); // of a query that never began
    kt_eq(vkGetQueryPoolResults(v->device, pool, 3, 1, sizeof(out[0]), out, sizeof(out[0]), 0), VK_NOT_READY);
    vkDestroyQueryPool(v->device, pool, NULL);
    finish(&w);
}

// Every counter at once, one twice; the time in both places; copies of those that are available, with a
// stride; the rest of the buffer stays. Without the layer, which wants all to be available.
KT_TEST(copied)
{
    struct world w;
    struct vkt *v = &w.v;
    if (!init(&w, shared, &no_layer))
        return;
    VkPhysicalDevicePerformanceQueryPropertiesKHR copies = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PERFORMANCE_QUERY_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              .pNext = &copies};
    vkGetPhysicalDeviceProperties2(v->physical, &properties);
    kt_true(copies.allowCommandBufferQueryCopies);
    const uint32_t n = w.c.count + 1;
    uint32_t which[MOST + 1];
    for (uint32_t i = 0; i < n; i++)
        which[i] = (i * 7 + 3) % w.c.count; // another order
    which[n - 1] = find(&w.c, "GPU time");
    enum { STRIDE = 2048, OFFSET = 64 };
    struct vkt_buffer to = vkt_buffer(v, 4 * STRIDE + OFFSET);
    memset(to.map, 0xab, to.size);
    VkQueryPool pool = make_pool(v, 4, n, which);
    lock(v);
    VkCommandBuffer cmd = vkt_begin(v);
    vkt_bind(cmd, &w.p);
    for (uint32_t q = 0; q < 4; q++) {
        if (q == 2)
            continue; // never available
        vkCmdBeginQuery(cmd, pool, q, 0);
        vkCmdDispatch(cmd, GROUPS - q, 1, 1);
        vkt_barrier(cmd);
        vkCmdEndQuery(cmd, pool, q);
    }
    vkCmdCopyQueryPoolResults(cmd, pool, 0, 4, to.buffer, OFFSET, STRIDE, 0);
    vkt_run(v, cmd);
    unlock(v);
    const uint8_t *bytes = to.map;
    unsigned spoilt = 0;
    for (unsigned i = 0; i < to.size; i++) {
        unsigned q = i < OFFSET ? 2 : (i - OFFSET) / STRIDE;
        spoilt += (i < OFFSET || q == 2 || (i - OFFSET) % STRIDE >= n * 8) && bytes[i] != 0xab;
    }
    kt_eq(spoilt, 0);
    for (uint32_t q = 0; q < 4; q++) {
        VkPerformanceCounterResultKHR out[MOST + 1];
        if (q == 2)
            continue;
        vkt_ok(vkGetQueryPoolResults(v->device, pool, q, 1, sizeof(out), out, sizeof(out), 0));
        kt_ok(!memcmp(out, bytes + OFFSET + q * STRIDE, n * 8), "query %u is the same in the buffer", q);
        kt_ok(out[n - 1].uint64 > 0 && out[n - 1].uint64 < 10000000000, "%llu ns",
              (unsigned long long)out[n - 1].uint64);
    }
    vkDestroyQueryPool(v->device, pool, NULL);
    vkt_buffer_free(v, &to);
    finish(&w);
}

// All counters but the time, of two dispatches, on a queue of the device that `o` asks for; in a buffer they
// are the same.
static bool measure_on(struct world *w, struct vkt_shader shader, uint32_t groups,
                       const struct vkt_options *o, uint32_t queue, VkPerformanceCounterResultKHR out[MOST])
{
    struct vkt *v = &w->v;
    if (!init(w, shader, o))
        return false;
    vkGetDeviceQueue(v->device, 0, queue, &v->queue);
    VkQueryPool pool = make_pool(v, 1, w->c.count, NULL);
    lock(v);
    VkCommandBuffer cmd = vkt_begin(v);
    vkt_bind(cmd, &w->p);
    if (shader.code == vkt_spin)
        vkCmdPushConstants(cmd, w->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (uint32_t[2]){200, 64});
    vkCmdBeginQuery(cmd, pool, 0, 0);
    vkCmdDispatch(cmd, groups, 1, 1);
    vkt_barrier(cmd);
    vkCmdDispatch(cmd, groups / 2, 1, 1);
    vkt_barrier(cmd);
    vkCmdEndQuery(cmd, pool, 0);
    vkt_run(v, cmd);
    unlock(v);
    vkt_ok(vkGetQueryPoolResults(v->device, pool, 0, 1, MOST * sizeof(*out), out, MOST * sizeof(*out), 0));
    struct vkt_buffer to = vkt_buffer(v, MOST * sizeof(*out));
    cmd = vkt_begin(v);
    vkCmdCopyQueryPoolResults(cmd, pool, 0, 1, to.buffer, 0, MOST * sizeof(*out), VK_QUERY_RESULT_WAIT_BIT);
    vkt_run(v, cmd);
    kt_ok(!memcmp(to.map, out, w->c.count * sizeof(*out)), "the same in the buffer");
    vkt_buffer_free(v, &to);
    out[find(&w->c, "GPU time")].uint64 = 0;
    vkDestroyQueryPool(v->device, pool, NULL);
    finish(w);
    return true;
}

static bool measure(struct world *w, struct vkt_shader shader, uint32_t groups,
                    VkPerformanceCounterResultKHR out[MOST])
{
    return measure_on(w, shader, groups, &plain, 0, out);
}

static void compare(const struct counters *c, const VkPerformanceCounterResultKHR *a,
                    const VkPerformanceCounterResultKHR *b, const char *what)
{
    unsigned some = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        some += a[i].uint64 != 0;
        kt_ok(a[i].uint64 == b[i].uint64, "%s: %s: %llu and %llu", what, c->text[i].name,
              (unsigned long long)a[i].uint64, (unsigned long long)b[i].uint64);
    }
    kt_ok(some > 15, "%s: %u counters have something", what, some);
}

// Of a device with several, each with a context of its own.
KT_TEST(any_queue)
{
    VkPerformanceCounterResultKHR out[2][MOST] = {0};
    struct world w;
    if (measure(&w, shared, GROUPS, out[0]) &&
        measure_on(&w, shared, GROUPS, &(struct vkt_options){.all_queues = true}, 2, out[1]))
        compare(&w.c, out[0], out[1], "the third queue");
}

KT_TEST(any_threads)
{
    static const char *const threads[] = {"1", "3", "8"};
    VkPerformanceCounterResultKHR out[3][MOST] = {0};
    struct world w;
    for (unsigned i = 0; i < 3; i++) {
        setenv("KILN_SIM_THREADS", threads[i], 1);
        if (!measure(&w, shared, GROUPS, out[i]))
            return;
        compare(&w.c, out[0], out[i], threads[i]);
    }
    unsetenv("KILN_SIM_THREADS");
}

// On a virtual clock that is slow, dispatches are cut into bounded requests.
KT_TEST(however_cut)
{
    enum { MANY = 4000 };
    VkPerformanceCounterResultKHR out[2][MOST] = {0};
    struct world w;
    char path[] = "/tmp/kiln-counters-XXXXXX";
    int fd = mkstemp(path);
    const char *device = getenv("KILN_DEVICE");
    const struct kiln_devinfo *chip =
        kiln_devinfo_simulated(device && !strncmp(device, "sim:", 4) ? device + 4 : "skl");
    char rate[16]; // a larger chip is as much faster
    snprintf(rate, sizeof(rate), "%u", 125000 * (chip ? chip->eus : 24));
    setenv("KILN_SIM_CLOCK", rate, 1);
    setenv("KILN_SIM_TOTALS", path, 1);
    bool ok = fd >= 0 && measure(&w, spin, MANY, out[0]);
    unsetenv("KILN_SIM_CLOCK");
    unsetenv("KILN_SIM_TOTALS");
    char text[1024] = "";
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
    const char *walkers = n ? strstr(text, "\"walkers\": ") : NULL;
    kt_ok(walkers && atoi(walkers + strlen("\"walkers\": ")) > 4, "it was cut: %s", text);
    if (ok && measure(&w, spin, MANY, out[1]))
        compare(&w.c, out[1], out[0], "cut");
    if (f)
        fclose(f);
    if (fd >= 0)
        close(fd);
    unlink(path);
}

// The file has the same numbers, by other ways: of the dispatch that the query was of.
KT_TEST(same_as_stats)
{
    const char *chip = getenv("KILN_DEVICE");
    // Units that load and store, in the place of data ports.
    const bool units = chip && (strstr(chip, "dg2") || strstr(chip, "bmg") || strstr(chip, "lnl"));
    const struct {
        const char *member, *name;
    } same[] = {
        {"\"instructions\": ", "Instructions"},
        {"\"simd8_instructions\": ", "SIMD8 instructions"},
        {"\"threads\": ", "EU threads"},
        {"\"footprint_read\": ", "Footprint read"},
        {units ? "\"store\": " : "\"untyped surface write\": ",
         units ? "Messages: store" : "Messages: untyped surface write"},
        {"\"conflict_clocks\": ", "Bank conflict clocks"},
        {"\"estimate\": {\"clocks\": ", "Clocks"},
    };
    char path[] = "/tmp/kiln-counters-XXXXXX";
    VkPerformanceCounterResultKHR out[MOST] = {0};
    struct world w;
    int fd = mkstemp(path);
    setenv("KILN_SIM_STATS", path, 1);
    bool ok = fd >= 0 && measure(&w, shared, GROUPS, out);
    unsetenv("KILN_SIM_STATS");
    FILE *f = fopen(path, "r");
    static char text[1 << 20];
    size_t n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
    text[n] = 0;
    char *dispatches = strstr(text, "\"dispatches\": [");
    char *copy = dispatches ? strstr(dispatches, "(query_counters)") : NULL;
    if (copy)
        *copy = 0; // the driver's own, when the query had ended
    for (unsigned i = 0; ok && i < sizeof(same) / sizeof(same[0]); i++) {
        double sum = 0;
        unsigned found = 0;
        for (const char *at = dispatches; at && (at = strstr(at, same[i].member)); found++) {
            at += strlen(same[i].member);
            // Opcodes have such a member too.
            const bool of_opcode =
                i == 0 && at - strlen(same[i].member) > text && at[-(long)strlen(same[i].member) - 1] == '{';
            sum += of_opcode ? 0 : (double)(uint64_t)(strtod(at, NULL) + 0.5);
        }
        kt_ok(found >= 2 && (uint64_t)sum == out[find(&w.c, same[i].name)].uint64, "%s: %.0f and %llu",
              same[i].name, sum, (unsigned long long)out[find(&w.c, same[i].name)].uint64);
    }
    if (f)
        fclose(f);
    if (fd >= 0)
        close(fd);
    unlink(path);
}

// The observation unit and the device's own counters count the same dispatches by other tables.
KT_TEST(same_as_oa)
{
    static const struct {
        const char *oa, *own;
    } same[] = {{"OA: compute threads", "EU threads"},
                {"OA: shader barriers", "Messages: barrier"},
                {"OA: shader memory accesses", "Cache lines of messages"},
                {"OA: shader atomics", "Atomic operations"},
                {"OA: GPU busy", "Clocks"}};
    VkPerformanceCounterResultKHR out[MOST] = {0};
    struct world w;
    if (!measure(&w, shared, GROUPS, out))
        return;
    if (!has_oa(&w.c))
        kt_skip("the device has no observation unit");
    for (unsigned i = 0; i < sizeof(same) / sizeof(same[0]); i++)
        kt_eq(out[find(&w.c, same[i].oa)].uint64, out[find(&w.c, same[i].own)].uint64);
    const uint64_t groups = GROUPS + GROUPS / 2, active = out[find(&w.c, "OA: EU active")].uint64;
    kt_eq(out[find(&w.c, "OA: shared memory read")].uint64, groups * GROUP * 4);
    kt_eq(out[find(&w.c, "OA: shared memory written")].uint64, groups * GROUP * 4);
    kt_ok(active && active <= out[find(&w.c, "FPU pipe clocks")].uint64 +
                                  out[find(&w.c, "Extended math clocks")].uint64,
          "%llu clocks", (unsigned long long)active);
    kt_ok(out[find(&w.c, "OA: thread clocks")].uint64 > active, "threads wait as well");
}

// One in the machine has the observation unit at a time: who comes second waits, until the first gives it
// back or is gone.
KT_TEST(one_at_a_time)
{
    struct vkt a, b;
    VkAcquireProfilingLockInfoKHR now = {.sType = VK_STRUCTURE_TYPE_ACQUIRE_PROFILING_LOCK_INFO_KHR};
    if (!vkt_init(&a, NULL) || !vkt_init(&b, NULL))
        return;
    for (unsigned i = 0; i < 3; i++) {
        lock(&a);
        kt_eq(vkt_proc(&b, vkAcquireProfilingLockKHR)(b.device, &now), VK_TIMEOUT);
        now.timeout = 3000000;
        kt_eq(vkt_proc(&b, vkAcquireProfilingLockKHR)(b.device, &now), VK_TIMEOUT);
        unlock(&a);
        lock(&b);
        kt_eq(vkt_proc(&a, vkAcquireProfilingLockKHR)(a.device, &now), VK_TIMEOUT);
        unlock(&b);
    }
    lock(&b);
    vkt_finish(&b);
    lock(&a);
    unlock(&a);
    vkt_finish(&a);
}

// The simulated machine that checks does not count: what every chip has is left.
KT_TEST(none_while_checking)
{
    struct vkt vkt, *v = &vkt;
    struct counters c;
    setenv("KILN_SIM_CHECK", "oob", 1);
    if (vkt_init(v, NULL) && enumerate(v, &c)) {
        kt_eq(c.count, 2);
        vkt_finish(v);
    }
    unsetenv("KILN_SIM_CHECK");
}

KT_MAIN()

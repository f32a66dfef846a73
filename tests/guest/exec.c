// In a guest: batches by execbuffer2 on the render node, through the guest's own i915. What is written comes
// back, a batch that hangs is found and costs its own context only.
#include "job.h"

static bool has_node(void)
{
    if (!node)
        node = open("/dev/dri/renderD128", O_RDWR);
    return kt_ok(node > 0, "no render node");
}

KT_TEST(the_scheduler_works)
{
    // A kernel that gave the chip up lets nobody wait for it; before Gen8 there is no scheduler.
    kt_ok(has_node() && !ioctl(node, DRM_IOCTL_I915_GEM_THROTTLE), "wedged");
    kt_ok(is_narrow() || parameter(I915_PARAM_HAS_SCHEDULER) & I915_SCHEDULER_CAP_ENABLED, "no scheduler");
    kt_ok(parameter(I915_PARAM_EU_TOTAL) > 0 && parameter(I915_PARAM_SUBSLICE_TOTAL) > 0, "fuses");
}

KT_TEST(engines_store)
{
    static const uint64_t engines[] = {I915_EXEC_RENDER, I915_EXEC_BLT, I915_EXEC_BSD, I915_EXEC_VEBOX};
    struct job j;
    if (!has_node() || !make(&j))
        return;
    for (unsigned round = 0; round < 40; round++) {
        uint32_t value = 0xc0ffee00 + round, at = round * 68 % 16384;
        store(&j, DATA + 4 * at, value);
        kt_eq(run(&j, engines[round % 4]), 0);
        kt_eq(j.out[at], value);
    }
}

KT_TEST(contexts_have_spaces_of_their_own)
{
    struct job a, b;
    if (!has_node() || !make(&a) || !make(&b))
        return;
    for (unsigned round = 0; round < 8; round++) {
        store(&a, DATA + 64, 100 + round);
        store(&b, DATA + 64, 200 + round);
        kt_eq(run(&a, I915_EXEC_RENDER), 0);
        kt_eq(run(&b, I915_EXEC_RENDER), 0);
        kt_eq(a.out[16], 100 + round);
        kt_eq(b.out[16], 200 + round);
    }
}

static bool set_power(const char *name, const char *value)
{
    char path[128];
    snprintf(path, sizeof(path), "/sys/bus/pci/devices/0000:00:02.0/power/%s", name);
    FILE *f = fopen(path, "w");
    bool ok = f && fputs(value, f) >= 0;
    return f && !fclose(f) && ok;
}

static bool is_suspended(void)
{
    char status[32] = "";
    FILE *f = fopen("/sys/bus/pci/devices/0000:00:02.0/power/runtime_status", "r");
    if (f && !fgets(status, sizeof(status), f))
        status[0] = 0;
    if (f)
        fclose(f);
    return !strncmp(status, "suspended", 9);
}

// The driver puts an idle chip to sleep, and wakes it for work.
KT_TEST(a_suspended_chip_wakes)
{
    struct job j;
    if (!has_node() || !make(&j))
        return;
    if (!set_power("control", "auto") || !set_power("autosuspend_delay_ms", "0"))
        kt_skip("no runtime power management");
    for (unsigned i = 0; i < 2000 && !is_suspended(); i++)
        usleep(10000);
    if (!kt_ok(is_suspended(), "the driver keeps the chip awake"))
        return;
    store(&j, DATA + 4, 0xa3a4e);
    kt_eq(run(&j, I915_EXEC_RENDER), 0);
    kt_eq(j.out[1], 0xa3a4e);
    set_power("autosuspend_delay_ms", "10000");
}

KT_TEST(an_illegal_command_is_reset)
{
    static const uint32_t words[] = {ILLEGAL, NOOP, END};
    struct job bad, good;
    if (!has_node() || !make(&bad) || !make(&good))
        return;
    memcpy(bad.commands, words, sizeof(words));
    if (is_narrow()) { // where the kernel's parser meets such a command first: a batch that does not end
        const uint32_t loop[] = {JUMP, (uint32_t)BATCH, END};
        memcpy(bad.commands, loop, sizeof(loop));
    }
    run(&bad, I915_EXEC_RENDER);
    struct drm_i915_reset_stats stats = {.ctx_id = bad.context};
    kt_eq(ioctl(node, DRM_IOCTL_I915_GET_RESET_STATS, &stats), 0);
    kt_ok(stats.batch_active > 0, "the context is not found guilty");
    store(&good, DATA, 0x600d);
    kt_eq(run(&good, I915_EXEC_RENDER), 0);
    kt_eq(good.out[0], 0x600d);
}

// A batch that never ends, by jumps or because what it waits for never comes, lets others have the engine,
// and ends when its context does.
static void is_preempted(const uint32_t *words, size_t size)
{
    struct job bad, good;
    if (!has_node() || !make(&bad) || !make(&good))
        return;
    if (!(parameter(I915_PARAM_HAS_SCHEDULER) & I915_SCHEDULER_CAP_PREEMPTION))
        kt_skip("the chip's contexts are not preempted");
    struct drm_i915_gem_context_param p = {
        .ctx_id = bad.context, .param = I915_CONTEXT_PARAM_PERSISTENCE, .value = 0};
    kt_eq(ioctl(node, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
    memcpy(bad.commands, words, size);
    kt_eq(submit(&bad, I915_EXEC_RENDER), 0);
    for (uint32_t round = 0; round < 3; round++) {
        store(&good, DATA, 0x600d + round);
        kt_eq(run(&good, I915_EXEC_RENDER), 0);
        kt_eq(good.out[0], 0x600d + round);
    }
    struct drm_i915_reset_stats stats = {.ctx_id = bad.context};
    kt_eq(ioctl(node, DRM_IOCTL_I915_GET_RESET_STATS, &stats), 0);
    kt_eq(stats.batch_active, 0);
    struct drm_i915_gem_context_destroy d = {.ctx_id = bad.context};
    kt_eq(ioctl(node, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &d), 0);
    wait_for(&bad);
    kt_eq(run(&good, I915_EXEC_RENDER), 0);
}

KT_TEST(an_endless_batch_is_preempted)
{
    const uint32_t words[] = {CHECK, JUMP, (uint32_t)BATCH, (uint32_t)(BATCH >> 32)};
    is_preempted(words, sizeof(words));
}

KT_TEST(a_waiting_batch_is_preempted)
{
    // MI_SEMAPHORE_WAIT, polling, until the data's last dword is 1.
    enum { WAIT = 0x1c << 23 | 1 << 15 | 4 << 12 | 2 };
    const uint32_t words[] = {WAIT, 1, (uint32_t)DATA + 65532, (uint32_t)(DATA >> 32), END, NOOP};
    is_preempted(words, sizeof(words));
}

KT_MAIN()

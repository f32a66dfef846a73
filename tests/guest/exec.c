// In a guest: batches by execbuffer2 on the render node, through the guest's own i915. What is written comes
// back, a batch that hangs is found and costs its own context only.
#include <errno.h>
#include <fcntl.h>
#include <i915_drm.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kt.h"

enum {
    NOOP = 0,
    CHECK = 0x05 << 23, // MI_ARB_CHECK
    END = 0x0a << 23,
    STORE = 0x20 << 23 | 2,
    JUMP = 0x31 << 23 | 1 << 8 | 1,
    ILLEGAL = 0x7fff0000
};
#define DATA UINT64_C(0x200000000)
#define BATCH UINT64_C(0x100000)

static int node;

static int parameter(int which)
{
    int value = -1;
    struct drm_i915_getparam g = {which, &value};
    return ioctl(node, DRM_IOCTL_I915_GETPARAM, &g) ? -errno : value;
}

static uint32_t create(uint64_t size, void **map)
{
    struct drm_i915_gem_create c = {.size = size};
    *map = NULL;
    if (ioctl(node, DRM_IOCTL_I915_GEM_CREATE, &c))
        return 0;
    struct drm_i915_gem_mmap_offset m = {.handle = c.handle, .flags = I915_MMAP_OFFSET_WB};
    if (ioctl(node, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &m)) {
        m.flags = I915_MMAP_OFFSET_FIXED; // of a chip with memory of its own
        if (ioctl(node, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &m))
            return 0;
    }
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, node, (off_t)m.offset);
    *map = p == MAP_FAILED ? NULL : p;
    return c.handle;
}

static uint32_t context(void)
{
    struct drm_i915_gem_context_create c = {0};
    return ioctl(node, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &c) ? 0 : c.ctx_id;
}

struct job {
    uint32_t data, batch, context;
    uint32_t *out, *commands;
};

static bool make(struct job *j)
{
    void *out, *commands;
    j->data = create(65536, &out);
    j->batch = create(4096, &commands);
    j->out = out;
    j->commands = commands;
    j->context = context();
    return kt_ok(out && commands && j->context, "buffers and a context");
}

static int submit(struct job *j, uint64_t engine)
{
    struct drm_i915_gem_exec_object2 o[2] = {
        {.handle = j->data,
         .offset = DATA,
         .flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_SUPPORTS_48B_ADDRESS | EXEC_OBJECT_WRITE},
        {.handle = j->batch, .offset = BATCH, .flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_SUPPORTS_48B_ADDRESS},
    };
    struct drm_i915_gem_execbuffer2 e = {.buffers_ptr = (uintptr_t)o,
                                         .buffer_count = 2,
                                         .batch_len = 4096,
                                         .flags = engine | I915_EXEC_NO_RELOC};
    i915_execbuffer2_set_context_id(e, j->context);
    return ioctl(node, DRM_IOCTL_I915_GEM_EXECBUFFER2, &e) ? -errno : 0;
}

static int wait_for(const struct job *j)
{
    struct drm_i915_gem_wait w = {.bo_handle = j->data, .timeout_ns = -1}; // i915's own timers end what hangs
    return ioctl(node, DRM_IOCTL_I915_GEM_WAIT, &w) ? -errno : 0;
}

static int run(struct job *j, uint64_t engine)
{
    int error = submit(j, engine);
    return error ? error : wait_for(j);
}

static void store(struct job *j, uint64_t address, uint32_t value)
{
    const uint32_t words[] = {STORE, (uint32_t)address, (uint32_t)(address >> 32), value, END, NOOP};
    memcpy(j->commands, words, sizeof(words));
}

static bool has_node(void)
{
    if (!node)
        node = open("/dev/dri/renderD128", O_RDWR);
    return kt_ok(node > 0, "no render node");
}

KT_TEST(the_scheduler_works)
{
    // A kernel that gave the chip up has no scheduler.
    kt_ok(has_node() && parameter(I915_PARAM_HAS_SCHEDULER) & I915_SCHEDULER_CAP_ENABLED, "wedged");
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
    if (!is_suspended()) // after other work i915 may hold engines for longer
        kt_skip("the driver keeps the chip awake");
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
    static const uint32_t words[] = {CHECK, JUMP, (uint32_t)BATCH, (uint32_t)(BATCH >> 32)};
    is_preempted(words, sizeof(words));
}

KT_TEST(a_waiting_batch_is_preempted)
{
    // MI_SEMAPHORE_WAIT, polling, until the data's last dword is 1.
    enum { WAIT = 0x1c << 23 | 1 << 15 | 4 << 12 | 2 };
    static const uint32_t words[] = {WAIT, 1, (uint32_t)DATA + 65532, (uint32_t)(DATA >> 32), END, NOOP};
    is_preempted(words, sizeof(words));
}

KT_MAIN()

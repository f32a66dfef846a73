// In a guest: hangs, resets, contexts made and lost, and memory pressure, for so many seconds (argv[1]; seed:
// argv[2]). Whatever happens, work of others is right, and what is lost is told: any difference ends it.
// Prints how often it did what.
#include <time.h>

#include "job.h"

enum { ENGINES = 4, BIG = 48 };
static const uint64_t engines[ENGINES] = {I915_EXEC_RENDER, I915_EXEC_BLT, I915_EXEC_BSD, I915_EXEC_VEBOX};

// i915 reads Gen9's batches for the copy engine before they run, and refuses these there.
static const uint64_t unread[] = {I915_EXEC_RENDER, I915_EXEC_BSD, I915_EXEC_VEBOX};

static uint64_t seed = 1;

static uint32_t draw(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

static unsigned count_of[8];
static const char *const what[8] = {"stores",          "illegal commands", "endless batches",
                                    "waiting batches", "contexts dropped", "evictions",
                                    "userptrs",        "resets seen"};

static void close_handle(uint32_t handle)
{
    struct drm_gem_close c = {.handle = handle};
    kt_eq(ioctl(node, DRM_IOCTL_GEM_CLOSE, &c), 0);
}

static void destroy_context(uint32_t id)
{
    struct drm_i915_gem_context_destroy d = {.ctx_id = id};
    kt_eq(ioctl(node, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &d), 0);
}

static void finish(struct job *j)
{
    if (j->context)
        destroy_context(j->context);
    munmap(j->out, 65536);
    munmap(j->commands, 4096);
    close_handle(j->data);
    close_handle(j->batch);
}

static bool guilty(uint32_t context)
{
    struct drm_i915_reset_stats stats = {.ctx_id = context};
    return !ioctl(node, DRM_IOCTL_I915_GET_RESET_STATS, &stats) && stats.batch_active;
}

// A store of its own must be right at any time.
static void good(void)
{
    struct job j;
    if (!make(&j))
        return;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t value = draw(UINT32_MAX), place = draw(16384);
        store(&j, DATA + 4 * place, value);
        kt_eq(run(&j, engines[draw(ENGINES)]), 0);
        kt_eq(j.out[place], value);
        count_of[0]++;
    }
    finish(&j);
}

static void illegal(void)
{
    static const uint32_t words[] = {ILLEGAL, NOOP, END};
    struct job j;
    if (!make(&j))
        return;
    memcpy(j.commands, words, sizeof(words));
    run(&j, unread[draw(3)]);
    kt_ok(guilty(j.context), "an illegal command was not told");
    count_of[1]++;
    count_of[7]++;
    finish(&j);
}

// Ends with its context, which does not outlive its handle.
static void dropped(const uint32_t *words, size_t size, unsigned counter)
{
    struct job j;
    if (!make(&j))
        return;
    struct drm_i915_gem_context_param p = {.ctx_id = j.context, .param = I915_CONTEXT_PARAM_PERSISTENCE};
    kt_eq(ioctl(node, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
    memcpy(j.commands, words, size);
    kt_eq(submit(&j, unread[draw(3)]), 0);
    if (draw(2))
        good(); // beside it
    destroy_context(j.context);
    j.context = 0;
    kt_eq(wait_for(&j), 0);
    count_of[counter]++;
    count_of[4]++;
    finish(&j);
}

static void endless(void)
{
    static const uint32_t words[] = {JUMP, (uint32_t)BATCH, (uint32_t)(BATCH >> 32), END};
    dropped(words, sizeof(words), 2);
}

static void waiting(void)
{
    enum { WAIT = 0x1c << 23 | 1 << 15 | 4 << 12 | 2 };
    static const uint32_t words[] = {WAIT, 1, (uint32_t)DATA + 65532, (uint32_t)(DATA >> 32), END, NOOP};
    dropped(words, sizeof(words), 3);
}

// More buffers than a while ago, at addresses that others had, touched by both: what is evicted comes back.
static void pressure(void)
{
    struct job j;
    void *map[BIG] = {0};
    uint32_t handle[BIG] = {0};
    if (!make(&j))
        return;
    const uint64_t size = (uint64_t)(1 + draw(8)) << 20;
    for (unsigned i = 0; i < BIG; i++)
        if ((handle[i] = create(size, &map[i])) && map[i])
            ((uint32_t *)map[i])[i] = i + 1;
    uint32_t own = j.data, *out = j.out;
    for (unsigned i = 0; i < BIG; i++) {
        if (!map[i])
            continue;
        j.data = handle[i];
        store(&j, DATA + size - 4, 0xb16 + i);
        kt_eq(run(&j, engines[draw(ENGINES)]), 0);
        count_of[5]++;
    }
    for (unsigned i = 0; i < BIG; i++) {
        if (!map[i])
            continue;
        kt_eq(((uint32_t *)map[i])[i], i + 1);
        kt_eq(((uint32_t *)map[i])[size / 4 - 1], 0xb16 + i);
        munmap(map[i], size);
        close_handle(handle[i]);
    }
    j.data = own;
    j.out = out;
    finish(&j);
}

static void user_memory(void)
{
    struct job j;
    uint32_t *mine = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct drm_i915_gem_userptr u = {.user_ptr = (uintptr_t)mine, .user_size = 65536};
    if (!make(&j))
        return;
    kt_eq(ioctl(node, DRM_IOCTL_I915_GEM_USERPTR, &u), 0);
    uint32_t own = j.data, place = draw(16384), value = draw(UINT32_MAX);
    j.data = u.handle;
    store(&j, DATA + 4 * place, value);
    kt_eq(run(&j, engines[draw(ENGINES)]), 0);
    kt_eq(mine[place], value);
    munmap(mine, 65536); // before its handle goes
    close_handle(u.handle);
    j.data = own;
    count_of[6]++;
    finish(&j);
}

// Hangs are found by i915's heartbeats: more of them find more hangs.
static void hurry(void)
{
    static const char *const engine[] = {"rcs0", "bcs0", "vcs0", "vecs0"};
    static const char *const timer[] = {"heartbeat_interval_ms", "preempt_timeout_ms"};
    for (unsigned i = 0; i < 8; i++) {
        char path[128];
        snprintf(path, sizeof(path), "/sys/class/drm/card0/engine/%s/%s", engine[i / 2], timer[i % 2]);
        FILE *f = fopen(path, "w");
        if (f) {
            fputs(i % 2 ? "100" : "200", f);
            fclose(f);
        }
    }
}

int main(int argc, char **argv)
{
    static void (*const acts[])(void) = {good, good, illegal, endless, waiting, pressure, user_memory};
    long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 60;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    time_t end = time(NULL) + seconds, next = 0;
    hurry();
    node = open("/dev/dri/renderD128", O_RDWR);
    while (node >= 0 && !kt_failures && time(NULL) < end) {
        // A file that has hung often gets no contexts any more: another client.
        close(node);
        node = open("/dev/dri/renderD128", O_RDWR);
        for (unsigned i = 0; i < 3 && !kt_failures; i++)
            acts[draw(sizeof(acts) / sizeof(acts[0]))]();
        if (time(NULL) < next)
            continue;
        next = time(NULL) + 60;
        for (unsigned i = 0; i < 8; i++)
            printf("%u %s%s", count_of[i], what[i], i < 7 ? ", " : "\n");
        fflush(stdout);
    }
    for (unsigned i = 0; i < 8; i++)
        printf("%u %s%s", count_of[i], what[i], i < 7 ? ", " : "\n");
    printf("%s\n", node >= 0 && !kt_failures ? "nothing was lost" : "FAILED");
    return node < 0 || kt_failures;
}

// In a guest: hangs, resets, contexts made and lost, and memory pressure, by several processes at once, until
// the engines have hung so often (argv[1], 40; seed: argv[2]). Whatever happens, work of others is right, and
// what is lost is told: any difference ends it. Prints each minute how often it did what.
//
//     ./dev guest --option error_capture=0 -- build/tests/guest/test-guest-soak 10000
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
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

enum event { STORES, ILLEGALS, ENDLESS, WAITS, DROPPED, EVICTIONS, USERPTRS, LOST, EVENTS };
static const char *const what[EVENTS] = {"stores",          "illegal commands", "endless batches",
                                         "waiting batches", "contexts dropped", "evictions",
                                         "userptrs",        "lost, and told"};

// Of all processes.
static struct {
    atomic_uint count[EVENTS];
    atomic_bool over;
} *shared;

static void count(enum event e)
{
    atomic_fetch_add(&shared->count[e], 1);
}

// Batches for which an engine was reset.
static unsigned hangs(void)
{
    return shared->count[ILLEGALS] + shared->count[ENDLESS];
}

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

// What a batch of the context was to store is there, or the kernel says that it lost a batch of it: where a
// heartbeat is late, which it is on a loaded machine, all that has begun on the engine is taken for hung.
static bool is_there(const struct job *j, uint32_t got, uint32_t value)
{
    struct drm_i915_reset_stats stats = {.ctx_id = j->context};
    if (got == value || ioctl(node, DRM_IOCTL_I915_GET_RESET_STATS, &stats) ||
        !(stats.batch_active | stats.batch_pending))
        return kt_eq(got, value);
    count(LOST);
    return false;
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
        count(STORES);
        if (!is_there(&j, j.out[place], value))
            break;
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
    count(ILLEGALS);
    finish(&j);
}

// Ends with its context, which does not outlive its handle.
static void dropped(const uint32_t *words, size_t size, enum event event)
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
    count(event);
    count(DROPPED);
    finish(&j);
}

static void endless(void)
{
    const uint32_t words[] = {JUMP, (uint32_t)BATCH, (uint32_t)(BATCH >> 32), END};
    dropped(words, sizeof(words), ENDLESS);
}

static void waiting(void)
{
    enum { WAIT = 0x1c << 23 | 1 << 15 | 4 << 12 | 2 };
    const uint32_t words[] = {WAIT, 1, (uint32_t)DATA + 65532, (uint32_t)(DATA >> 32), END, NOOP};
    dropped(words, sizeof(words), WAITS);
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
        count(EVICTIONS);
    }
    for (unsigned i = 0; i < BIG; i++) {
        if (!map[i])
            continue;
        kt_eq(((uint32_t *)map[i])[i], i + 1);
        is_there(&j, ((uint32_t *)map[i])[size / 4 - 1], 0xb16 + i);
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
    is_there(&j, mine[place], value);
    munmap(mine, 65536); // before its handle goes
    close_handle(u.handle);
    j.data = own;
    count(USERPTRS);
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

static bool open_node(void)
{
    node = open("/dev/dri/renderD128", O_RDWR);
    return kt_ok(node >= 0, "no render node");
}

// A process of its own, until all are to end. 0: nothing was lost.
static int work(uint64_t own_seed)
{
    static void (*const acts[])(void) = {good,    illegal, illegal, illegal,    endless,
                                         endless, endless, waiting, user_memory};
    enum { PRESSURE = 40 }; // one act in so many: it takes a hundred times as long as others
    seed = own_seed;
    while (!atomic_load(&shared->over) && !kt_failures && open_node()) {
        for (unsigned i = 0; i < 3 && !kt_failures; i++)
            draw(PRESSURE) ? acts[draw(sizeof(acts) / sizeof(acts[0]))]() : pressure();
        close(node); // a file that has hung often gets no contexts any more
    }
    return kt_failures != 0;
}

static void report(time_t since)
{
    printf("%ld s, %u hangs:", (long)(time(NULL) - since), hangs());
    for (unsigned i = 0; i < EVENTS; i++)
        printf("%s %u %s", i ? "," : "", shared->count[i], what[i]);
    printf("\n");
    fflush(stdout);
}

// Whether a process has ended, as all do when one has failed.
static bool wait_for_end(bool *failed, int flags)
{
    int status = 0;
    if (waitpid(-1, &status, flags) <= 0)
        return false;
    *failed |= status != 0;
    return true;
}

int main(int argc, char **argv)
{
    enum { WORKERS = 4, MINUTE = 60 };
    const unsigned goal = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 40;
    const uint64_t first_seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const time_t since = time(NULL);
    bool failed = false;
    unsigned workers = 0;
    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    hurry();
    for (; workers < WORKERS; workers++)
        if (!fork())
            return work(first_seed * WORKERS + workers);
    for (time_t next = since + MINUTE; hangs() < goal && !failed;) {
        workers -= wait_for_end(&failed, WNOHANG);
        usleep(50000);
        if (time(NULL) >= next) {
            report(since);
            next += MINUTE;
        }
    }
    atomic_store(&shared->over, true);
    while (workers && wait_for_end(&failed, 0))
        workers--;
    report(since);
    printf("%s 1 - soak\n1..1\n", failed ? "not ok" : "ok");
    return failed;
}

// What another process may do with the memory that it shares with us: buffers and syncobjs by descriptor. It
// may write anything at any time, hold the lock for ever, hand over memory that it can take away again. None
// of that is more than a semaphore that signals or fails.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kt.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/drm/device.h"
#include "sim/sync/memfd.h"
#include "sim/sync/shared_sync.h"

static uint64_t state = 1;

static uint32_t next(void)
{
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(z ^ (z >> 31));
}

// The peer's view of a syncobj.
struct peer {
    int fd;
    uint32_t *map;
    size_t size;
    atomic_bool stop;
};

static bool peer_open(struct peer *p, struct sim_shared *s)
{
    struct stat st;
    p->fd = sim_shared_fd(s);
    atomic_init(&p->stop, false);
    if (!kt_ok(p->fd >= 0 && !fstat(p->fd, &st), "no descriptor"))
        return false;
    p->size = (size_t)st.st_size;
    p->map = mmap(NULL, p->size, PROT_READ | PROT_WRITE, MAP_SHARED, p->fd, 0);
    return kt_ok(p->map != MAP_FAILED, "the peer cannot map it");
}

static void peer_close(struct peer *p)
{
    munmap(p->map, p->size);
    close(p->fd);
}

enum { LOCK = 2 }; // word of the page: struct page in shared_sync.c

// One of what a program does with a syncobj. All of it returns.
static void use(struct sim_shared *s, unsigned n)
{
    struct sim_fence *f = NULL;
    uint64_t reached, submitted;
    switch (n % 6) {
    case 0:
        f = n & 8 ? sim_fence_create() : sim_fence_create_signaled();
        sim_shared_add_point(s, next() % 300, f);
        break;
    case 1:
        if (sim_shared_find(s, next() % 300, &f))
            f = NULL;
        break;
    case 2:
        sim_shared_query(s, &reached, &submitted);
        break;
    case 3:
        f = sim_fence_create();
        sim_shared_replace(s, n & 8 ? f : NULL);
        if (n & 16)
            sim_fence_signal(f, 0);
        break;
    case 4:
        f = sim_fence_create_signaled();
        sim_fence_wait(f, sim_now_ns());
        break;
    default:
        sim_wait_until(sim_now_ns() + 1000);
        break;
    }
    sim_fence_unref(f);
}

// A word or many, anywhere but in the lock, which has a case of its own.
static void scribble(struct peer *p)
{
    static const uint32_t edges[] = {0, 1, 255, 256, 257, 0x7fffffff, 0x80000000u, 0xffffffffu};
    size_t words = p->size / 4, at = next() % (next() & 1 ? 24 : words),
           count = next() % 4 ? 1 : next() % 600;
    for (size_t i = at; i < at + count && i < words; i++)
        if (i != LOCK)
            p->map[i] = next() & 1 ? edges[next() % 8] : next();
}

KT_TEST(scribbled_pages)
{
    const char *given = getenv("KILN_PEER_CASES");
    unsigned long cases = given ? strtoul(given, NULL, 0) : 20000;
    const char *from = getenv("KILN_PEER_FIRST");
    unsigned long first = from ? strtoul(from, NULL, 0) : 0;
    struct sim_shared *s = NULL;
    struct peer p;
    for (unsigned long n = 0; n < cases; n++) {
        state = first + n + 1;
        sim_lock();
        if (!s && (!(s = sim_shared_create()) || !peer_open(&p, s))) {
            sim_unlock();
            return;
        }
        scribble(&p);
        use(s, next());
        if (n % 50 == 49) {
            sim_shared_unref(s);
            s = NULL;
            peer_close(&p);
        }
        sim_unlock();
    }
    printf("# %lu cases\n", cases);
}

static void *scribble_on(void *arg)
{
    struct peer *p = arg;
    for (uint32_t x = 12345; !atomic_load(&p->stop); x = x * 1664525 + 1013904223) {
        size_t i = (x >> 8) % (p->size / 4);
        if (i != LOCK)
            __atomic_store_n(&p->map[i < 24 || x & 128 ? i % 24 == LOCK ? 3 : i % 24 : i], x,
                             __ATOMIC_RELAXED);
    }
    return NULL;
}

KT_TEST(scribbled_meanwhile)
{
    struct peer p;
    pthread_t thread;
    sim_lock();
    struct sim_shared *s = sim_shared_create();
    bool ok = s && peer_open(&p, s);
    sim_unlock();
    if (!ok)
        return;
    pthread_create(&thread, NULL, scribble_on, &p);
    for (unsigned n = 0; n < 20000; n++) {
        sim_lock();
        use(s, next());
        sim_unlock();
    }
    atomic_store(&p.stop, true);
    pthread_join(thread, NULL);
    sim_lock();
    sim_shared_unref(s);
    sim_unlock();
    peer_close(&p);
}

// Held by a process that lives and never lets go: a bounded wait, and a failed semaphore.
KT_TEST(lock_held)
{
    struct peer p;
    struct sim_fence *f = NULL, *own = NULL;
    uint64_t reached = 0, submitted = 0;
    sim_lock();
    struct sim_shared *s = sim_shared_create();
    if (s && peer_open(&p, s)) {
        own = sim_fence_create();
        kt_eq(sim_shared_add_point(s, 5, own), 0);
        kt_eq(sim_shared_find(s, 5, &f), 0);
        p.map[LOCK] = (uint32_t)getppid();
        sim_shared_query(s, &reached, &submitted);
        // If each waited, it would be for half an hour: the test's time limit would come first.
        for (unsigned n = 0; n < 10000; n++)
            sim_shared_query(s, &reached, &submitted);
        struct sim_fence *later = NULL;
        kt_eq(sim_shared_find(s, 5, &later), 0);
        kt_ok(later && sim_fence_signaled(later) && later->error == -EIO, "the semaphore has not failed");
        sim_fence_unref(later);
        sim_fence_signal(own, 0);
        peer_close(&p);
    }
    sim_fence_unref(f);
    sim_fence_unref(own);
    sim_shared_unref(s);
    sim_unlock();
}

// Held by a process that is dead: taken over, and nothing fails.
KT_TEST(lock_of_the_dead)
{
    struct peer p;
    uint64_t reached = 0, submitted = 0;
    pid_t pid = fork();
    if (!pid)
        _exit(0);
    waitpid(pid, NULL, 0);
    sim_lock();
    struct sim_shared *s = sim_shared_create();
    if (s && peer_open(&p, s)) {
        sim_shared_set_reached(s, 7);
        p.map[LOCK] = (uint32_t)pid;
        sim_shared_query(s, &reached, &submitted);
        kt_eq(reached, 7);
        peer_close(&p);
    }
    sim_shared_unref(s);
    sim_unlock();
}

static int memfd(const char *name, uint64_t size, int seals)
{
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    kt_eq(ftruncate(fd, (off_t)size), 0);
    if (seals)
        kt_eq(fcntl(fd, F_ADD_SEALS, seals), 0);
    return fd;
}

// Memory that its owner may take away is refused, under whatever name; and ours cannot be.
KT_TEST(memory_that_shrinks)
{
    const struct sim_config config = sim_config_read();
    struct sim_device *dev = sim_device_create(&config);
    const int seals[] = {0, F_SEAL_GROW, F_SEAL_SHRINK, F_SEAL_SEAL, F_SEAL_SHRINK | F_SEAL_GROW};
    int error = 0;
    sim_lock();
    struct sim_shared *s = sim_shared_create();
    struct peer p;
    bool ok = s && peer_open(&p, s);
    for (unsigned i = 0; i < 5; i++) {
        int fd = memfd("kiln-bo", 65536, seals[i]);
        struct sim_bo *bo = sim_bo_import(dev, fd, &error);
        kt_ok(!bo == (i < 4), "seals %d of a buffer are %s", seals[i], bo ? "accepted" : "refused");
        sim_bo_unref(bo);
        close(fd);
        fd = memfd("kiln-syncobj", ok ? p.size : 4096, 0);
        kt_eq(pwrite(fd, p.map, p.size, 0), p.size);
        if (seals[i])
            kt_eq(fcntl(fd, F_ADD_SEALS, seals[i]), 0);
        struct sim_shared *t = sim_shared_open(fd);
        kt_ok(!t == (i < 4), "seals %d of a syncobj are %s", seals[i], t ? "accepted" : "refused");
        sim_shared_unref(t);
        close(fd);
    }
    int odd = memfd("kiln-bo", 5000, F_SEAL_SHRINK | F_SEAL_GROW);
    kt_ok(!sim_bo_import(dev, odd, &error), "5000 bytes are accepted");
    close(odd);
    odd = memfd("kiln-bo", UINT64_C(1) << 50, F_SEAL_SHRINK | F_SEAL_GROW);
    kt_ok(!sim_bo_import(dev, odd, &error), "2^50 bytes are accepted");
    close(odd);
    struct sim_bo *bo = sim_bo_create(dev, 65536, &error);
    kt_eq(ftruncate(bo->fd.number, 4096), -1);
    kt_eq(fcntl(bo->fd.number, F_ADD_SEALS, F_SEAL_FUTURE_WRITE), -1);
    kt_eq(ftruncate(p.fd, 0), -1);
    sim_bo_unref(bo);
    peer_close(&p);
    sim_shared_unref(s);
    sim_unlock();
    sim_device_destroy(dev);
}

// A device that is never closed is at work until the process is gone, when the destructors of this library
// have run.
static struct sim_shared *left;

__attribute__((destructor(200))) static void use_late(void)
{
    if (!left)
        return;
    sim_lock();
    for (unsigned n = 0; n < 64; n++)
        use(left, n);
    sim_shared_unref(left);
    sim_unlock();
}

KT_TEST(used_while_the_process_ends)
{
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        alarm(30);
        sim_lock();
        left = sim_shared_create();
        sim_unlock();
        exit(left ? 3 : 1);
    }
    int status = -1;
    kt_ok(pid > 0 && waitpid(pid, &status, 0) == pid, "a child");
    kt_ok(WIFEXITED(status) && WEXITSTATUS(status) == 3, "the child ends with status %#x", (unsigned)status);
}

KT_MAIN()

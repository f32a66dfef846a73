// Fences and sync files. See fence.h for the locking rule.
//
// A sync file is one end of a socket pair, because a socket has an inode of its own (an eventfd does not),
// polls, and can be looked into without consuming (MSG_PEEK). The fence's status is written to the other end
// when it signals; until then the pair is in a list here, by inode, so that an import finds the very fence.
#include "sim/sync/fence.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/file.h"
#include "util/lock.h"
#include "util/vec.h"

static struct kiln_lock lock = KILN_LOCK_INITIALIZER(SIM);
static _Atomic uint32_t events; // counts broadcasts: a futex
static unsigned waiters;
static bool changed; // there was a broadcast since the lock was taken
static _Thread_local const sigset_t *client_mask;

struct sync_file {
    ino_t inode;         // of the exported end
    struct kiln_fd peer; // our end
    struct sim_fence *fence;
};
static VEC(struct sync_file) sync_files; // those not signaled yet

static int64_t (*poll_others)(void);

void sim_fence_poll_with(int64_t (*poll)(void))
{
    poll_others = poll;
}

static bool polling;

// Fences that signal meanwhile do not call it again.
static int64_t call_poll(void)
{
    int64_t period = INT64_MAX;
    if (poll_others && !polling) {
        polling = true;
        period = poll_others();
        polling = false;
    }
    return period;
}

void sim_lock(void)
{
    kiln_lock(&lock);
}

// Those who wait are woken when the lock is free: before, they could only wait for it.
void sim_unlock(void)
{
    bool wake = changed && waiters;
    changed = false;
    kiln_unlock(&lock);
    if (wake)
        syscall(SYS_futex, &events, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

int64_t sim_now_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

const sigset_t *sim_set_client_mask(const sigset_t *mask)
{
    const sigset_t *before = client_mask;
    client_mask = mask;
    return before;
}

// A condition variable would take the lock again with the client's signals still let in, and a handler that
// comes to the device would wait for itself.
static int wait_event(int64_t abs_ns, const sigset_t *mask)
{
    uint32_t seen = atomic_load(&events);
    int64_t period = call_poll(), now = sim_now_ns();
    bool early = period != INT64_MAX && now + period < abs_ns; // to poll again
    int64_t until = early ? now + period : abs_ns;
    struct timespec ts = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
    sigset_t held;
    if (abs_ns <= now)
        return -ETIME;
    // This thread's own broadcasts are not for it.
    unsigned others = waiters++;
    changed = changed && others;
    sim_unlock();
    if (mask)
        pthread_sigmask(SIG_SETMASK, mask, &held);
    long ret = syscall(SYS_futex, &events, FUTEX_WAIT_BITSET_PRIVATE, seen, until == INT64_MAX ? NULL : &ts,
                       NULL, FUTEX_BITSET_MATCH_ANY);
    int err = ret < 0 ? errno : 0;
    if (mask)
        pthread_sigmask(SIG_SETMASK, &held, NULL);
    sim_lock();
    waiters--;
    return err == ETIMEDOUT && !early ? -ETIME : mask && err == EINTR ? -EINTR : 0;
}

bool sim_wait_until(int64_t abs_ns)
{
    return wait_event(abs_ns, NULL) == 0;
}

int sim_wait_interruptible(int64_t abs_ns)
{
    return wait_event(abs_ns, client_mask);
}

void sim_broadcast(void)
{
    atomic_fetch_add(&events, 1);
    changed = true;
}

void sim_fences_forget(void)
{
    kiln_lock_init(&lock, KILN_LOCK_SIM);
    waiters = 0;
    changed = false;
    for (size_t i = 0; i < sync_files.count; i++)
        kiln_fd_close(&sync_files.data[i].peer); // the parent has it too, and will write to it
    memset(&sync_files, 0, sizeof(sync_files));
    poll_others = NULL;
    polling = false;
}

void sim_fences_fork_child(void)
{
    waiters = 0;
    changed = false;
    for (size_t i = 0; i < sync_files.count; i++) {
        kiln_fd_close(&sync_files.data[i].peer); // the parent has it too, and will write to it
        sim_fence_unref(sync_files.data[i].fence);
    }
    vec_free(&sync_files);
}

struct sim_fence *sim_fence_create(void)
{
    struct sim_fence *f = calloc(1, sizeof(*f));
    if (f)
        f->refs = 1;
    return f;
}

struct sim_fence *sim_fence_create_signaled(void)
{
    struct sim_fence *f = sim_fence_create();
    if (f)
        f->signaled = true;
    return f;
}

struct sim_fence *sim_fence_create_all(struct sim_fence *const *children, unsigned count)
{
    struct sim_fence *f = sim_fence_create();
    if (!f)
        return NULL;
    if (!count) {
        f->signaled = true;
        return f;
    }
    f->children = calloc(count, sizeof(*f->children));
    if (!f->children) {
        free(f);
        return NULL;
    }
    for (unsigned i = 0; i < count; i++)
        f->children[i] = sim_fence_ref(children[i]);
    f->child_count = count;
    return f;
}

struct sim_fence *sim_fence_ref(struct sim_fence *f)
{
    f->refs++;
    return f;
}

static void unref(struct sim_fence *f, struct sim_fence **dead)
{
    if (!f || --f->refs)
        return;
    f->next_dead = *dead;
    *dead = f;
}

static void unref_children(struct sim_fence *f, struct sim_fence **dead)
{
    for (unsigned i = 0; i < f->child_count; i++)
        unref(f->children[i], dead);
    free(f->children);
    f->children = NULL;
    f->child_count = 0;
}

// Children of children too, however many generations there are.
static void bury(struct sim_fence *dead)
{
    while (dead) {
        struct sim_fence *f = dead;
        dead = f->next_dead;
        unref_children(f, &dead);
        free(f);
    }
}

static void drop_children(struct sim_fence *f)
{
    struct sim_fence *dead = NULL;
    unref_children(f, &dead);
    bury(dead);
}

void sim_fence_unref(struct sim_fence *f)
{
    struct sim_fence *dead = NULL;
    unref(f, &dead);
    bury(dead);
}

bool sim_fence_signaled(struct sim_fence *f)
{
    if (f->signaled || !f->child_count)
        return f->signaled;
    for (unsigned i = 0; i < f->child_count; i++)
        if (!sim_fence_signaled(f->children[i]))
            return false;
    for (unsigned i = 0; i < f->child_count && !f->error; i++)
        f->error = f->children[i]->error;
    f->signaled = true;
    drop_children(f);
    return true;
}

// Writes the status of a signaled fence to whoever holds the descriptor, and lets go of our end.
static void sync_file_complete(struct sync_file *s)
{
    int status = s->fence->error;
    if (kiln_fd_is_open(&s->peer) &&
        send(s->peer.number, &status, sizeof(status), MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        // Nobody holds the other end any more.
    }
    kiln_fd_close(&s->peer);
    sim_fence_unref(s->fence);
}

void sim_fence_signal(struct sim_fence *f, int error)
{
    if (f->signaled)
        return;
    f->error = error;
    f->signaled = true;
    size_t kept = 0;
    for (size_t i = 0; i < sync_files.count; i++) {
        if (sim_fence_signaled(sync_files.data[i].fence))
            sync_file_complete(&sync_files.data[i]);
        else
            sync_files.data[kept++] = sync_files.data[i];
    }
    sync_files.count = kept;
    if (!kept)
        vec_free(&sync_files);
    call_poll();
    sim_broadcast();
}

bool sim_fence_wait(struct sim_fence *f, int64_t abs_ns)
{
    while (!sim_fence_signaled(f))
        if (!sim_wait_until(abs_ns))
            return sim_fence_signaled(f);
    return true;
}

int sim_sync_file_export(struct sim_fence *f)
{
    int fds[2];
    struct stat st;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0)
        return -errno;
    struct kiln_fd peer = kiln_fd_take(fds[1]);
    if (peer.number < 0 || fstat(fds[0], &st) < 0) {
        kiln_fd_close_number(fds[0]);
        kiln_fd_close(&peer);
        return -EMFILE;
    }
    struct sync_file s = {.inode = st.st_ino, .peer = peer, .fence = sim_fence_ref(f)};
    if (sim_fence_signaled(f)) {
        sync_file_complete(&s);
    } else if (!vec_push(&sync_files, s)) {
        sim_fence_unref(f);
        kiln_fd_close_number(fds[0]);
        kiln_fd_close(&peer);
        return -ENOMEM;
    }
    fds[0] = kiln_fd_lift(fds[0]);
    return fds[0] < 0 ? -EMFILE : fds[0];
}

// ---- sync files of other processes
// A thread waits for the other end to say that the fence signaled.

// What another process says of its fence.
static int error_of(ssize_t n, int status)
{
    return n != sizeof(status) || status > 0 || status < -4095 ? -EIO : status;
}

struct foreign {
    struct kiln_fd fd;
    struct sim_fence *fence;
};

static void *watch(void *arg)
{
    struct foreign *f = arg;
    int status = 0;
    ssize_t n;
    do {
        n = recv(f->fd.number, &status, sizeof(status), MSG_PEEK);
    } while (n < 0 && errno == EINTR);
    sim_lock();
    sim_fence_signal(f->fence, error_of(n, status)); // the other process died
    sim_fence_unref(f->fence);
    sim_unlock();
    kiln_fd_close(&f->fd);
    free(f);
    return NULL;
}

static struct sim_fence *import_pending(int fd)
{
    struct foreign *f = calloc(1, sizeof(*f));
    struct sim_fence *fence = sim_fence_create();
    pthread_t thread;
    sigset_t all, old;
    if (!f || !fence || (f->fd = kiln_fd_take(fcntl(fd, F_DUPFD_CLOEXEC, 0))).number < 0) {
        sim_fence_unref(fence);
        free(f);
        return NULL;
    }
    f->fence = sim_fence_ref(fence);
    // The client's signals are not for this thread.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int err = pthread_create(&thread, NULL, watch, f);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!err) {
        pthread_detach(thread);
        return fence;
    }
    kiln_fd_close(&f->fd);
    free(f);
    sim_fence_unref(fence);
    sim_fence_unref(fence);
    return NULL;
}

struct sim_fence *sim_sync_file_import(int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0 || !S_ISSOCK(st.st_mode))
        return NULL;
    for (size_t i = 0; i < sync_files.count; i++)
        if (sync_files.data[i].inode == st.st_ino)
            return sim_fence_ref(sync_files.data[i].fence);
    int status = 0, type = 0;
    socklen_t size = sizeof(type);
    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) || type != SOCK_SEQPACKET)
        return NULL;
    ssize_t n = recv(fd, &status, sizeof(status), MSG_PEEK | MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN)
        return import_pending(fd);
    if (n != sizeof(status))
        return NULL;
    struct sim_fence *f = sim_fence_create_signaled();
    if (f)
        f->error = error_of(n, status);
    return f;
}

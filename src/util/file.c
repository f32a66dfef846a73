// See file.h.
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { FIRST = STDERR_FILENO + 1, NUMBERS = 1 << 16 };

// Numbers that are ours, a bit each, and what they referred to when they became that.
static _Atomic uint64_t taken[NUMBERS / 64];
static struct {
    dev_t device;
    ino_t inode;
} what[NUMBERS];

// Not by the C library's functions, which libkiln_node.so interposes: it would take locks that the simulated
// kernel holds.
void kiln_fd_close_number(int fd)
{
    int err = errno;
    syscall(SYS_close, fd);
    errno = err;
}

static int duplicate(int fd, bool close_on_exec, int from)
{
    return (int)syscall(SYS_fcntl, fd, close_on_exec ? F_DUPFD_CLOEXEC : F_DUPFD, from);
}

int kiln_fd_lift(int fd)
{
    if (fd < 0 || fd >= FIRST)
        return fd;
    int lifted = duplicate(fd, syscall(SYS_fcntl, fd, F_GETFD) & FD_CLOEXEC, FIRST);
    kiln_fd_close_number(fd);
    return lifted;
}

FILE *kiln_fopen(const char *path, const char *mode)
{
    char again[16];
    snprintf(again, sizeof(again), "%se", mode);
    FILE *f = fopen(path, again);
    if (!f || fileno(f) >= FIRST)
        return f;
    int fd = duplicate(fileno(f), true, FIRST), err = errno;
    fclose(f);
    f = fd < 0 ? NULL : fdopen(fd, mode);
    if (!f && fd >= 0) {
        err = errno;
        kiln_fd_close_number(fd);
    }
    errno = f ? errno : err;
    return f;
}

static bool mark(int number, bool is_ours)
{
    if (number < 0 || number >= NUMBERS)
        return false;
    uint64_t bit = UINT64_C(1) << number % 64;
    uint64_t before =
        is_ours ? atomic_fetch_or(&taken[number / 64], bit) : atomic_fetch_and(&taken[number / 64], ~bit);
    return before & bit;
}

struct kiln_fd kiln_fd_take(int fd)
{
    struct stat st;
    fd = kiln_fd_lift(fd);
    if (fd < 0)
        return KILN_FD_NONE;
    if (syscall(SYS_fstat, fd, &st)) {
        kiln_fd_close_number(fd);
        return KILN_FD_NONE;
    }
    if (fd < NUMBERS) {
        what[fd].device = st.st_dev;
        what[fd].inode = st.st_ino;
    }
    mark(fd, true);
    return (struct kiln_fd){fd, st.st_dev, st.st_ino};
}

bool kiln_fd_is_open(const struct kiln_fd *f)
{
    struct stat st;
    int err = errno;
    bool open = f->number >= 0 && !syscall(SYS_fstat, f->number, &st) && st.st_dev == f->device &&
                st.st_ino == f->inode;
    errno = err;
    return open;
}

int kiln_fd_copy(const struct kiln_fd *f, bool close_on_exec)
{
    if (!kiln_fd_is_open(f))
        return -EBADF;
    int fd = duplicate(f->number, close_on_exec, FIRST);
    return fd < 0 ? -errno : fd;
}

void kiln_fd_close(struct kiln_fd *f)
{
    if (kiln_fd_is_open(f)) {
        mark(f->number, false);
        kiln_fd_close_number(f->number);
    }
    *f = KILN_FD_NONE;
}

bool kiln_fd_is_ours(int number)
{
    if (number < 0 || number >= NUMBERS || !(atomic_load(&taken[number / 64]) >> number % 64 & 1))
        return false;
    const struct kiln_fd f = {number, what[number].device, what[number].inode};
    bool is = kiln_fd_is_open(&f);
    if (!is) // closed by a system call of the process's own; what is there now is somebody else's
        mark(number, false);
    return is;
}

void kiln_fd_lose(int number)
{
    mark(number, false);
}

static bool is_pending(void)
{
    sigset_t pending;
    return !sigpending(&pending) && sigismember(&pending, SIGXFSZ) == 1;
}

// One that was pending before is its sender's, and waits on.
struct kiln_file_limit kiln_file_limit_begin(void)
{
    struct kiln_file_limit l = {.held = !is_pending()};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGXFSZ);
    if (l.held)
        pthread_sigmask(SIG_BLOCK, &one, &l.mask);
    return l;
}

void kiln_file_limit_end(const struct kiln_file_limit *l)
{
    const struct timespec now = {0};
    int err = errno;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGXFSZ);
    if (l->held) {
        if (is_pending())
            sigtimedwait(&one, NULL, &now);
        pthread_sigmask(SIG_SETMASK, &l->mask, NULL);
    }
    errno = err;
}

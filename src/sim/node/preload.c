// libkiln_node.so: LD_PRELOAD shows the simulated device to a process as /dev/dri/renderD128 (and card0).
//
// Two things are interposed. Paths under the node's part of /dev and /sys lead to a private tree of real
// files (node/tree.c). A descriptor of the node is a placeholder that the kernel knows (so that its number is
// taken), and ioctl, mmap, fstat, dup and close on it go to the simulated device. Everything else passes
// through. One device serves the process: KILN_DEVICE=sim:NAME chooses which, skl by default. meson asks for
// 64-bit file offsets, and glibc then renames stat to stat64, which are two functions here.
#undef _FILE_OFFSET_BITS
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "sim/sync/fence.h"
#include "sim/node/interpose.h"
#include "sim/node/tree.h"
#include "sim/sim.h"
#include "util/env.h"
#include "util/log.h"

enum { DRM_IOCTL_BASE = 'd' };

// ---- the device and its descriptors
// --------------------------------------------------------------------------

struct node {
    struct sim_file *file;
    unsigned descriptors; // that refer to it
    unsigned calls;       // in progress: a close must not pull the file away
    int minor;
};

enum { MAX_FD = 1 << 16 };

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *table[MAX_FD];
static struct sim_device *device;
static pthread_once_t tree_once = PTHREAD_ONCE_INIT;
static const char *tree;
static pid_t tree_owner;

static const char *device_name(void)
{
    const char *s = kiln_getenv("KILN_DEVICE");
    return s && !strncmp(s, "sim:", 4) ? s + 4 : "skl";
}

static void make_tree(void)
{
    const struct kiln_devinfo *info = kiln_devinfo_simulated(device_name());
    if (!info) {
        kiln_warn("KILN_DEVICE=sim:%s: %s", device_name(), kiln_devinfo_refusal(device_name()));
        return;
    }
    tree = node_tree_create(info);
    tree_owner = getpid();
    if (!tree)
        kiln_warn("cannot make the node's files: %s", strerror(errno));
}

__attribute__((destructor)) static void leave(void)
{
    if (!tree || tree_owner != getpid())
        return;
    // The device itself lives to the end of the process: other threads may still be in an ioctl.
    node_tree_remove(tree);
}

// The real file for a path, or the path itself. `buf` holds the translation.
static const char *translate(const char *path, char buf[NODE_PATH_MAX])
{
    if (!node_tree_claims(path))
        return path;
    pthread_once(&tree_once, make_tree);
    return tree && node_tree_translate(tree, path, buf) ? buf : path;
}

// The same for a path relative to a directory. One in the tree stands for the node's part of the file system
// and for what is above it; the rest of that is the host's.
static const char *translate_at(int dir, const char *path, char buf[NODE_PATH_MAX])
{
    char link[64], base[NODE_PATH_MAX], seen[NODE_PATH_MAX];
    if (!path || !*path || path[0] == '/' || dir == AT_FDCWD)
        return translate(path, buf);
    REAL(ssize_t, readlink, const char *, char *, size_t)
    snprintf(link, sizeof(link), "/proc/self/fd/%d", dir);
    ssize_t n = real(link, base, sizeof(base) - 1);
    if (n <= 0)
        return path;
    base[n] = 0;
    size_t root = tree && !strncmp(base, tree, strlen(tree)) ? strlen(tree) : 0;
    char *outside = base + root; // as the client sees it
    bool up = !strcmp(path, "..");
    if (outside[0] != '/')
        return path;
    if (up || !outside[1])
        *strrchr(outside, '/') = 0;
    if (snprintf(seen, sizeof(seen), "%s/%s", outside, up ? "" : path) >= (int)sizeof(seen))
        return path;
    if (node_tree_claims(seen))
        return translate(seen, buf) == buf ? buf : path;
    return root && snprintf(buf, NODE_PATH_MAX, "%s", seen) < NODE_PATH_MAX ? buf : path;
}

static int minor_of(const char *translated)
{
    return tree && !strncmp(translated, tree, strlen(tree)) ? node_tree_minor(tree, translated) : -1;
}

static struct node *acquire(int fd)
{
    struct node *n = NULL;
    if (fd < 0 || fd >= MAX_FD || !__atomic_load_n(&table[fd], __ATOMIC_ACQUIRE))
        return NULL;
    pthread_mutex_lock(&table_lock);
    n = table[fd];
    if (n)
        n->calls++;
    pthread_mutex_unlock(&table_lock);
    return n;
}

static void drop(struct node *n) // needs table_lock; unlocks it
{
    bool last = !n->descriptors && !n->calls;
    pthread_mutex_unlock(&table_lock);
    if (last) {
        sim_close(n->file);
        free(n);
    }
}

static void release(struct node *n)
{
    pthread_mutex_lock(&table_lock);
    n->calls--;
    drop(n);
}

static void forget(int fd)
{
    if (fd < 0 || fd >= MAX_FD || !__atomic_load_n(&table[fd], __ATOMIC_ACQUIRE))
        return;
    pthread_mutex_lock(&table_lock);
    struct node *n = table[fd];
    __atomic_store_n(&table[fd], NULL, __ATOMIC_RELEASE);
    if (n) {
        n->descriptors--;
        drop(n);
    } else {
        pthread_mutex_unlock(&table_lock);
    }
}

static void remember(int fd, struct node *n)
{
    pthread_mutex_lock(&table_lock);
    n->descriptors++;
    __atomic_store_n(&table[fd], n, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&table_lock);
}

static void fork_prepare(void)
{
    for (bool same = false; !same;) { // another thread may be making it
        struct sim_device *dev = __atomic_load_n(&device, __ATOMIC_ACQUIRE);
        if (dev)
            sim_device_fork(dev, KILN_FORK_PREPARE);
        pthread_mutex_lock(&table_lock);
        same = device == dev;
        if (!same)
            pthread_mutex_unlock(&table_lock);
    }
}

static void fork_parent(void)
{
    pthread_mutex_unlock(&table_lock);
    if (device)
        sim_device_fork(device, KILN_FORK_PARENT);
}

static void fork_child(void)
{
    for (size_t i = 0; i < MAX_FD; i++)
        if (table[i])
            table[i]->calls = 0; // of threads that are not here
    pthread_mutex_unlock(&table_lock);
    if (device)
        sim_device_fork(device, KILN_FORK_CHILD);
}

// Here, and not when the device is made: handlers that are registered in the middle of a fork are left out of
// it.
__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(fork_prepare, fork_parent, fork_child);
}

static bool make_device(void)
{
    pthread_mutex_lock(&table_lock);
    if (!device) {
        struct sim_device *dev = sim_device_create(&(struct sim_config){.device = device_name()});
        __atomic_store_n(&device, dev, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&table_lock);
    return device;
}

// In the kernel signals wait until a call is over, or has been interrupted in its sleep. Here a handler that
// used the node could meet locks that its own thread holds.
static const int not_held[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};

struct held {
    sigset_t mask;
    const sigset_t *outer;
};

static void hold_signals(struct held *h)
{
    sigset_t all;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof(not_held) / sizeof(not_held[0]); i++)
        sigdelset(&all, not_held[i]);
    pthread_sigmask(SIG_BLOCK, &all, &h->mask);
    h->outer = sim_set_client_mask(&h->mask);
}

static void let_signals(const struct held *h)
{
    int err = errno;
    sim_set_client_mask(h->outer);
    pthread_sigmask(SIG_SETMASK, &h->mask, NULL);
    errno = err;
}

static int real_close(int fd)
{
    REAL(int, close, int)
    return real(fd);
}

static int open_node(int minor, int flags)
{
    if (!make_device())
        return -1;
    struct node *n = calloc(1, sizeof(*n));
    int fd = memfd_create("kiln-node", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
    if (n && fd >= 0 && fd < MAX_FD && (n->file = sim_open(device))) {
        n->minor = minor;
        remember(fd, n);
        return fd;
    }
    free(n);
    if (fd >= 0)
        real_close(fd);
    errno = EMFILE;
    return -1;
}

// ---- opening
// -------------------------------------------------------------------------------------------------

static mode_t mode_arg(int flags, va_list ap)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(ap, mode_t) : 0;
}

static int open_common(int dir, const char *path, int flags, mode_t mode)
{
    char buf[NODE_PATH_MAX];
    const char *p = translate_at(dir, path, buf);
    int minor = p == buf ? minor_of(p) : -1;
    if (minor >= 0 && !(flags & O_PATH))
        return open_node(minor, flags);
    REAL(int, openat, int, const char *, int, ...)
    return real(dir, p, flags, mode);
}

EXPORT int open(const char *path, int flags, ...)
{
    va_list ap;
    va_start(ap, flags);
    mode_t mode = mode_arg(flags, ap);
    va_end(ap);
    return open_common(AT_FDCWD, path, flags, mode);
}

EXPORT int openat(int dir, const char *path, int flags, ...)
{
    va_list ap;
    va_start(ap, flags);
    mode_t mode = mode_arg(flags, ap);
    va_end(ap);
    return open_common(dir, path, flags, mode);
}

EXPORT int open64(const char *path, int flags, ...)
{
    va_list ap;
    va_start(ap, flags);
    mode_t mode = mode_arg(flags, ap);
    va_end(ap);
    return open_common(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

EXPORT int openat64(int dir, const char *path, int flags, ...)
{
    va_list ap;
    va_start(ap, flags);
    mode_t mode = mode_arg(flags, ap);
    va_end(ap);
    return open_common(dir, path, flags | O_LARGEFILE, mode);
}

// What fortified programs call.
EXPORT int __open_2(const char *path, int flags);
EXPORT int __open_2(const char *path, int flags)
{
    return open_common(AT_FDCWD, path, flags, 0);
}

EXPORT int __open64_2(const char *path, int flags);
EXPORT int __open64_2(const char *path, int flags)
{
    return open_common(AT_FDCWD, path, flags | O_LARGEFILE, 0);
}

EXPORT int __openat_2(int dir, const char *path, int flags);
EXPORT int __openat_2(int dir, const char *path, int flags)
{
    return open_common(dir, path, flags, 0);
}

EXPORT int __openat64_2(int dir, const char *path, int flags);
EXPORT int __openat64_2(int dir, const char *path, int flags)
{
    return open_common(dir, path, flags | O_LARGEFILE, 0);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
    char buf[NODE_PATH_MAX];
    REAL(FILE *, fopen, const char *, const char *)
    return real(translate(path, buf), mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode)
{
    char buf[NODE_PATH_MAX];
    REAL(FILE *, fopen64, const char *, const char *)
    return real(translate(path, buf), mode);
}

EXPORT DIR *opendir(const char *path)
{
    char buf[NODE_PATH_MAX];
    REAL(DIR *, opendir, const char *)
    return real(translate(path, buf));
}

EXPORT int scandir(const char *path, struct dirent ***list, int (*filter)(const struct dirent *),
                   int (*compare)(const struct dirent **, const struct dirent **))
{
    char buf[NODE_PATH_MAX];
    REAL(int, scandir, const char *, struct dirent ***, int (*)(const struct dirent *),
         int (*)(const struct dirent **, const struct dirent **))
    return real(translate(path, buf), list, filter, compare);
}

EXPORT int scandir64(const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *),
                     int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
    char buf[NODE_PATH_MAX];
    REAL(int, scandir64, const char *, struct dirent64 ***, int (*)(const struct dirent64 *),
         int (*)(const struct dirent64 **, const struct dirent64 **))
    return real(translate(path, buf), list, filter, compare);
}

// ---- looking
// -------------------------------------------------------------------------------------------------

EXPORT int access(const char *path, int mode)
{
    char buf[NODE_PATH_MAX];
    REAL(int, access, const char *, int)
    return real(translate(path, buf), mode);
}

EXPORT int faccessat(int dir, const char *path, int mode, int flags)
{
    char buf[NODE_PATH_MAX];
    REAL(int, faccessat, int, const char *, int, int)
    return real(dir, translate_at(dir, path, buf), mode, flags);
}

// A resolved path in the tree, as the client should see it.
static ssize_t strip_root(char *resolved, ssize_t length)
{
    size_t n = tree ? strlen(tree) : 0;
    if (!n || length < (ssize_t)n || strncmp(resolved, tree, n))
        return length;
    memmove(resolved, resolved + n, (size_t)length - n);
    return length - (ssize_t)n;
}

EXPORT ssize_t readlink(const char *path, char *out, size_t size)
{
    char buf[NODE_PATH_MAX];
    REAL(ssize_t, readlink, const char *, char *, size_t)
    return strip_root(out, real(translate(path, buf), out, size));
}

EXPORT ssize_t __readlink_chk(const char *path, char *out, size_t size, size_t space);
EXPORT ssize_t __readlink_chk(const char *path, char *out, size_t size, size_t space)
{
    return readlink(path, out, size < space ? size : space);
}

EXPORT ssize_t readlinkat(int dir, const char *path, char *out, size_t size)
{
    char buf[NODE_PATH_MAX];
    REAL(ssize_t, readlinkat, int, const char *, char *, size_t)
    return strip_root(out, real(dir, translate_at(dir, path, buf), out, size));
}

EXPORT ssize_t __readlinkat_chk(int dir, const char *path, char *out, size_t size, size_t space);
EXPORT ssize_t __readlinkat_chk(int dir, const char *path, char *out, size_t size, size_t space)
{
    return readlinkat(dir, path, out, size < space ? size : space);
}

EXPORT char *realpath(const char *path, char *out)
{
    char buf[NODE_PATH_MAX];
    REAL(char *, realpath, const char *, char *)
    char *resolved = real(translate(path, buf), out);
    if (resolved)
        resolved[strip_root(resolved, (ssize_t)strlen(resolved))] = 0;
    return resolved;
}

EXPORT char *__realpath_chk(const char *path, char *out, size_t space);
EXPORT char *__realpath_chk(const char *path, char *out, size_t space)
{
    return realpath(path, out);
}

EXPORT char *canonicalize_file_name(const char *path)
{
    return realpath(path, NULL);
}

// Makes the stat of a placeholder that of the device file.
#define FIX_STAT(st, minor_number)                                                                           \
    do {                                                                                                     \
        (st)->st_mode = S_IFCHR | 0660;                                                                      \
        (st)->st_rdev = makedev(NODE_MAJOR, (unsigned)(minor_number));                                       \
        (st)->st_size = 0;                                                                                   \
    } while (0)

// stat, lstat and their 64-bit and versioned (glibc before 2.33) forms differ in name and struct only. The
// versioned ones are passed on to the modern ones.
#define STAT(name, type)                                                                                     \
    EXPORT int name(const char *path, struct type *st)                                                       \
    {                                                                                                        \
        char buf[NODE_PATH_MAX];                                                                             \
        const char *p = translate(path, buf);                                                                \
        REAL(int, name, const char *, struct type *)                                                         \
        int ret = real(p, st), minor = p == buf ? minor_of(p) : -1;                                          \
        if (!ret && minor >= 0 && !S_ISLNK(st->st_mode))                                                     \
            FIX_STAT(st, minor);                                                                             \
        return ret;                                                                                          \
    }
STAT(stat, stat)
STAT(lstat, stat)
STAT(stat64, stat64)
STAT(lstat64, stat64)

#define FSTAT(name, type)                                                                                    \
    EXPORT int name(int fd, struct type *st)                                                                 \
    {                                                                                                        \
        REAL(int, name, int, struct type *)                                                                  \
        int ret = real(fd, st);                                                                              \
        struct node *n = ret ? NULL : acquire(fd);                                                           \
        if (n) {                                                                                             \
            FIX_STAT(st, n->minor);                                                                          \
            release(n);                                                                                      \
        }                                                                                                    \
        return ret;                                                                                          \
    }
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

#define FSTATAT(name, type)                                                                                  \
    EXPORT int name(int dir, const char *path, struct type *st, int flags)                                   \
    {                                                                                                        \
        char buf[NODE_PATH_MAX];                                                                             \
        if (flags & AT_EMPTY_PATH && !*path && dir != AT_FDCWD)                                              \
            return type##_of_fd(dir, st);                                                                    \
        const char *p = translate_at(dir, path, buf);                                                        \
        REAL(int, name, int, const char *, struct type *, int)                                               \
        int ret = real(dir, p, st, flags), minor = p == buf ? minor_of(p) : -1;                              \
        if (!ret && minor >= 0 && !S_ISLNK(st->st_mode))                                                     \
            FIX_STAT(st, minor);                                                                             \
        return ret;                                                                                          \
    }
static int stat_of_fd(int fd, struct stat *st)
{
    return fstat(fd, st);
}
static int stat64_of_fd(int fd, struct stat64 *st)
{
    return fstat64(fd, st);
}
FSTATAT(fstatat, stat)
FSTATAT(fstatat64, stat64)

#define XSTAT(name, modern, type)                                                                            \
    EXPORT int name(int version, const char *path, struct type *st);                                         \
    EXPORT int name(int version, const char *path, struct type *st)                                          \
    {                                                                                                        \
        return modern(path, st);                                                                             \
    }
XSTAT(__xstat, stat, stat)
XSTAT(__lxstat, lstat, stat)
XSTAT(__xstat64, stat64, stat64)
XSTAT(__lxstat64, lstat64, stat64)

EXPORT int __fxstat(int version, int fd, struct stat *st);
EXPORT int __fxstat(int version, int fd, struct stat *st)
{
    return fstat(fd, st);
}

EXPORT int __fxstat64(int version, int fd, struct stat64 *st);
EXPORT int __fxstat64(int version, int fd, struct stat64 *st)
{
    return fstat64(fd, st);
}

EXPORT int statx(int dir, const char *path, int flags, unsigned mask, struct statx *st)
{
    char buf[NODE_PATH_MAX];
    const char *p = translate_at(dir, path, buf);
    REAL(int, statx, int, const char *, int, unsigned, struct statx *)
    int ret = real(dir, p, flags, mask, st), minor = p == buf ? minor_of(p) : -1;
    struct node *n = !ret && minor < 0 && !*path ? acquire(dir) : NULL;
    if (n) {
        minor = n->minor;
        release(n);
    }
    if (!ret && minor >= 0 && !S_ISLNK(st->stx_mode)) {
        st->stx_mode = S_IFCHR | 0660;
        st->stx_rdev_major = NODE_MAJOR;
        st->stx_rdev_minor = (unsigned)minor;
        st->stx_size = 0;
    }
    return ret;
}

// The tree's part of /sys says that it is one: libudev takes devices from nowhere else.
#define STATFS(name, type)                                                                                   \
    EXPORT int name(const char *path, struct type *st)                                                       \
    {                                                                                                        \
        char buf[NODE_PATH_MAX];                                                                             \
        const char *p = translate(path, buf);                                                                \
        REAL(int, name, const char *, struct type *)                                                         \
        int ret = real(p, st);                                                                               \
        if (!ret && p == buf && !strncmp(path, "/sys/", 5))                                                  \
            st->f_type = SYSFS_MAGIC;                                                                        \
        return ret;                                                                                          \
    }                                                                                                        \
    EXPORT int f##name(int fd, struct type *st)                                                              \
    {                                                                                                        \
        REAL(int, f##name, int, struct type *)                                                               \
        int ret = real(fd, st);                                                                              \
        if (!ret && in_sysfs(fd))                                                                            \
            st->f_type = SYSFS_MAGIC;                                                                        \
        return ret;                                                                                          \
    }
static bool in_sysfs(int fd)
{
    char link[64], path[NODE_PATH_MAX];
    REAL(ssize_t, readlink, const char *, char *, size_t)
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t n = tree ? real(link, path, sizeof(path)) : 0;
    size_t root = tree ? strlen(tree) : 0;
    return n > (ssize_t)root + 5 && !memcmp(path, tree, root) && !memcmp(path + root, "/sys/", 5);
}
STATFS(statfs, statfs)
STATFS(statfs64, statfs64)

// ---- descriptors
// ---------------------------------------------------------------------------------------------

EXPORT int close(int fd)
{
    struct held h;
    if (fd < 0 || fd >= MAX_FD || !__atomic_load_n(&table[fd], __ATOMIC_ACQUIRE))
        return real_close(fd);
    hold_signals(&h);
    forget(fd);
    int ret = real_close(fd);
    let_signals(&h);
    return ret;
}

// `copy` has become another descriptor of what `fd` refers to.
static int duplicated(int fd, int copy)
{
    struct held h;
    if (copy < 0 || copy == fd)
        return copy;
    hold_signals(&h);
    struct node *n = acquire(fd);
    forget(copy);
    if (n) {
        if (copy < MAX_FD)
            remember(copy, n);
        release(n);
    }
    let_signals(&h);
    return copy;
}

EXPORT int dup(int fd)
{
    REAL(int, dup, int)
    return duplicated(fd, real(fd));
}

EXPORT int dup2(int fd, int copy)
{
    REAL(int, dup2, int, int)
    return duplicated(fd, real(fd, copy));
}

EXPORT int dup3(int fd, int copy, int flags)
{
    REAL(int, dup3, int, int, int)
    return duplicated(fd, real(fd, copy, flags));
}

static int fcntl_common(int (*real)(int, int, ...), int fd, int cmd, void *arg)
{
    int ret = real(fd, cmd, arg);
    return cmd == F_DUPFD || cmd == F_DUPFD_CLOEXEC ? duplicated(fd, ret) : ret;
}

EXPORT int fcntl(int fd, int cmd, ...)
{
    va_list ap;
    va_start(ap, cmd);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    REAL(int, fcntl, int, int, ...)
    return fcntl_common(real, fd, cmd, arg);
}

EXPORT int fcntl64(int fd, int cmd, ...)
{
    va_list ap;
    va_start(ap, cmd);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    REAL(int, fcntl64, int, int, ...)
    return fcntl_common(real, fd, cmd, arg);
}

EXPORT int ioctl(int fd, unsigned long request, ...)
{
    va_list ap;
    va_start(ap, request);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    unsigned type = _IOC_TYPE(request);
    struct held h;
    int ret = -ENOTTY;
    if (type == DRM_IOCTL_BASE || type == '>' || type == 'b') {
        hold_signals(&h);
        struct node *n = acquire(fd);
        struct sim_device *dev = __atomic_load_n(&device, __ATOMIC_ACQUIRE);
        if (n) {
            ret = sim_ioctl(n->file, request, arg);
            release(n);
        } else if (dev && type != DRM_IOCTL_BASE) {
            // A sync file or a dma-buf of ours, perhaps.
            ret = sim_fd_ioctl(dev, fd, request, arg);
        }
        let_signals(&h);
    }
    if (ret == -ENOTTY) {
        REAL(int, ioctl, int, unsigned long, ...)
        return real(fd, request, arg);
    }
    if (ret >= 0)
        return ret;
    errno = -ret;
    return -1;
}

static void *mmap_node(struct node *n, void *addr, size_t length, int prot, int flags, off_t offset)
{
    void *p = sim_mmap(n->file, length, prot, flags, offset);
    if (p == MAP_FAILED || !(flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) || p == addr)
        return p;
    void *moved = mremap(p, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, addr);
    if (moved == MAP_FAILED)
        munmap(p, length);
    return moved;
}

EXPORT void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
    struct held h;
    bool ours =
        !(flags & MAP_ANONYMOUS) && fd >= 0 && fd < MAX_FD && __atomic_load_n(&table[fd], __ATOMIC_ACQUIRE);
    if (ours)
        hold_signals(&h);
    struct node *n = ours ? acquire(fd) : NULL;
    void *p = MAP_FAILED;
    if (n) {
        p = mmap_node(n, addr, length, prot, flags, offset);
        release(n);
    }
    if (ours)
        let_signals(&h);
    if (n)
        return p;
    REAL(void *, mmap, void *, size_t, int, int, int, off_t)
    return real(addr, length, prot, flags, fd, offset);
}

EXPORT void *mmap64(void *addr, size_t length, int prot, int flags, int fd, off64_t offset)
{
    return mmap(addr, length, prot, flags, fd, offset);
}

// libkiln_node.so: LD_PRELOAD shows the simulated device to a process as /dev/dri/renderD128 (and card0).
//
// Two things are interposed. Paths under the node's part of /dev and /sys lead to a private tree of real
// files (node/tree.c): this file. A descriptor of the node is a placeholder that the kernel knows (so that
// its number is taken), and what is done with it goes to the simulated device: calls.c, mappings.c.
// Everything else passes through. One device serves the process: KILN_DEVICE=sim:NAME chooses which, skl by
// default. meson asks for 64-bit file offsets, and glibc then renames stat to stat64, which are two functions
// here.
#undef _FILE_OFFSET_BITS
#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "sim/node/interpose.h"
#include "sim/node/descriptors.h"

// ---- opening

static mode_t mode_arg(int flags, va_list ap)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(ap, mode_t) : 0;
}

static int open_common(int dir, const char *path, int flags, mode_t mode)
{
    char buf[NODE_PATH_MAX];
    const char *p = node_translate_at(dir, path, buf);
    int minor = p == buf ? node_minor_of(p) : -1;
    if (minor >= 0 && !(flags & O_PATH))
        return node_open(minor, flags);
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
    return real(node_translate(path, buf), mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode)
{
    char buf[NODE_PATH_MAX];
    REAL(FILE *, fopen64, const char *, const char *)
    return real(node_translate(path, buf), mode);
}

// The descriptor of the stream is closed within the C library.
EXPORT FILE *freopen(const char *path, const char *mode, FILE *f)
{
    char buf[NODE_PATH_MAX];
    REAL(FILE *, freopen, const char *, const char *, FILE *)
    node_forget(fileno(f));
    return real(path ? node_translate(path, buf) : NULL, mode, f);
}

EXPORT FILE *freopen64(const char *path, const char *mode, FILE *f)
{
    char buf[NODE_PATH_MAX];
    REAL(FILE *, freopen64, const char *, const char *, FILE *)
    node_forget(fileno(f));
    return real(path ? node_translate(path, buf) : NULL, mode, f);
}

EXPORT DIR *opendir(const char *path)
{
    char buf[NODE_PATH_MAX];
    REAL(DIR *, opendir, const char *)
    return real(node_translate(path, buf));
}

EXPORT int scandir(const char *path, struct dirent ***list, int (*filter)(const struct dirent *),
                   int (*compare)(const struct dirent **, const struct dirent **))
{
    char buf[NODE_PATH_MAX];
    REAL(int, scandir, const char *, struct dirent ***, int (*)(const struct dirent *),
         int (*)(const struct dirent **, const struct dirent **))
    return real(node_translate(path, buf), list, filter, compare);
}

EXPORT int scandir64(const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *),
                     int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
    char buf[NODE_PATH_MAX];
    REAL(int, scandir64, const char *, struct dirent64 ***, int (*)(const struct dirent64 *),
         int (*)(const struct dirent64 **, const struct dirent64 **))
    return real(node_translate(path, buf), list, filter, compare);
}

// ---- looking

EXPORT int access(const char *path, int mode)
{
    char buf[NODE_PATH_MAX];
    REAL(int, access, const char *, int)
    return real(node_translate(path, buf), mode);
}

EXPORT int faccessat(int dir, const char *path, int mode, int flags)
{
    char buf[NODE_PATH_MAX];
    REAL(int, faccessat, int, const char *, int, int)
    return real(dir, node_translate_at(dir, path, buf), mode, flags);
}

// A resolved path in the node_root(), as the client should see it.
static ssize_t strip_root(char *resolved, ssize_t length)
{
    size_t n = node_root() ? strlen(node_root()) : 0;
    if (!n || length < (ssize_t)n || strncmp(resolved, node_root(), n))
        return length;
    memmove(resolved, resolved + n, (size_t)length - n);
    return length - (ssize_t)n;
}

EXPORT ssize_t readlink(const char *path, char *out, size_t size)
{
    char buf[NODE_PATH_MAX];
    REAL(ssize_t, readlink, const char *, char *, size_t)
    return strip_root(out, real(node_translate(path, buf), out, size));
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
    return strip_root(out, real(dir, node_translate_at(dir, path, buf), out, size));
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
    char *resolved = real(node_translate(path, buf), out);
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
        const char *p = node_translate(path, buf);                                                           \
        REAL(int, name, const char *, struct type *)                                                         \
        int ret = real(p, st), minor = p == buf ? node_minor_of(p) : -1;                                     \
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
        int ret = real(fd, st), minor = ret ? -1 : node_minor_of_fd(fd);                                     \
        if (minor >= 0)                                                                                      \
            FIX_STAT(st, minor);                                                                             \
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
        const char *p = node_translate_at(dir, path, buf);                                                   \
        REAL(int, name, int, const char *, struct type *, int)                                               \
        int ret = real(dir, p, st, flags), minor = p == buf ? node_minor_of(p) : -1;                         \
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
    const char *p = node_translate_at(dir, path, buf);
    REAL(int, statx, int, const char *, int, unsigned, struct statx *)
    int ret = real(dir, p, flags, mask, st), minor = p == buf ? node_minor_of(p) : -1;
    if (!ret && minor < 0 && !*path)
        minor = node_minor_of_fd(dir);
    if (!ret && minor >= 0 && !S_ISLNK(st->stx_mode)) {
        st->stx_mode = S_IFCHR | 0660;
        st->stx_rdev_major = NODE_MAJOR;
        st->stx_rdev_minor = (unsigned)minor;
        st->stx_size = 0;
    }
    return ret;
}

// The node_root()'s part of /sys says that it is one: libudev takes devices from nowhere else.
#define STATFS(name, type)                                                                                   \
    EXPORT int name(const char *path, struct type *st)                                                       \
    {                                                                                                        \
        char buf[NODE_PATH_MAX];                                                                             \
        const char *p = node_translate(path, buf);                                                           \
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
    ssize_t n = node_root() ? real(link, path, sizeof(path)) : 0;
    size_t root = node_root() ? strlen(node_root()) : 0;
    return n > (ssize_t)root + 5 && !memcmp(path, node_root(), root) && !memcmp(path + root, "/sys/", 5);
}
STATFS(statfs, statfs)
STATFS(statfs64, statfs64)

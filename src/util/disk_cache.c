// See disk_cache.h. A file an entry, DIR/BUILD-k/eeee...: its name is the key in hexadecimal, its content a
// header with a SHA-256 and the blob. The name of a subdirectory begins with the build of what made it, so
// that another build never finds what this one made; no path is in a name or file, so that the directory may
// move.
//
// The directory is opened once, and all else is found from there (openat) without following links or waiting
// for what is no file. It is opened again when it is gone, or when the program closed our descriptor.
//
// Safe with many processes: a file appears whole, by rename(2); whoever opened one reads it to the end though
// another unlinks it. Bounded: about once for every sixteenth of the limit that is written, by whatever
// processes, one of them looks at the directory, and if that is over the limit, the files that were longest
// not used go until it is three quarters full.
#include "util/disk_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/env.h"
#include "util/file.h"
#include "util/log.h"
#include "util/sha256.h"

#define DEFAULT_LIMIT (UINT64_C(256) << 20)
#define MAX_ENTRY (64u << 20)

static bool is_off(const char *s)
{
    return s && (!strcmp(s, "0") || !strcmp(s, "off") || !strcmp(s, "no") || !strcmp(s, "false"));
}

void kiln_disk_cache_init(struct kiln_disk_cache *c)
{
    char absolute[KILN_PATH_MAX];
    const char *dir = kiln_getenv_path("KILN_CACHE_DIR", absolute), *xdg = kiln_getenv("XDG_CACHE_HOME"),
               *home = kiln_getenv("HOME"), *limit = kiln_getenv("KILN_CACHE_SIZE");
    int n = -1;
    *c = (struct kiln_disk_cache){.limit = DEFAULT_LIMIT, .fd = -1};
    pthread_mutex_init(&c->lock, NULL);
    if (is_off(kiln_getenv("KILN_CACHE")))
        return;
    uint64_t size;
    if (limit && kiln_parse_size(limit, &size) && size)
        c->limit = size;
    if (dir)
        n = snprintf(c->dir, sizeof(c->dir), "%s", dir);
    else if (xdg && xdg[0] == '/')
        n = snprintf(c->dir, sizeof(c->dir), "%s/kiln", xdg);
    else if (home && home[0] == '/')
        n = snprintf(c->dir, sizeof(c->dir), "%s/.cache/kiln", home);
    if (n < 0 || (size_t)n >= sizeof(c->dir))
        c->dir[0] = 0;
}

void kiln_disk_cache_finish(struct kiln_disk_cache *c)
{
    struct stat st;
    if (c->fd >= 0 && !fstat(c->fd, &st) && st.st_dev == c->device && st.st_ino == c->inode)
        close(c->fd);
    c->fd = -1;
    pthread_mutex_destroy(&c->lock);
}

uint64_t kiln_disk_cache_build(const char *path)
{
    struct stat st;
    uint8_t digest[KILN_SHA256_SIZE];
    uint64_t build;
    if (stat(path, &st))
        return 0;
    const int64_t facts[] = {st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec};
    struct kiln_sha256 h;
    kiln_sha256_init(&h);
    kiln_sha256_add(&h, facts, sizeof(facts));
    kiln_sha256_end(&h, digest);
    memcpy(&build, digest, sizeof(build));
    return build;
}

// ---- directories

// Nobody but the user can have written it. (Of an access control list, the group's bits show what it allows.)
static bool is_ours(const struct stat *st, mode_t type)
{
    return (st->st_mode & S_IFMT) == type && st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

static void refuse(const char *dir, const char *what, const struct stat *st)
{
    static unsigned said;
    if (!__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED))
        kiln_warn("the cache in %s is not used: %s is uid %u's, mode %o: only you may be able to write there",
                  dir, what, (unsigned)st->st_uid, (unsigned)(st->st_mode & 07777));
}

static bool make_dirs(const char *path)
{
    char part[320];
    for (const char *s = strchr(path + 1, '/'); s; s = strchr(s + 1, '/')) {
        snprintf(part, sizeof(part), "%.*s", (int)(s - path), path);
        mkdir(part, 0700);
    }
    return !mkdir(path, 0700) || errno == EEXIST;
}

enum { OPEN_DIR = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static bool still_open(const struct kiln_disk_cache *c)
{
    struct stat st;
    return c->fd >= 0 && !fstat(c->fd, &st) && st.st_dev == c->device && st.st_ino == c->inode &&
           st.st_nlink && is_ours(&st, S_IFDIR);
}

// A descriptor of the directory that the caller closes, or -1.
static int open_top(struct kiln_disk_cache *c, bool create)
{
    struct stat st;
    pthread_mutex_lock(&c->lock);
    if (!still_open(c)) {
        struct stat old;
        if (c->fd >= 0 && !fstat(c->fd, &old) && old.st_dev == c->device && old.st_ino == c->inode)
            close(c->fd); // else it is somebody else's by now
        c->fd = kiln_fd_lift(open(c->dir, OPEN_DIR));
        if (c->fd < 0 && errno == ENOENT && create && make_dirs(c->dir))
            c->fd = kiln_fd_lift(open(c->dir, OPEN_DIR));
        if (c->fd >= 0 && !fstat(c->fd, &st) && is_ours(&st, S_IFDIR)) {
            c->device = st.st_dev;
            c->inode = st.st_ino;
        } else if (c->fd >= 0) {
            refuse(c->dir, "it", &st);
            close(c->fd);
            c->fd = -1;
        }
    }
    int fd = c->fd >= 0 ? fcntl(c->fd, F_DUPFD_CLOEXEC, 3) : -1;
    pthread_mutex_unlock(&c->lock);
    return fd;
}

static int open_sub(const struct kiln_disk_cache *c, int top, const char *name, bool create)
{
    struct stat st;
    int fd = kiln_fd_lift(openat(top, name, OPEN_DIR));
    if (fd < 0 && errno == ENOENT && create && (!mkdirat(top, name, 0700) || errno == EEXIST))
        fd = kiln_fd_lift(openat(top, name, OPEN_DIR));
    if (fd >= 0 && (fstat(fd, &st) || !is_ours(&st, S_IFDIR))) {
        refuse(c->dir, name, &st);
        close(fd);
        fd = -1;
    }
    return fd;
}

// ---- entries

struct name {
    char dir[24], file[2 * KILN_DISK_KEY_SIZE];
};

static void make_name(uint64_t build, const uint8_t key[KILN_DISK_KEY_SIZE], struct name *n)
{
    char hex[2 * KILN_DISK_KEY_SIZE + 1];
    for (unsigned i = 0; i < KILN_DISK_KEY_SIZE; i++)
        snprintf(hex + 2 * i, 3, "%02x", key[i]);
    snprintf(n->dir, sizeof(n->dir), "%016llx-%.1s", (unsigned long long)build, hex);
    snprintf(n->file, sizeof(n->file), "%s", hex + 1);
}

static bool is_hex(const char *s, size_t n)
{
    return strspn(s, "0123456789abcdef") >= n;
}

// What make_name makes: nothing else is ever deleted.
static bool is_dir_name(const char *s)
{
    return strlen(s) == 18 && is_hex(s, 16) && s[16] == '-' && is_hex(s + 17, 1);
}

static bool is_file_name(const char *s)
{
    size_t digits = 2 * KILN_DISK_KEY_SIZE - 1;
    return !strncmp(s, ".tmp", 4) || (strlen(s) == digits && is_hex(s, digits));
}

// The directory of an entry, or -1.
static int open_dir(struct kiln_disk_cache *c, const struct name *n, bool create)
{
    int top = c->dir[0] ? open_top(c, create) : -1;
    if (top < 0)
        return -1;
    int fd = open_sub(c, top, n->dir, create);
    close(top);
    return fd;
}

// The start of a file.
struct header {
    uint8_t key[KILN_DISK_KEY_SIZE], digest[KILN_SHA256_SIZE]; // of the key and the rest
    uint64_t size;                                             // of the rest
};

static void digest_of(const uint8_t key[KILN_DISK_KEY_SIZE], const void *blob, size_t size,
                      uint8_t out[KILN_SHA256_SIZE])
{
    struct kiln_sha256 h;
    kiln_sha256_init(&h);
    kiln_sha256_add(&h, key, KILN_DISK_KEY_SIZE);
    kiln_sha256_add_sized(&h, blob, size);
    kiln_sha256_end(&h, out);
}

static bool read_all(int fd, void *out, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t n = read(fd, (char *)out + at, size - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    return true;
}

static bool write_all(int fd, const void *data, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t n = write(fd, (const char *)data + at, size - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    return true;
}

static void *read_entry(int fd, const uint8_t key[KILN_DISK_KEY_SIZE], size_t *size)
{
    struct header h;
    struct stat st;
    uint8_t digest[KILN_SHA256_SIZE];
    if (fstat(fd, &st) || !is_ours(&st, S_IFREG) || !read_all(fd, &h, sizeof(h)) ||
        memcmp(h.key, key, sizeof(h.key)) || h.size > MAX_ENTRY || (uint64_t)st.st_size != sizeof(h) + h.size)
        return NULL;
    void *blob = malloc(h.size ? h.size : 1);
    bool ok = blob && read_all(fd, blob, h.size);
    if (ok)
        digest_of(key, blob, h.size, digest);
    if (!ok || memcmp(digest, h.digest, sizeof(digest))) {
        free(blob);
        return NULL;
    }
    *size = h.size;
    return blob;
}

void *kiln_disk_cache_load(struct kiln_disk_cache *c, uint64_t build, const uint8_t key[KILN_DISK_KEY_SIZE],
                           size_t *size)
{
    struct name n;
    make_name(build, key, &n);
    int dir = open_dir(c, &n, false);
    if (dir < 0)
        return NULL;
    void *blob = NULL;
    int fd = kiln_fd_lift(openat(dir, n.file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (fd >= 0) {
        blob = read_entry(fd, key, size);
        if (blob)
            futimens(fd, NULL); // used now: see evict
        else
            unlinkat(dir, n.file, 0); // corrupt, cut short by a full disk, or no file of ours
        close(fd);
    }
    close(dir);
    return blob;
}

// ---- the bound

struct file {
    char dir[24], name[80];
    struct timespec used;
    uint64_t size;
};

struct listing {
    struct file *files;
    size_t count, capacity;
    uint64_t bytes;
};

static void list_file(struct listing *l, int fd, const char *dir, const char *name)
{
    struct file f;
    struct stat st;
    if (strlen(name) >= sizeof(f.name) || fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
        return;
    if (l->count == l->capacity) {
        size_t more = l->capacity ? l->capacity * 2 : 256;
        struct file *p = realloc(l->files, more * sizeof(*p));
        if (!p)
            return;
        l->files = p;
        l->capacity = more;
    }
    snprintf(f.dir, sizeof(f.dir), "%s", dir);
    snprintf(f.name, sizeof(f.name), "%s", name);
    f.used = st.st_mtim;
    f.size = (uint64_t)st.st_size;
    l->bytes += f.size;
    l->files[l->count++] = f;
}

static void list_dir(struct listing *l, const struct kiln_disk_cache *c, int top, const char *name)
{
    int fd = open_sub(c, top, name, false);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    for (struct dirent *e; d && (e = readdir(d));)
        if (is_file_name(e->d_name))
            list_file(l, fd, name, e->d_name);
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
}

static int by_use(const void *a, const void *b)
{
    const struct file *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return x->used.tv_nsec < y->used.tv_nsec ? -1 : x->used.tv_nsec > y->used.tv_nsec;
}

static void delete_file(const struct kiln_disk_cache *c, int top, const struct file *f)
{
    int fd = open_sub(c, top, f->dir, false);
    if (fd < 0)
        return;
    unlinkat(fd, f->name, 0); // gone already: another process does the same
    close(fd);
}

static void evict(struct kiln_disk_cache *c)
{
    struct listing l = {0};
    int top = open_top(c, false), again = top < 0 ? -1 : fcntl(top, F_DUPFD_CLOEXEC, 3);
    DIR *d = again < 0 ? NULL : fdopendir(again);
    if (d)
        rewinddir(d); // a duplicate shares its place
    for (struct dirent *e; d && (e = readdir(d));)
        if (is_dir_name(e->d_name))
            list_dir(&l, c, top, e->d_name);
    if (l.bytes > c->limit) {
        qsort(l.files, l.count, sizeof(l.files[0]), by_use);
        for (size_t i = 0; i < l.count && l.bytes > c->limit / 4 * 3; i++) {
            delete_file(c, top, &l.files[i]);
            l.bytes -= l.files[i].size;
        }
    }
    if (d)
        closedir(d);
    else if (again >= 0)
        close(again);
    if (top >= 0)
        close(top);
    free(l.files);
}

// Most processes write little: each entry's own share of a look. The digest is as good as a die.
static bool draw(const struct kiln_disk_cache *c, const uint8_t digest[KILN_SHA256_SIZE], uint64_t bytes)
{
    uint32_t die;
    memcpy(&die, digest, sizeof(die));
    return (uint64_t)die * (c->limit / 16) >> 32 < bytes;
}

static bool write_entry(int dir, const char *name, const struct header *h, const void *blob)
{
    static uint32_t serial;
    char temporary[64];
    snprintf(temporary, sizeof(temporary), ".tmp%d-%u", (int)getpid(),
             __atomic_fetch_add(&serial, 1, __ATOMIC_RELAXED));
    int fd = kiln_fd_lift(openat(dir, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (fd < 0)
        return false;
    struct kiln_file_limit limit = kiln_file_limit_begin();
    bool ok = write_all(fd, h, sizeof(*h)) && write_all(fd, blob, h->size);
    kiln_file_limit_end(&limit);
    ok &= !close(fd);
    if (ok && !renameat(dir, temporary, dir, name))
        return true;
    unlinkat(dir, temporary, 0);
    return false;
}

void kiln_disk_cache_store(struct kiln_disk_cache *c, uint64_t build, const uint8_t key[KILN_DISK_KEY_SIZE],
                           const void *blob, size_t size)
{
    struct name n;
    if (size > MAX_ENTRY)
        return;
    make_name(build, key, &n);
    int dir = open_dir(c, &n, true);
    if (dir < 0)
        return;
    struct header h = {.size = size};
    memcpy(h.key, key, sizeof(h.key));
    digest_of(key, blob, size, h.digest);
    write_entry(dir, n.file, &h, blob);
    close(dir);
    uint64_t bytes = sizeof(h) + size;
    bool due = __atomic_add_fetch(&c->written, bytes, __ATOMIC_RELAXED) > c->limit / 16;
    if (due)
        __atomic_store_n(&c->written, 0, __ATOMIC_RELAXED);
    if (due || draw(c, h.digest, bytes))
        evict(c);
}

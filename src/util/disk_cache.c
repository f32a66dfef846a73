// See disk_cache.h. A file an entry, DIR/xx/yyyy...: its name is the key in hexadecimal, its content a header
// with a checksum and the blob. The name of a subdirectory begins with the build of what made it, so that
// another build never finds what this one made; no path is in a name or file, so that the directory may move.
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

#define DEFAULT_LIMIT (UINT64_C(256) << 20)
#define MAX_ENTRY (64u << 20)

static bool is_off(const char *s)
{
    return s && (!strcmp(s, "0") || !strcmp(s, "off") || !strcmp(s, "no") || !strcmp(s, "false"));
}

// Bytes, or with K, M, G; 0 if it is no number.
static uint64_t parse_size(const char *s)
{
    char *end;
    unsigned long long v = strtoull(s, &end, 10);
    unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    return v > UINT64_MAX >> shift ? 0 : (uint64_t)v << shift;
}

void kiln_disk_cache_init(struct kiln_disk_cache *c)
{
    const char *dir = kiln_getenv("KILN_CACHE_DIR"), *xdg = kiln_getenv("XDG_CACHE_HOME"),
               *home = kiln_getenv("HOME"), *limit = kiln_getenv("KILN_CACHE_SIZE");
    int n = -1;
    *c = (struct kiln_disk_cache){.limit = DEFAULT_LIMIT};
    if (is_off(kiln_getenv("KILN_CACHE")))
        return;
    if (limit && parse_size(limit))
        c->limit = parse_size(limit);
    if (dir && dir[0])
        n = snprintf(c->dir, sizeof(c->dir), "%s", dir);
    else if (xdg && xdg[0] == '/')
        n = snprintf(c->dir, sizeof(c->dir), "%s/kiln", xdg);
    else if (home && home[0] == '/')
        n = snprintf(c->dir, sizeof(c->dir), "%s/.cache/kiln", home);
    if (n < 0 || (size_t)n >= sizeof(c->dir))
        c->dir[0] = 0;
}

static uint32_t fnv(uint32_t h, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        h = (h ^ ((const uint8_t *)data)[i]) * 0x01000193;
    return h;
}

uint32_t kiln_disk_cache_build(const char *path)
{
    struct stat st;
    if (stat(path, &st))
        return 0;
    const int64_t facts[] = {st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec};
    return fnv(0x811c9dc5, facts, sizeof(facts));
}

// The start of a file.
struct header {
    uint8_t key[16];
    uint32_t size, checksum; // of the rest
};

static uint32_t checksum(const uint8_t key[16], const void *blob, size_t size)
{
    return fnv(fnv(0x811c9dc5, key, 16), blob, size);
}

struct path {
    char dir[320], file[384];
};

static void make_path(const struct kiln_disk_cache *c, uint32_t build, const uint8_t key[16], struct path *p)
{
    char hex[33];
    for (unsigned i = 0; i < 16; i++)
        snprintf(hex + 2 * i, 3, "%02x", key[i]);
    snprintf(p->dir, sizeof(p->dir), "%s/%08x-%.1s", c->dir, build, hex);
    snprintf(p->file, sizeof(p->file), "%s/%s", p->dir, hex + 1);
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

static void *read_entry(int fd, const uint8_t key[16], size_t *size)
{
    struct header h;
    struct stat st;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode) || !read_all(fd, &h, sizeof(h)) || memcmp(h.key, key, 16) ||
        h.size > MAX_ENTRY || (uint64_t)st.st_size != sizeof(h) + h.size)
        return NULL;
    void *blob = malloc(h.size ? h.size : 1);
    if (!blob || !read_all(fd, blob, h.size) || checksum(key, blob, h.size) != h.checksum) {
        free(blob);
        return NULL;
    }
    *size = h.size;
    return blob;
}

void *kiln_disk_cache_load(struct kiln_disk_cache *c, uint32_t build, const uint8_t key[16], size_t *size)
{
    struct path p;
    if (!c->dir[0])
        return NULL;
    make_path(c, build, key, &p);
    int fd = open(p.file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return NULL;
    void *blob = read_entry(fd, key, size);
    if (blob)
        futimens(fd, NULL); // used now: see evict
    else
        unlink(p.file); // corrupt, or cut short by a full disk
    close(fd);
    return blob;
}

// ---- the bound

struct file {
    char path[384];
    struct timespec used;
    uint64_t size;
};

struct listing {
    struct file *files;
    size_t count, capacity;
    uint64_t bytes;
};

static void list_file(struct listing *l, const char *dir, const char *name)
{
    struct file f;
    struct stat st;
    int n = snprintf(f.path, sizeof(f.path), "%s/%s", dir, name);
    if (n < 0 || (size_t)n >= sizeof(f.path) || lstat(f.path, &st) || !S_ISREG(st.st_mode))
        return;
    if (l->count == l->capacity) {
        size_t more = l->capacity ? l->capacity * 2 : 256;
        struct file *p = realloc(l->files, more * sizeof(*p));
        if (!p)
            return;
        l->files = p;
        l->capacity = more;
    }
    f.used = st.st_mtim;
    f.size = (uint64_t)st.st_size;
    l->bytes += f.size;
    l->files[l->count++] = f;
}

static void list_dir(struct listing *l, const char *path)
{
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.' || !strncmp(e->d_name, ".tmp", 4))
            list_file(l, path, e->d_name);
    if (d)
        closedir(d);
}

static int by_use(const void *a, const void *b)
{
    const struct file *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return x->used.tv_nsec < y->used.tv_nsec ? -1 : x->used.tv_nsec > y->used.tv_nsec;
}

static void evict(struct kiln_disk_cache *c)
{
    struct listing l = {0};
    DIR *d = opendir(c->dir);
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[640];
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof(path), "%s/%s", c->dir, e->d_name);
        list_dir(&l, path);
    }
    if (d)
        closedir(d);
    if (l.bytes > c->limit) {
        qsort(l.files, l.count, sizeof(l.files[0]), by_use);
        for (size_t i = 0; i < l.count && l.bytes > c->limit / 4 * 3; i++) {
            unlink(l.files[i].path); // gone already: another process does the same
            l.bytes -= l.files[i].size;
        }
    }
    free(l.files);
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

// Most processes write little: each entry's own share of a look. The checksum is as good as a die.
static bool draw(const struct kiln_disk_cache *c, uint32_t checksum, uint64_t bytes)
{
    uint32_t mixed = (checksum ^ checksum >> 15) * 0x85ebca6bu;
    return (uint64_t)(mixed ^ mixed >> 13) * (c->limit / 16) >> 32 < bytes;
}

void kiln_disk_cache_store(struct kiln_disk_cache *c, uint32_t build, const uint8_t key[16], const void *blob,
                           size_t size)
{
    static uint32_t serial;
    struct path p;
    char temporary[448];
    if (!c->dir[0] || size > MAX_ENTRY)
        return;
    make_path(c, build, key, &p);
    if (!make_dirs(p.dir))
        return;
    snprintf(temporary, sizeof(temporary), "%s/.tmp%d-%u", p.dir, (int)getpid(),
             __atomic_fetch_add(&serial, 1, __ATOMIC_RELAXED));
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return;
    struct header h = {.size = (uint32_t)size, .checksum = checksum(key, blob, size)};
    memcpy(h.key, key, 16);
    bool ok = write_all(fd, &h, sizeof(h)) && write_all(fd, blob, size);
    ok &= !close(fd);
    if (!ok || rename(temporary, p.file))
        unlink(temporary);
    uint64_t bytes = sizeof(h) + size;
    bool due = __atomic_add_fetch(&c->written, bytes, __ATOMIC_RELAXED) > c->limit / 16;
    if (due)
        __atomic_store_n(&c->written, 0, __ATOMIC_RELAXED);
    if (due || draw(c, h.checksum, bytes))
        evict(c);
}

// A cache on disk that another program overwrites: whatever becomes of its files and folders, what is loaded
// is what was stored by that key, or nothing. Files are cut, changed, exchanged, and replaced by links, pipes
// and folders; folders are exchanged, moved away and opened to others; before loads and stores and while they
// run.
//
// KILN_DISK_FIRST, KILN_DISK_CASES: the first case, and how many (default 0 and 150).
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kt.h"
#include "util/disk_cache.h"

enum { KEYS = 12, STEPS = 60, MOST_FILES = 256, LIMIT = 60 };

static char top[64], root[96];
static char paths[MOST_FILES][512];
static unsigned path_count;

static uint32_t rnd(uint64_t *state, uint32_t n)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % n;
}

// ---- what is stored

static void key_of(unsigned k, uint8_t key[KILN_DISK_KEY_SIZE])
{
    for (unsigned i = 0; i < KILN_DISK_KEY_SIZE; i++)
        key[i] = (uint8_t)(k * 37 + i * 11 + 1);
}

static size_t blob_of(unsigned k, uint8_t *out)
{
    size_t size = 1 + k * 977 % 9000;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(i * 7 + k * 101 + (i >> 8));
    return size;
}

static void store(struct kiln_disk_cache *c, unsigned k)
{
    static _Thread_local uint8_t blob[16384];
    uint8_t key[KILN_DISK_KEY_SIZE];
    key_of(k, key);
    kiln_disk_cache_store(c, k % 3, key, blob, blob_of(k, blob));
}

static unsigned loaded;

static void load(struct kiln_disk_cache *c, unsigned k, uint64_t seed)
{
    static _Thread_local uint8_t blob[16384];
    uint8_t key[KILN_DISK_KEY_SIZE];
    size_t size = 0, want = blob_of(k, blob);
    key_of(k, key);
    uint8_t *got = kiln_disk_cache_load(c, k % 3, key, &size);
    kt_ok(!got || (size == want && !memcmp(got, blob, want)), "case %llu: key %u is loaded as something else",
          (unsigned long long)seed, k);
    loaded += got != NULL;
    free(got);
}

// ---- what becomes of it

static int collect(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    if (path_count < MOST_FILES && strlen(path) < sizeof(paths[0]))
        snprintf(paths[path_count++], sizeof(paths[0]), "%s", path);
    return 0;
}

static int erase(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    remove(path);
    return 0;
}

static void exchange(const char *a, const char *b)
{
    char aside[128];
    snprintf(aside, sizeof(aside), "%s/aside", top);
    if (!rename(a, aside)) {
        (void)!rename(b, a);
        (void)!rename(aside, b);
    }
}

static void change_bytes(const char *path, uint64_t *state)
{
    struct stat st;
    int fd = open(path, O_RDWR | O_NONBLOCK);
    if (fd < 0)
        return;
    for (unsigned i = 0; !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size && i < 1 + rnd(state, 8); i++) {
        uint8_t byte = (uint8_t)rnd(state, 256);
        (void)!pwrite(fd, &byte, 1, rnd(state, (uint32_t)st.st_size));
    }
    close(fd);
}

static void scribble(uint64_t *state)
{
    path_count = 0;
    nftw(root, collect, 8, FTW_PHYS);
    if (!path_count) {
        mkdir(root, 0700);
        return;
    }
    const char *a = paths[rnd(state, path_count)], *b = paths[rnd(state, path_count)];
    switch (rnd(state, 12)) {
    case 0:
        (void)!truncate(a, rnd(state, 4096));
        break;
    case 1:
    case 2:
    case 3:
        change_bytes(a, state);
        break;
    case 4:
    case 5:
        exchange(a, b);
        break;
    case 6:
        chmod(a, (mode_t[]){0666, 0777, 0000, 0400, 0700, 01777}[rnd(state, 6)]);
        break;
    case 7:
        if (!remove(a))
            (void)!symlink(b, a);
        break;
    case 8:
        if (!remove(a))
            (void)!mkfifo(a, 0600);
        break;
    case 9:
        if (!remove(a))
            mkdir(a, 0700);
        break;
    case 10:
        nftw(a, erase, 8, FTW_PHYS | FTW_DEPTH);
        break;
    default:
        chmod(a, 0700); // as it should be, of a folder
        break;
    }
}

struct scribbler {
    uint64_t state;
    bool stop;
};

static void *scribble_on(void *arg)
{
    struct scribbler *s = arg;
    while (!__atomic_load_n(&s->stop, __ATOMIC_RELAXED))
        scribble(&s->state);
    return NULL;
}

static void run_case(uint64_t seed)
{
    uint64_t state = seed * 2 + 1;
    struct scribbler s = {.state = seed + 12345};
    struct kiln_disk_cache c;
    pthread_t thread;
    bool beside = seed % 3 == 2;
    mkdir(root, 0700);
    kiln_disk_cache_init(&c);
    for (unsigned k = 0; k < KEYS; k++)
        store(&c, k);
    if (beside)
        beside = !pthread_create(&thread, NULL, scribble_on, &s);
    for (unsigned i = 0; i < STEPS; i++) {
        unsigned k = rnd(&state, KEYS), what = rnd(&state, 4);
        if (what == 0 && !beside)
            scribble(&state);
        else if (what == 1)
            store(&c, k);
        else
            load(&c, k, seed);
        if (i % 20 == 19) { // another process
            kiln_disk_cache_finish(&c);
            kiln_disk_cache_init(&c);
        }
    }
    __atomic_store_n(&s.stop, true, __ATOMIC_RELAXED);
    if (beside)
        pthread_join(thread, NULL);
    kiln_disk_cache_finish(&c);
    nftw(root, erase, 8, FTW_PHYS | FTW_DEPTH);
}

KT_TEST(scribbled_cache)
{
    const char *first = getenv("KILN_DISK_FIRST"), *cases = getenv("KILN_DISK_CASES");
    uint64_t from = first ? strtoull(first, NULL, 0) : 0, n = cases ? strtoull(cases, NULL, 0) : 150;
    snprintf(top, sizeof(top), "/tmp/kiln-disk-XXXXXX");
    if (!kt_ok(mkdtemp(top), "mkdtemp"))
        return;
    snprintf(root, sizeof(root), "%s/cache", top);
    setenv("KILN_CACHE_DIR", root, 1);
    unsetenv("KILN_CACHE");
    for (uint64_t i = from; i < from + n; i++) {
        alarm(LIMIT); // nothing waits for a pipe
        run_case(i);
    }
    alarm(0);
    printf("# %u loads found what was stored\n", loaded);
    kt_ok(loaded > n, "only %u loads", loaded);
    nftw(top, erase, 8, FTW_PHYS | FTW_DEPTH);
}

KT_MAIN()

// See open.h. Build tree and installation have the same layout, so that one rule serves both.
#include "util/library/open.h"

#include <assert.h>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/fork.h"

const char *kiln_path_of(const void *self, char out[KILN_PATH_MAX])
{
    Dl_info info;
    bool named = dladdr(self, &info) && info.dli_fname && strrchr(info.dli_fname, '/');
    return named ? kiln_path_absolute(info.dli_fname, out) : NULL;
}

bool kiln_path_next_to(const void *self, const char *name, char *path, size_t size)
{
    char own[KILN_PATH_MAX];
    const char *us = kiln_path_of(self, own);
    if (!us)
        return false;
    int n = snprintf(path, size, "%.*s/%s", (int)(strrchr(us, '/') - us), us, name);
    return n > 0 && (size_t)n < size && !access(path, R_OK);
}

// A child of a fork() in the middle of a dlopen() would find the library in the list of those that are
// loaded, and not relocated yet, or the list locked.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

enum { LIBRARIES = 4 };
static __typeof__(kiln_library_fork) *opened[LIBRARIES];
static unsigned opened_count;

static void all_opened(enum kiln_fork step)
{
    for (unsigned i = 0; i < opened_count; i++)
        opened[i](step);
}

static void fork_prepare(void)
{
    pthread_mutex_lock(&loading);
    all_opened(KILN_FORK_PREPARE);
}

static void fork_parent(void)
{
    all_opened(KILN_FORK_PARENT);
    pthread_mutex_unlock(&loading);
}

static void fork_child(void)
{
    all_opened(KILN_FORK_CHILD);
    pthread_mutex_unlock(&loading); // this thread's: it is the one that forked
}

// ---- exit

enum { LOAD_SECONDS = 10 }; // that exit() waits: it may itself be called by a constructor of that library
static atomic_bool ending;  // exit() has begun

static void wait_for_load(void)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += LOAD_SECONDS;
    const bool locked = !pthread_mutex_clocklock(&loading, CLOCK_MONOTONIC, &until);
    atomic_store(&ending, true);
    if (locked)
        pthread_mutex_unlock(&loading);
}

static int read_adds(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    memcpy(data, &info->dlpi_adds, sizeof(info->dlpi_adds));
    return 1;
}

// Handlers and destructors are called in the reverse order of their registration. Once for each state of the
// list of libraries: handlers are not taken back.
void kiln_library_watch_exit(void)
{
    static atomic_ullong watched;
    unsigned long long adds = 0;
    dl_iterate_phdr(read_adds, &adds);
    if (atomic_load(&watched) != adds && !atexit(wait_for_load))
        atomic_store(&watched, adds);
}

// Before all constructors of this library but those of static locks: what they register is then prepared
// first, and may wait for a thread that opens a library.
__attribute__((constructor(200))) static void watch(void)
{
    pthread_atfork(fork_prepare, fork_parent, fork_child);
    kiln_library_watch_exit();
}

// ---- opening

static void tell_opened(void *handle)
{
    void *symbol = dlsym(handle, KILN_OPENED_ENTRY);
    __typeof__(kiln_library_opened) *f;
    memcpy(&f, &symbol, sizeof(f));
    if (f)
        f(kiln_directory());
}

static void remember(void *handle)
{
    void *symbol = dlsym(handle, KILN_FORK_ENTRY);
    __typeof__(kiln_library_fork) *f;
    memcpy(&f, &symbol, sizeof(f));
    for (unsigned i = 0; i < opened_count; i++)
        if (opened[i] == f)
            return;
    assert(opened_count < LIBRARIES);
    if (f && opened_count < LIBRARIES)
        opened[opened_count++] = f;
}

// With the lock held.
static void *open_file(const char *file, const char **why)
{
    if (atomic_load(&ending)) {
        *why = "the process is ending";
        return NULL;
    }
    kiln_library_watch_exit();
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        *why = dlerror();
        return NULL;
    }
    tell_opened(handle);
    remember(handle);
    return handle;
}

void *kiln_library_open(const void *self, const char *name, const char **why)
{
    char path[4096];
    const char *file = kiln_path_next_to(self, name, path, sizeof(path)) ? path : name;
    pthread_mutex_lock(&loading);
    void *handle = open_file(file, why);
    pthread_mutex_unlock(&loading);
    return handle;
}

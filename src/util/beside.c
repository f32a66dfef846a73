// See beside.h. Build tree and installation have the same layout, so that one rule serves both.
#include "util/beside.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool kiln_path_beside(const void *self, const char *name, char *path, size_t size)
{
    Dl_info info;
    if (!dladdr(self, &info) || !info.dli_fname || !strrchr(info.dli_fname, '/'))
        return false;
    int dir = (int)(strrchr(info.dli_fname, '/') - info.dli_fname);
    int n = snprintf(path, size, "%.*s/%s", dir, info.dli_fname, name);
    return n > 0 && (size_t)n < size && !access(path, R_OK);
}

// A child of a fork() in the middle of a dlopen() would find the library in the list of those that are
// loaded, and not relocated yet.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fork_prepare(void)
{
    pthread_mutex_lock(&loading);
}

static void fork_parent(void)
{
    pthread_mutex_unlock(&loading);
}

static void fork_child(void)
{
    pthread_mutex_init(&loading, NULL);
}

static void install(void)
{
    pthread_atfork(fork_prepare, fork_parent, fork_child);
}

void *kiln_open_beside(const void *self, const char *name)
{
    char path[4096];
    const char *file = kiln_path_beside(self, name, path, sizeof(path)) ? path : name;
    pthread_once(&once, install);
    pthread_mutex_lock(&loading);
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    pthread_mutex_unlock(&loading);
    return handle;
}

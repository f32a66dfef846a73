// See beside.h. Build tree and installation have the same layout, so that one rule serves both.
#include "util/beside.h"

#include <dlfcn.h>
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

void *kiln_open_beside(const void *self, const char *name)
{
    char path[4096];
    return dlopen(kiln_path_beside(self, name, path, sizeof(path)) ? path : name, RTLD_NOW | RTLD_LOCAL);
}

// See beside.h. Build tree and installation have the same layout, so that one rule serves both.
#include "util/beside.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void *kiln_open_beside(const void *self, const char *name)
{
    Dl_info info;
    char path[4096];
    if (dladdr(self, &info) && info.dli_fname && strrchr(info.dli_fname, '/')) {
        int dir = (int)(strrchr(info.dli_fname, '/') - info.dli_fname);
        snprintf(path, sizeof(path), "%.*s/%s", dir, info.dli_fname, name);
        if (!access(path, R_OK))
            return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

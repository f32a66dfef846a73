// See compiler_load.h. The library lies beside this one (build tree and installation alike), or where the
// system's loader finds it.
#include "vk/compiler_load.h"

#include <dlfcn.h>
#include <pthread.h>

#include "util/beside.h"
#include "util/disk_cache.h"
#include "util/log.h"

#define LIBRARY "libkiln_compiler.so"

static struct kiln_compiler compiler;
static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *lib = kiln_open_beside(&once, LIBRARY);
    if (!lib) {
        kiln_warn("cannot load the compiler: %s", dlerror());
        return;
    }
    const struct {
        const char *name;
        void **where;
    } symbols[] = {
        {"kiln_compile", (void **)&compiler.compile},
        {"kiln_kernel_destroy", (void **)&compiler.kernel_destroy},
        {"kiln_kernel_get_info", (void **)&compiler.kernel_get_info},
        {"kiln_kernel_get_bindings", (void **)&compiler.kernel_get_bindings},
        {"kiln_kernel_get_code", (void **)&compiler.kernel_get_code},
        {"kiln_kernel_get_text", (void **)&compiler.kernel_get_text},
        {"kiln_kernel_get_lines", (void **)&compiler.kernel_get_lines},
        {"kiln_kernel_get_file", (void **)&compiler.kernel_get_file},
        {"kiln_kernel_serialize", (void **)&compiler.kernel_serialize},
        {"kiln_kernel_deserialize", (void **)&compiler.kernel_deserialize},
        {"kiln_compile_key", (void **)&compiler.compile_key},
        {"kiln_compiler_version", (void **)&compiler.version},
    };
    for (unsigned i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
        *symbols[i].where = dlsym(lib, symbols[i].name);
        if (!*symbols[i].where) {
            kiln_warn(LIBRARY " has no %s", symbols[i].name);
            return;
        }
    }
    loaded = true; // never unloaded: LLVM does not survive that
}

const struct kiln_compiler *kiln_compiler_get(void)
{
    pthread_once(&once, load);
    return loaded ? &compiler : NULL;
}

uint32_t kiln_compiler_build(void)
{
    Dl_info info;
    return dladdr((void *)(uintptr_t)kiln_compiler_get()->compile, &info) && info.dli_fname
               ? kiln_disk_cache_build(info.dli_fname)
               : 0;
}

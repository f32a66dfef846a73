// See compiler_load.h. The library lies beside this one (build tree and installation alike), or where the
// system's loader finds it.
#include "vk/pipeline/compiler_load.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "util/library/open.h"
#include "util/disk_cache.h"
#include "util/log.h"

#define LIBRARY "libkiln_compiler.so.1"

static __typeof__(kiln_compile) *compile_in_library;
static pthread_once_t load_once = PTHREAD_ONCE_INIT, build_once = PTHREAD_ONCE_INIT;
static uint64_t build, own_build;

// Kernels cross from one library to the other as they are in memory: both must be of one build.
static bool same_version(void *lib)
{
    void *symbol = dlsym(lib, "kiln_compiler_version");
    __typeof__(kiln_compiler_version) *version;
    memcpy(&version, &symbol, sizeof(version));
    return version && !strcmp(version(), kiln_compiler_version());
}

static void load(void)
{
    const char *why;
    void *lib = kiln_library_open(&load_once, LIBRARY, &why);
    if (!lib) {
        kiln_warn("cannot load the compiler: %s", why);
        return;
    }
    void *symbol = dlsym(lib, "kiln_compile");
    if (symbol && same_version(lib))
        memcpy(&compile_in_library, &symbol, sizeof(symbol)); // never unloaded: LLVM does not survive that
    else
        kiln_warn(LIBRARY " is another version's");
}

static enum kiln_result compile(const uint32_t *spirv, size_t words,
                                const struct kiln_compile_options *options, struct kiln_kernel **out,
                                char *message, size_t size)
{
    pthread_once(&load_once, load);
    if (compile_in_library)
        return compile_in_library(spirv, words, options, out, message, size);
    *out = NULL;
    snprintf(message, size, "no compiler (" LIBRARY ")");
    return KILN_ERROR_INTERNAL;
}

const struct kiln_compiler *kiln_compiler_get(void)
{
    static const struct kiln_compiler compiler = {
        .compile = compile,
        .kernel_destroy = kiln_kernel_destroy,
        .kernel_get_info = kiln_kernel_get_info,
        .kernel_get_bindings = kiln_kernel_get_bindings,
        .kernel_get_code = kiln_kernel_get_code,
        .kernel_get_text = kiln_kernel_get_text,
        .kernel_get_lines = kiln_kernel_get_lines,
        .kernel_get_binding_name = kiln_kernel_get_binding_name,
        .kernel_get_shared = kiln_kernel_get_shared,
        .kernel_get_file = kiln_kernel_get_file,
        .kernel_get_debug = kiln_kernel_get_debug,
        .kernel_get_small = kiln_kernel_get_small,
        .kernel_serialize = kiln_kernel_serialize,
        .kernel_deserialize = kiln_kernel_deserialize,
        .compile_key = kiln_compile_key,
        .version = kiln_compiler_version,
    };
    return &compiler;
}

static void find_build(void)
{
    char path[KILN_PATH_MAX];
    const char *us = kiln_path_of(&build_once, path);
    own_build = us ? kiln_disk_cache_build(us) : 0;
    build = kiln_path_next_to(&build_once, LIBRARY, path, sizeof(path)) ? kiln_disk_cache_build(path) : 0;
}

uint64_t kiln_compiler_build(void)
{
    pthread_once(&build_once, find_build);
    return build;
}

uint64_t kiln_driver_build(void)
{
    pthread_once(&build_once, find_build);
    return own_build;
}

// Kernels as objects: their accessors.
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel/kernel.h"
#include "hw/devinfo.h"
#include "hw/target.h"
#include "util/log.h"

#define COMPILER_VERSION "kiln 0.1.0"

const char *kiln_compiler_version(void)
{
    return COMPILER_VERSION;
}

void kiln_kernel_destroy(struct kiln_kernel *k)
{
    if (!k)
        return;
    for (unsigned n = 0; n < 3; n++)
        free(k->text[n]);
    for (uint32_t n = 0; n < k->file_count; n++)
        free(k->files[n]);
    free(k->files);
    free(k->debug);
    free(k->lines);
    for (uint32_t n = 0; k->binding_names && n < k->info.binding_count; n++)
        free(k->binding_names[n]);
    free(k->binding_names);
    free(k->bindings);
    for (uint32_t n = 0; n < k->shared_count; n++)
        free((char *)(uintptr_t)k->shared[n].name);
    free(k->shared);
    free(k->code);
    kiln_kernel_destroy(k->small);
    free(k);
}

const struct kiln_kernel_info *kiln_kernel_get_info(const struct kiln_kernel *k)
{
    return k ? &k->info : NULL;
}

const struct kiln_binding *kiln_kernel_get_bindings(const struct kiln_kernel *k)
{
    return k ? k->bindings : NULL;
}

const char *kiln_kernel_get_binding_name(const struct kiln_kernel *k, uint32_t binding)
{
    return k && binding < k->info.binding_count ? k->binding_names[binding] : NULL;
}

const struct kiln_shared_variable *kiln_kernel_get_shared(const struct kiln_kernel *k, uint32_t *count)
{
    if (count)
        *count = k ? k->shared_count : 0;
    return k ? k->shared : NULL;
}

const void *kiln_kernel_get_code(const struct kiln_kernel *k, size_t *size)
{
    if (size)
        *size = k ? k->code_size : 0;
    return k ? k->code : NULL;
}

const struct kiln_line *kiln_kernel_get_lines(const struct kiln_kernel *k, uint32_t *count)
{
    if (count)
        *count = k ? k->line_count : 0;
    return k ? k->lines : NULL;
}

const char *kiln_kernel_get_file(const struct kiln_kernel *k, uint32_t file)
{
    return k && file < k->file_count ? k->files[file] : NULL;
}

const char *kiln_kernel_get_debug(const struct kiln_kernel *k)
{
    return k ? k->debug : NULL;
}

const struct kiln_kernel *kiln_kernel_get_small(const struct kiln_kernel *k, uint32_t *groups)
{
    if (groups)
        *groups = k && k->small ? k->small_groups : 0;
    return k ? k->small : NULL;
}

const char *kiln_kernel_get_text(const struct kiln_kernel *k, enum kiln_emit which)
{
    return !k                        ? NULL
           : which == KILN_EMIT_LLVM ? k->text[0]
           : which == KILN_EMIT_MIR  ? k->text[1]
           : which == KILN_EMIT_ASM  ? k->text[2]
                                     : NULL;
}

const struct kiln_target *kernel_target(const struct kiln_compile_options *o)
{
    return kiln_target(o->device ? o->device : "skl");
}

const struct kiln_devinfo *kernel_devinfo(const struct kiln_compile_options *o)
{
    const struct kiln_target *t = kernel_target(o);
    return t && kiln_target_is_compiled(t) ? t->dev : NULL;
}

unsigned kernel_max_threads(const struct kiln_compile_options *o)
{
    const struct kiln_devinfo *dev = kernel_devinfo(o);
    return !dev ? 0 : o->max_group_threads ? o->max_group_threads : dev->max_group_threads;
}

unsigned kernel_debug_width(void)
{
    return KILN_DEBUG(SIMD8) ? 8 : KILN_DEBUG(SIMD16) ? 16 : KILN_DEBUG(SIMD32) ? 32 : 0;
}

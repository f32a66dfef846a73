// See builtin.h.
#include "vk/pipeline/builtin.h"

#include "spirv_copy.h"
#include "spirv_copy_bytes.h"
#include "spirv_copy_image.h"
#include "spirv_copy_indirect.h"
#include "spirv_copy_indirect_image.h"
#include "spirv_copy_samples.h"
#include "spirv_copy_units.h"
#include "spirv_decompress.h"
#include "spirv_fill.h"
#include "spirv_fill_image.h"
#include "spirv_generate.h"
#include "spirv_query_counters.h"
#include "vk/pipeline/kept.h"
#include "vk/pipeline/pipeline.h"

// In the order of enum kiln_builtin.
static const struct module {
    enum kiln_builtin first; // of its variants
    const char *name;
    const uint32_t *code;
    size_t words;
    unsigned simd; // lanes of its subgroups; 0: it has none
} modules[] = {
    {KILN_BUILTIN_COPY, "(copy)", spirv_copy, KILN_ARRAY_LEN(spirv_copy)},
    {KILN_BUILTIN_COPY_BYTES, "(copy_bytes)", spirv_copy_bytes, KILN_ARRAY_LEN(spirv_copy_bytes)},
    {KILN_BUILTIN_FILL, "(fill)", spirv_fill, KILN_ARRAY_LEN(spirv_fill)},
    {KILN_BUILTIN_COPY_IMAGE, "(copy_image)", spirv_copy_image, KILN_ARRAY_LEN(spirv_copy_image)},
    {KILN_BUILTIN_COPY_UNITS, "(copy_units)", spirv_copy_units, KILN_ARRAY_LEN(spirv_copy_units)},
    {KILN_BUILTIN_FILL_IMAGE, "(fill_image)", spirv_fill_image, KILN_ARRAY_LEN(spirv_fill_image)},
    {KILN_BUILTIN_COPY_INDIRECT, "(copy_indirect)", spirv_copy_indirect, KILN_ARRAY_LEN(spirv_copy_indirect)},
    {KILN_BUILTIN_COPY_INDIRECT_IMAGE, "(copy_indirect_image)", spirv_copy_indirect_image,
     KILN_ARRAY_LEN(spirv_copy_indirect_image)},
    {KILN_BUILTIN_COPY_SAMPLES, "(copy_samples)", spirv_copy_samples, KILN_ARRAY_LEN(spirv_copy_samples)},
    {KILN_BUILTIN_GENERATE, "(generate)", spirv_generate, KILN_ARRAY_LEN(spirv_generate)},
    {KILN_BUILTIN_QUERY_COUNTERS, "(query_counters)", spirv_query_counters,
     KILN_ARRAY_LEN(spirv_query_counters)},
    {KILN_BUILTIN_DECOMPRESS, "(decompress)", spirv_decompress, KILN_ARRAY_LEN(spirv_decompress), .simd = 32},
};

static const struct module *module_of(enum kiln_builtin which)
{
    const struct module *m = &modules[KILN_ARRAY_LEN(modules) - 1];
    while (m->first > which)
        m--;
    return m;
}

void kiln_builtins_init(struct kiln_builtins *b)
{
    kiln_lock_init(&b->lock, KILN_LOCK_BUILTINS);
}

void kiln_builtins_finish(struct kiln_device *device)
{
    for (unsigned i = 0; i < KILN_BUILTIN_COUNT; i++) {
        struct kiln_pipeline *p = device->builtins->pipelines[i];
        if (p)
            kiln_pipeline_finish(device, p, NULL);
        kiln_free(&device->alloc, NULL, p);
    }
    kiln_lock_destroy(&device->builtins->lock);
}

// What kiln_cmd_dispatch_builtin does not give: a kernel that wants it would read whatever lies there.
static const char *missing(const struct kiln_kernel_info *k)
{
    return k->num_workgroups_offset != KILN_NO_OFFSET ? "the number of workgroups"
           : k->push_bti != KILN_NO_OFFSET            ? "push constants that are indexed"
           : k->const_bti != KILN_NO_OFFSET           ? "a table of constants"
           : k->sampler_count                         ? "samplers"
                                                      : NULL;
}

// From disk, or compiled: a process that finds all of its kernels there loads no compiler.
static VkResult find_or_compile(struct kiln_device *device, const struct module *m,
                                const struct kiln_compile_options *options, struct kiln_kernel **out)
{
    const struct kiln_compiler *c = kiln_compiler_get();
    uint8_t key[KILN_KEY_SIZE];
    char message[512] = "";
    const bool caching = !c->compile_key(m->code, m->words, options, key);
    *out = caching ? kiln_kernel_find(device, key) : NULL;
    if (*out)
        return VK_SUCCESS;
    enum kiln_result r = c->compile(m->code, m->words, options, out, message, sizeof(message));
    if (r)
        return kiln_result_from_compiler(r, message);
    if (caching)
        kiln_kernel_store(device, key, NULL, *out);
    return VK_SUCCESS;
}

static VkResult make(struct kiln_device *device, enum kiln_builtin which, struct kiln_pipeline **out)
{
    const struct kiln_compiler *c = kiln_compiler_get();
    const struct module *m = module_of(which);
    const uint32_t variant = (uint32_t)(which - m->first);
    const uint8_t first_tiled = variant & 1, second_tiled = variant >> 1 & 1,
                  swizzled = device->physical->info.swizzles_tiles;
    const uint8_t fours = !kiln_target_has_qpitch(device->physical->target),
                  tile4 = kiln_target_has_tile4(device->physical->target);
    const uint32_t unit_log = 2 + variant % 12 / 4, rows_log = variant >= 12 ? 2 : 0;
    const struct kiln_spec_constant constants[] = {{0, sizeof(first_tiled), &first_tiled},
                                                   {1, sizeof(second_tiled), &second_tiled},
                                                   {2, sizeof(unit_log), &unit_log},
                                                   {3, sizeof(rows_log), &rows_log},
                                                   {4, sizeof(swizzled), &swizzled},
                                                   {5, sizeof(fours), &fours},
                                                   {6, sizeof(tile4), &tile4}};
    struct kiln_compile_options options = {.size = sizeof(options),
                                           .device = device->physical->info.devinfo->name,
                                           .spec_constants = constants,
                                           .spec_constant_count = KILN_ARRAY_LEN(constants),
                                           .simd = m->simd};
    struct kiln_kernel *kernel;
    VkResult result = find_or_compile(device, m, &options, &kernel);
    if (result)
        return result;
    const char *lacks = missing(c->kernel_get_info(kernel));
    if (lacks) {
        c->kernel_destroy(kernel);
        return kiln_error(VK_ERROR_UNKNOWN, "the driver's own kernel %s wants %s", m->name, lacks);
    }
    struct kiln_pipeline *p =
        kiln_zalloc(&device->alloc, NULL, sizeof(*p), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!p) {
        c->kernel_destroy(kernel);
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    result = kiln_pipeline_init(device, p, kernel, NULL, NULL, m->name, NULL);
    if (result) {
        kiln_pipeline_finish(device, p, NULL);
        kiln_free(&device->alloc, NULL, p);
        return result;
    }
    *out = p;
    return VK_SUCCESS;
}

VkResult kiln_builtin_get(struct kiln_device *device, enum kiln_builtin which,
                          const struct kiln_pipeline **out)
{
    struct kiln_builtins *b = device->builtins;
    VkResult result = VK_SUCCESS;
    kiln_lock(&b->lock);
    if (!b->pipelines[which])
        result = make(device, which, &b->pipelines[which]);
    *out = b->pipelines[which];
    kiln_unlock(&b->lock);
    return result;
}

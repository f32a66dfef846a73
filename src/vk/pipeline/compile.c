// The kernel of a description: brought along, from the application's cache, from disk, or compiled.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel/keep_module.h"
#include "kiln/cache.h"
#include "util/env.h"
#include "util/log.h"
#include "vk/object/data.h"
#include "vk/pipeline/describe.h"
#include "vk/pipeline/kept.h"

VkResult kiln_result_from_compiler(enum kiln_result r, const char *message)
{
    switch (r) {
    case KILN_OK:
        return VK_SUCCESS;
    case KILN_ERROR_OUT_OF_MEMORY:
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY, "%s", message);
    case KILN_ERROR_INVALID_MODULE:
    case KILN_ERROR_NO_ENTRY_POINT:
    case KILN_ERROR_UNSUPPORTED:
    case KILN_ERROR_LIMIT:
    case KILN_ERROR_BAD_BLOB:
    case KILN_ERROR_INTERNAL:
    default:
        // The application learns no more than "failed": say what it was, since this is a gap of ours or a
        // bug.
        kiln_warn("compute pipeline: %s", message);
        return kiln_error(r == KILN_ERROR_INVALID_MODULE ? VK_ERROR_INVALID_SHADER_NV : VK_ERROR_UNKNOWN,
                          "%s", message);
    }
}

// ---- options and keys

// What the layout's samplers convert, to be freed; NULL with a count of 0 if they do not.
static VkResult conversions(struct kiln_device *device, const struct kiln_pipeline_layout *l,
                            struct kiln_ycbcr **out, unsigned *count)
{
    struct kiln_ycbcr *all = NULL;
    *out = NULL;
    *count = 0;
    for (unsigned pass = 0; pass < 2; pass++) { // counts, and fills
        unsigned n = 0;
        for (uint32_t i = 0; l && i < l->set_count; i++)
            for (uint32_t k = 0; l->sets[i] && k < l->sets[i]->binding_count; k++) {
                const struct kiln_set_binding *b = &l->sets[i]->bindings[k];
                for (uint32_t e = 0; b->ycbcr && e < b->count; e++) {
                    if (!b->ycbcr[e].planes)
                        continue;
                    if (all) {
                        all[n] = b->ycbcr[e];
                        all[n].set = i;
                        all[n].binding = b->binding;
                    }
                    n++;
                }
            }
        if (!n || pass) {
            *out = all;
            *count = n;
            return VK_SUCCESS;
        }
        all = kiln_zalloc(&device->alloc, NULL, n * sizeof(*all), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!all)
            break;
    }
    return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
}

// Samplers may be written after the dispatch is recorded.
static bool updated_after_bind(const struct kiln_pipeline_layout *l)
{
    for (uint32_t i = 0; i < l->set_count; i++)
        if (l->sets[i] && l->sets[i]->update_after_bind && l->sets[i]->sampler_count)
            return true;
    return false;
}

// What the simulated device checks (KILN_SIM_CHECK), or NULL.
static const char *checks(const struct kiln_device *device)
{
    return device->physical->info.simulated ? kiln_getenv("KILN_SIM_CHECK") : NULL;
}

// Does it ask what became of variables that were never written, or of indices?
static bool keep_unwritten(const struct kiln_device *device)
{
    const char *words = checks(device);
    return words && (strstr(words, "uninit") || strstr(words, "oob") || strstr(words, "all"));
}

// Are all descriptors valid, whether they are used or not? And may reads be made that the shader does not ask
// for? Not where KILN_SIM_CHECK looks at what is read.
static bool valid_descriptors(const struct kiln_device *device, const struct kiln_pipeline_description *d)
{
    const struct kiln_pipeline_layout *l = d->layout;
    bool valid = !d->in_heaps && !(l && l->in_buffers);
    for (uint32_t i = 0; valid && l && i < l->set_count; i++)
        valid = !l->sets[i] || !l->sets[i]->partly_valid;
    return valid && !checks(device);
}

// The width: as asked for, else as the shader demands; or what runs best, where the shader cannot tell.
// Libraries ask for 32 in all their kernels, some of which would spill so.
static void choose_width(struct kiln_compile_options *o, const struct kiln_pipeline_description *d)
{
    kiln_cache_options(o, d->code, d->words);
    o->simd = KILN_MIN(o->simd, kiln_target_max_simd(kiln_target(o->device)));
    if (d->subgroup_size)
        o->simd = d->subgroup_size;
    else if (d->varying_subgroups)
        o->simd = 0; // what the shader sees is what it gets
    else if (KILN_DEBUG(SIMD8) || KILN_DEBUG(SIMD16) || KILN_DEBUG(SIMD32))
        o->simd = 0; // the compiler looks there
}

// What a kernel is made of, and how it is called in the caches.
struct source {
    const struct kiln_pipeline_description *d;
    struct kiln_compile_options options;
    struct kiln_ycbcr *ycbcr; // of options
    uint8_t key[KILN_KEY_SIZE];
    bool has_alias;
    uint8_t alias[KILN_KEY_SIZE]; // of the module's identifier and the options that do not come from its code
};

static void make_keys(const struct kiln_device *device, struct source *s)
{
    const struct kiln_compiler *c = kiln_compiler_get();
    const struct kiln_pipeline_description *d = s->d;
    uint32_t id[KILN_KEY_SIZE / 4] = {0};
    if (d->code)
        c->compile_key(d->code, d->words, &s->options, s->key);
    if (d->code && kiln_feature_enabled(device, shaderModuleIdentifier))
        kiln_identify_module(d->code, d->words, (uint8_t *)id);
    else if (d->has_identifier)
        memcpy(id, d->identifier, sizeof(id));
    else
        return;
    struct kiln_compile_options o = s->options;
    o.simd = o.simd == KILN_CACHE_SUBGROUP_SIZE ? 0 : o.simd;
    c->compile_key(id, KILN_ARRAY_LEN(id), &o, s->alias);
    s->has_alias = true;
}

static const uint8_t *cache_key(const struct source *s)
{
    return s->d->code ? s->key : s->alias;
}

// finish_source is for it then, whatever the result.
static VkResult init_source(struct kiln_device *device, const struct kiln_pipeline_description *d,
                            struct source *s)
{
    const struct kiln_devinfo *devinfo = device->physical->info.devinfo;
    const struct kiln_pipeline_layout *layout = d->layout;
    *s = (struct source){.d = d};
    if (!kiln_compiler_get())
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "no compiler");
    s->options = (struct kiln_compile_options){
        .size = sizeof(s->options),
        .device = devinfo->name,
        .max_group_threads = devinfo->max_group_threads,
        .entry_point = d->entry,
        .spec_constants = d->constants,
        .spec_constant_count = d->constant_count,
        .robust_buffer_access = kiln_feature_enabled(device, robustBufferAccess) ||
                                kiln_feature_enabled(device, pipelineRobustness),
        .full_subgroups = d->full_subgroups,
        .bindless_samplers = d->in_heaps || (layout && (layout->in_buffers || updated_after_bind(layout))),
        .descriptor_buffers = layout && layout->in_buffers,
        .keep_unwritten = keep_unwritten(device),
        .descriptor_heaps = d->in_heaps,
        .mappings = d->mappings,
        .mapping_count = d->mapping_count,
        .wide_buffers = d->wide_buffers || KILN_DEBUG(WIDE),
        .valid_descriptors = valid_descriptors(device, d),
        .debug = KILN_DEBUG(SOURCE),
        .validate = KILN_DEBUG(VALIDATE),
        .dump = d->keep_texts ? KILN_EMIT_LLVM | KILN_EMIT_MIR | KILN_EMIT_ASM : 0,
    };
    choose_width(&s->options, d);
    VkResult result = conversions(device, layout, &s->ycbcr, &s->options.ycbcr_count);
    s->options.ycbcr = s->ycbcr;
    if (d->in_heaps) {
        s->options.ycbcr = d->conversions;
        s->options.ycbcr_count = d->conversion_count;
    }
    if (!result)
        make_keys(device, s);
    return result;
}

static void finish_source(struct kiln_device *device, struct source *s)
{
    kiln_free(&device->alloc, NULL, s->ycbcr);
}

VkResult kiln_pipeline_key(struct kiln_device *device, const struct kiln_pipeline_description *d,
                           uint8_t key[KILN_KEY_SIZE])
{
    struct source s;
    VkResult result = init_source(device, d, &s);
    memcpy(key, cache_key(&s), KILN_KEY_SIZE);
    finish_source(device, &s);
    return result;
}

// ---- caches and the compiler

static void add_to_cache(struct kiln_device *device, struct kiln_cache *cache, const struct source *s,
                         const struct kiln_kernel *kernel)
{
    if (!cache)
        return;
    if (s->d->code)
        kiln_cache_add(device, cache, s->key, kernel);
    if (s->has_alias)
        kiln_cache_add(device, cache, s->alias, kernel);
}

// The kernel of a module: from the application's cache, from disk, or compiled.
static VkResult find_or_compile(struct kiln_device *device, struct kiln_cache *cache, const struct source *s,
                                bool *hit, struct kiln_kernel **out)
{
    const struct kiln_compiler *c = kiln_compiler_get();
    bool caching = !s->options.dump; // texts are not in the caches
    char message[512] = "";
    if (caching && cache)
        *out = kiln_cache_find(cache, cache_key(s));
    *hit = *out != NULL;
    if (caching && !*out)
        *out = kiln_kernel_find(device, cache_key(s));
    if (*out) {
        if (!*hit)
            add_to_cache(device, cache, s, *out);
        keep_module(s->d->code, s->d->words, s->d->constants, s->d->constant_count); // as the compiler does
        return VK_SUCCESS;
    }
    if (!s->d->code || s->d->only_cached)
        return VK_PIPELINE_COMPILE_REQUIRED;
    enum kiln_result r = c->compile(s->d->code, s->d->words, &s->options, out, message, sizeof(message));
    if (r) {
        const char *name = KILN_NAME(s->d->module);
        char text[600];
        snprintf(text, sizeof(text), "%s%s%s", name[0] ? "module" : "", name, message);
        return kiln_result_from_compiler(r, name[0] ? text : message);
    }
    if (caching) {
        add_to_cache(device, cache, s, *out);
        kiln_kernel_store(device, s->key, s->has_alias ? s->alias : NULL, *out);
    }
    return VK_SUCCESS;
}

static VkResult load(const struct kiln_pipeline_description *d, struct kiln_kernel **out)
{
    if (!kiln_compiler_get())
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "no compiler");
    enum kiln_result r = kiln_compiler_get()->kernel_deserialize(d->kernel, d->kernel_size, out);
    return r ? kiln_result_from_compiler(r, "a pipeline binary") : VK_SUCCESS;
}

VkResult kiln_pipeline_compile(struct kiln_device *device, struct kiln_cache *cache,
                               const struct kiln_pipeline_description *d, struct kiln_compiled *out)
{
    struct source s;
    *out = (struct kiln_compiled){0};
    if (d->kernel) {
        if (d->kernel_key)
            memcpy(out->key, d->kernel_key, KILN_KEY_SIZE);
        return load(d, &out->kernel);
    }
    VkResult result = init_source(device, d, &s);
    memcpy(out->key, cache_key(&s), KILN_KEY_SIZE);
    if (!result && (d->code || s.has_alias))
        result = find_or_compile(device, cache, &s, &out->cache_hit, &out->kernel);
    else if (!result)
        result = kiln_error(VK_ERROR_UNKNOWN, "a stage without a shader module");
    finish_source(device, &s);
    return result;
}

// vkCreateComputePipelines: from the caches or the compiler, by several threads.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "entrypoints.h"
#include "kiln/cache.h"
#include "util/env.h"
#include "util/log.h"
#include "vk/object/data.h"
#include "vk/pipeline/pipeline.h"

// Where a kernel came from, and what it cost: for VkPipelineCreationFeedback.
struct outcome {
    bool hit;
    uint64_t ns;
};

static VkPipelineCreateFlags2KHR flags_of(const VkComputePipelineCreateInfo *info)
{
    const VkPipelineCreateFlags2CreateInfoKHR *wide =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR);
    return wide ? wide->flags : info->flags; // the low bits are the same
}

static VkResult spec_constants(struct kiln_device *device, const VkSpecializationInfo *spec,
                               struct kiln_spec_constant **out)
{
    uint32_t n = spec ? spec->mapEntryCount : 0;
    *out = NULL;
    if (!n)
        return VK_SUCCESS;
    struct kiln_spec_constant *c =
        kiln_zalloc(&device->alloc, NULL, n * sizeof(*c), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
    if (!c)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    for (uint32_t i = 0; i < n; i++)
        c[i] = (struct kiln_spec_constant){
            .id = spec->pMapEntries[i].constantID,
            .size = (uint32_t)spec->pMapEntries[i].size,
            .data = (const uint8_t *)spec->pData + spec->pMapEntries[i].offset,
        };
    *out = c;
    return VK_SUCCESS;
}

// What the layout's samplers convert, to be freed; NULL with a count of 0 if they do not.
static VkResult conversions(struct kiln_device *device, const struct kiln_pipeline_layout *l,
                            const struct kiln_ycbcr **out, unsigned *count)
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

// KILN_SIM_CHECK asks what became of variables that nobody wrote.
static bool keep_unwritten(const struct kiln_device *device)
{
    const char *words = device->physical->info.simulated ? kiln_getenv("KILN_SIM_CHECK") : NULL;
    return words && (strstr(words, "uninit") || strstr(words, "all"));
}

static struct kiln_compile_options compile_options(const struct kiln_device *device,
                                                   const VkComputePipelineCreateInfo *info,
                                                   const uint32_t *code, size_t words)
{
    const VkPipelineShaderStageCreateInfo *stage = &info->stage;
    KILN_FROM_HANDLE(kiln_pipeline_layout, layout, info->layout);
    struct kiln_compile_options o = {
        .device = device->physical->info.devinfo->name,
        .max_group_threads = device->physical->info.devinfo->max_cs_threads,
        .entry_point = stage->pName,
        .robust_buffer_access = kiln_feature_enabled(device, robustBufferAccess) ||
                                kiln_feature_enabled(device, pipelineRobustness),
        .full_subgroups = stage->flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT,
        .bindless_samplers = layout && (layout->in_buffers || updated_after_bind(layout)),
        .descriptor_buffers = layout && layout->in_buffers,
        .keep_unwritten = keep_unwritten(device),
        .validate = KILN_DEBUG(VALIDATE),
        .dump = flags_of(info) & VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR
                    ? KILN_EMIT_LLVM | KILN_EMIT_MIR | KILN_EMIT_ASM
                    : 0,
    };
    kiln_cache_options(&o, code, words);
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *size = kiln_find_const(
        stage->pNext, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
    if (size) {
        o.simd = size->requiredSubgroupSize;
        o.simd_if_seen = false;
    } else if (stage->flags & VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT)
        o.simd = 0; // what the shader sees is what it gets
    else if (KILN_DEBUG(SIMD8) || KILN_DEBUG(SIMD16) || KILN_DEBUG(SIMD32))
        o.simd = 0; // the compiler looks there
    return o;
}

// What a kernel is made of, and how it is called in the caches.
struct source {
    const VkComputePipelineCreateInfo *info;
    const uint32_t *code; // NULL: there is only an identifier
    size_t words;
    struct kiln_compile_options options;
    uint8_t key[KILN_KEY_SIZE];
    bool has_alias;
    uint8_t alias[KILN_KEY_SIZE]; // of the module's identifier and the options that do not come from its code
};

// A module's identifier: compile_key of the module alone.
static void identify(const uint32_t *code, size_t words, uint8_t out[KILN_KEY_SIZE])
{
    const struct kiln_compile_options none = {0};
    kiln_compiler_get()->compile_key(code, words, &none, out);
}

static void make_keys(const struct kiln_device *device, struct source *s)
{
    const struct kiln_compiler *c = kiln_compiler_get();
    const VkPipelineShaderStageModuleIdentifierCreateInfoEXT *given =
        s->code ? NULL
                : kiln_find_const(s->info->stage.pNext,
                                  VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_MODULE_IDENTIFIER_CREATE_INFO_EXT);
    uint32_t id[KILN_KEY_SIZE / 4] = {0};
    if (s->code)
        c->compile_key(s->code, s->words, &s->options, s->key);
    if (s->code && kiln_feature_enabled(device, shaderModuleIdentifier))
        identify(s->code, s->words, (uint8_t *)id);
    else if (given && given->identifierSize == sizeof(id))
        memcpy(id, given->pIdentifier, sizeof(id));
    else
        return;
    struct kiln_compile_options o = s->options;
    o.simd = o.simd == KILN_CACHE_SUBGROUP_SIZE ? 0 : o.simd;
    c->compile_key(id, KILN_ARRAY_LEN(id), &o, s->alias);
    s->has_alias = true;
}

static struct kiln_kernel *find_on_disk(struct kiln_device *device, const struct source *s)
{
    struct kiln_kernel *kernel = NULL;
    size_t size;
    void *blob =
        kiln_disk_cache_load(&device->disk_cache, kiln_compiler_build(), s->code ? s->key : s->alias, &size);
    if (blob && kiln_compiler_get()->kernel_deserialize(blob, size, &kernel))
        kernel = NULL;
    free(blob);
    return kernel;
}

static void store_on_disk(struct kiln_device *device, const struct source *s,
                          const struct kiln_kernel *kernel)
{
    void *blob;
    size_t size;
    if (!device->disk_cache.dir[0] || kiln_compiler_get()->kernel_serialize(kernel, &blob, &size))
        return;
    kiln_disk_cache_store(&device->disk_cache, kiln_compiler_build(), s->key, blob, size);
    if (s->has_alias)
        kiln_disk_cache_store(&device->disk_cache, kiln_compiler_build(), s->alias, blob, size);
    free(blob);
}

static void add_to_cache(struct kiln_device *device, struct kiln_cache *cache, const struct source *s,
                         const struct kiln_kernel *kernel)
{
    if (!cache)
        return;
    if (s->code)
        kiln_cache_add(device, cache, s->key, kernel);
    if (s->has_alias)
        kiln_cache_add(device, cache, s->alias, kernel);
}

// The kernel of a module: from the application's cache, from disk, or compiled.
static VkResult find_or_compile(struct kiln_device *device, struct kiln_cache *cache, const struct source *s,
                                struct outcome *outcome, struct kiln_kernel **out)
{
    const struct kiln_compiler *c = kiln_compiler_get();
    bool caching = !s->options.dump; // texts are not in the caches
    char message[512] = "";
    if (caching && cache)
        *out = kiln_cache_find(cache, s->code ? s->key : s->alias);
    outcome->hit = *out != NULL;
    if (caching && !*out)
        *out = find_on_disk(device, s);
    if (*out) {
        if (!outcome->hit)
            add_to_cache(device, cache, s, *out);
        return VK_SUCCESS;
    }
    if (!s->code || (flags_of(s->info) & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT))
        return VK_PIPELINE_COMPILE_REQUIRED;
    enum kiln_result r = c->compile(s->code, s->words, &s->options, out, message, sizeof(message));
    if (r) {
        const char *name = KILN_NAME((const void *)(uintptr_t)s->info->stage.module);
        char text[600];
        snprintf(text, sizeof(text), "%s%s%s", name[0] ? "module" : "", name, message);
        return kiln_result_from_compiler(r, name[0] ? text : message);
    }
    if (caching) {
        add_to_cache(device, cache, s, *out);
        store_on_disk(device, s, *out);
    }
    return VK_SUCCESS;
}

// The SPIR-V of a stage, which may bring it without a module (VK_KHR_maintenance5); NULL if there is none.
static const uint32_t *code_of(const VkPipelineShaderStageCreateInfo *stage, size_t *words)
{
    KILN_FROM_HANDLE(kiln_shader_module, module, stage->module);
    const VkShaderModuleCreateInfo *direct =
        module ? NULL : kiln_find_const(stage->pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    *words = module ? module->words : direct ? direct->codeSize / 4 : 0;
    return module ? module->code : direct ? direct->pCode : NULL;
}

// The specialization constants in it are to be freed.
static VkResult init_source(struct kiln_device *device, const VkComputePipelineCreateInfo *info,
                            struct source *s)
{
    const VkPipelineShaderStageCreateInfo *stage = &info->stage;
    struct kiln_spec_constant *constants;
    *s = (struct source){.info = info};
    s->code = code_of(stage, &s->words);
    if (!kiln_compiler_get())
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "no compiler");
    VkResult result = spec_constants(device, stage->pSpecializationInfo, &constants);
    if (result)
        return result;
    s->options = compile_options(device, info, s->code, s->words);
    s->options.spec_constants = constants;
    s->options.spec_constant_count = constants ? stage->pSpecializationInfo->mapEntryCount : 0;
    result = conversions(device, (const struct kiln_pipeline_layout *)(uintptr_t)info->layout,
                         &s->options.ycbcr, &s->options.ycbcr_count);
    if (result) {
        kiln_free(&device->alloc, NULL, constants);
        return result;
    }
    make_keys(device, s);
    return VK_SUCCESS;
}

static void finish_source(struct kiln_device *device, struct source *s, uint8_t key[KILN_KEY_SIZE])
{
    memcpy(key, s->code ? s->key : s->alias, KILN_KEY_SIZE);
    kiln_free(&device->alloc, NULL, (void *)s->options.spec_constants);
    kiln_free(&device->alloc, NULL, (void *)s->options.ycbcr);
}

VkResult kiln_pipeline_key(struct kiln_device *device, const VkComputePipelineCreateInfo *info,
                           uint8_t key[KILN_KEY_SIZE])
{
    struct source s;
    VkResult result = init_source(device, info, &s);
    if (!result)
        finish_source(device, &s, key);
    return result;
}

// The kernel that the application brings itself: there need not be a shader then. NULL if there is none.
static const struct kiln_pipeline_binary *binary_of(const VkComputePipelineCreateInfo *info)
{
    const VkPipelineBinaryInfoKHR *b =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_PIPELINE_BINARY_INFO_KHR);
    return b && b->binaryCount ? (const void *)(uintptr_t)b->pPipelineBinaries[0] : NULL;
}

static VkResult load_binary(const struct kiln_pipeline_binary *b, uint8_t key[KILN_KEY_SIZE],
                            struct kiln_kernel **out)
{
    if (!kiln_compiler_get())
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "no compiler");
    memcpy(key, b->key, KILN_KEY_SIZE);
    enum kiln_result r = kiln_compiler_get()->kernel_deserialize(b->blob, b->size, out);
    return r ? kiln_result_from_compiler(r, "a pipeline binary") : VK_SUCCESS;
}

static VkResult compile(struct kiln_device *device, struct kiln_cache *cache,
                        const VkComputePipelineCreateInfo *info, struct outcome *outcome,
                        uint8_t key[KILN_KEY_SIZE], struct kiln_kernel **out)
{
    const struct kiln_pipeline_binary *binary = binary_of(info);
    struct source s;
    *out = NULL;
    if (binary)
        return load_binary(binary, key, out);
    VkResult result = init_source(device, info, &s);
    if (result)
        return result;
    if (s.code || s.has_alias)
        result = find_or_compile(device, cache, &s, outcome, out);
    else
        result = kiln_error(VK_ERROR_UNKNOWN, "a stage without a shader module");
    finish_source(device, &s, key);
    return result;
}

VkResult kiln_pipeline_compile(struct kiln_device *device, const VkComputePipelineCreateInfo *info,
                               uint8_t key[KILN_KEY_SIZE], struct kiln_kernel **out)
{
    struct outcome outcome = {0};
    return compile(device, NULL, info, &outcome, key, out);
}

// For vkGetPipelineExecutableInternalRepresentationsKHR: the module may be gone by then.
static VkResult keep_spirv(struct kiln_device *device, struct kiln_pipeline *p,
                           const VkComputePipelineCreateInfo *info, const VkAllocationCallbacks *alloc)
{
    size_t words;
    const uint32_t *code = code_of(&info->stage, &words);
    if (!code || !(flags_of(info) & VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR))
        return VK_SUCCESS;
    p->spirv = kiln_zalloc(&device->alloc, alloc, words * 4, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!p->spirv)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    memcpy(p->spirv, code, words * 4);
    p->spirv_bytes = words * 4;
    return VK_SUCCESS;
}

static VkResult create(struct kiln_device *device, struct kiln_cache *cache,
                       const VkComputePipelineCreateInfo *info, const VkAllocationCallbacks *alloc,
                       struct outcome *outcome, VkPipeline *out)
{
    KILN_FROM_HANDLE(kiln_pipeline_layout, layout, info->layout);
    struct kiln_kernel *kernel;
    uint8_t key[KILN_KEY_SIZE] = {0};
    VkResult result = compile(device, cache, info, outcome, key, &kernel);
    if (result)
        return result;
    struct kiln_pipeline *p =
        kiln_zalloc(&device->alloc, alloc, sizeof(*p), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!p) {
        kiln_compiler_get()->kernel_destroy(kernel);
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    memcpy(p->key, key, sizeof(key));
    result = keep_spirv(device, p, info, alloc);
    if (result)
        kiln_compiler_get()->kernel_destroy(kernel);
    else
        result = kiln_pipeline_init(device, p, kernel, layout, info->stage.pName, alloc);
    if (result) {
        kiln_pipeline_finish(device, p, alloc);
        kiln_free(&device->alloc, alloc, p);
        return result;
    }
    *out = KILN_TO_HANDLE(VkPipeline, p);
    return VK_SUCCESS;
}

static void write_feedback(const VkComputePipelineCreateInfo *info, const struct outcome *outcome)
{
    const VkPipelineCreationFeedbackCreateInfo *f =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
    if (!f)
        return;
    *f->pPipelineCreationFeedback = (VkPipelineCreationFeedback){
        .flags = VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT |
                 (outcome->hit ? VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT : 0),
        .duration = outcome->ns,
    };
    for (uint32_t i = 0; i < f->pipelineStageCreationFeedbackCount; i++)
        f->pPipelineStageCreationFeedbacks[i] = *f->pPipelineCreationFeedback;
}

// The pipelines of one vkCreateComputePipelines, which several threads make. Each takes the next one; the
// application's allocation callbacks are called by these threads while its own waits, which is as good as by
// its own.
struct batch {
    struct kiln_device *device;
    struct kiln_cache *cache;
    uint32_t count, next; // next: atomic
    const VkComputePipelineCreateInfo *infos;
    const VkAllocationCallbacks *alloc;
    VkPipeline *out;
    VkResult *results; // one each
    uint32_t stop;     // atomic: an early return was asked for
};

static void *make_some(void *arg)
{
    struct batch *b = arg;
    for (;;) {
        uint32_t i = __atomic_fetch_add(&b->next, 1, __ATOMIC_RELAXED);
        if (i >= b->count)
            return NULL;
        b->out[i] = VK_NULL_HANDLE;
        b->results[i] = VK_PIPELINE_COMPILE_REQUIRED;
        if (__atomic_load_n(&b->stop, __ATOMIC_RELAXED))
            continue;
        struct outcome outcome = {0};
        int64_t start = kiln_now();
        b->results[i] = create(b->device, b->cache, &b->infos[i], b->alloc, &outcome, &b->out[i]);
        outcome.ns = (uint64_t)(kiln_now() - start);
        write_feedback(&b->infos[i], &outcome);
        if (b->results[i] && (flags_of(&b->infos[i]) & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT))
            __atomic_store_n(&b->stop, 1, __ATOMIC_RELAXED);
    }
}

// The application's callbacks need not be thread-safe among its own threads unless they say so: with
// callbacks, or when the order matters, to an early return or to what must not be compiled (an equal pipeline
// before it is found, one behind it is not), this thread does it alone.
static unsigned thread_count(const struct batch *b)
{
    enum { MOST = 16 };
    bool own_callbacks = b->alloc || b->device->alloc.pfnAllocation != kiln_default_allocator.pfnAllocation;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned n = KILN_MIN(b->count, cores > MOST ? (unsigned)MOST : cores < 1 ? 1u : (unsigned)cores);
    for (uint32_t i = 0; i < b->count; i++)
        if (flags_of(&b->infos[i]) & (VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT |
                                      VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT))
            return 1;
    return own_callbacks ? 1 : n;
}

static void run_batch(struct batch *b)
{
    pthread_t threads[16];
    unsigned n = thread_count(b), started = 0;
    while (started + 1 < n && !pthread_create(&threads[started], NULL, make_some, b))
        started++;
    make_some(b);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

// An error comes before VK_PIPELINE_COMPILE_REQUIRED, which is a success code.
static VkResult worst(const VkResult *results, uint32_t count)
{
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count; i++)
        if (results[i] && (!result || (result > 0 && results[i] < 0)))
            result = results[i];
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateComputePipelines(VkDevice handle, VkPipelineCache cache,
                                                           uint32_t count,
                                                           const VkComputePipelineCreateInfo *infos,
                                                           const VkAllocationCallbacks *alloc,
                                                           VkPipeline *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    VkResult one, *results = &one;
    if (count > 1) {
        results =
            kiln_zalloc(&device->alloc, NULL, count * sizeof(*results), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!results) {
            memset(out, 0, count * sizeof(*out));
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
        }
    }
    // One failure does not keep the others from being made.
    struct batch batch = {.device = device,
                          .cache = (struct kiln_cache *)(uintptr_t)cache,
                          .count = count,
                          .infos = infos,
                          .alloc = alloc,
                          .out = out,
                          .results = results};
    run_batch(&batch);
    VkResult result = worst(results, count);
    if (results != &one)
        kiln_free(&device->alloc, NULL, results);
    return result;
}

// ---- identifiers

static void fill_identifier(const uint32_t *code, size_t words, VkShaderModuleIdentifierEXT *out)
{
    out->identifierSize = 0;
    if (!kiln_compiler_get())
        return;
    out->identifierSize = KILN_KEY_SIZE;
    identify(code, words, out->identifier);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetShaderModuleIdentifierEXT(VkDevice handle, VkShaderModule module,
                                                             VkShaderModuleIdentifierEXT *out)
{
    KILN_FROM_HANDLE(kiln_shader_module, m, module);
    fill_identifier(m->code, m->words, out);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetShaderModuleCreateInfoIdentifierEXT(VkDevice handle,
                                                                       const VkShaderModuleCreateInfo *info,
                                                                       VkShaderModuleIdentifierEXT *out)
{
    fill_identifier(info->pCode, info->codeSize / 4, out);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPipelinePropertiesEXT(VkDevice handle, const VkPipelineInfoEXT *info,
                                                             VkBaseOutStructure *out)
{
    KILN_FROM_HANDLE(kiln_pipeline, p, info->pipeline);
    if (out && out->sType == VK_STRUCTURE_TYPE_PIPELINE_PROPERTIES_IDENTIFIER_EXT)
        memcpy(((VkPipelinePropertiesIdentifierEXT *)out)->pipelineIdentifier, p->key, VK_UUID_SIZE);
    return VK_SUCCESS;
}

// vkCreateComputePipelines: SPIR-V to a kernel in GPU memory, and the packets that launch it, packed once.
//
// PRM SKL vol2a MEDIA_VFE_STATE, GPGPU_WALKER; PRM KBL vol2d "INTERFACE_DESCRIPTOR_DATA".
#include "vk/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "entrypoints.h"
#include "kiln/cache.h"
#include "util/log.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateShaderModule(VkDevice handle, const VkShaderModuleCreateInfo *info,
                                                       const VkAllocationCallbacks *alloc,
                                                       VkShaderModule *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_shader_module *m =
        kiln_zalloc(&device->alloc, alloc, sizeof(*m) + info->codeSize, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!m)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    m->words = info->codeSize / 4;
    memcpy(m->code, info->pCode, info->codeSize);
    *out = KILN_TO_HANDLE(VkShaderModule, m);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyShaderModule(VkDevice handle, VkShaderModule module,
                                                    const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_free(&device->alloc, alloc, (void *)(uintptr_t)module);
}

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

// ---- packing
// -------------------------------------------------------------------------------------------------

static uint32_t slm_size(uint32_t bytes)
{
    uint32_t encoded = 0;
    if (bytes)
        for (encoded = GEN_SLM_SIZE_1K; bytes > 512u << encoded;)
            encoded++;
    return encoded;
}

static void pack_walker(struct kiln_pipeline *p)
{
    const struct kiln_kernel_info *k = &p->info;
    uint32_t invocations = k->local_size[0] * k->local_size[1] * k->local_size[2];
    uint32_t last = invocations % k->simd; // channels of the last thread, 0: all
    struct gen_GPGPU_WALKER w = {
        .thread_width_counter_maximum = k->threads_per_group - 1,
        .simd_size = k->simd == 32   ? GEN_SIMD_SIZE_32
                     : k->simd == 16 ? GEN_SIMD_SIZE_16
                                     : GEN_SIMD_SIZE_8,
        .right_execution_mask = last ? (1u << last) - 1 : UINT32_MAX >> (32 - k->simd),
        .bottom_execution_mask = UINT32_MAX,
    };
    struct gen_MEDIA_STATE_FLUSH flush = {0};
    gen_GPGPU_WALKER_pack(p->walker, &w);
    gen_MEDIA_STATE_FLUSH_pack(p->walker + gen_GPGPU_WALKER_LENGTH, &flush);
}

static void pack_descriptor(struct kiln_pipeline *p)
{
    const struct kiln_kernel_info *k = &p->info;
    struct gen_INTERFACE_DESCRIPTOR_DATA d = {
        .kernel_start_pointer = p->code.address - WS_KERNEL_BASE,
        .sampler_count = KILN_MIN((p->sampler_count + 3) / 4, 4u), // a prefetch hint, in fours
        .binding_table_entry_count = KILN_MIN(p->bt_count, 31u),   // a prefetch hint
        .constant_urb_entry_read_length = k->per_thread_regs,
        .cross_thread_constant_data_read_length = k->cross_thread_regs,
        .number_of_threads_in_gpgpu_thread_group = k->threads_per_group,
        .shared_local_memory_size = slm_size(k->slm_size),
        .barrier_enable = k->uses_barrier,
    };
    gen_INTERFACE_DESCRIPTOR_DATA_pack(p->descriptor, &d);
}

static void pack_vfe(const struct kiln_device *device, struct kiln_pipeline *p, const struct kiln_bo *scratch)
{
    const struct ws_device_info *info = &device->physical->info;
    struct gen_MEDIA_VFE_STATE v = {
        .maximum_number_of_threads = info->subslices * info->devinfo->max_cs_threads - 1,
        .number_of_urb_entries = 2,
        .reset_gateway_timer = GEN_GATEWAY_TIMER_RESET,
        .urb_entry_allocation_size = 2,
        .curbe_allocation_size = (uint32_t)kiln_align(p->curbe_regs, 2),
    };
    if (scratch) {
        v.per_thread_scratch_space = (uint32_t)__builtin_ctz(p->scratch_size) - 10;
        v.scratch_space_base_pointer = scratch->address - WS_SCRATCH_BASE;
    }
    gen_MEDIA_VFE_STATE_pack(p->vfe, &v);
}

// ---- the binding table
// ---------------------------------------------------------------------------------------

static void map_builtin(struct kiln_pipeline *p, const struct kiln_binding *b)
{
    for (uint32_t i = 0; i < b->count && b->bti != KILN_NO_OFFSET; i++)
        p->bt[b->bti + i] = (struct kiln_bt_entry){.kind = KILN_BT_SLOT, .slot = b->binding + i};
}

static uint8_t slot_kind(const struct kiln_binding *b, const struct kiln_set_binding *sb)
{
    if (b->resource == KILN_RESOURCE_STORAGE_IMAGE_RAW ||
        b->resource == KILN_RESOURCE_STORAGE_TEXEL_BUFFER_RAW)
        return KILN_BT_RAW;
    return kiln_is_dynamic(sb->type) ? KILN_BT_DYNAMIC : KILN_BT_SLOT;
}

static void map_handle(struct kiln_pipeline *p, const struct kiln_binding *b,
                       const struct kiln_set_binding *sb)
{
    bool dynamic = kiln_is_dynamic(sb->type);
    bool sampler = b->resource == KILN_RESOURCE_SAMPLER;
    p->handles[b->handle] = (struct kiln_handle){
        .kind = slot_kind(b, sb),
        .set = (uint8_t)b->set,
        .sampler = sampler,
        .slot = sampler ? sb->sampler : sb->slot,
        .count = sb->count,
        .dynamic = dynamic ? p->layout->dynamic_start[b->set] + sb->dynamic : 0,
    };
    p->has_dynamic |= dynamic;
}

static void map_binding(struct kiln_pipeline *p, const struct kiln_binding *b)
{
    if (!p->layout) {
        map_builtin(p, b);
        return;
    }
    const struct kiln_set_layout *set = b->set < p->layout->set_count ? p->layout->sets[b->set] : NULL;
    const struct kiln_set_binding *sb = set ? kiln_set_layout_find(set, b->binding) : NULL;
    if (!sb)
        return; // not in the layout: only legal if never accessed; stays null
    p->set_mask |= 1u << b->set;
    if (b->handle != KILN_NO_OFFSET) {
        map_handle(p, b, sb);
        return;
    }
    if (b->resource == KILN_RESOURCE_SAMPLER) {
        for (uint32_t i = 0; i < b->count && i < sb->count && kiln_has_sampler(sb->type); i++)
            p->samplers[b->bti + i] =
                (struct kiln_bt_entry){.kind = KILN_BT_SLOT, .set = (uint8_t)b->set, .slot = sb->sampler + i};
        return;
    }
    bool dynamic = kiln_is_dynamic(sb->type);
    for (uint32_t i = 0; i < b->count && i < sb->count; i++)
        p->bt[b->bti + i] = (struct kiln_bt_entry){
            .kind = slot_kind(b, sb),
            .set = (uint8_t)b->set,
            .slot = sb->slot + i,
            .dynamic = (uint16_t)(dynamic ? p->layout->dynamic_start[b->set] + sb->dynamic + i : 0),
        };
    p->has_dynamic |= dynamic;
}

// What the kernel says must fit what it has: it may come from a file.
static bool binding_fits(const struct kiln_pipeline *p, const struct kiln_binding *b)
{
    if (b->set >= KILN_MAX_SETS)
        return false;
    if (b->handle != KILN_NO_OFFSET)
        return b->handle < p->handle_count;
    uint32_t limit = b->resource == KILN_RESOURCE_SAMPLER ? p->sampler_count : p->bt_count;
    return b->bti + (uint64_t)b->count <= limit;
}

static VkResult map_bindings(struct kiln_device *device, struct kiln_pipeline *p,
                             const VkAllocationCallbacks *alloc)
{
    const struct kiln_binding *bindings = kiln_compiler_get()->kernel_get_bindings(p->kernel);
    p->bt_count = p->info.bti_count;
    p->sampler_count = p->info.sampler_count;
    p->handle_offset = p->info.handle_offset;
    p->handle_count = p->info.handle_count;
    if (p->bt_count > KILN_MAX_BTI)
        return kiln_error(VK_ERROR_UNKNOWN, "%u binding table entries", p->bt_count);
    if (p->bt_count + p->sampler_count) {
        p->bt = kiln_zalloc(&device->alloc, alloc, (p->bt_count + p->sampler_count) * sizeof(p->bt[0]),
                            VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
        p->samplers = p->bt + p->bt_count;
    }
    if (p->handle_count)
        p->handles = kiln_zalloc(&device->alloc, alloc, p->handle_count * sizeof(p->handles[0]),
                                 VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if ((p->bt_count + p->sampler_count && !p->bt) || (p->handle_count && !p->handles))
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    for (uint32_t i = 0; i < p->info.binding_count; i++) {
        if (!binding_fits(p, &bindings[i]))
            return kiln_error(VK_ERROR_UNKNOWN, "a binding outside the binding table");
        map_binding(p, &bindings[i]);
    }
    if (p->info.push_bti < p->bt_count) {
        p->bt[p->info.push_bti] = (struct kiln_bt_entry){.kind = KILN_BT_PUSH};
        p->has_push_surface = true;
    }
    return VK_SUCCESS;
}

static VkResult upload(struct kiln_device *device, struct kiln_pipeline *p)
{
    size_t size;
    const void *code = kiln_compiler_get()->kernel_get_code(p->kernel, &size);
    // The instruction prefetcher reads ahead of the last instruction.
    VkResult result = kiln_state_alloc(&device->kernel_pool, (uint32_t)size + 128, 64, &p->code);
    if (result)
        return result;
    memcpy(p->code.map, code, size);
    memset((uint8_t *)p->code.map + size, 0, p->code.size - size);
    return VK_SUCCESS;
}

// How long a walker may be. The kernel resets an engine whose walker does not yield within 640 ms (see
// queue.c), so that the guesses are on the high side: a thread of a kernel with loops takes 5 ms, and other
// kernels what their instructions take when each message waits for memory that is busy. A walker gets 50 ms
// of that, but at least what fills the machine.
static void plan_slices(const struct kiln_device *device, struct kiln_pipeline *p)
{
    const struct ws_device_info *info = &device->physical->info;
    const struct kiln_kernel_info *k = &p->info;
    uint64_t thread_ns =
        k->loops ? 5000000 : 1000 + UINT64_C(40) * k->instructions + UINT64_C(8000) * k->sends;
    uint64_t wave = KILN_MAX(1u, info->subslices * info->devinfo->max_cs_threads / p->threads); // groups
    uint64_t groups = wave * KILN_MAX(1u, UINT64_C(50000000) / thread_ns);
    p->slice_groups = KILN_DEBUG(NOSLICE) ? UINT32_MAX : (uint32_t)KILN_MIN(groups, (uint64_t)UINT32_MAX);
    p->group_ns = (uint32_t)KILN_MIN(thread_ns / wave + 1, (uint64_t)UINT32_MAX);
}

VkResult kiln_pipeline_init(struct kiln_device *device, struct kiln_pipeline *p, struct kiln_kernel *kernel,
                            struct kiln_pipeline_layout *layout, const VkAllocationCallbacks *alloc)
{
    p->kernel = kernel;
    p->info = *kiln_compiler_get()->kernel_get_info(kernel);
    const struct kiln_kernel_info *k = &p->info;
    if (k->threads_per_group == 0 || k->threads_per_group > device->physical->info.devinfo->max_cs_threads)
        return kiln_error(VK_ERROR_UNKNOWN, "%u threads in a group", k->threads_per_group);
    if (layout) {
        __atomic_add_fetch(&layout->refs, 1, __ATOMIC_RELAXED);
        p->layout = layout;
    }
    p->threads = k->threads_per_group;
    p->cross_regs = k->cross_thread_regs;
    p->per_thread_regs = k->per_thread_regs;
    p->curbe_regs = k->cross_thread_regs + k->per_thread_regs * k->threads_per_group;
    p->push_offset = KILN_MIN(k->push_offset, KILN_MAX_PUSH_SIZE);
    p->push_size = KILN_MIN(k->push_size, KILN_MAX_PUSH_SIZE - p->push_offset);
    p->groups_offset = k->num_workgroups_offset;
    p->scratch_size = k->scratch_size;
    struct kiln_bo *scratch = NULL;
    VkResult result = map_bindings(device, p, alloc);
    if (!result)
        result = upload(device, p);
    if (!result && p->scratch_size)
        result = kiln_device_scratch(device, p->scratch_size, &scratch);
    if (result)
        return result;
    plan_slices(device, p);
    pack_walker(p);
    pack_descriptor(p);
    pack_vfe(device, p, scratch);
    if (!p->bt_count && !p->sampler_count) {
        result = kiln_state_alloc(&device->dynamic_pool, sizeof(p->descriptor), 64, &p->idle_descriptor);
        if (!result)
            memcpy(p->idle_descriptor.map, p->descriptor, sizeof(p->descriptor));
    }
    return result;
}

void kiln_pipeline_finish(struct kiln_device *device, struct kiln_pipeline *p,
                          const VkAllocationCallbacks *alloc)
{
    if (p->kernel)
        kiln_compiler_get()->kernel_destroy(p->kernel);
    kiln_state_free(&device->dynamic_pool, &p->idle_descriptor);
    kiln_state_free(&device->kernel_pool, &p->code);
    kiln_free(&device->alloc, alloc, p->bt);
    kiln_free(&device->alloc, alloc, p->handles);
    kiln_pipeline_layout_unref(device, p->layout);
}

// ---- vkCreateComputePipelines
// --------------------------------------------------------------------------------

// Where a kernel came from, and what it cost: for VkPipelineCreationFeedback.
struct outcome {
    bool hit;
    uint64_t ns;
};

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

// Samplers may be written after the dispatch is recorded.
static bool updated_after_bind(const struct kiln_pipeline_layout *l)
{
    for (uint32_t i = 0; i < l->set_count; i++)
        if (l->sets[i] && l->sets[i]->update_after_bind && l->sets[i]->sampler_count)
            return true;
    return false;
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
        .full_subgroups = stage->flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT,
        .bindless_samplers = layout && updated_after_bind(layout),
        .validate = KILN_DEBUG(VALIDATE),
        .dump = info->flags & VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR
                    ? KILN_EMIT_LLVM | KILN_EMIT_ASM
                    : 0,
    };
    kiln_cache_options(&o, code, words);
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *size = kiln_find_const(
        stage->pNext, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
    if (size)
        o.simd = size->requiredSubgroupSize;
    else if (stage->flags & VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT)
        o.simd = 0; // what the shader sees is what it gets
    else if (KILN_DEBUG(SIMD8) || KILN_DEBUG(SIMD16) || KILN_DEBUG(SIMD32))
        o.simd = 0; // the compiler looks there
    return o;
}

// The kernel of a module: from a cache, or compiled.
static VkResult find_or_compile(struct kiln_device *device, struct kiln_cache *cache,
                                const VkComputePipelineCreateInfo *info, const uint32_t *code, size_t words,
                                const struct kiln_compile_options *options, struct outcome *outcome,
                                struct kiln_kernel **out)
{
    const struct kiln_compiler *c = kiln_compiler_get();
    bool caching = cache && !options->dump; // texts are not in the cache
    char message[512] = "";
    uint8_t key[16];
    if (caching) {
        c->compile_key(code, words, options, key);
        *out = kiln_cache_find(cache, key);
        outcome->hit = *out != NULL;
    }
    if (*out)
        return VK_SUCCESS;
    if (info->flags & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT)
        return VK_PIPELINE_COMPILE_REQUIRED;
    enum kiln_result r = c->compile(code, words, options, out, message, sizeof(message));
    if (r)
        return kiln_result_from_compiler(r, message);
    if (caching)
        kiln_cache_add(device, cache, key, *out);
    return VK_SUCCESS;
}

static VkResult compile(struct kiln_device *device, struct kiln_cache *cache,
                        const VkComputePipelineCreateInfo *info, struct outcome *outcome,
                        struct kiln_kernel **out)
{
    const VkPipelineShaderStageCreateInfo *stage = &info->stage;
    KILN_FROM_HANDLE(kiln_shader_module, module, stage->module);
    // The stage may bring its code without a module (VK_KHR_maintenance5, graphics pipeline libraries).
    const VkShaderModuleCreateInfo *direct =
        module ? NULL : kiln_find_const(stage->pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    const uint32_t *code = module ? module->code : direct ? direct->pCode : NULL;
    size_t words = module ? module->words : direct ? direct->codeSize / 4 : 0;
    *out = NULL;
    if (!kiln_compiler_get())
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "no compiler");
    if (!code)
        return kiln_error(VK_ERROR_UNKNOWN, "a stage without a shader module");
    struct kiln_compile_options options = compile_options(device, info, code, words);
    struct kiln_spec_constant *constants;
    VkResult result = spec_constants(device, stage->pSpecializationInfo, &constants);
    if (result)
        return result;
    options.spec_constants = constants;
    options.spec_constant_count = constants ? stage->pSpecializationInfo->mapEntryCount : 0;
    result = find_or_compile(device, cache, info, code, words, &options, outcome, out);
    kiln_free(&device->alloc, NULL, constants);
    return result;
}

static VkResult create(struct kiln_device *device, struct kiln_cache *cache,
                       const VkComputePipelineCreateInfo *info, const VkAllocationCallbacks *alloc,
                       struct outcome *outcome, VkPipeline *out)
{
    KILN_FROM_HANDLE(kiln_pipeline_layout, layout, info->layout);
    struct kiln_kernel *kernel;
    VkResult result = compile(device, cache, info, outcome, &kernel);
    if (result)
        return result;
    struct kiln_pipeline *p =
        kiln_zalloc(&device->alloc, alloc, sizeof(*p), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!p) {
        kiln_compiler_get()->kernel_destroy(kernel);
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    result = kiln_pipeline_init(device, p, kernel, layout, alloc);
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
        if (b->results[i] && (b->infos[i].flags & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT))
            __atomic_store_n(&b->stop, 1, __ATOMIC_RELAXED);
    }
}

// The application's callbacks need not be thread-safe among its own threads unless they say so: with
// callbacks, or when the order matters to an early return, this thread does it alone.
static unsigned thread_count(const struct batch *b)
{
    enum { MOST = 16 };
    bool own_callbacks = b->alloc || b->device->alloc.pfnAllocation != kiln_default_allocator.pfnAllocation;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned n = KILN_MIN(b->count, cores > MOST ? (unsigned)MOST : cores < 1 ? 1u : (unsigned)cores);
    for (uint32_t i = 0; i < b->count; i++)
        if (b->infos[i].flags & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT)
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

VKAPI_ATTR void VKAPI_CALL kiln_DestroyPipeline(VkDevice handle, VkPipeline pipeline,
                                                const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_pipeline, p, pipeline);
    if (!p)
        return;
    kiln_pipeline_finish(device, p, alloc);
    kiln_free(&device->alloc, alloc, p);
}

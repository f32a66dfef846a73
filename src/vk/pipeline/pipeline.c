// A pipeline of a kernel: its code in GPU memory, what its bindings refer to, and the packets that launch it,
// packed once.
//
// PRM SKL vol2a MEDIA_VFE_STATE, GPGPU_WALKER; PRM KBL vol2d "INTERFACE_DESCRIPTOR_DATA".
#include "vk/pipeline/pipeline.h"

#include "entrypoints.h"
#include "util/log.h"
#include "vk/object/rules.h"

_Static_assert(LAUNCH_BINDLESS_BASE == KILN_SURFACE_STATES, "kernels know where surface states are");

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

static void pack_walker(const struct kiln_device *device, struct kiln_pipeline *p)
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
    struct gen_MI_STORE_DATA_IMM begun = {.address = launch_begun_address(&device->launch),
                                          .immediate_data = (uint32_t)p->kernel_address};
    gen_MI_STORE_DATA_IMM_pack(p->walker, &begun);
    gen_GPGPU_WALKER_pack(p->walker + KILN_WALKER, &w);
    if (kiln_keeps(device, MEDIA_STATE_FLUSH))
        gen_MEDIA_STATE_FLUSH_pack(p->walker + KILN_WALKER + gen_GPGPU_WALKER_LENGTH, &flush);
}

static void pack_descriptor(struct kiln_pipeline *p)
{
    const struct kiln_kernel_info *k = &p->info;
    struct gen_INTERFACE_DESCRIPTOR_DATA d = {
        .kernel_start_pointer = p->kernel_address - WS_KERNEL_BASE,
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

static void pack_vfe(const struct kiln_device *device, struct kiln_pipeline *p,
                     const struct launch_bo *scratch)
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
        p->bt[b->bti + i] = (struct kiln_state_ref){.kind = KILN_REF_SURFACE, .slot = b->binding + i};
}

static bool is_raw(const struct kiln_binding *b)
{
    return b->resource == KILN_RESOURCE_STORAGE_IMAGE_RAW ||
           b->resource == KILN_RESOURCE_STORAGE_TEXEL_BUFFER_RAW;
}

// States of a resource in the set.
static uint32_t places(const struct kiln_binding *b, const struct kiln_set_binding *sb)
{
    return sb->count * (b->resource == KILN_RESOURCE_SAMPLER ? sb->samplers : sb->stride);
}

// State `i` of a resource of a set in a descriptor buffer.
static struct kiln_state_ref ref_in_buffer(const struct kiln_binding *b, const struct kiln_set_binding *sb,
                                           uint32_t i)
{
    bool sampler = b->resource == KILN_RESOURCE_SAMPLER;
    uint32_t second = sampler || is_raw(b) ? KILN_BUFFER_SECOND : 0;
    return (struct kiln_state_ref){
        .kind = sb->inline_size ? KILN_REF_BUFFER_INLINE
                : sampler       ? KILN_REF_BUFFER_SAMPLER
                                : KILN_REF_BUFFER_SURFACE,
        .set = (uint8_t)b->set,
        .buffer = {.byte = sb->buffer_offset + second + i * KILN_BUFFER_DESCRIPTOR_SIZE,
                   .size = sb->inline_size},
    };
}

// State `i` of a resource of any other set.
static struct kiln_state_ref ref_in_set(const struct kiln_pipeline_layout *layout,
                                        const struct kiln_binding *b, const struct kiln_set_binding *sb,
                                        uint32_t i)
{
    struct kiln_state_ref r = {.set = (uint8_t)b->set};
    if (b->resource == KILN_RESOURCE_SAMPLER) {
        r.kind = KILN_REF_SAMPLER;
        r.slot = sb->sampler + i;
    } else if (kiln_is_dynamic(sb->type)) {
        r.kind = KILN_REF_DYNAMIC;
        r.dynamic.slot = sb->slot + i;
        r.dynamic.offset = layout->dynamic_start[b->set] + sb->dynamic + i;
    } else {
        r.kind = is_raw(b) ? KILN_REF_RAW_SURFACE : KILN_REF_SURFACE;
        r.slot = sb->slot + i;
    }
    return r;
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
    // The shader says another kind of descriptor than the layout (or the kernel was forged): it stays null,
    // too.
    bool sampler = b->resource == KILN_RESOURCE_SAMPLER;
    if (sampler ? !kiln_has_sampler(sb->type) : !sb->stride && !sb->inline_size)
        return;
    p->set_mask |= 1u << b->set;
    bool in_buffer = set->in_buffers && !set->push, handle = b->handle != KILN_NO_OFFSET;
    struct kiln_state_ref *table = sampler ? p->samplers : p->bt;
    uint32_t count = handle ? 1 : KILN_MIN(b->count, places(b, sb));
    if (in_buffer && sampler && !handle)
        return; // all samplers have handles there
    for (uint32_t i = 0; i < count; i++) {
        struct kiln_state_ref r = in_buffer ? ref_in_buffer(b, sb, i) : ref_in_set(p->layout, b, sb, i);
        p->has_dynamic |= r.kind == KILN_REF_DYNAMIC;
        if (handle)
            p->handles[b->handle] = (struct kiln_handle){.first = r, .count = places(b, sb)};
        else
            table[b->bti + i] = r;
    }
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
    p->near_handles = p->info.handle_count;
    p->handle_count = p->info.handle_count + p->info.far_handle_count;
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
        p->bt[p->info.push_bti] = (struct kiln_state_ref){.kind = KILN_REF_PUSH};
        p->has_push_surface = true;
    }
    if (p->info.const_bti < p->bt_count)
        p->bt[p->info.const_bti] = (struct kiln_state_ref){.kind = KILN_REF_CONST};
    if (p->info.far_handle_bti < p->bt_count) {
        p->bt[p->info.far_handle_bti] = (struct kiln_state_ref){.kind = KILN_REF_HANDLES};
        p->has_push_surface = true;
    }
    return VK_SUCCESS;
}

// How many groups a walker may have, so that it takes less than LAUNCH_SEGMENT_NS in the worst case: a thread
// of a kernel with loops takes as long as the kernel lets it (queue.h), and other kernels what their
// instructions take when each message waits for memory that is busy. The loops of the driver's own kernels
// are known.
static void plan_slices(const struct kiln_device *device, struct kiln_pipeline *p)
{
    const struct ws_device_info *info = &device->physical->info;
    const struct kiln_kernel_info *k = &p->info;
    uint64_t thread_ns = 1000 + UINT64_C(40) * k->instructions + UINT64_C(8000) * k->sends;
    if (k->loops)
        thread_ns = p->layout ? LAUNCH_PREEMPT_NS : UINT64_C(5000000);
    uint64_t wave = KILN_MAX(1u, info->subslices * info->devinfo->max_cs_threads / p->threads); // groups
    uint64_t groups = wave * KILN_MAX(1u, LAUNCH_SEGMENT_NS / thread_ns);
    p->slice_groups = KILN_DEBUG(NOSLICE) ? UINT32_MAX : (uint32_t)KILN_MIN(groups, (uint64_t)UINT32_MAX);
    p->group_ns = (uint32_t)KILN_MIN(thread_ns / wave + 1, (uint64_t)UINT32_MAX);
}

VkResult kiln_pipeline_init(struct kiln_device *device, struct kiln_pipeline *p, struct kiln_kernel *kernel,
                            struct kiln_pipeline_layout *layout, const char *name,
                            const VkAllocationCallbacks *alloc)
{
    p->kernel = kernel;
    p->info = *kiln_compiler_get()->kernel_get_info(kernel);
    const struct kiln_kernel_info *k = &p->info;
    if (strcmp(k->device, device->physical->info.devinfo->name)) // from a cache that somebody made for it
        return kiln_error(VK_ERROR_UNKNOWN, "a kernel for %s", k->device);
    if (k->threads_per_group == 0 || k->threads_per_group > device->physical->info.devinfo->max_cs_threads)
        return kiln_error(VK_ERROR_UNKNOWN, "%u threads in a group", k->threads_per_group);
    if (layout) {
        __atomic_add_fetch(&layout->refs, 1, __ATOMIC_RELAXED);
        p->layout = layout;
        p->in_buffers = layout->in_buffers;
        p->fixed_window = k->uses_a64 && k->uses_atomics; // 64-bit atomics read surface states
    }
    p->threads = k->threads_per_group;
    p->cross_regs = k->cross_thread_regs;
    p->per_thread_regs = k->per_thread_regs;
    p->curbe_regs = k->cross_thread_regs + k->per_thread_regs * k->threads_per_group;
    p->push_offset = KILN_MIN(k->push_offset, KILN_MAX_PUSH_SIZE);
    p->push_size = KILN_MIN(k->push_size, KILN_MAX_PUSH_SIZE - p->push_offset);
    p->groups_offset = k->num_workgroups_offset;
    p->scratch_size = k->scratch_size;
    struct launch_bo *scratch = NULL;
    VkResult result = map_bindings(device, p, alloc);
    if (!result)
        result = kiln_pipeline_upload(device, p, name);
    if (!result && p->scratch_size)
        result = kiln_result(launch_device_scratch(&device->launch, p->scratch_size, &scratch));
    if (result)
        return result;
    if (k->uses_sampler)
        p->caches |= KILN_PIPE_TEXTURE_INVALIDATE;
    if (p->in_buffers) // its surface states are in memory that shaders may write
        p->caches |= KILN_PIPE_STATE_INVALIDATE;
    plan_slices(device, p);
    p->rate = &p->measured;
    pack_walker(device, p);
    pack_descriptor(p);
    pack_vfe(device, p, scratch);
    if (!p->bt_count && !p->sampler_count) {
        result = kiln_result(
            launch_state_alloc(&device->launch.dynamic_pool, sizeof(p->descriptor), 64, &p->idle_descriptor));
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
    launch_state_free(&device->launch.dynamic_pool, &p->idle_descriptor);
    launch_state_free(&device->launch.kernel_pool, &p->code);
    kiln_free(&device->alloc, alloc, p->spirv);
    kiln_free(&device->alloc, alloc, p->bt);
    kiln_free(&device->alloc, alloc, p->handles);
    kiln_pipeline_layout_unref(device, p->layout);
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

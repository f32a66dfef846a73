// A pipeline of a kernel: its code in GPU memory, and what its bindings refer to.
#include "vk/pipeline/pipeline.h"

#include "entrypoints.h"

_Static_assert(LAUNCH_BINDLESS_BASE == KILN_SURFACE_STATES, "kernels know where surface states are");
_Static_assert(LAUNCH_STATE_MORE_BIT == KILN_STATE_MORE_BIT, "and what is in them");

// ---- the binding table

static void map_builtin(struct kiln_pipeline *p, const struct kiln_binding *b)
{
    for (uint32_t i = 0; i < b->count && b->bti != KILN_NO_OFFSET; i++)
        p->table[b->bti + i] = (struct kiln_state_ref){.kind = KILN_REF_SURFACE, .slot = b->binding + i};
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
        r.kind = is_raw(b)                                ? KILN_REF_RAW_SURFACE
                 : b->resource == KILN_RESOURCE_TEXEL_MAP ? KILN_REF_TEXEL_MAP
                 : b->resource == KILN_RESOURCE_TEXELS    ? KILN_REF_TEXELS
                                                          : KILN_REF_SURFACE;
        r.slot = sb->slot + i;
    }
    return r;
}

static void map_heap(struct kiln_pipeline *p, const struct kiln_binding *b)
{
    static const uint8_t kinds[] = {[KILN_RESOURCE_HEAP] = KILN_REF_HEAP,
                                    [KILN_RESOURCE_HEAP_LOW] = KILN_REF_HEAP_LOW,
                                    [KILN_RESOURCE_HEAP_HIGH] = KILN_REF_HEAP_HIGH,
                                    [KILN_RESOURCE_SAMPLER_HEAP] = KILN_REF_SAMPLER_HEAP,
                                    [KILN_RESOURCE_SAMPLER] = KILN_REF_EMBEDDED};
    const bool embedded = b->resource == KILN_RESOURCE_SAMPLER;
    if (b->handle == KILN_NO_OFFSET || !kinds[b->resource] ||
        (embedded && b->binding >= p->embedded.size / sizeof(struct kiln_embedded_sampler)))
        return; // forged
    p->handles[b->handle] =
        (struct kiln_handle){.first = {.kind = kinds[b->resource], .slot = b->binding}, .count = 1};
}

static void map_binding(struct kiln_pipeline *p, const struct kiln_binding *b)
{
    if (p->in_heaps) {
        map_heap(p, b);
        return;
    }
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
    struct kiln_state_ref *table = sampler ? p->samplers : p->table;
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
    uint32_t limit = b->resource == KILN_RESOURCE_SAMPLER ? p->info.sampler_count : p->info.bti_count;
    return b->bti + (uint64_t)b->count <= limit;
}

static VkResult map_bindings(struct kiln_device *device, struct kiln_pipeline *p,
                             const VkAllocationCallbacks *alloc)
{
    const struct kiln_binding *bindings = kiln_compiler_get()->kernel_get_bindings(p->kernel);
    const uint32_t count = p->info.bti_count + p->info.sampler_count;
    p->handle_offset = p->info.handle_offset;
    p->near_handles = p->info.handle_count;
    p->handle_count = p->info.handle_count + p->info.far_handle_count;
    if (p->info.bti_count > KILN_MAX_BTI)
        return kiln_error(VK_ERROR_UNKNOWN, "%u binding table entries", p->info.bti_count);
    if (count) {
        p->table = kiln_zalloc(&device->alloc, alloc, count * sizeof(p->table[0]),
                               VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
        p->samplers = p->table + p->info.bti_count;
    }
    if (p->handle_count)
        p->handles = kiln_zalloc(&device->alloc, alloc, p->handle_count * sizeof(p->handles[0]),
                                 VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if ((count && !p->table) || (p->handle_count && !p->handles))
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    for (uint32_t i = 0; i < p->info.binding_count; i++) {
        if (!binding_fits(p, &bindings[i]))
            return kiln_error(VK_ERROR_UNKNOWN, "a binding outside the binding table");
        map_binding(p, &bindings[i]);
    }
    if (p->info.push_bti < p->info.bti_count) {
        p->table[p->info.push_bti] = (struct kiln_state_ref){.kind = KILN_REF_PUSH};
        p->has_push_surface = true;
    }
    if (p->info.const_bti < p->info.bti_count)
        p->table[p->info.const_bti] = (struct kiln_state_ref){.kind = KILN_REF_CONST};
    if (p->info.far_handle_bti < p->info.bti_count) {
        p->table[p->info.far_handle_bti] = (struct kiln_state_ref){.kind = KILN_REF_HANDLES};
        p->has_push_surface = true;
    }
    return VK_SUCCESS;
}

static VkResult init_launch(struct kiln_device *device, struct kiln_pipeline *p, uint64_t address)
{
    const struct kiln_kernel_info *k = &p->info;
    const struct launch_kernel_info info = {
        .address = address,
        .simd = k->simd,
        .invocations = k->local_size[0] * k->local_size[1] * k->local_size[2],
        .threads = k->threads_per_group,
        .cross_regs = k->cross_thread_regs,
        .per_thread_regs = k->per_thread_regs,
        .shared_bytes = k->slm_size,
        .scratch_bytes = k->scratch_size,
        .barrier = k->uses_barrier,
        .large_registers =
            kiln_target_is_large(kiln_target_with_registers(device->physical->target, k->registers)),
        .reads_texture = k->uses_sampler,
        .reads_changing_states = p->in_buffers || p->in_heaps,
        .table_count = k->bti_count,
        .sampler_count = k->sampler_count,
        .instructions = k->instructions,
        .sends = k->sends,
        // The loops of the driver's own kernels are known.
        .loop_ns = !k->loops                  ? 0
                   : p->layout || p->in_heaps ? device->launch.limits.group_ns
                                              : UINT64_C(5000000),
    };
    return kiln_result(launch_kernel_init(&device->launch, &p->launch, &info));
}

static VkResult place_embedded(struct kiln_device *device, struct kiln_pipeline *p,
                               const struct kiln_embedded *embedded)
{
    const size_t bytes = embedded->count * sizeof(embedded->samplers[0]);
    VkResult result =
        kiln_result(launch_state_alloc(&device->launch.dynamic_pool, (uint32_t)bytes, 64, &p->embedded));
    if (!result)
        memcpy(p->embedded.map, embedded->samplers, bytes);
    return result;
}

// All but the one for small grids.
static VkResult init_one(struct kiln_device *device, struct kiln_pipeline *p, struct kiln_kernel *kernel,
                         struct kiln_pipeline_layout *layout, const struct kiln_embedded *embedded,
                         const char *name, const VkAllocationCallbacks *alloc)
{
    p->kernel = kernel;
    p->info = *kiln_compiler_get()->kernel_get_info(kernel);
    const struct kiln_kernel_info *k = &p->info;
    if (strcmp(k->device, device->physical->info.devinfo->name)) // from a cache that somebody made for it
        return kiln_error(VK_ERROR_UNKNOWN, "a kernel for %s", k->device);
    const struct kiln_target *target = kiln_target_with_registers(device->physical->target, k->registers);
    if (k->threads_per_group == 0 || !target || k->threads_per_group > kiln_target_max_group(target))
        return kiln_error(VK_ERROR_UNKNOWN, "%u threads in a group", k->threads_per_group);
    p->in_heaps = embedded != NULL;
    if (layout && !embedded) {
        __atomic_add_fetch(&layout->refs, 1, __ATOMIC_RELAXED);
        p->layout = layout;
        p->in_buffers = layout->in_buffers;
        p->fixed_window = k->reads_states;
    }
    p->push_offset = KILN_MIN(k->push_offset, KILN_MAX_PUSH_SIZE);
    p->push_size = KILN_MIN(k->push_size, KILN_MAX_PUSH_SIZE - p->push_offset);
    p->groups_offset = k->num_workgroups_offset;
    uint64_t address;
    VkResult result = embedded && embedded->samplers ? place_embedded(device, p, embedded) : VK_SUCCESS;
    if (!result)
        result = map_bindings(device, p, alloc);
    if (!result)
        result = kiln_pipeline_upload(device, p, name, &address);
    return result ? result : init_launch(device, p, address);
}

VkResult kiln_pipeline_init(struct kiln_device *device, struct kiln_pipeline *p, struct kiln_kernel *kernel,
                            struct kiln_pipeline_layout *layout, const struct kiln_embedded *embedded,
                            const char *name, const VkAllocationCallbacks *alloc)
{
    uint32_t groups;
    const struct kiln_kernel *small = kiln_compiler_get()->kernel_get_small(kernel, &groups);
    VkResult result = init_one(device, p, kernel, layout, embedded, name, alloc);
    if (result || !small)
        return result;
    p->small = kiln_zalloc(&device->alloc, alloc, sizeof(*p->small), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!p->small)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    p->small_groups = groups * device->physical->info.subslices;
    result = init_one(device, p->small, (struct kiln_kernel *)small, layout, embedded, name, alloc);
    p->small->kernel = NULL; // it is in the other one
    return result;
}

void kiln_pipeline_finish(struct kiln_device *device, struct kiln_pipeline *p,
                          const VkAllocationCallbacks *alloc)
{
    if (p->small) {
        kiln_pipeline_finish(device, p->small, alloc);
        kiln_free(&device->alloc, alloc, p->small);
    }
    if (p->kernel)
        kiln_compiler_get()->kernel_destroy(p->kernel);
    launch_kernel_finish(&device->launch, &p->launch);
    launch_state_free(&device->launch.kernel_pool, &p->code);
    launch_state_free(&device->launch.dynamic_pool, &p->embedded);
    kiln_free(&device->alloc, alloc, p->spirv);
    kiln_free(&device->alloc, alloc, p->table);
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

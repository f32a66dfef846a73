// VkDescriptorPool and VkDescriptorSet: everything is allocated with the pool, sets are cut from it.
#include "entrypoints.h"
#include "vk/descriptor/descriptor.h"
#include "vk/object/data.h"

static void clear(struct kiln_pool *pool)
{
    pool->sets = NULL;
    pool->free_sets = NULL;
    for (uint32_t i = pool->max_sets; i-- > 0;) {
        pool->storage[i].next = pool->free_sets;
        pool->free_sets = &pool->storage[i];
    }
    pool->set_count = 0;
    for (unsigned h = 0; h < KILN_HEAP_COUNT; h++) {
        pool->heaps[h].gap_count = 1;
        pool->heaps[h].gaps[0] = (struct kiln_pool_gap){0, pool->heaps[h].size};
    }
}

// How much of each heap a pool of these sizes needs.
static void heap_sizes(const VkDescriptorPoolCreateInfo *info, uint64_t sizes[KILN_HEAP_COUNT])
{
    memset(sizes, 0, KILN_HEAP_COUNT * sizeof(sizes[0]));
    const VkDescriptorPoolInlineUniformBlockCreateInfo *blocks =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO);
    if (blocks) { // each may waste almost a unit
        sizes[KILN_HEAP_SLOTS] += blocks->maxInlineUniformBlockBindings;
        sizes[KILN_HEAP_INLINE] += blocks->maxInlineUniformBlockBindings;
    }
    for (uint32_t i = 0; i < info->poolSizeCount; i++) {
        const VkDescriptorPoolSize *s = &info->pPoolSizes[i];
        if (s->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
            sizes[KILN_HEAP_INLINE] += (s->descriptorCount + KILN_INLINE_ALIGN - 1) / KILN_INLINE_ALIGN;
            continue;
        }
        sizes[KILN_HEAP_SLOTS] += s->descriptorCount;
        // A mutable descriptor may become anything but a sampler.
        if (kiln_has_sampler(s->type))
            sizes[KILN_HEAP_SAMPLERS] += s->descriptorCount;
    }
}

static VkResult alloc_states(struct kiln_device *device, struct kiln_pool *pool)
{
    const struct {
        unsigned heap;
        uint32_t unit;
        struct launch_state_pool *from;
        struct launch_state *to;
    } rows[] = {
        {KILN_HEAP_SLOTS, LAUNCH_SURFACE_SIZE, &device->launch.surface_pool, &pool->surfaces},
        {KILN_HEAP_SAMPLERS, KILN_SAMPLER_SIZE, &device->launch.dynamic_pool, &pool->samplers},
        {KILN_HEAP_INLINE, KILN_INLINE_ALIGN, &device->launch.dynamic_pool, &pool->data},
    };
    for (unsigned i = 0; i < KILN_ARRAY_LEN(rows); i++) {
        uint32_t n = pool->heaps[rows[i].heap].size;
        if (pool->raw && rows[i].heap == KILN_HEAP_SLOTS)
            n *= 2;
        VkResult result =
            n ? kiln_result(launch_state_alloc(rows[i].from, n * rows[i].unit, 64, rows[i].to)) : VK_SUCCESS;
        if (result)
            return result;
    }
    return VK_SUCCESS;
}

static void destroy(struct kiln_device *device, struct kiln_pool *pool, const VkAllocationCallbacks *alloc)
{
    launch_state_free(&device->launch.surface_pool, &pool->surfaces);
    launch_state_free(&device->launch.dynamic_pool, &pool->samplers);
    launch_state_free(&device->launch.dynamic_pool, &pool->data);
    kiln_free(&device->alloc, alloc, pool);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateDescriptorPool(VkDevice handle,
                                                         const VkDescriptorPoolCreateInfo *info,
                                                         const VkAllocationCallbacks *alloc,
                                                         VkDescriptorPool *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    uint64_t sizes[KILN_HEAP_COUNT];
    heap_sizes(info, sizes);
    for (unsigned h = 0; h < KILN_HEAP_COUNT; h++)
        if (sizes[h] > (1u << 22))
            return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "%llu descriptors",
                              (unsigned long long)sizes[h]);
    uint64_t slots = sizes[KILN_HEAP_SLOTS];
    size_t gaps = sizeof(struct kiln_pool_gap) * ((size_t)info->maxSets + 1);
    size_t sets = sizeof(struct kiln_set) * (size_t)info->maxSets;
    size_t size = sizeof(struct kiln_pool) + sets + slots * sizeof(struct kiln_slot) + KILN_HEAP_COUNT * gaps;
    struct kiln_pool *pool = kiln_zalloc(&device->alloc, alloc, size, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!pool)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    pool->flags = info->flags;
    pool->max_sets = info->maxSets;
    pool->storage = (struct kiln_set *)(pool + 1);
    pool->slots = (struct kiln_slot *)(pool->storage + info->maxSets);
    struct kiln_pool_gap *g = (struct kiln_pool_gap *)(pool->slots + slots);
    for (unsigned h = 0; h < KILN_HEAP_COUNT; h++, g += (size_t)info->maxSets + 1)
        pool->heaps[h] = (struct kiln_pool_heap){.size = (uint32_t)sizes[h], .gaps = g};
    for (uint32_t i = 0; i < info->poolSizeCount; i++)
        if (kiln_has_raw(info->pPoolSizes[i].type))
            pool->raw = (uint32_t)slots * LAUNCH_SURFACE_SIZE;
    VkResult result = alloc_states(device, pool);
    if (result) {
        destroy(device, pool, alloc);
        return result;
    }
    clear(pool);
    *out = KILN_TO_HANDLE(VkDescriptorPool, pool);
    return VK_SUCCESS;
}

static void release_layouts(struct kiln_device *device, struct kiln_pool *pool)
{
    for (struct kiln_set *s = pool->sets; s; s = s->next)
        kiln_set_layout_unref(device, s->layout);
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyDescriptorPool(VkDevice handle, VkDescriptorPool pool_handle,
                                                      const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_pool, pool, pool_handle);
    if (!pool)
        return;
    release_layouts(device, pool);
    for (uint32_t i = 0; i < pool->max_sets; i++)
        kiln_object_data_forget(&pool->storage[i]);
    destroy(device, pool, alloc);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_ResetDescriptorPool(VkDevice handle, VkDescriptorPool pool_handle,
                                                        VkDescriptorPoolResetFlags flags)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_pool, pool, pool_handle);
    release_layouts(device, pool);
    clear(pool);
    return VK_SUCCESS;
}

static bool take(struct kiln_pool_heap *heap, uint32_t count, uint32_t *first)
{
    *first = 0;
    if (!count)
        return true;
    for (uint32_t i = 0; i < heap->gap_count; i++) {
        struct kiln_pool_gap *g = &heap->gaps[i];
        if (g->count < count)
            continue;
        *first = g->first;
        g->first += count;
        g->count -= count;
        if (!g->count)
            memmove(g, g + 1, (--heap->gap_count - i) * sizeof(*g));
        return true;
    }
    return false;
}

static void give(struct kiln_pool_heap *heap, uint32_t first, uint32_t count)
{
    if (!count)
        return;
    uint32_t i = 0;
    while (i < heap->gap_count && heap->gaps[i].first < first)
        i++;
    struct kiln_pool_gap *prev = i ? &heap->gaps[i - 1] : NULL;
    struct kiln_pool_gap *next = i < heap->gap_count ? &heap->gaps[i] : NULL;
    bool joins_prev = prev && prev->first + prev->count == first,
         joins_next = next && first + count == next->first;
    if (joins_prev) {
        prev->count += count + (joins_next ? next->count : 0);
        if (joins_next)
            memmove(next, next + 1, (--heap->gap_count - i) * sizeof(*next));
    } else if (joins_next) {
        next->first = first;
        next->count += count;
    } else {
        // At most one gap before each live set and one at the end: max_sets + 1 places are enough.
        memmove(&heap->gaps[i + 1], &heap->gaps[i], (heap->gap_count - i) * sizeof(heap->gaps[0]));
        heap->gaps[i] = (struct kiln_pool_gap){first, count};
        heap->gap_count++;
    }
}

static void free_set(struct kiln_device *device, struct kiln_pool *pool, struct kiln_set *s)
{
    for (unsigned h = 0; h < KILN_HEAP_COUNT; h++)
        give(&pool->heaps[h], s->first[h], s->count[h]);
    kiln_set_layout_unref(device, s->layout);
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    s->next = pool->free_sets;
    pool->free_sets = s;
    pool->set_count--;
}

// What a set of the layout needs of each heap, if its last binding has `variable` descriptors.
static void set_sizes(const struct kiln_set_layout *l, uint32_t variable, uint32_t sizes[KILN_HEAP_COUNT])
{
    sizes[KILN_HEAP_SLOTS] = l->slot_count;
    sizes[KILN_HEAP_SAMPLERS] = l->sampler_count;
    sizes[KILN_HEAP_INLINE] = l->inline_size / KILN_INLINE_ALIGN;
    const struct kiln_set_binding *last = l->binding_count ? &l->bindings[l->binding_count - 1] : NULL;
    if (!last || !last->variable || variable >= last->count)
        return;
    sizes[KILN_HEAP_SLOTS] -= (last->count - variable) * last->stride;
    if (kiln_has_sampler(last->type))
        sizes[KILN_HEAP_SAMPLERS] -= (last->count - variable) * last->samplers;
}

static VkResult no_room(const struct kiln_pool_heap *heap, uint32_t count)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < heap->gap_count; i++)
        left += heap->gaps[i].count;
    return kiln_error(left >= count ? VK_ERROR_FRAGMENTED_POOL : VK_ERROR_OUT_OF_POOL_MEMORY);
}

static VkResult new_set(const struct launch_device *device, struct kiln_pool *pool,
                        struct kiln_set_layout *layout, uint32_t variable, struct kiln_set **out)
{
    struct kiln_set *s = pool->free_sets;
    uint32_t first[KILN_HEAP_COUNT], count[KILN_HEAP_COUNT];
    if (!s)
        return kiln_error(VK_ERROR_OUT_OF_POOL_MEMORY, "more than %u sets", pool->max_sets);
    set_sizes(layout, variable, count);
    for (unsigned h = 0; h < KILN_HEAP_COUNT; h++) {
        if (take(&pool->heaps[h], count[h], &first[h]))
            continue;
        VkResult result = no_room(&pool->heaps[h], count[h]);
        while (h-- > 0)
            give(&pool->heaps[h], first[h], count[h]);
        return result;
    }
    pool->free_sets = s->next;
    *s = (struct kiln_set){
        .device = device,
        .layout = layout,
        .pool = pool,
        .next = pool->sets,
        .link = &pool->sets,
        .surfaces = pool->surfaces.address + (uint64_t)first[KILN_HEAP_SLOTS] * LAUNCH_SURFACE_SIZE,
        .samplers = pool->samplers.address + (uint64_t)first[KILN_HEAP_SAMPLERS] * KILN_SAMPLER_SIZE,
        .data = pool->data.address + (uint64_t)first[KILN_HEAP_INLINE] * KILN_INLINE_ALIGN,
        .surfaces_map = (uint8_t *)pool->surfaces.map + (size_t)first[KILN_HEAP_SLOTS] * LAUNCH_SURFACE_SIZE,
        .samplers_map = (uint8_t *)pool->samplers.map + (size_t)first[KILN_HEAP_SAMPLERS] * KILN_SAMPLER_SIZE,
        .data_map = (uint8_t *)pool->data.map + (size_t)first[KILN_HEAP_INLINE] * KILN_INLINE_ALIGN,
        .slot_count = count[KILN_HEAP_SLOTS],
        .slots = pool->slots + first[KILN_HEAP_SLOTS],
        .raw = layout->has_raw ? pool->raw : 0,
    };
    memcpy(s->first, first, sizeof(first));
    memcpy(s->count, count, sizeof(count));
    if (pool->sets)
        pool->sets->link = &s->next;
    pool->sets = s;
    kiln_object_data_forget(s); // of a set that was here before
    pool->set_count++;
    kiln_set_layout_ref(layout);
    kiln_set_init(s);
    *out = s;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_AllocateDescriptorSets(VkDevice handle,
                                                           const VkDescriptorSetAllocateInfo *info,
                                                           VkDescriptorSet *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_pool, pool, info->descriptorPool);
    const VkDescriptorSetVariableDescriptorCountAllocateInfo *counts = kiln_find_const(
        info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
    VkResult result = VK_SUCCESS;
    uint32_t i;
    for (i = 0; i < info->descriptorSetCount; i++) {
        KILN_FROM_HANDLE(kiln_set_layout, layout, info->pSetLayouts[i]);
        struct kiln_set *s = NULL;
        uint32_t variable = counts && i < counts->descriptorSetCount ? counts->pDescriptorCounts[i] : 0;
        result = new_set(&device->launch, pool, layout, variable, &s);
        if (result)
            break;
        out[i] = KILN_TO_HANDLE(VkDescriptorSet, s);
    }
    if (result) {
        while (i-- > 0)
            free_set(device, pool, (struct kiln_set *)(uintptr_t)out[i]);
        for (i = 0; i < info->descriptorSetCount; i++)
            out[i] = VK_NULL_HANDLE;
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_FreeDescriptorSets(VkDevice handle, VkDescriptorPool pool_handle,
                                                       uint32_t count, const VkDescriptorSet *sets)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_pool, pool, pool_handle);
    for (uint32_t i = 0; i < count; i++)
        if (sets[i])
            free_set(device, pool, (struct kiln_set *)(uintptr_t)sets[i]);
    return VK_SUCCESS;
}

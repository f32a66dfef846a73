// VkDescriptorPool and VkDescriptorSet: everything is allocated with the pool, sets are cut from it.
#include "entrypoints.h"
#include "vk/descriptor.h"

static void clear(struct kiln_pool *pool)
{
    pool->sets = NULL;
    pool->free_sets = NULL;
    for (uint32_t i = pool->max_sets; i-- > 0;) {
        pool->storage[i].next = pool->free_sets;
        pool->free_sets = &pool->storage[i];
    }
    pool->set_count = 0;
    pool->gap_count = 1;
    pool->gaps[0] = (struct kiln_pool_gap){0, pool->slot_count};
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateDescriptorPool(VkDevice handle,
                                                         const VkDescriptorPoolCreateInfo *info,
                                                         const VkAllocationCallbacks *alloc,
                                                         VkDescriptorPool *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    uint64_t slots = 0;
    for (uint32_t i = 0; i < info->poolSizeCount; i++)
        slots += info->pPoolSizes[i].descriptorCount;
    if (slots > (1u << 22))
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "%llu descriptors", (unsigned long long)slots);
    size_t gaps = sizeof(struct kiln_pool_gap) * ((size_t)info->maxSets + 1);
    size_t sets = sizeof(struct kiln_set) * (size_t)info->maxSets;
    struct kiln_pool *pool =
        kiln_zalloc(&device->alloc, alloc, sizeof(*pool) + sets + slots * sizeof(struct kiln_slot) + gaps,
                    VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!pool)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    pool->flags = info->flags;
    pool->max_sets = info->maxSets;
    pool->slot_count = (uint32_t)slots;
    pool->storage = (struct kiln_set *)(pool + 1);
    pool->slots = (struct kiln_slot *)(pool->storage + info->maxSets);
    pool->gaps = (struct kiln_pool_gap *)(pool->slots + slots);
    VkResult result = slots ? kiln_state_alloc(&device->surface_pool, (uint32_t)slots * KILN_SURFACE_SIZE, 64,
                                               &pool->surfaces)
                            : VK_SUCCESS;
    if (result) {
        kiln_free(&device->alloc, alloc, pool);
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
    kiln_state_free(&device->surface_pool, &pool->surfaces);
    kiln_free(&device->alloc, alloc, pool);
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

static bool take_slots(struct kiln_pool *pool, uint32_t count, uint32_t *first)
{
    *first = 0;
    if (!count)
        return true;
    for (uint32_t i = 0; i < pool->gap_count; i++) {
        struct kiln_pool_gap *g = &pool->gaps[i];
        if (g->count < count)
            continue;
        *first = g->first;
        g->first += count;
        g->count -= count;
        if (!g->count)
            memmove(g, g + 1, (--pool->gap_count - i) * sizeof(*g));
        return true;
    }
    return false;
}

static void give_slots(struct kiln_pool *pool, uint32_t first, uint32_t count)
{
    if (!count)
        return;
    uint32_t i = 0;
    while (i < pool->gap_count && pool->gaps[i].first < first)
        i++;
    struct kiln_pool_gap *prev = i ? &pool->gaps[i - 1] : NULL;
    struct kiln_pool_gap *next = i < pool->gap_count ? &pool->gaps[i] : NULL;
    bool joins_prev = prev && prev->first + prev->count == first,
         joins_next = next && first + count == next->first;
    if (joins_prev) {
        prev->count += count + (joins_next ? next->count : 0);
        if (joins_next)
            memmove(next, next + 1, (--pool->gap_count - i) * sizeof(*next));
    } else if (joins_next) {
        next->first = first;
        next->count += count;
    } else {
        // At most one gap before each live set and one at the end: max_sets + 1 places are enough.
        memmove(&pool->gaps[i + 1], &pool->gaps[i], (pool->gap_count - i) * sizeof(pool->gaps[0]));
        pool->gaps[i] = (struct kiln_pool_gap){first, count};
        pool->gap_count++;
    }
}

static void free_set(struct kiln_device *device, struct kiln_pool *pool, struct kiln_set *s)
{
    give_slots(pool, s->first_slot, s->slot_count);
    kiln_set_layout_unref(device, s->layout);
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    s->next = pool->free_sets;
    pool->free_sets = s;
    pool->set_count--;
}

static VkResult new_set(struct kiln_device *device, struct kiln_pool *pool, struct kiln_set_layout *layout,
                        struct kiln_set **out)
{
    struct kiln_set *s = pool->free_sets;
    uint32_t first;
    if (!s)
        return kiln_error(VK_ERROR_OUT_OF_POOL_MEMORY, "more than %u sets", pool->max_sets);
    if (!take_slots(pool, layout->slot_count, &first)) {
        uint32_t left = 0;
        for (uint32_t i = 0; i < pool->gap_count; i++)
            left += pool->gaps[i].count;
        return kiln_error(left >= layout->slot_count ? VK_ERROR_FRAGMENTED_POOL
                                                     : VK_ERROR_OUT_OF_POOL_MEMORY);
    }
    pool->free_sets = s->next;
    *s = (struct kiln_set){
        .layout = layout,
        .pool = pool,
        .next = pool->sets,
        .link = &pool->sets,
        .surfaces = pool->surfaces.address + (uint64_t)first * KILN_SURFACE_SIZE,
        .surfaces_map = (uint8_t *)pool->surfaces.map + (size_t)first * KILN_SURFACE_SIZE,
        .first_slot = first,
        .slot_count = layout->slot_count,
        .slots = pool->slots + first,
    };
    if (s->next)
        s->next->link = &s->next;
    pool->sets = s;
    pool->set_count++;
    kiln_set_layout_ref(layout);
    if (layout->slot_count)
        memset(s->slots, 0, layout->slot_count * sizeof(s->slots[0]));
    for (uint32_t i = 0; i < layout->slot_count; i++)
        memcpy(s->surfaces_map + i * KILN_SURFACE_SIZE, device->null_surface.map, KILN_SURFACE_SIZE);
    *out = s;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_AllocateDescriptorSets(VkDevice handle,
                                                           const VkDescriptorSetAllocateInfo *info,
                                                           VkDescriptorSet *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_pool, pool, info->descriptorPool);
    VkResult result = VK_SUCCESS;
    uint32_t i;
    for (i = 0; i < info->descriptorSetCount; i++) {
        KILN_FROM_HANDLE(kiln_set_layout, layout, info->pSetLayouts[i]);
        struct kiln_set *s = NULL;
        result = new_set(device, pool, layout, &s);
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

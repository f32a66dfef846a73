// VkDescriptorSetLayout and VkPipelineLayout.
#include <stdlib.h>

#include "entrypoints.h"
#include "vk/descriptor.h"

void kiln_set_layout_ref(struct kiln_set_layout *l)
{
    __atomic_add_fetch(&l->refs, 1, __ATOMIC_RELAXED);
}

// Layouts outlive the application's vkDestroy while a set or pipeline layout uses them: device memory scope.
void kiln_set_layout_unref(struct kiln_device *device, struct kiln_set_layout *l)
{
    if (l && !__atomic_sub_fetch(&l->refs, 1, __ATOMIC_ACQ_REL))
        kiln_free(&device->alloc, NULL, l);
}

const struct kiln_set_binding *kiln_set_layout_find(const struct kiln_set_layout *l, uint32_t binding)
{
    uint32_t lo = 0, hi = l->binding_count;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (l->bindings[mid].binding < binding)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < l->binding_count && l->bindings[lo].binding == binding ? &l->bindings[lo] : NULL;
}

static int by_binding(const void *a, const void *b)
{
    const struct kiln_set_binding *x = a, *y = b;
    return x->binding < y->binding ? -1 : x->binding > y->binding;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateDescriptorSetLayout(VkDevice handle,
                                                              const VkDescriptorSetLayoutCreateInfo *info,
                                                              const VkAllocationCallbacks *alloc,
                                                              VkDescriptorSetLayout *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_set_layout *l =
        kiln_zalloc(&device->alloc, NULL, sizeof(*l) + info->bindingCount * sizeof(l->bindings[0]),
                    VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!l)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    l->refs = 1;
    l->push = info->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    for (uint32_t i = 0; i < info->bindingCount; i++) {
        const VkDescriptorSetLayoutBinding *b = &info->pBindings[i];
        l->bindings[l->binding_count++] = (struct kiln_set_binding){
            .binding = b->binding, .type = b->descriptorType, .count = b->descriptorCount};
    }
    qsort(l->bindings, l->binding_count, sizeof(l->bindings[0]), by_binding);
    for (uint32_t i = 0; i < l->binding_count; i++) {
        struct kiln_set_binding *b = &l->bindings[i];
        b->slot = l->slot_count;
        b->dynamic = l->dynamic_count;
        l->slot_count += b->count;
        if (kiln_is_dynamic(b->type))
            l->dynamic_count += b->count;
    }
    *out = KILN_TO_HANDLE(VkDescriptorSetLayout, l);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyDescriptorSetLayout(VkDevice handle, VkDescriptorSetLayout layout,
                                                           const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_set_layout_unref(device, (struct kiln_set_layout *)(uintptr_t)layout);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDescriptorSetLayoutSupport(VkDevice handle,
                                                              const VkDescriptorSetLayoutCreateInfo *info,
                                                              VkDescriptorSetLayoutSupport *out)
{
    uint64_t slots = 0;
    for (uint32_t i = 0; i < info->bindingCount; i++)
        slots += info->pBindings[i].descriptorCount;
    out->supported = slots <= 1024; // maxPerSetDescriptors
    kiln_foreach(s, out->pNext)
    {
        if (s->sType == VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_LAYOUT_SUPPORT)
            ((VkDescriptorSetVariableDescriptorCountLayoutSupport *)s)->maxVariableDescriptorCount = 0;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreatePipelineLayout(VkDevice handle,
                                                         const VkPipelineLayoutCreateInfo *info,
                                                         const VkAllocationCallbacks *alloc,
                                                         VkPipelineLayout *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_pipeline_layout *l =
        kiln_zalloc(&device->alloc, NULL, sizeof(*l), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!l)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    l->refs = 1;
    l->set_count = info->setLayoutCount;
    uint32_t dynamic = 0;
    for (uint32_t i = 0; i < info->setLayoutCount && i < KILN_MAX_SETS; i++) {
        KILN_FROM_HANDLE(kiln_set_layout, set, info->pSetLayouts[i]);
        l->dynamic_start[i] = dynamic;
        if (!set)
            continue;
        kiln_set_layout_ref(set);
        l->sets[i] = set;
        dynamic += set->dynamic_count;
    }
    *out = KILN_TO_HANDLE(VkPipelineLayout, l);
    return VK_SUCCESS;
}

void kiln_pipeline_layout_unref(struct kiln_device *device, struct kiln_pipeline_layout *l)
{
    if (!l || __atomic_sub_fetch(&l->refs, 1, __ATOMIC_ACQ_REL))
        return;
    for (uint32_t i = 0; i < KILN_MAX_SETS; i++)
        kiln_set_layout_unref(device, l->sets[i]);
    kiln_free(&device->alloc, NULL, l);
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyPipelineLayout(VkDevice handle, VkPipelineLayout layout,
                                                      const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_pipeline_layout_unref(device, (struct kiln_pipeline_layout *)(uintptr_t)layout);
}

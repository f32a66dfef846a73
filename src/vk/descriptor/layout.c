// VkDescriptorSetLayout and VkPipelineLayout.
#include <stdlib.h>

#include "entrypoints.h"
#include "kiln/compiler.h"
#include "vk/descriptor/descriptor.h"
#include "vk/image/image.h"
#include "vk/object/property_values.h"

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
    if (binding < hi && l->bindings[binding].binding == binding) // numbered without gaps
        return &l->bindings[binding];
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

static uint32_t immutable_count(const VkDescriptorSetLayoutCreateInfo *info)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < info->bindingCount; i++)
        if (info->pBindings[i].pImmutableSamplers && kiln_has_sampler(info->pBindings[i].descriptorType))
            n += info->pBindings[i].descriptorCount;
    return n;
}

// Notes what a binding's immutable samplers convert, in `to`. Applications may destroy samplers before
// pipelines are made of the layout.
static void note_conversions(struct kiln_set_binding *b, struct kiln_ycbcr *to)
{
    for (uint32_t n = 0; n < b->count; n++) {
        KILN_FROM_HANDLE(kiln_sampler, sampler, b->immutable[n]);
        to[n] = sampler->ycbcr;
        to[n].element = n;
        b->stride = KILN_MAX(b->stride, sampler->ycbcr.planes);
        b->samplers = KILN_MAX(b->samplers, sampler->ycbcr.samplers);
    }
    for (uint32_t n = 0; n < b->count; n++) {
        to[n].stride = b->stride;
        to[n].samplers = b->samplers;
    }
    b->ycbcr = b->stride > 1 ? to : NULL;
}

// Positions in the set, in the order of binding numbers.
static void place_bindings(struct kiln_set_layout *l)
{
    for (uint32_t i = 0; i < l->binding_count; i++) {
        struct kiln_set_binding *b = &l->bindings[i];
        b->slot = l->slot_count;
        b->dynamic = l->dynamic_count;
        b->sampler = l->sampler_count;
        b->inline_offset = l->inline_size;
        l->slot_count += b->count * b->stride;
        if (kiln_is_dynamic(b->type))
            l->dynamic_count += b->count;
        l->has_raw |= kiln_has_raw(b->type);
        if (kiln_has_sampler(b->type))
            l->sampler_count += b->count * b->samplers;
        l->inline_size += (uint32_t)kiln_align(b->inline_size, KILN_INLINE_ALIGN);
        b->buffer_offset = l->buffer_size;
        l->buffer_size += b->inline_size ? (uint32_t)kiln_align(b->inline_size, KILN_INLINE_ALIGN)
                                         : b->count * b->stride * KILN_BUFFER_DESCRIPTOR_SIZE;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateDescriptorSetLayout(VkDevice handle,
                                                              const VkDescriptorSetLayoutCreateInfo *info,
                                                              const VkAllocationCallbacks *alloc,
                                                              VkDescriptorSetLayout *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const VkDescriptorSetLayoutBindingFlagsCreateInfo *flags =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    size_t size = sizeof(struct kiln_set_layout) + info->bindingCount * sizeof(struct kiln_set_binding);
    uint32_t immutables = immutable_count(info);
    struct kiln_set_layout *l =
        kiln_zalloc(&device->alloc, NULL, size + immutables * (sizeof(VkSampler) + sizeof(struct kiln_ycbcr)),
                    VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!l)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkSampler *samplers = (VkSampler *)((char *)l + size);
    struct kiln_ycbcr *conversions = (struct kiln_ycbcr *)(samplers + immutables);
    l->refs = 1;
    l->update_after_bind = info->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT;
    l->in_buffers = info->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT;
    l->push = info->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    for (uint32_t i = 0; i < info->bindingCount; i++) {
        const VkDescriptorSetLayoutBinding *from = &info->pBindings[i];
        struct kiln_set_binding *b = &l->bindings[l->binding_count++];
        *b = (struct kiln_set_binding){.binding = from->binding,
                                       .type = from->descriptorType,
                                       .count = from->descriptorCount,
                                       .stride = 1,
                                       .samplers = 1};
        if (b->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
            b->inline_size = b->count;
            b->count = b->count ? 1 : 0;
        } else if (flags && i < flags->bindingCount) {
            b->variable = flags->pBindingFlags[i] & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
            l->partly_valid |=
                flags->pBindingFlags[i] & (VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT |
                                           VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT);
        }
        if (from->pImmutableSamplers && kiln_has_sampler(b->type)) {
            memcpy(samplers, from->pImmutableSamplers, b->count * sizeof(VkSampler));
            b->immutable = samplers;
            note_conversions(b, conversions);
            samplers += b->count;
            conversions += b->count;
        }
    }
    qsort(l->bindings, l->binding_count, sizeof(l->bindings[0]), by_binding);
    place_bindings(l);
    *out = KILN_TO_HANDLE(VkDescriptorSetLayout, l);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyDescriptorSetLayout(VkDevice handle, VkDescriptorSetLayout layout,
                                                           const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_set_layout_unref(device, (struct kiln_set_layout *)(uintptr_t)layout);
}

// Of each descriptor.
static uint32_t slots_of(const VkDescriptorSetLayoutBinding *b)
{
    uint32_t most = 1;
    bool samplers = b->pImmutableSamplers && kiln_has_sampler(b->descriptorType);
    for (uint32_t n = 0; samplers && n < b->descriptorCount; n++) {
        KILN_FROM_HANDLE(kiln_sampler, sampler, b->pImmutableSamplers[n]);
        most = KILN_MAX(most, sampler->ycbcr.planes);
    }
    return most;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDescriptorSetLayoutSupport(VkDevice handle,
                                                              const VkDescriptorSetLayoutCreateInfo *info,
                                                              VkDescriptorSetLayoutSupport *out)
{
    uint64_t slots = 0;
    uint32_t last = 0; // binding of the highest number: the one whose count may vary
    bool fits = true;
    for (uint32_t i = 0; i < info->bindingCount; i++) {
        const VkDescriptorSetLayoutBinding *b = &info->pBindings[i];
        bool block = b->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
        fits &= !block || b->descriptorCount <= KILN_MAX_INLINE_SIZE;
        slots += block ? 1 : (uint64_t)b->descriptorCount * slots_of(b);
        last = b->binding > info->pBindings[last].binding ? i : last;
    }
    out->supported = fits && slots <= KILN_MAX_SET_DESCRIPTORS;
    const VkDescriptorSetLayoutBindingFlagsCreateInfo *flags =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    bool variable = flags && last < flags->bindingCount && out->supported &&
                    flags->pBindingFlags[last] & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
    kiln_foreach(s, out->pNext)
    {
        if (s->sType != VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_LAYOUT_SUPPORT)
            continue;
        VkDescriptorSetVariableDescriptorCountLayoutSupport *v = (void *)s;
        v->maxVariableDescriptorCount = 0;
        if (variable)
            v->maxVariableDescriptorCount =
                info->pBindings[last].descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK
                    ? KILN_MAX_INLINE_SIZE
                    : (uint32_t)(KILN_MAX_SET_DESCRIPTORS - slots) + info->pBindings[last].descriptorCount;
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
        l->in_buffers |= set->in_buffers;
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

// Writing descriptors: vkUpdateDescriptorSets and update templates; push descriptors use the same functions.
#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/memory/tensor.h"
#include "vk/descriptor/descriptor.h"
#include "vk/image/image.h"

static void write_buffer(const struct launch_device *d, VkDescriptorType type, struct kiln_slot *slot,
                         uint8_t *surface, const VkDescriptorBufferInfo *info)
{
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    slot->address = buffer ? buffer->address + info->offset : 0;
    slot->range = buffer ? kiln_buffer_range(buffer, info->offset, info->range) : 0;
    // A dynamic buffer's surface state is made at the dispatch.
    if (!kiln_is_dynamic(type))
        launch_surface_buffer(d, (uint32_t *)surface, slot->address, slot->range);
}

// Consecutive elements may run on into the next bindings, as the specification allows.
struct cursor {
    const struct kiln_set_binding *b, *end;
    uint32_t element;
};

static struct cursor cursor_at(const struct kiln_set_layout *l, uint32_t binding, uint32_t element)
{
    struct cursor c = {kiln_set_layout_find(l, binding), l->bindings + l->binding_count, element};
    while (c.b && c.b < c.end && c.element >= c.b->count) {
        c.element -= c.b->count;
        c.b++;
    }
    return c;
}

static bool cursor_valid(const struct cursor *c)
{
    return c->b && c->b < c->end;
}

static void cursor_next(struct cursor *c)
{
    c->element++;
    while (c->b < c->end && c->element >= c->b->count) {
        c->element = 0;
        c->b++;
    }
}

static uint8_t *surface_of(const struct kiln_set *set, uint32_t slot)
{
    return set->surfaces_map + (size_t)slot * LAUNCH_SURFACE_SIZE;
}

// An inline uniform block's element is a byte of it.
static uint8_t *inline_bytes(const struct kiln_set *set, uint32_t binding, uint32_t offset, uint32_t size)
{
    const struct kiln_set_binding *b = kiln_set_layout_find(set->layout, binding);
    bool fits = b && b->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK && offset <= b->inline_size &&
                size <= b->inline_size - offset;
    return fits ? set->data_map + b->inline_offset + offset : NULL;
}

static void write_inline(struct kiln_set *set, const VkWriteDescriptorSet *w)
{
    const VkWriteDescriptorSetInlineUniformBlock *from =
        kiln_find_const(w->pNext, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK);
    uint8_t *to = from ? inline_bytes(set, w->dstBinding, w->dstArrayElement, from->dataSize) : NULL;
    if (to)
        memcpy(to, from->pData, from->dataSize);
}

static void write_sampler(const struct kiln_set *set, uint32_t index, VkSampler handle)
{
    KILN_FROM_HANDLE(kiln_sampler, sampler, handle);
    if (sampler)
        memcpy(set->samplers_map + (size_t)index * KILN_SAMPLER_SIZE, sampler->state, sizeof(sampler->state));
}

static void write_immutable(const struct kiln_set *set, const struct kiln_set_binding *b, uint32_t element)
{
    KILN_FROM_HANDLE(kiln_sampler, sampler, b->immutable[element]);
    const uint32_t at = b->sampler + element * b->samplers;
    write_sampler(set, at, b->immutable[element]);
    if (b->samplers > 1)
        memcpy(set->samplers_map + (size_t)(at + 1) * KILN_SAMPLER_SIZE, sampler->chroma_state,
               sizeof(sampler->chroma_state));
}

void kiln_set_init(struct kiln_set *set)
{
    if (set->slot_count)
        memset(set->slots, 0, set->slot_count * sizeof(set->slots[0]));
    uint32_t null[LAUNCH_SURFACE_SIZE / 4];
    launch_surface_null(set->device, null);
    for (uint32_t i = 0; i < set->slot_count; i++) {
        memcpy(surface_of(set, i), null, LAUNCH_SURFACE_SIZE);
        memcpy(surface_of(set, i) + set->raw, null, LAUNCH_SURFACE_SIZE);
    }
    for (uint32_t i = 0; i < set->layout->binding_count; i++) {
        const struct kiln_set_binding *b = &set->layout->bindings[i];
        for (uint32_t j = 0; b->immutable && j < b->count && b->slot + j * b->stride < set->slot_count; j++)
            write_immutable(set, b, j);
        if (b->inline_size && b->slot < set->slot_count)
            launch_surface_buffer(set->device, (uint32_t *)surface_of(set, b->slot),
                                  set->data + b->inline_offset, b->inline_size);
    }
}

static void write_surface(const struct kiln_set *set, uint8_t *to, const uint32_t *state)
{
    if (state)
        memcpy(to, state, LAUNCH_SURFACE_SIZE);
    else
        launch_surface_null(set->device, (uint32_t *)to);
}

static void write_view(const struct kiln_set *set, uint8_t *surface, bool storage,
                       const struct kiln_view_states *v)
{
    if (!storage) {
        write_surface(set, surface, v ? v->sampled : NULL);
        return;
    }
    write_surface(set, surface, v ? v->storage : NULL);
    if (set->raw)
        write_surface(set, surface + set->raw, v ? v->raw : NULL);
}

static void write_image(const struct kiln_set *set, const struct cursor *c, VkDescriptorType type,
                        uint8_t *surface, const VkDescriptorImageInfo *info)
{
    KILN_FROM_HANDLE(kiln_image_view, view, info->imageView);
    if (kiln_has_sampler(type) && kiln_has_sampler(c->b->type) && !c->b->immutable)
        write_sampler(set, c->b->sampler + c->element, info->sampler);
    if (type != VK_DESCRIPTOR_TYPE_SAMPLER)
        write_view(set, surface, type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, view ? &view->states : NULL);
    for (uint32_t n = 1; n < c->b->stride; n++)
        write_surface(set, surface + (size_t)n * LAUNCH_SURFACE_SIZE, view ? view->chroma[n - 1] : NULL);
}

// One descriptor; `data` is the Vkxxx that its type has.
static void write_one(struct kiln_set *set, const struct cursor *c, VkDescriptorType type, const void *data)
{
    uint32_t slot = c->b->slot + c->element * c->b->stride;
    if (slot + c->b->stride > set->slot_count)
        return;
    uint8_t *surface = surface_of(set, slot);
    switch ((uint32_t)type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        write_image(set, c, type, surface, data);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER: {
        KILN_FROM_HANDLE(kiln_buffer_view, view, *(const VkBufferView *)data);
        write_view(set, surface, type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
                   view ? &view->states : NULL);
        break;
    }
    case VK_DESCRIPTOR_TYPE_TENSOR_ARM: {
        KILN_FROM_HANDLE(kiln_tensor_view, view, *(const VkTensorViewARM *)data);
        write_surface(set, surface, view ? view->tensor->surface : NULL);
        break;
    }
    default:
        if (kiln_is_buffer(type))
            write_buffer(set->device, type, &set->slots[slot], surface, data);
    }
}

// The array that a write's data comes from, and the size of its elements.
static const uint8_t *write_data(const VkWriteDescriptorSet *w, size_t *size)
{
    const VkWriteDescriptorSetTensorARM *tensors;
    switch ((uint32_t)w->descriptorType) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        *size = sizeof(*w->pImageInfo);
        return (const uint8_t *)w->pImageInfo;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        *size = sizeof(*w->pTexelBufferView);
        return (const uint8_t *)w->pTexelBufferView;
    case VK_DESCRIPTOR_TYPE_TENSOR_ARM:
        *size = sizeof(VkTensorViewARM);
        tensors = kiln_find_const(w->pNext, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_TENSOR_ARM);
        return tensors ? (const uint8_t *)tensors->pTensorViews : NULL;
    default:
        *size = sizeof(*w->pBufferInfo);
        return kiln_is_buffer(w->descriptorType) ? (const uint8_t *)w->pBufferInfo : NULL;
    }
}

void kiln_write_descriptors(struct kiln_set *set, const VkWriteDescriptorSet *w)
{
    if (w->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
        write_inline(set, w);
        return;
    }
    size_t size;
    const uint8_t *data = write_data(w, &size);
    struct cursor c = cursor_at(set->layout, w->dstBinding, w->dstArrayElement);
    for (uint32_t i = 0; data && i < w->descriptorCount && cursor_valid(&c); i++, cursor_next(&c))
        write_one(set, &c, w->descriptorType, data + i * size);
}

static void copy_inline(const VkCopyDescriptorSet *info, const struct kiln_set *src,
                        const struct kiln_set *dst)
{
    const uint8_t *from = inline_bytes(src, info->srcBinding, info->srcArrayElement, info->descriptorCount);
    uint8_t *to = inline_bytes(dst, info->dstBinding, info->dstArrayElement, info->descriptorCount);
    if (from && to)
        memmove(to, from, info->descriptorCount);
}

static void copy_descriptors(const VkCopyDescriptorSet *info)
{
    KILN_FROM_HANDLE(kiln_set, src, info->srcSet);
    KILN_FROM_HANDLE(kiln_set, dst, info->dstSet);
    const struct kiln_set_binding *first = kiln_set_layout_find(src->layout, info->srcBinding);
    if (first && first->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
        copy_inline(info, src, dst);
        return;
    }
    struct cursor s = cursor_at(src->layout, info->srcBinding, info->srcArrayElement);
    struct cursor d = cursor_at(dst->layout, info->dstBinding, info->dstArrayElement);
    for (uint32_t i = 0; i < info->descriptorCount && cursor_valid(&s) && cursor_valid(&d); i++) {
        uint32_t stride = KILN_MIN(s.b->stride, d.b->stride);
        uint32_t from = s.b->slot + s.element * s.b->stride, to = d.b->slot + d.element * d.b->stride;
        if (from + stride <= src->slot_count && to + stride <= dst->slot_count) {
            dst->slots[to] = src->slots[from];
            memmove(surface_of(dst, to), surface_of(src, from), (size_t)stride * LAUNCH_SURFACE_SIZE);
            if (src->raw && dst->raw)
                memmove(surface_of(dst, to) + dst->raw, surface_of(src, from) + src->raw,
                        LAUNCH_SURFACE_SIZE);
            if (kiln_has_sampler(s.b->type) && kiln_has_sampler(d.b->type) && !d.b->immutable)
                memmove(dst->samplers_map + (size_t)(d.b->sampler + d.element) * KILN_SAMPLER_SIZE,
                        src->samplers_map + (size_t)(s.b->sampler + s.element) * KILN_SAMPLER_SIZE,
                        KILN_SAMPLER_SIZE);
        }
        cursor_next(&s);
        cursor_next(&d);
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_UpdateDescriptorSets(VkDevice handle, uint32_t write_count,
                                                     const VkWriteDescriptorSet *writes, uint32_t copy_count,
                                                     const VkCopyDescriptorSet *copies)
{
    for (uint32_t i = 0; i < write_count; i++) {
        KILN_FROM_HANDLE(kiln_set, set, writes[i].dstSet);
        kiln_write_descriptors(set, &writes[i]);
    }
    for (uint32_t i = 0; i < copy_count; i++)
        copy_descriptors(&copies[i]);
}

VKAPI_ATTR VkResult VKAPI_CALL
kiln_CreateDescriptorUpdateTemplate(VkDevice handle, const VkDescriptorUpdateTemplateCreateInfo *info,
                                    const VkAllocationCallbacks *alloc, VkDescriptorUpdateTemplate *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    uint32_t n = info->descriptorUpdateEntryCount;
    struct kiln_template *t = kiln_zalloc(&device->alloc, alloc, sizeof(*t) + n * sizeof(t->entries[0]),
                                          VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!t)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    t->entry_count = n;
    if (n)
        memcpy(t->entries, info->pDescriptorUpdateEntries, n * sizeof(t->entries[0]));
    if (info->templateType == VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR) {
        KILN_FROM_HANDLE(kiln_pipeline_layout, layout, info->pipelineLayout);
        t->push_set = info->set;
        t->layout = info->set < KILN_MAX_SETS ? layout->sets[info->set] : NULL;
    } else {
        t->layout = (struct kiln_set_layout *)(uintptr_t)info->descriptorSetLayout;
    }
    if (t->layout)
        kiln_set_layout_ref(t->layout);
    *out = KILN_TO_HANDLE(VkDescriptorUpdateTemplate, t);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyDescriptorUpdateTemplate(VkDevice handle,
                                                                VkDescriptorUpdateTemplate tmpl,
                                                                const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_template, t, tmpl);
    if (!t)
        return;
    kiln_set_layout_unref(device, t->layout);
    kiln_free(&device->alloc, alloc, t);
}

void kiln_template_apply(const struct kiln_template *t, struct kiln_set *set, const void *data)
{
    for (uint32_t i = 0; i < t->entry_count; i++) {
        const VkDescriptorUpdateTemplateEntry *e = &t->entries[i];
        const uint8_t *from = (const uint8_t *)data + e->offset;
        if (e->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
            uint8_t *to = inline_bytes(set, e->dstBinding, e->dstArrayElement, e->descriptorCount);
            if (to)
                memcpy(to, from, e->descriptorCount);
            continue;
        }
        VkWriteDescriptorSet w = {.descriptorType = e->descriptorType};
        size_t size;
        write_data(&w, &size);
        struct cursor c = cursor_at(t->layout, e->dstBinding, e->dstArrayElement);
        for (uint32_t j = 0; j < e->descriptorCount && cursor_valid(&c); j++, cursor_next(&c)) {
            union { // the application's data may lie anywhere
                VkDescriptorBufferInfo buffer;
                VkDescriptorImageInfo image;
                VkBufferView view;
                VkTensorViewARM tensor;
            } info;
            memcpy(&info, from + j * e->stride, size);
            write_one(set, &c, e->descriptorType, &info);
        }
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_UpdateDescriptorSetWithTemplate(VkDevice handle, VkDescriptorSet set_handle,
                                                                VkDescriptorUpdateTemplate tmpl,
                                                                const void *data)
{
    KILN_FROM_HANDLE(kiln_set, set, set_handle);
    KILN_FROM_HANDLE(kiln_template, t, tmpl);
    kiln_template_apply(t, set, data);
}

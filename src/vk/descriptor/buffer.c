// VK_EXT_descriptor_buffer: descriptors as bytes that the application writes into buffers. A descriptor is
// its hardware states (descriptor.h). How a dispatch reaches them: command/dispatch.c.
#include "entrypoints.h"
#include "kiln/compiler.h"
#include "vk/memory/tensor.h"
#include "vk/descriptor/descriptor.h"
#include "vk/memory/buffer.h"
#include "vk/object/icd.h"
#include "vk/image/image.h"

VKAPI_ATTR void VKAPI_CALL kiln_GetDescriptorSetLayoutSizeEXT(VkDevice handle, VkDescriptorSetLayout layout,
                                                              VkDeviceSize *out)
{
    KILN_FROM_HANDLE(kiln_set_layout, l, layout);
    *out = l->buffer_size;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDescriptorSetLayoutBindingOffsetEXT(VkDevice handle,
                                                                       VkDescriptorSetLayout layout,
                                                                       uint32_t binding, VkDeviceSize *out)
{
    KILN_FROM_HANDLE(kiln_set_layout, l, layout);
    const struct kiln_set_binding *b = kiln_set_layout_find(l, binding);
    *out = b ? b->buffer_offset : 0;
}

// ---- descriptors

struct descriptor {
    uint32_t surface[LAUNCH_SURFACE_SIZE / 4];
    uint32_t second[LAUNCH_SURFACE_SIZE / 4];
};
_Static_assert(sizeof(struct descriptor) == KILN_BUFFER_DESCRIPTOR_SIZE, "what the properties say");
_Static_assert(offsetof(struct descriptor, second) == KILN_BUFFER_SECOND, "where pipelines look");

static void write_sampler(struct descriptor *d, VkSampler handle)
{
    KILN_FROM_HANDLE(kiln_sampler, sampler, handle);
    if (sampler)
        memcpy(d->second, sampler->state, sizeof(sampler->state));
}

static void write_sampled(struct descriptor *d, const VkDescriptorImageInfo *info)
{
    KILN_FROM_HANDLE(kiln_image_view, view, info ? info->imageView : VK_NULL_HANDLE);
    if (view)
        memcpy(d->surface, view->states.sampled, sizeof(d->surface));
}

static void write_storage(struct descriptor *d, const struct kiln_view_states *states)
{
    memcpy(d->surface, states->storage, sizeof(d->surface));
    memcpy(d->second, states->raw, sizeof(d->second));
}

static void write_texels(const struct launch_device *device, struct descriptor *d,
                         const VkDescriptorAddressInfoEXT *info, bool storage)
{
    struct kiln_view_states states;
    if (!info || !info->address)
        return;
    kiln_texel_states(device, &states, kiln_format_get(info->format), info->address, info->range);
    if (storage)
        write_storage(d, &states);
    else
        memcpy(d->surface, states.sampled, sizeof(d->surface));
}

static void write_buffer(const struct launch_device *device, struct descriptor *d,
                         const VkDescriptorAddressInfoEXT *info)
{
    if (info && info->address)
        launch_surface_buffer(device, d->surface, info->address, info->range);
}

static void write_descriptor(const struct launch_device *device, struct descriptor *d,
                             const VkDescriptorGetInfoEXT *info)
{
    const VkDescriptorDataEXT *data = &info->data;
    switch ((uint32_t)info->type) {
    case VK_DESCRIPTOR_TYPE_TENSOR_ARM: {
        const VkDescriptorGetTensorInfoARM *t =
            kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_GET_TENSOR_INFO_ARM);
        KILN_FROM_HANDLE(kiln_tensor_view, view, t ? t->tensorView : VK_NULL_HANDLE);
        if (view)
            memcpy(d->surface, view->tensor->surface, sizeof(d->surface));
        break;
    }
    case VK_DESCRIPTOR_TYPE_SAMPLER:
        write_sampler(d, *data->pSampler);
        break;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        write_sampler(d, data->pCombinedImageSampler->sampler);
        write_sampled(d, data->pCombinedImageSampler);
        break;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
        write_sampled(d, data->pSampledImage);
        break;
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE: {
        KILN_FROM_HANDLE(kiln_image_view, view,
                         data->pStorageImage ? data->pStorageImage->imageView : VK_NULL_HANDLE);
        if (view)
            write_storage(d, &view->states);
        break;
    }
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        write_texels(device, d, data->pUniformTexelBuffer, false);
        break;
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        write_texels(device, d, data->pStorageTexelBuffer, true);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
        write_buffer(device, d, data->pUniformBuffer);
        break;
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        write_buffer(device, d, data->pStorageBuffer);
        break;
    default:
        break;
    }
}

// What the conversion from Y'CbCr samples, in descriptors behind the first.
static void write_planes(const struct launch_device *device, const VkDescriptorImageInfo *info, size_t size,
                         uint8_t *out)
{
    KILN_FROM_HANDLE(kiln_image_view, view, info->imageView);
    KILN_FROM_HANDLE(kiln_sampler, sampler, info->sampler);
    for (size_t n = 1; n <= KILN_ARRAY_LEN(view->chroma) && (n + 1) * KILN_BUFFER_DESCRIPTOR_SIZE <= size;
         n++) {
        struct descriptor d = {0};
        launch_surface_null(device, d.surface);
        if (view)
            memcpy(d.surface, view->chroma[n - 1], sizeof(d.surface));
        if (sampler)
            memcpy(d.second, sampler->chroma_state, sizeof(sampler->chroma_state));
        memcpy(out + n * sizeof(d), &d, sizeof(d));
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDescriptorEXT(VkDevice handle, const VkDescriptorGetInfoEXT *info,
                                                 size_t size, void *out)
{
    bool sampler =
        info->type == VK_DESCRIPTOR_TYPE_SAMPLER || info->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct descriptor d;
    launch_surface_null(&device->launch, d.surface);
    if (sampler)
        memset(d.second, 0, sizeof(d.second));
    else
        launch_surface_null(&device->launch, d.second);
    write_descriptor(&device->launch, &d, info);
    memcpy(out, &d, KILN_MIN(size, sizeof(d)));
    if (info->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER && size > sizeof(d))
        write_planes(&device->launch, info->data.pCombinedImageSampler, size, out);
}

// The samplers that a set's layout has in itself, for vkCmdBindDescriptorBufferEmbeddedSamplersEXT.
void kiln_write_embedded_samplers(const struct kiln_set_layout *l, uint8_t *map)
{
    for (uint32_t i = 0; i < l->binding_count; i++) {
        const struct kiln_set_binding *b = &l->bindings[i];
        for (uint32_t n = 0; n < b->count && b->immutable; n++)
            write_sampler((struct descriptor *)(map + b->buffer_offset +
                                                (size_t)n * b->stride * KILN_BUFFER_DESCRIPTOR_SIZE),
                          b->immutable[n]);
    }
}

// ---- capture and replay
//
// What a descriptor says of a buffer, an image or a view follows from where its memory is, which the
// application replays by itself (VkMemoryOpaqueCaptureAddressAllocateInfo), or, of a sparse one, from its own
// address: that is what is captured. (Samplers: sampler.c.)

static VkResult capture(const struct launch_sparse *sparse, void *out)
{
    const uint64_t address = sparse ? sparse->address : 0;
    memcpy(out, &address, KILN_CAPTURE_SIZE);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetBufferOpaqueCaptureDescriptorDataEXT(
    VkDevice handle, const VkBufferCaptureDescriptorDataInfoEXT *info, void *out)
{
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    return capture(buffer->sparse, out);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetImageOpaqueCaptureDescriptorDataEXT(
    VkDevice handle, const VkImageCaptureDescriptorDataInfoEXT *info, void *out)
{
    KILN_FROM_HANDLE(kiln_image, image, info->image);
    return capture(image->sparse, out);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetImageViewOpaqueCaptureDescriptorDataEXT(
    VkDevice handle, const VkImageViewCaptureDescriptorDataInfoEXT *info, void *out)
{
    return capture(NULL, out); // the image's say it all
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetAccelerationStructureOpaqueCaptureDescriptorDataEXT(
    VkDevice handle, const VkAccelerationStructureCaptureDescriptorDataInfoEXT *info, void *out)
{
    return kiln_refuse("vkGetAccelerationStructureOpaqueCaptureDescriptorDataEXT");
}

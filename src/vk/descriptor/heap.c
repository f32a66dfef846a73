// VK_EXT_descriptor_heap: descriptors as bytes that the application writes into memory, without objects. One
// is a surface state or a sampler state, as kernels reach it (kiln/compiler.h); of a conversion from Y'CbCr
// there is one for each plane. Where a heap is: command/heap.c. What mappings and embedded samplers become:
// pipeline/heap.c.
#include "entrypoints.h"
#include "kiln/compiler.h"
#include "newer.h"
#include "vk/memory/tensor.h"
#include "vk/image/image.h"
#include "vk/object/device.h"

_Static_assert(KILN_HEAP_RESOURCE_SIZE == LAUNCH_SURFACE_SIZE, "a descriptor is a surface state");
_Static_assert(KILN_SAMPLER_HANDLE_STEP >= LAUNCH_SAMPLER_SIZE, "a descriptor is a sampler state");

VKAPI_ATTR VkDeviceSize VKAPI_CALL kiln_GetPhysicalDeviceDescriptorSizeEXT(VkPhysicalDevice handle,
                                                                           VkDescriptorType type)
{
    return type == VK_DESCRIPTOR_TYPE_SAMPLER ? KILN_SAMPLER_HANDLE_STEP : KILN_HEAP_RESOURCE_SIZE;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_WriteSamplerDescriptorsEXT(VkDevice handle, uint32_t count,
                                                               const VkSamplerCreateInfo *infos,
                                                               const VkHostAddressRangeEXT *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    for (uint32_t i = 0; i < count; i++) {
        struct kiln_sampler sampler = {0};
        uint8_t bytes[KILN_SAMPLER_HANDLE_STEP] = {0};
        kiln_sampler_pack(device, &sampler, kiln_border_address(device, &infos[i]), &infos[i]);
        memcpy(bytes, sampler.state, sizeof(sampler.state));
        memcpy(out[i].address, bytes, KILN_MIN(out[i].size, sizeof(bytes)));
    }
    return VK_SUCCESS;
}

static VkResult write_image(struct kiln_device *device, const VkResourceDescriptorInfoEXT *info,
                            const VkHostAddressRangeEXT *out)
{
    const VkImageDescriptorInfoEXT *image = info->data.pImage;
    struct kiln_image_view view = {0};
    VkResult result = kiln_image_view_init(device, &view, image->pView);
    if (result)
        return result;
    // A storage image is written to by its raw state as well (spirv/image/format.c).
    const bool storage = info->type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    memcpy(out->address, storage ? view.states.raw : view.states.sampled,
           KILN_MIN(out->size, (size_t)KILN_HEAP_RESOURCE_SIZE));
    const struct kiln_format *f = kiln_format_get(image->pView->format);
    for (uint32_t n = 1; f->planar && n < kiln_planar_views(f->planar); n++)
        if ((n + 1) * KILN_HEAP_RESOURCE_SIZE <= out->size)
            memcpy((uint8_t *)out->address + (size_t)n * KILN_HEAP_RESOURCE_SIZE, view.chroma[n - 1],
                   KILN_HEAP_RESOURCE_SIZE);
    return VK_SUCCESS;
}

static VkResult write_resource(struct kiln_device *device, const VkResourceDescriptorInfoEXT *info,
                               const VkHostAddressRangeEXT *out)
{
    uint32_t dw[LAUNCH_SURFACE_SIZE / 4];
    launch_surface_null(&device->launch, dw);
    switch ((uint32_t)info->type) {
    case VK_DESCRIPTOR_TYPE_TENSOR_ARM: {
        KILN_FROM_HANDLE(kiln_tensor, tensor,
                         info->data.pTensorARM ? info->data.pTensorARM->tensor : VK_NULL_HANDLE);
        if (tensor)
            memcpy(dw, tensor->surface, sizeof(dw));
        break;
    }
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
        if (info->data.pImage)
            return write_image(device, info, out);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER: {
        const VkTexelBufferDescriptorInfoEXT *t = info->data.pTexelBuffer;
        struct kiln_view_states states;
        if (!t || !t->addressRange.address)
            break;
        kiln_texel_states(&device->launch, &states, kiln_format_get(t->format), t->addressRange.address,
                          t->addressRange.size);
        memcpy(dw, info->type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER ? states.raw : states.sampled,
               sizeof(dw));
        break;
    }
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER: {
        const VkDeviceAddressRangeKHR *range = info->data.pAddressRange;
        if (range && range->address)
            launch_surface_buffer(&device->launch, dw, range->address, range->size);
        break;
    }
    default:
        return kiln_error(VK_ERROR_UNKNOWN, "descriptors of type %d", info->type);
    }
    memcpy(out->address, dw, KILN_MIN(out->size, sizeof(dw)));
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_WriteResourceDescriptorsEXT(VkDevice handle, uint32_t count,
                                                                const VkResourceDescriptorInfoEXT *infos,
                                                                const VkHostAddressRangeEXT *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count && !result; i++)
        result = write_resource(device, &infos[i], &out[i]);
    return result;
}

// What a descriptor says of an image follows from where its memory is, which the application replays by
// itself, or from where a sparse image is.
VKAPI_ATTR VkResult VKAPI_CALL kiln_GetImageOpaqueCaptureDataEXT(VkDevice handle, uint32_t count,
                                                                 const VkImage *images,
                                                                 VkHostAddressRangeEXT *out)
{
    for (uint32_t i = 0; i < count; i++) {
        KILN_FROM_HANDLE(kiln_image, image, images[i]);
        const uint64_t address = image->sparse ? image->sparse->address : 0;
        memcpy(out[i].address, &address, KILN_MIN(out[i].size, (size_t)KILN_CAPTURE_SIZE));
    }
    return VK_SUCCESS;
}

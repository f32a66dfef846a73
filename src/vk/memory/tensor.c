// VK_ARM_tensors: arrays of several dimensions. Their elements lie in rows, outermost dimension first, in
// either tiling. A descriptor is a surface that shows where they are (struct kiln_tensor_map), so that one
// state does in sets, descriptor buffers and heaps.
#include "vk/memory/tensor.h"

#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/object/device.h"

#define CAPTURE_FLAGS                                                                                        \
    (VK_TENSOR_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_ARM |                                             \
     VK_TENSOR_CREATE_DESCRIPTOR_HEAP_CAPTURE_REPLAY_BIT_ARM)

// Formats that an element of a shader's tensor has ("Compatibility Between SPIR-V Tensor Element Types And
// Vulkan Formats").
static const struct {
    VkFormat format;
    uint32_t bytes;
} formats[] = {
    {VK_FORMAT_R8_BOOL_ARM, 1},
    {VK_FORMAT_R8_UINT, 1},
    {VK_FORMAT_R8_SINT, 1},
    {VK_FORMAT_R16_UINT, 2},
    {VK_FORMAT_R16_SINT, 2},
    {VK_FORMAT_R16_SFLOAT, 2},
    {VK_FORMAT_R32_UINT, 4},
    {VK_FORMAT_R32_SINT, 4},
    {VK_FORMAT_R32_SFLOAT, 4},
    {VK_FORMAT_R64_UINT, 8},
    {VK_FORMAT_R64_SINT, 8},
    {VK_FORMAT_R64_SFLOAT, 8},
    {VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM, 2},
    {VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM, 1},
    {VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM, 1},
};

uint32_t kiln_tensor_element(const struct kiln_physical_device *p, VkFormat format)
{
    if (!p->has_bindless || (format == VK_FORMAT_R64_SFLOAT && !p->has_fp64))
        return 0;
    for (unsigned n = 0; n < KILN_ARRAY_LEN(formats); n++)
        if (formats[n].format == format)
            return formats[n].bytes;
    return 0;
}

void kiln_tensor_format_properties(const struct kiln_physical_device *p, VkFormat format,
                                   VkBaseOutStructure *s)
{
    if (s->sType != VK_STRUCTURE_TYPE_TENSOR_FORMAT_PROPERTIES_ARM)
        return;
    VkTensorFormatPropertiesARM *out = (void *)s;
    out->linearTilingTensorFeatures = out->optimalTilingTensorFeatures =
        kiln_tensor_element(p, format)
            ? VK_FORMAT_FEATURE_2_TENSOR_SHADER_BIT_ARM | VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT |
                  VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT
            : 0;
}

// Fills in what follows from a description; false: there cannot be such a tensor.
static bool lay_out(const struct kiln_physical_device *p, const VkTensorDescriptionARM *d,
                    struct kiln_tensor *t)
{
    t->dimensions = d->dimensionCount;
    t->bytes = kiln_tensor_element(p, d->format);
    if (!t->bytes || !t->dimensions || t->dimensions > KILN_TENSOR_RANK)
        return false;
    uint64_t size = t->bytes;
    for (uint32_t n = t->dimensions; n-- > 0;) {
        uint64_t count = (uint64_t)d->pDimensions[n],
                 stride = d->pStrides && d->tiling == VK_TENSOR_TILING_LINEAR_ARM ? (uint64_t)d->pStrides[n]
                                                                                  : size;
        if (!count || count > KILN_MAX_TENSOR_SIZE || stride < size || stride > KILN_MAX_TENSOR_SIZE ||
            (n + 1 == t->dimensions && stride != size))
            return false;
        t->map.size[n] = (uint32_t)count;
        t->map.stride[n] = (uint32_t)stride;
        size = stride * count;
        if (size > KILN_MAX_TENSOR_SIZE)
            return false;
    }
    t->size = size;
    return true;
}

// Descriptors that are replayed say where the map was.
static VkResult allocate_map(struct kiln_device *device, struct kiln_tensor *tensor,
                             const VkTensorCreateInfoARM *info)
{
    const void *replay = kiln_captured(info->pNext);
    const uint32_t size = LAUNCH_SURFACE_SIZE;
    uint64_t address;
    tensor->captured = info->flags & CAPTURE_FLAGS;
    if (!tensor->captured)
        return kiln_result(launch_state_alloc(&device->launch.dynamic_pool, size, 64, &tensor->memory));
    if (!replay)
        return kiln_result(launch_state_alloc(&device->launch.replay_pool, size, 64, &tensor->memory));
    memcpy(&address, replay, sizeof(address));
    return kiln_result(launch_state_alloc_at(&device->launch.replay_pool, address, size, &tensor->memory));
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateTensorARM(VkDevice handle, const VkTensorCreateInfoARM *info,
                                                    const VkAllocationCallbacks *alloc, VkTensorARM *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const VkTensorCreateFlagsARM known = VK_TENSOR_CREATE_MUTABLE_FORMAT_BIT_ARM | CAPTURE_FLAGS;
    struct kiln_tensor t = {0};
    *out = VK_NULL_HANDLE;
    if (info->flags & ~known || info->pDescription->usage & VK_TENSOR_USAGE_IMAGE_ALIASING_BIT_ARM ||
        !lay_out(device->physical, info->pDescription, &t))
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "a tensor of %u dimensions of format %d",
                          info->pDescription->dimensionCount, info->pDescription->format);
    struct kiln_tensor *tensor =
        kiln_zalloc(&device->alloc, alloc, sizeof(*tensor), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!tensor)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    *tensor = t;
    VkResult result = allocate_map(device, tensor, info);
    if (result) {
        kiln_free(&device->alloc, alloc, tensor);
        return result;
    }
    memset(tensor->memory.map, 0, LAUNCH_SURFACE_SIZE);
    launch_surface_buffer(&device->launch, tensor->surface, tensor->memory.address, LAUNCH_SURFACE_SIZE);
    *out = KILN_TO_HANDLE(VkTensorARM, tensor);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyTensorARM(VkDevice handle, VkTensorARM tensor_handle,
                                                 const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_tensor, tensor, tensor_handle);
    if (!tensor)
        return;
    if (tensor->map.address)
        kiln_report_binding(device, VK_OBJECT_TYPE_TENSOR_ARM, (uint64_t)tensor_handle, tensor->map.address,
                            tensor->size, false);
    launch_state_free(tensor->captured ? &device->launch.replay_pool : &device->launch.dynamic_pool,
                      &tensor->memory);
    kiln_free(&device->alloc, alloc, tensor);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetTensorMemoryRequirementsARM(VkDevice handle,
                                                               const VkTensorMemoryRequirementsInfoARM *info,
                                                               VkMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_tensor, tensor, info->tensor);
    kiln_plain_requirements((const struct kiln_device *)handle, tensor->size, out);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetDeviceTensorMemoryRequirementsARM(
    VkDevice handle, const VkDeviceTensorMemoryRequirementsARM *info, VkMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_tensor t = {0};
    kiln_plain_requirements(device,
                            lay_out(device->physical, info->pCreateInfo->pDescription, &t) ? t.size : 0, out);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_BindTensorMemoryARM(VkDevice handle, uint32_t count,
                                                        const VkBindTensorMemoryInfoARM *infos)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    for (uint32_t i = 0; i < count; i++) {
        KILN_FROM_HANDLE(kiln_tensor, tensor, infos[i].tensor);
        KILN_FROM_HANDLE(kiln_memory, memory, infos[i].memory);
        tensor->map.address = memory->bo.address + infos[i].memoryOffset;
        memcpy(tensor->memory.map, &tensor->map, sizeof(tensor->map));
        kiln_report_binding(device, VK_OBJECT_TYPE_TENSOR_ARM, (uint64_t)infos[i].tensor, tensor->map.address,
                            tensor->size, true);
    }
    return VK_SUCCESS;
}

// Elements are what the shader takes them for: a view of another format is the same.
VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateTensorViewARM(VkDevice handle,
                                                        const VkTensorViewCreateInfoARM *info,
                                                        const VkAllocationCallbacks *alloc,
                                                        VkTensorViewARM *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_tensor, tensor, info->tensor);
    *out = VK_NULL_HANDLE;
    if (kiln_tensor_element(device->physical, info->format) != tensor->bytes)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "a tensor view of format %d", info->format);
    struct kiln_tensor_view *view =
        kiln_zalloc(&device->alloc, alloc, sizeof(*view), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!view)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    view->tensor = tensor;
    *out = KILN_TO_HANDLE(VkTensorViewARM, view);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyTensorViewARM(VkDevice handle, VkTensorViewARM view,
                                                     const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_free(&device->alloc, alloc, (struct kiln_tensor_view *)(uintptr_t)view);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceExternalTensorPropertiesARM(
    VkPhysicalDevice handle, const VkPhysicalDeviceExternalTensorInfoARM *info,
    VkExternalTensorPropertiesARM *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    kiln_external_memory_properties(p, (VkExternalMemoryHandleTypeFlagBits)info->handleType,
                                    &out->externalMemoryProperties);
}

// Descriptors follow from where the tensor's map is: what is captured is that place.
VKAPI_ATTR VkResult VKAPI_CALL kiln_GetTensorOpaqueCaptureDescriptorDataARM(
    VkDevice handle, const VkTensorCaptureDescriptorDataInfoARM *info, void *out)
{
    KILN_FROM_HANDLE(kiln_tensor, tensor, info->tensor);
    memcpy(out, &tensor->memory.address, KILN_CAPTURE_SIZE);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetTensorViewOpaqueCaptureDescriptorDataARM(
    VkDevice handle, const VkTensorViewCaptureDescriptorDataInfoARM *info, void *out)
{
    memset(out, 0, KILN_CAPTURE_SIZE); // the tensor's say it all
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetTensorOpaqueCaptureDataARM(VkDevice handle, uint32_t count,
                                                                  const VkTensorARM *tensors,
                                                                  VkHostAddressRangeEXT *out)
{
    for (uint32_t i = 0; i < count; i++) {
        KILN_FROM_HANDLE(kiln_tensor, tensor, tensors[i]);
        memcpy(out[i].address, &tensor->memory.address, KILN_MIN(out[i].size, (size_t)KILN_CAPTURE_SIZE));
    }
    return VK_SUCCESS;
}

uint64_t kiln_tensor_run(const struct kiln_tensor *a, const struct kiln_tensor *b, uint32_t *outer)
{
    uint64_t bytes = a->bytes;
    uint32_t n = a->dimensions;
    while (n && a->map.stride[n - 1] == bytes && b->map.stride[n - 1] == bytes)
        bytes *= a->map.size[--n];
    *outer = n;
    return bytes;
}

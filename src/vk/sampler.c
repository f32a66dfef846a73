// VkSampler: an object that can be made and put into layouts; no image can be sampled yet. YCbCr conversion
// is a feature that we do not have: its entry points exist because Vulkan 1.1 has them.
#include "entrypoints.h"
#include "vk/device.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateSampler(VkDevice handle, const VkSamplerCreateInfo *info,
                                                  const VkAllocationCallbacks *alloc, VkSampler *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    VkSamplerCreateInfo *copy =
        kiln_zalloc(&device->alloc, alloc, sizeof(*copy), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!copy)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    *copy = *info;
    copy->pNext = NULL;
    *out = KILN_TO_HANDLE(VkSampler, copy);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroySampler(VkDevice handle, VkSampler sampler,
                                               const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_free(&device->alloc, alloc, (void *)(uintptr_t)sampler);
}

VKAPI_ATTR VkResult VKAPI_CALL
kiln_CreateSamplerYcbcrConversion(VkDevice handle, const VkSamplerYcbcrConversionCreateInfo *info,
                                  const VkAllocationCallbacks *alloc, VkSamplerYcbcrConversion *out)
{
    *out = VK_NULL_HANDLE;
    return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "samplerYcbcrConversion");
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroySamplerYcbcrConversion(VkDevice handle,
                                                              VkSamplerYcbcrConversion conversion,
                                                              const VkAllocationCallbacks *alloc)
{
}

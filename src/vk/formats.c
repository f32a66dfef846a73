// Format and image queries. There are no images and no texel buffers yet: no format has features, and images
// cannot be created.
#include "entrypoints.h"
#include "vk/object.h"

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceFormatProperties(VkPhysicalDevice handle, VkFormat format,
                                                                  VkFormatProperties *out)
{
    memset(out, 0, sizeof(*out));
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceFormatProperties2(VkPhysicalDevice handle, VkFormat format,
                                                                   VkFormatProperties2 *out)
{
    kiln_GetPhysicalDeviceFormatProperties(handle, format, &out->formatProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceImageFormatProperties(
    VkPhysicalDevice handle, VkFormat format, VkImageType type, VkImageTiling tiling, VkImageUsageFlags usage,
    VkImageCreateFlags flags, VkImageFormatProperties *out)
{
    memset(out, 0, sizeof(*out));
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceImageFormatProperties2(
    VkPhysicalDevice handle, const VkPhysicalDeviceImageFormatInfo2 *info, VkImageFormatProperties2 *out)
{
    memset(&out->imageFormatProperties, 0, sizeof(out->imageFormatProperties));
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceSparseImageFormatProperties(
    VkPhysicalDevice handle, VkFormat format, VkImageType type, VkSampleCountFlagBits samples,
    VkImageUsageFlags usage, VkImageTiling tiling, uint32_t *count, VkSparseImageFormatProperties *out)
{
    *count = 0;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceSparseImageFormatProperties2(
    VkPhysicalDevice handle, const VkPhysicalDeviceSparseImageFormatInfo2 *info, uint32_t *count,
    VkSparseImageFormatProperties2 *out)
{
    *count = 0;
}

// vkCreateImage may only answer out-of-memory codes and success by the letter; no valid use reaches it, since
// vkGetPhysicalDeviceImageFormatProperties supports nothing.
VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateImage(VkDevice handle, const VkImageCreateInfo *info,
                                                const VkAllocationCallbacks *alloc, VkImage *out)
{
    *out = VK_NULL_HANDLE;
    return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "images are not supported yet");
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyImage(VkDevice handle, VkImage image,
                                             const VkAllocationCallbacks *alloc)
{
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateImageView(VkDevice handle, const VkImageViewCreateInfo *info,
                                                    const VkAllocationCallbacks *alloc, VkImageView *out)
{
    *out = VK_NULL_HANDLE;
    return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "images are not supported yet");
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyImageView(VkDevice handle, VkImageView view,
                                                 const VkAllocationCallbacks *alloc)
{
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateBufferView(VkDevice handle, const VkBufferViewCreateInfo *info,
                                                     const VkAllocationCallbacks *alloc, VkBufferView *out)
{
    *out = VK_NULL_HANDLE;
    return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "texel buffers are not supported yet");
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyBufferView(VkDevice handle, VkBufferView view,
                                                  const VkAllocationCallbacks *alloc)
{
}

// VK_KHR_surface and VK_KHR_xlib_surface, for programs that make no instance without them (slang-rhi) and
// then only compute: with KILN_GRAPHICS=claim (claim.h). The loader makes the surfaces. No queue can present
// to any, which is what these commands say; there is no swapchain.
#include "entrypoints.h"
#include "vk/object/object.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice physical,
                                                                       uint32_t family, VkSurfaceKHR surface,
                                                                       VkBool32 *supported)
{
    *supported = VK_FALSE;
    return VK_SUCCESS;
}

VKAPI_ATTR VkBool32 VKAPI_CALL kiln_GetPhysicalDeviceXlibPresentationSupportKHR(VkPhysicalDevice physical,
                                                                                uint32_t family,
                                                                                Display *display,
                                                                                VisualID visual)
{
    return VK_FALSE;
}

// Of a surface that the device does not support nobody may ask these.
VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice physical,
                                                                            VkSurfaceKHR surface,
                                                                            VkSurfaceCapabilitiesKHR *out)
{
    return kiln_error(VK_ERROR_SURFACE_LOST_KHR, "no queue presents to surfaces");
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice physical,
                                                                       VkSurfaceKHR surface, uint32_t *count,
                                                                       VkSurfaceFormatKHR *out)
{
    *count = 0;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice physical,
                                                                            VkSurfaceKHR surface,
                                                                            uint32_t *count,
                                                                            VkPresentModeKHR *out)
{
    *count = 0;
    return VK_SUCCESS;
}

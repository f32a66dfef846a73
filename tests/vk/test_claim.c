// KILN_GRAPHICS=claim: a queue that says that it has graphics, and what is refused all the same. Run with the
// variable and without (argument: claim, none).
#include "newer.h"

#include <string.h>

#include "vk/vkt.h"
#include "vkt_add.h"

static struct vkt v;
static bool claims;

static bool start(void)
{
    return vkt_init(&v, &(struct vkt_options){.no_validation = true});
}

KT_TEST(what_is_said)
{
    if (!start())
        return;
    uint32_t n = 1;
    VkQueueFamilyProperties family;
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &n, &family);
    kt_eq(!!(family.queueFlags & VK_QUEUE_GRAPHICS_BIT), claims);
    kt_true(family.queueFlags & VK_QUEUE_COMPUTE_BIT);
    VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceVulkan11Properties eleven = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, .pNext = &driver};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                     .pNext = &eleven};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    kt_eq(driver.conformanceVersion.major != 0, claims);
    kt_eq(!!(eleven.subgroupSupportedStages & VK_SHADER_STAGE_FRAGMENT_BIT), claims);
    kt_eq(p.properties.limits.maxFramebufferWidth >= 8192, claims);
    kt_eq(p.properties.limits.maxFragmentInputComponents >= 128, claims);
    kt_true(p.properties.limits.viewportBoundsRange[1] >=
            2.0f * (float)p.properties.limits.maxViewportDimensions[0] - 1.0f);
    VkFormatProperties colour, depth;
    vkGetPhysicalDeviceFormatProperties(v.physical, VK_FORMAT_R8G8B8A8_UNORM, &colour);
    vkGetPhysicalDeviceFormatProperties(v.physical, VK_FORMAT_D32_SFLOAT, &depth);
    kt_eq(!(colour.optimalTilingFeatures & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT), claims);
    kt_true(colour.optimalTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT);
    kt_true(depth.optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT);
    vkt_finish(&v);
}

// Surfaces are there for who makes no instance without them, and nothing presents to any.
KT_TEST(surfaces)
{
    if (!start())
        return;
    uint32_t n = 64;
    VkExtensionProperties list[64];
    unsigned found = 0;
    kt_true(vkEnumerateInstanceExtensionProperties(NULL, &n, list) >= 0);
    for (uint32_t i = 0; i < n; i++)
        found += !strcmp(list[i].extensionName, VK_KHR_SURFACE_EXTENSION_NAME) ||
                 !strcmp(list[i].extensionName, "VK_KHR_xlib_surface");
    kt_eq(found, claims ? 2 : 0);
    vkt_finish(&v);
    static const char *const names[] = {VK_KHR_SURFACE_EXTENSION_NAME, "VK_KHR_xlib_surface"};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .enabledExtensionCount = 2,
                                 .ppEnabledExtensionNames = names};
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical;
    kt_eq(vkCreateInstance(&info, NULL, &instance), claims ? VK_SUCCESS : VK_ERROR_EXTENSION_NOT_PRESENT);
    n = 1;
    if (!claims || !instance || vkEnumeratePhysicalDevices(instance, &n, &physical) < 0)
        return;
    VkBool32 (*presents)(VkPhysicalDevice, uint32_t, void *, unsigned long) =
        (VkBool32(*)(VkPhysicalDevice, uint32_t, void *, unsigned long))vkGetInstanceProcAddr(
            instance, "vkGetPhysicalDeviceXlibPresentationSupportKHR");
    if (kt_ok(presents != NULL, "vkGetPhysicalDeviceXlibPresentationSupportKHR"))
        kt_eq(presents(physical, 0, NULL, 0), VK_FALSE);
    vkDestroyInstance(instance, NULL);
}

KT_TEST(graphics_are_refused)
{
    if (!start())
        return;
    VkRenderPassCreateInfo pass_info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    VkRenderPass pass = VK_NULL_HANDLE;
    kt_true(vkCreateRenderPass(v.device, &pass_info, NULL, &pass) < 0 && !pass);
    VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    VkPipeline pipeline = VK_NULL_HANDLE;
    kt_true(vkCreateGraphicsPipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline) < 0 && !pipeline);
    VkRenderingInfo rendering = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBeginRendering(cmd, &rendering);
    kt_true(vkEndCommandBuffer(cmd) < 0);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkt_finish(&v);
}

// The queue is the same.
KT_TEST(computes)
{
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                             VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    if (!start() || !vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, types, 4, NULL, &p))
        return;
    vkt_pipeline_free(&v, &p);
    struct vkt_buffer b = vkt_buffer(&v, 4096);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, b.buffer, 0, 4096, 0x12345678);
    vkt_run(&v, cmd);
    kt_eq(((uint32_t *)b.map)[1023], 0x12345678);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

int main(int argc, char **argv)
{
    claims = argc > 1 && !strcmp(argv[1], "claim");
    return kt_main(1, argv);
}

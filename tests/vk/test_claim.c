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
    VkPhysicalDeviceShaderDrawParametersFeatures draw = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &draw};
    vkGetPhysicalDeviceFeatures2(v.physical, &features);
    kt_eq(draw.shaderDrawParameters, claims);
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
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(v.physical, &properties);
    if (properties.apiVersion >= VK_API_VERSION_1_3) {
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBeginRendering(cmd, &rendering);
        kt_true(vkEndCommandBuffer(cmd) < 0);
        vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    }
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

enum { WIDTH = 45, HEIGHT = 19, LEVELS = 3, LAYERS = 2 };

static VkImageSubresourceRange range_of(VkImageAspectFlags aspect, uint32_t level, uint32_t levels,
                                        uint32_t layer, uint32_t layers)
{
    return (VkImageSubresourceRange){aspect, level, levels, layer, layers};
}

// Is each texel of a level of a layer what was cleared?
static void check_cleared(struct vkt_image *image, VkImageAspectFlags aspect, uint32_t level, uint32_t layer,
                          unsigned bytes, uint32_t mask, uint32_t want)
{
    uint32_t w = WIDTH >> level, h = HEIGHT >> level, wrong = 0;
    struct vkt_buffer b = vkt_buffer(&v, (VkDeviceSize)w * h * bytes);
    VkBufferImageCopy r = {.imageSubresource = {aspect, level, layer, 1}, .imageExtent = {w, h, 1}};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyImageToBuffer(cmd, image->image, VK_IMAGE_LAYOUT_GENERAL, b.buffer, 1, &r);
    vkt_run(&v, cmd);
    for (uint32_t k = 0; k < w * h; k++) {
        uint32_t got = 0;
        memcpy(&got, (char *)b.map + (size_t)k * bytes, bytes);
        wrong += (got & mask) != want;
    }
    kt_ok(!wrong, "aspect %u, level %u, layer %u: %u of %u texels are not %#x", (unsigned)aspect, level,
          layer, wrong, w * h, want);
    vkt_buffer_free(&v, &b);
}

static void clear_depth(VkFormat format, unsigned bytes, uint32_t quarter, uint32_t one, bool stencil)
{
    const VkImageAspectFlags depth_bit = bytes ? VK_IMAGE_ASPECT_DEPTH_BIT : 0,
                             stencil_bit = stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : 0;
    VkImageCreateInfo info = vkt_image_2d(format, WIDTH, HEIGHT, LEVELS, LAYERS,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vkt_image image = vkt_image(&v, &info);
    VkImageMemoryBarrier begin = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                  .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                  .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                  .image = image.image,
                                  .subresourceRange =
                                      range_of(depth_bit | stencil_bit, 0, LEVELS, 0, LAYERS)};
    VkMemoryBarrier written = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT};
    const VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
    const VkClearDepthStencilValue first = {0.25f, 0xab}, second = {1.0f, 0x17};
    const VkImageSubresourceRange ranges[] = {
        range_of(depth_bit | stencil_bit, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS),
        range_of(depth_bit ? depth_bit : stencil_bit, 1, 1, 1, 1)};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdPipelineBarrier(cmd, transfer, transfer, 0, 0, NULL, 0, NULL, 1, &begin);
    vkCmdClearDepthStencilImage(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, &first, 1, &ranges[0]);
    vkCmdPipelineBarrier(cmd, transfer, transfer, 0, 1, &written, 0, NULL, 0, NULL);
    vkCmdClearDepthStencilImage(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, &second, 1, &ranges[1]);
    vkCmdPipelineBarrier(cmd, transfer, transfer, 0, 1, &written, 0, NULL, 0, NULL);
    vkt_run(&v, cmd);
    const uint32_t mask = quarter == 0x400000 ? 0xffffff : UINT32_MAX; // 24 bits and 8 that are nothing
    for (uint32_t level = 0; level < LEVELS; level++)
        for (uint32_t layer = 0; layer < LAYERS; layer++) {
            bool again = level == 1 && layer == 1;
            if (bytes)
                check_cleared(&image, depth_bit, level, layer, bytes, mask, again ? one : quarter);
            if (stencil)
                check_cleared(&image, stencil_bit, level, layer, 1, UINT32_MAX,
                              again && !bytes ? 0x17 : 0xab);
        }
    vkt_image_free(&v, &image);
}

KT_TEST(depth_and_stencil_are_cleared)
{
    if (!claims || !start())
        return;
    clear_depth(VK_FORMAT_D16_UNORM, 2, 0x4000, 0xffff, false);
    clear_depth(VK_FORMAT_X8_D24_UNORM_PACK32, 4, 0x400000, 0xffffff, false);
    clear_depth(VK_FORMAT_D32_SFLOAT, 4, 0x3e800000, 0x3f800000, false);
    clear_depth(VK_FORMAT_S8_UINT, 0, 0, 0, true);
    clear_depth(VK_FORMAT_D16_UNORM_S8_UINT, 2, 0x4000, 0xffff, true);
    clear_depth(VK_FORMAT_D24_UNORM_S8_UINT, 4, 0x400000, 0xffffff, true);
    clear_depth(VK_FORMAT_D32_SFLOAT_S8_UINT, 4, 0x3e800000, 0x3f800000, true);
    vkt_finish(&v);
}

int main(int argc, char **argv)
{
    claims = argc > 1 && !strcmp(argv[1], "claim");
    return kt_main(1, argv);
}

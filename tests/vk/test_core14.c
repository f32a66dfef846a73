// Vulkan 1.4: its features and properties in their own structures, its commands by the names that they have
// in the core, and that a program for an older version does not get them. The layer and the loader of the
// installed headers do not know it: commands come from the device.
#include "newer.h"

#include <stdlib.h>
#include <string.h>

#include "vk/vkt.h"
#include "vkt_saxpy.h"

static struct vkt v;

#define PROC(name) ((PFN_##name)vkGetDeviceProcAddr(v.device, #name))

// A device of that version with no extension at all.
static bool start(uint32_t version, const void *features)
{
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = version};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
    VkPhysicalDevice physical[8];
    VkPhysicalDeviceProperties p;
    uint32_t n = 8, at = 0;
    memset(&v, 0, sizeof(v));
    if (!vkt_ok(vkCreateInstance(&info, NULL, &v.instance)))
        return false;
    vkt_ok(vkEnumeratePhysicalDevices(v.instance, &n, physical));
    for (; at < n; at++) {
        vkGetPhysicalDeviceProperties(physical[at], &p);
        if (p.vendorID == 0x8086)
            break;
    }
    if (!kt_true(at < n))
        return false;
    v.physical = physical[at];
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    if (!vkt_ok(vkt_device(v.physical, features, 0, NULL, NULL, &v.device)))
        return false;
    vkGetDeviceQueue(v.device, 0, 0, &v.queue);
    return vkt_ok(vkCreateCommandPool(v.device, &pool, NULL, &v.pool));
}

static void finish(void)
{
    if (v.device) {
        vkDestroyCommandPool(v.device, v.pool, NULL);
        vkDestroyDevice(v.device, NULL);
    }
    vkDestroyInstance(v.instance, NULL);
}

static bool is_1_4(void)
{
    VkPhysicalDeviceProperties p;
    vkGetPhysicalDeviceProperties(v.physical, &p);
    return VK_API_VERSION_MINOR(p.apiVersion) >= 4;
}

static const uint32_t version = VK_MAKE_API_VERSION(0, 1, 4, 0);

// Each member means what the extension's own structure says, and a device takes what it says it has.
KT_TEST(features)
{
    VkPhysicalDeviceVulkan14Features f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_FEATURES};
    if (!start(version, NULL))
        return;
    if (!is_1_4())
        kt_skip("the device is of an older version");
    VkPhysicalDeviceHostImageCopyFeaturesEXT host = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_FEATURES_EXT, .pNext = &f};
    VkPhysicalDeviceLineRasterizationFeaturesEXT lines = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT, .pNext = &host};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &lines};
    vkGetPhysicalDeviceFeatures2(v.physical, &all);
    kt_true(f.globalPriorityQuery && f.shaderSubgroupRotate && f.shaderSubgroupRotateClustered);
    kt_true(f.shaderFloatControls2 && f.shaderExpectAssume && f.bresenhamLines && f.indexTypeUint8);
    kt_true(f.vertexAttributeInstanceRateDivisor && f.dynamicRenderingLocalRead && f.maintenance5);
    kt_true(f.maintenance6 && f.pipelineRobustness && f.hostImageCopy && f.pushDescriptor);
    kt_true(!f.pipelineProtectedAccess && !f.smoothLines && !f.stippledBresenhamLines);
    kt_true(host.hostImageCopy && lines.bresenhamLines && !lines.rectangularLines);
    finish();
    f.pNext = NULL;
    kt_true(start(version, &f));
    finish();
    f.smoothLines = VK_TRUE;
    VkDevice made;
    if (start(version, NULL))
        kt_eq(vkt_device(v.physical, &f, 0, NULL, NULL, &made), VK_ERROR_FEATURE_NOT_PRESENT);
    finish();
}

KT_TEST(properties)
{
    if (!start(version, NULL))
        return;
    VkImageLayout src[64], dst[64];
    VkPhysicalDeviceVulkan14Properties p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_PROPERTIES};
    VkPhysicalDeviceHostImageCopyPropertiesEXT host = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_PROPERTIES_EXT, .pNext = &p};
    VkPhysicalDevicePushDescriptorPropertiesKHR push = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR, .pNext = &host};
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                       .pNext = &push};
    vkGetPhysicalDeviceProperties2(v.physical, &all);
    kt_eq(p.maxPushDescriptors, push.maxPushDescriptors);
    kt_true(p.maxPushDescriptors >= 32 && p.maxVertexAttribDivisor >= (1u << 16) - 1);
    kt_true(p.lineSubPixelPrecisionBits >= 4 && p.maxCombinedImageSamplerDescriptorCount >= 1);
    kt_eq(p.copySrcLayoutCount, host.copySrcLayoutCount);
    kt_true(p.copyDstLayoutCount > 4 && p.copyDstLayoutCount <= 64);
    kt_true(!memcmp(p.optimalTilingLayoutUUID, host.optimalTilingLayoutUUID, VK_UUID_SIZE));
    p.pCopySrcLayouts = src;
    p.pCopyDstLayouts = dst;
    p.copySrcLayoutCount = 64;
    p.copyDstLayoutCount = 1; // room for one
    vkGetPhysicalDeviceProperties2(v.physical, &all);
    kt_eq(p.copySrcLayoutCount, host.copySrcLayoutCount);
    kt_eq(p.copyDstLayoutCount, 1);
    kt_eq(dst[0], src[0]);
    const VkPhysicalDeviceLimits *l = &all.properties.limits; // those that the version raises
    if (VK_API_VERSION_MINOR(all.properties.apiVersion) >= 4)
        kt_true(l->maxPushConstantsSize >= 256 && l->maxBoundDescriptorSets >= 7 &&
                l->maxColorAttachments >= 8 && l->maxPerStageResources >= 200 &&
                l->maxComputeWorkGroupInvocations >= 256 && l->maxImageDimension3D >= 512 &&
                l->subTexelPrecisionBits >= 8 && l->mipmapPrecisionBits >= 6 && l->maxSamplerLodBias >= 14 &&
                l->bufferImageGranularity <= 4096);
    finish();
}

// y = a * x + y, all of it by 1.4's commands: memory mapped, descriptors pushed, constants pushed.
KT_TEST(commands_of_the_core)
{
    if (!start(version, NULL))
        return;
    if (!is_1_4())
        kt_skip("the device is of an older version");
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdPushDescriptorSetKHR") == NULL); // no extension is enabled
    struct vkt_buffer x = vkt_buffer(&v, 4096), y = vkt_buffer(&v, 4096);
    for (unsigned i = 0; i < 1000; i++) {
        ((float *)x.map)[i] = (float)i;
        ((float *)y.map)[i] = 1;
    }
    VkDescriptorSetLayoutBinding bindings[2];
    for (uint32_t i = 0; i < 2; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                     VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .flags =
                                                    VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
                                                .bindingCount = 2,
                                                .pBindings = bindings};
    VkDescriptorSetLayout set;
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &set_info, NULL, &set));
    VkPipelineLayout layout = vkt_layout(&v, 1, &set, 8);
    VkPipeline pipeline = vkt_compute(&v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, layout, 0, NULL);
    if (!pipeline) // no compiler: said by vkt_compute
        exit(1);
    VkDescriptorBufferInfo infos[2] = {{x.buffer, 0, VK_WHOLE_SIZE}, {y.buffer, 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet writes[2];
    for (uint32_t i = 0; i < 2; i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .pBufferInfo = &infos[i]};
    struct {
        float a;
        uint32_t n;
    } push = {2, 1000};
    VkPushConstantsInfoKHR constants = {.sType = VK_STRUCTURE_TYPE_PUSH_CONSTANTS_INFO_KHR,
                                        .layout = layout,
                                        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                        .size = sizeof(push),
                                        .pValues = &push};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    PROC(vkCmdPushDescriptorSet)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 2, writes);
    PROC(vkCmdPushConstants2)(cmd, &constants);
    vkCmdDispatch(cmd, 1000, 1, 1);
    vkt_run(&v, cmd);
    unsigned wrong = 0;
    for (unsigned i = 0; i < 1000; i++)
        wrong += ((float *)y.map)[i] != 2 * (float)i + 1;
    kt_eq(wrong, 0);
    VkMemoryUnmapInfoKHR unmap = {.sType = VK_STRUCTURE_TYPE_MEMORY_UNMAP_INFO_KHR, .memory = x.memory};
    VkMemoryMapInfoKHR map = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_MAP_INFO_KHR, .memory = x.memory, .size = VK_WHOLE_SIZE};
    vkt_ok(PROC(vkUnmapMemory2)(v.device, &unmap));
    vkt_ok(PROC(vkMapMemory2)(v.device, &map, &x.map));
    kt_true(((float *)x.map)[999] == 999);
    vkDestroyPipeline(v.device, pipeline, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyDescriptorSetLayout(v.device, set, NULL);
    vkt_buffer_free(&v, &x);
    vkt_buffer_free(&v, &y);
    finish();
}

// Every command of the version is there under its name; those of graphics refuse when they are recorded.
KT_TEST(every_command)
{
    static const char *const names[] = {"vkMapMemory2",
                                        "vkUnmapMemory2",
                                        "vkGetDeviceImageSubresourceLayout",
                                        "vkGetImageSubresourceLayout2",
                                        "vkCopyMemoryToImage",
                                        "vkCopyImageToMemory",
                                        "vkCopyImageToImage",
                                        "vkTransitionImageLayout",
                                        "vkCmdPushDescriptorSet",
                                        "vkCmdPushDescriptorSetWithTemplate",
                                        "vkCmdBindDescriptorSets2",
                                        "vkCmdPushConstants2",
                                        "vkCmdPushDescriptorSet2",
                                        "vkCmdPushDescriptorSetWithTemplate2",
                                        "vkCmdSetLineStipple",
                                        "vkCmdBindIndexBuffer2",
                                        "vkGetRenderingAreaGranularity",
                                        "vkCmdSetRenderingAttachmentLocations",
                                        "vkCmdSetRenderingInputAttachmentIndices"};
    if (!start(version, NULL))
        return;
    if (!is_1_4())
        kt_skip("the device is of an older version");
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        kt_ok(vkGetDeviceProcAddr(v.device, names[i]) != NULL, "%s", names[i]);
    VkRenderingAttachmentLocationInfoKHR locations = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_LOCATION_INFO_KHR};
    VkCommandBuffer cmd = vkt_begin(&v);
    PROC(vkCmdSetRenderingAttachmentLocations)(cmd, &locations);
    kt_true(vkEndCommandBuffer(cmd) < 0);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    finish();
    // Who asked for less, and enabled maintenance5, has none of them.
    VkPhysicalDeviceMaintenance5FeaturesKHR five = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_FEATURES_KHR, .maintenance5 = VK_TRUE};
    if (start(VK_API_VERSION_1_3, &five))
        for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            kt_ok(vkGetDeviceProcAddr(v.device, names[i]) == NULL, "%s for Vulkan 1.3", names[i]);
    finish();
}

KT_MAIN()

// Instance and physical device: what is advertised, and that it is consistent.
#include "newer.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "vk/vkt.h"

KT_TEST(instance_and_device)
{
    struct vkt v;
    if (vkt_init(&v, NULL))
        vkt_finish(&v);
}

KT_TEST(allocation_callbacks_balance)
{
    struct vkt_heap h;
    struct vkt v;
    vkt_heap_init(&h);
    if (vkt_init(&v, &(struct vkt_options){.no_validation = true, .alloc = &h.callbacks})) {
        struct vkt_buffer b = vkt_buffer(&v, 4096);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdFillBuffer(cmd, b.buffer, 0, 64, 7);
        vkt_run(&v, cmd);
        kt_eq(((uint32_t *)b.map)[15], 7);
        vkt_buffer_free(&v, &b);
        vkt_finish(&v);
    }
    kt_ok(h.total > 5, "%ld allocations", h.total);
    kt_eq(h.live, 0);
}

// The older questions are generated from the newer ones (src/vk/device/gen_shims.py): each must give the
// same, also where there is more room than the generated code keeps on its stack.
KT_TEST(older_questions_have_the_same_answers)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkPhysicalDeviceProperties p1;
    VkPhysicalDeviceProperties2 p2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    vkGetPhysicalDeviceProperties(v.physical, &p1);
    vkGetPhysicalDeviceProperties2(v.physical, &p2);
    kt_streq(p1.deviceName, p2.properties.deviceName);
    kt_ok(!memcmp(&p1.limits, &p2.properties.limits, sizeof(p1.limits)));
    VkPhysicalDeviceFeatures f1;
    VkPhysicalDeviceFeatures2 f2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    vkGetPhysicalDeviceFeatures(v.physical, &f1);
    vkGetPhysicalDeviceFeatures2(v.physical, &f2);
    kt_ok(!memcmp(&f1, &f2.features, sizeof(f1)));
    kt_eq(f1.robustBufferAccess, VK_TRUE);
    VkPhysicalDeviceMemoryProperties m1;
    vkGetPhysicalDeviceMemoryProperties(v.physical, &m1);
    kt_ok(m1.memoryTypeCount > 0 && m1.memoryHeapCount > 0);
    enum { ROOM = 40 };
    VkQueueFamilyProperties families[ROOM];
    uint32_t there = 0, given = ROOM;
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &there, NULL);
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &given, families);
    kt_eq(there, 2);
    kt_eq(given, 2);
    kt_ok(families[0].queueFlags & VK_QUEUE_COMPUTE_BIT);
    VkFormatProperties n1;
    VkFormatProperties2 n2 = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2};
    vkGetPhysicalDeviceFormatProperties(v.physical, VK_FORMAT_R8G8B8A8_UNORM, &n1);
    vkGetPhysicalDeviceFormatProperties2(v.physical, VK_FORMAT_R8G8B8A8_UNORM, &n2);
    kt_ok(n1.optimalTilingFeatures && !memcmp(&n1, &n2.formatProperties, sizeof(n1)));
    VkImageFormatProperties i;
    vkt_ok(vkGetPhysicalDeviceImageFormatProperties(v.physical, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D,
                                                    VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_STORAGE_BIT, 0,
                                                    &i));
    kt_ok(i.maxExtent.width >= 4096);
    vkt_finish(&v);
}

KT_TEST(properties)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceIDProperties id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
                                       .pNext = &driver};
    VkPhysicalDeviceSubgroupProperties sub = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
                                              .pNext = &id};
    VkPhysicalDeviceMaintenance3Properties m3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES, .pNext = &sub};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &m3};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    kt_streq(driver.driverName, "kiln");
    kt_ok(strstr(p.properties.deviceName, "simulated") != NULL, "%s", p.properties.deviceName);
    const struct kiln_devinfo *chip = kiln_devinfo_from_pci_id(p.properties.deviceID);
    if (kt_ok(chip, "0x%x is in no table", p.properties.deviceID))
        kt_eq(p.properties.deviceType, chip->has_local_memory ? VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU
                                                              : VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU);
    kt_eq(VK_API_VERSION_MINOR(p.properties.apiVersion), 4);
    kt_eq(p.properties.vendorID, 0x8086);
    // What the specification asks for at least (table "Required Limits").
    const VkPhysicalDeviceLimits *l = &p.properties.limits;
    kt_ok(l->maxComputeWorkGroupInvocations >= 128 && l->maxComputeSharedMemorySize >= 16384 &&
          l->maxPushConstantsSize >= 128 && l->maxStorageBufferRange >= 1u << 27 &&
          l->maxBoundDescriptorSets >= 4);
    kt_ok(l->minStorageBufferOffsetAlignment <= 256 && l->minUniformBufferOffsetAlignment <= 256);
    kt_ok(l->maxPerStageResources <= 1u << 20 && l->maxPerStageResources >= 128);
    kt_ok(m3.maxPerSetDescriptors >= 1024 && m3.maxMemoryAllocationSize >= 1u << 30);
    kt_ok((sub.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) && sub.subgroupSize == 32 &&
          (sub.supportedOperations & VK_SUBGROUP_FEATURE_BASIC_BIT));
    kt_ok(l->timestampPeriod > 1 && l->timestampPeriod < 1000, "%g ns", (double)l->timestampPeriod);
    const uint8_t zero[VK_UUID_SIZE] = {0};
    kt_ok(memcmp(id.deviceUUID, zero, VK_UUID_SIZE) && memcmp(id.driverUUID, zero, VK_UUID_SIZE));
    vkt_finish(&v);
}

KT_TEST(queue_families)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_device = true}))
        return;
    VkPhysicalDeviceFeatures f;
    VkQueueFamilyProperties q[4];
    uint32_t n = 0;
    vkGetPhysicalDeviceFeatures(v.physical, &f);
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &n, NULL);
    kt_eq(n, 2);
    n = 4;
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &n, q);
    kt_eq(n, 2);
    const VkQueueFlags sparse = f.sparseBinding ? VK_QUEUE_SPARSE_BINDING_BIT : 0;
    kt_eq(q[0].queueFlags, VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT | sparse);
    kt_eq(q[0].timestampValidBits, 36);
    vkt_finish(&v);
}

KT_TEST(refuses_unknown_extensions_and_features)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_device = true, .no_validation = true}))
        return;
    float priority = 1;
    const char *name = "VK_KHR_swapchain";
    VkDevice device;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = 1,
                               .ppEnabledExtensionNames = &name};
    kt_eq(vkCreateDevice(v.physical, &info, NULL, &device), VK_ERROR_EXTENSION_NOT_PRESENT);
    info.enabledExtensionCount = 0;
    VkPhysicalDeviceFeatures features = {.geometryShader = VK_TRUE};
    info.pEnabledFeatures = &features;
    kt_eq(vkCreateDevice(v.physical, &info, NULL, &device), VK_ERROR_FEATURE_NOT_PRESENT);
    info.pEnabledFeatures = NULL;
    VkPhysicalDeviceProtectedMemoryFeatures chained = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES, .protectedMemory = VK_TRUE};
    info.pNext = &chained;
    kt_eq(vkCreateDevice(v.physical, &info, NULL, &device), VK_ERROR_FEATURE_NOT_PRESENT);
    vkt_finish(&v);
}

KT_TEST(proc_addresses)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdDispatch") != NULL);
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdDispatchBase") != NULL);
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdDispatchBaseKHR") != NULL); // alias, extension enabled
    kt_true(vkGetDeviceProcAddr(v.device, "vkCreateSwapchainKHR") == NULL); // extension we do not have
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdTraceRaysKHR") == NULL);
    kt_true(vkGetDeviceProcAddr(v.device, "vkGetPhysicalDeviceFeatures") == NULL); // not of a device
    kt_true(vkGetDeviceProcAddr(v.device, "vkNoSuchThing") == NULL);
    // Core commands are all there; those of graphics and images refuse.
    kt_true(vkGetDeviceProcAddr(v.device, "vkCreateRenderPass") != NULL);
    kt_true(vkGetDeviceProcAddr(v.device, "vkGetImageMemoryRequirements2") != NULL);
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdDraw") != NULL);
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdDrawIndirectCount") != NULL); // Vulkan 1.2
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdBeginRendering") != NULL);    // Vulkan 1.3
    VkRenderPassCreateInfo rinfo = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    VkRenderPass pass = VK_NULL_HANDLE;
    kt_true(vkCreateRenderPass(v.device, &rinfo, NULL, &pass) < 0);
    vkDestroyRenderPass(v.device, VK_NULL_HANDLE, NULL);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdDraw(cmd, 3, 1, 0, 0);
    kt_true(vkEndCommandBuffer(cmd) < 0);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkt_finish(&v);

    // Without the extension its commands are not there; core commands are.
    if (!vkt_init(&v, &(struct vkt_options){.no_device = true, .no_validation = true}))
        return;
    VkDevice device;
    vkt_ok(vkt_device(v.physical, NULL, 0, NULL, NULL, &device));
    kt_true(vkGetDeviceProcAddr(device, "vkCmdPushDescriptorSetKHR") == NULL);
    kt_true(vkGetDeviceProcAddr(device, "vkQueueSubmit2KHR") == NULL);
    kt_true(vkGetDeviceProcAddr(device, "vkBindBufferMemory2") != NULL);
    vkDestroyDevice(device, NULL);
    vkt_finish(&v);
}

// What Vulkan 1.3 has in its core, programs for older versions name as extensions: KHR_maintenance5 depends
// on these.
KT_TEST(a_program_for_vulkan_1_1)
{
    static const char *const names[] = {"VK_KHR_maintenance5",
                                        "VK_KHR_dynamic_rendering",
                                        "VK_KHR_depth_stencil_resolve",
                                        "VK_KHR_create_renderpass2",
                                        "VK_KHR_imageless_framebuffer",
                                        "VK_KHR_separate_depth_stencil_layouts",
                                        "VK_KHR_shader_terminate_invocation",
                                        "VK_EXT_shader_demote_to_helper_invocation",
                                        "VK_KHR_multiview"};
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                          .pApplicationInfo = &app};
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t one = 1;
    vkt_ok(vkCreateInstance(&instance_info, NULL, &instance));
    vkt_ok(vkEnumeratePhysicalDevices(instance, &one, &physical));
    VkPhysicalDeviceMaintenance5FeaturesKHR five = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_FEATURES_KHR};
    VkPhysicalDeviceDynamicRenderingFeatures rendering = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES, .pNext = &five};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &rendering};
    vkGetPhysicalDeviceFeatures2(physical, &features);
    kt_true(five.maintenance5 && rendering.dynamicRendering);
    VkResult result = vkt_device(physical, &features, sizeof(names) / sizeof(names[0]), names, NULL, &device);
    if (kt_eq(result, VK_SUCCESS)) {
        kt_true(vkGetDeviceProcAddr(device, "vkCmdBeginRenderingKHR") != NULL);
        kt_true(vkGetDeviceProcAddr(device, "vkCreateRenderPass2KHR") != NULL);
        kt_true(vkGetDeviceProcAddr(device, "vkCmdDispatchBase") != NULL);     // Vulkan 1.1
        kt_true(vkGetDeviceProcAddr(device, "vkCmdPipelineBarrier2") == NULL); // 1.3
        vkDestroyDevice(device, NULL);
    }
    vkDestroyInstance(instance, NULL);
}

// A device that is not there takes nothing away from other drivers.
KT_TEST(no_device_beside_another_driver)
{
    const char *own = getenv("VK_DRIVER_FILES"), *other = getenv("KILN_TEST_LAVAPIPE"); // its manifest
    if (!own || !other || access(other, R_OK))
        kt_skip("lavapipe is not installed");
#ifdef __SANITIZE_ADDRESS__ // its leaks are told from ours by its name (tests/lsan.supp)
    dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_NODELETE);
#endif
    char both[1024], before[512], device[64];
    snprintf(device, sizeof(device), "%s", getenv("KILN_DEVICE") ? getenv("KILN_DEVICE") : "auto");
    snprintf(before, sizeof(before), "%s", own);
    snprintf(both, sizeof(both), "%s:%s", own, other);
    setenv("VK_DRIVER_FILES", both, 1);
    setenv("KILN_DEVICE", "sim:none", 1);
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    VkInstance instance;
    VkPhysicalDevice devices[4];
    VkPhysicalDeviceProperties props;
    uint32_t n = 4;
    vkt_ok(vkCreateInstance(&info, NULL, &instance));
    vkt_ok(vkEnumeratePhysicalDevices(instance, &n, devices));
    if (kt_eq(n, 1)) {
        vkGetPhysicalDeviceProperties(devices[0], &props);
        kt_ok(strstr(props.deviceName, "llvmpipe"), "%s", props.deviceName);
    }
    vkDestroyInstance(instance, NULL);
    setenv("VK_DRIVER_FILES", before, 1);
    setenv("KILN_DEVICE", device, 1);
}

// Every allocation of instance and device creation fails once: an error, and nothing is left.
KT_TEST(out_of_memory_sweep)
{
    for (long at = 0; at < 200; at++) {
        struct vkt_heap h;
        struct vkt v = {0};
        vkt_heap_init(&h);
        h.fail_at = at;
        VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                 .apiVersion = VK_API_VERSION_1_1};
        VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                     .pApplicationInfo = &app};
        VkResult r = vkCreateInstance(&info, &h.callbacks, &v.instance);
        VkDevice device = VK_NULL_HANDLE;
        if (r == VK_SUCCESS) {
            uint32_t n = 1;
            r = vkEnumeratePhysicalDevices(v.instance, &n, &v.physical);
            if (r == VK_SUCCESS && n == 1)
                r = vkt_device(v.physical, NULL, 0, NULL, &h.callbacks, &device);
            if (r == VK_SUCCESS && device)
                vkDestroyDevice(device, &h.callbacks);
            vkDestroyInstance(v.instance, &h.callbacks);
        }
        if (!kt_ok(h.live == 0, "allocation %ld fails: %ld left, VkResult %d", at, h.live, r))
            return;
        if (r == VK_SUCCESS && h.total <= at)
            return; // no allocation is left to fail
        // The loader goes without a driver whose instance it cannot make, and turns other codes into this
        // one.
        kt_ok(r == VK_ERROR_OUT_OF_HOST_MEMORY || r == VK_ERROR_INITIALIZATION_FAILED ||
                  r == VK_ERROR_INCOMPATIBLE_DRIVER || r == VK_SUCCESS,
              "allocation %ld fails: VkResult %d", at, r);
    }
}

KT_MAIN()

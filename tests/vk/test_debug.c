// What the driver says: to messengers (VK_EXT_debug_utils, VK_EXT_debug_report), of a lost device
// (VK_EXT_device_fault), of addresses (VK_EXT_device_address_binding_report); and how it calls modules and
// pipelines (identifiers).
#include <unistd.h>

#include "vk/vkt.h"
#include "vkt_add.h"
#include "vkt_address.h"
#include "vkt_slices.h"
#include "vkt_spin.h"

#include <stdlib.h>

static struct {
    char text[512], name[64];
    unsigned lost, reported;
    VkDeviceAddress base;
    VkDeviceSize size;
    int bindings; // binds minus unbinds
    unsigned binds;
} heard;

static VKAPI_ATTR VkBool32 VKAPI_CALL listen(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                             VkDebugUtilsMessageTypeFlagsEXT types,
                                             const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    const VkDeviceAddressBindingCallbackDataEXT *b = data->pNext;
    if (b && b->sType == VK_STRUCTURE_TYPE_DEVICE_ADDRESS_BINDING_CALLBACK_DATA_EXT &&
        data->pObjects[0].objectType == VK_OBJECT_TYPE_BUFFER) {
        bool bind = b->bindingType == VK_DEVICE_ADDRESS_BINDING_TYPE_BIND_EXT;
        heard.bindings += bind ? 1 : -1;
        heard.binds += bind;
        heard.base = b->baseAddress;
        heard.size = b->size;
        snprintf(heard.name, sizeof(heard.name), "%s", data->pObjects[0].pObjectName);
    } else if (data->pMessageIdName && !strcmp(data->pMessageIdName, "kiln-device-lost")) {
        heard.lost++;
        snprintf(heard.text, sizeof(heard.text), "%s", data->pMessage);
        snprintf(heard.name, sizeof(heard.name), "%s", data->pObjects[0].pObjectName);
    }
    return VK_FALSE;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL report(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT type,
                                             uint64_t object, size_t location, int32_t code,
                                             const char *prefix, const char *message, void *user)
{
    heard.reported += !strcmp(prefix, "kiln") && (flags & VK_DEBUG_REPORT_ERROR_BIT_EXT);
    return VK_FALSE;
}

struct rig {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkDebugUtilsMessengerEXT messenger;
    VkDebugReportCallbackEXT callback;
};

static bool rig_init(struct rig *r)
{
    static const char *instance_names[] = {"VK_EXT_debug_utils", "VK_EXT_debug_report"};
    static const char *device_names[] = {"VK_EXT_device_address_binding_report", "VK_EXT_device_fault",
                                         "VK_EXT_shader_module_identifier", "VK_EXT_pipeline_properties",
                                         "VK_EXT_pipeline_creation_cache_control"};
    memset(&heard, 0, sizeof(heard));
    memset(r, 0, sizeof(*r));
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &app,
                                 .enabledExtensionCount = 2,
                                 .ppEnabledExtensionNames = instance_names};
    VkResult result = vkCreateInstance(&info, NULL, &r->instance);
    uint32_t n = 1;
    if (!result)
        result = vkEnumeratePhysicalDevices(r->instance, &n, &r->physical);
    VkPhysicalDeviceAddressBindingReportFeaturesEXT binding = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ADDRESS_BINDING_REPORT_FEATURES_EXT,
        .reportAddressBinding = VK_TRUE};
    VkPhysicalDeviceFaultFeaturesEXT fault = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT,
                                              .pNext = &binding,
                                              .deviceFault = VK_TRUE};
    VkPhysicalDeviceShaderModuleIdentifierFeaturesEXT identifier = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_MODULE_IDENTIFIER_FEATURES_EXT,
        .pNext = &fault,
        .shaderModuleIdentifier = VK_TRUE};
    VkPhysicalDevicePipelineCreationCacheControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES,
        .pNext = &identifier,
        .pipelineCreationCacheControl = VK_TRUE};
    if (!result)
        result = vkt_device(r->physical, &control, 5, device_names, NULL, &r->device);
    if (!kt_ok(!result, "VkResult %d", result))
        return false;
    vkGetDeviceQueue(r->device, 0, 0, &r->queue);
    VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_TYPE_DEVICE_ADDRESS_BINDING_BIT_EXT,
        .pfnUserCallback = listen};
    VkDebugReportCallbackCreateInfoEXT callback = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT,
        .flags = VK_DEBUG_REPORT_ERROR_BIT_EXT,
        .pfnCallback = report};
#define INSTANCE_PROC(name) ((PFN_##name)vkGetInstanceProcAddr(r->instance, #name))
    vkt_ok(INSTANCE_PROC(vkCreateDebugUtilsMessengerEXT)(r->instance, &messenger, NULL, &r->messenger));
    vkt_ok(INSTANCE_PROC(vkCreateDebugReportCallbackEXT)(r->instance, &callback, NULL, &r->callback));
    return true;
}

static void rig_finish(struct rig *r)
{
    vkDestroyDevice(r->device, NULL);
    INSTANCE_PROC(vkDestroyDebugUtilsMessengerEXT)(r->instance, r->messenger, NULL);
    INSTANCE_PROC(vkDestroyDebugReportCallbackEXT)(r->instance, r->callback, NULL);
    vkDestroyInstance(r->instance, NULL);
}

static void name(struct rig *r, VkObjectType type, uint64_t handle, const char *text)
{
    VkDebugUtilsObjectNameInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                          .objectType = type,
                                          .objectHandle = handle,
                                          .pObjectName = text};
    PFN_vkSetDebugUtilsObjectNameEXT set =
        (PFN_vkSetDebugUtilsObjectNameEXT)vkGetDeviceProcAddr(r->device, "vkSetDebugUtilsObjectNameEXT");
    vkt_ok(set(r->device, &info));
}

KT_TEST(address_binding)
{
    struct rig r;
    if (!rig_init(&r))
        return;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 5000,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 8192};
    VkBuffer b;
    VkDeviceMemory m;
    vkt_ok(vkCreateBuffer(r.device, &info, NULL, &b));
    name(&r, VK_OBJECT_TYPE_BUFFER, (uint64_t)b, "the buffer");
    vkt_ok(vkAllocateMemory(r.device, &alloc, NULL, &m));
    vkt_ok(vkBindBufferMemory(r.device, b, m, 0));
    kt_eq(heard.bindings, 1);
    kt_eq(heard.size, 5000);
    kt_true(heard.base != 0);
    kt_true(strstr(heard.name, "the buffer") != NULL);
    vkDestroyBuffer(r.device, b, NULL);
    kt_eq(heard.bindings, 0);
    kt_eq(heard.binds, 1);
    vkFreeMemory(r.device, m, NULL);
    rig_finish(&r);
}

static VkShaderModule module(struct rig *r, const uint32_t *code, size_t size)
{
    VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = code};
    VkShaderModule m = VK_NULL_HANDLE;
    vkt_ok(vkCreateShaderModule(r->device, &info, NULL, &m));
    return m;
}

KT_TEST(identifiers)
{
    struct rig r;
    if (!rig_init(&r))
        return;
#define DEVICE_PROC(name) ((PFN_##name)vkGetDeviceProcAddr(r.device, #name))
    VkShaderModule m = module(&r, vkt_add, sizeof(vkt_add)), other = module(&r, vkt_spin, sizeof(vkt_spin));
    VkShaderModuleIdentifierEXT a = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_IDENTIFIER_EXT}, b = a, c = a;
    VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof(vkt_add), .pCode = vkt_add};
    DEVICE_PROC(vkGetShaderModuleIdentifierEXT)(r.device, m, &a);
    DEVICE_PROC(vkGetShaderModuleCreateInfoIdentifierEXT)(r.device, &info, &b);
    DEVICE_PROC(vkGetShaderModuleIdentifierEXT)(r.device, other, &c);
    kt_true(a.identifierSize > 0 && a.identifierSize <= VK_MAX_SHADER_MODULE_IDENTIFIER_SIZE_EXT);
    kt_true(a.identifierSize == b.identifierSize && !memcmp(a.identifier, b.identifier, a.identifierSize));
    kt_true(memcmp(a.identifier, c.identifier, a.identifierSize) != 0);

    VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkPipelineLayout layout;
    VkPipelineCacheCreateInfo cache_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPipelineCache cache;
    vkt_ok(vkCreatePipelineLayout(r.device, &layout_info, NULL, &layout));
    vkt_ok(vkCreatePipelineCache(r.device, &cache_info, NULL, &cache));
    VkPipelineShaderStageModuleIdentifierCreateInfoEXT id = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_MODULE_IDENTIFIER_CREATE_INFO_EXT,
        .identifierSize = a.identifierSize,
        .pIdentifier = a.identifier};
    VkComputePipelineCreateInfo by_id = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT,
        .layout = layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = &id,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"}};
    VkComputePipelineCreateInfo by_module = by_id;
    by_module.flags = 0;
    by_module.stage.pNext = NULL;
    by_module.stage.module = m;
    VkPipeline p[2] = {0};
    kt_eq(vkCreateComputePipelines(r.device, cache, 1, &by_id, NULL, &p[0]), VK_PIPELINE_COMPILE_REQUIRED);
    vkt_ok(vkCreateComputePipelines(r.device, cache, 1, &by_module, NULL, &p[0]));
    vkt_ok(vkCreateComputePipelines(r.device, cache, 1, &by_id, NULL, &p[1]));
    VkPipelinePropertiesIdentifierEXT pid = {.sType = VK_STRUCTURE_TYPE_PIPELINE_PROPERTIES_IDENTIFIER_EXT};
    VkPipelineInfoKHR pinfo = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = p[0]};
    vkt_ok(DEVICE_PROC(vkGetPipelinePropertiesEXT)(r.device, &pinfo, (VkBaseOutStructure *)&pid));
    const uint8_t zero[VK_UUID_SIZE] = {0};
    kt_true(memcmp(pid.pipelineIdentifier, zero, VK_UUID_SIZE) != 0);
    for (unsigned i = 0; i < 2; i++)
        vkDestroyPipeline(r.device, p[i], NULL);
    vkDestroyPipelineCache(r.device, cache, NULL);
    vkDestroyPipelineLayout(r.device, layout, NULL);
    vkDestroyShaderModule(r.device, m, NULL);
    vkDestroyShaderModule(r.device, other, NULL);
    rig_finish(&r);
}

// Standard error, kept for a while.
struct told {
    int fd;
    FILE *file;
    char text[16384];
};

static void keep_stderr(struct told *t)
{
    fflush(stderr);
    t->text[0] = 0;
    t->fd = dup(2);
    t->file = tmpfile();
    if (kt_ok(t->fd >= 0 && t->file, "tmpfile"))
        dup2(fileno(t->file), 2);
}

static void hear_stderr(struct told *t)
{
    fflush(stderr);
    dup2(t->fd, 2);
    close(t->fd);
    rewind(t->file);
    t->text[fread(t->text, 1, sizeof(t->text) - 1, t->file)] = 0;
    fclose(t->file);
}

// A kernel that does not end: over the simulator's budget of instructions.
KT_TEST(device_fault)
{
    struct rig r;
    setenv("KILN_SIM_BUDGET", "100000", 1);
    if (!rig_init(&r))
        return;
    VkDeviceFaultCountsEXT counts = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT};
    vkt_ok(DEVICE_PROC(vkGetDeviceFaultInfoEXT)(r.device, &counts, NULL));
    kt_eq(counts.vendorInfoCount, 0);
    name(&r, VK_OBJECT_TYPE_DEVICE, (uint64_t)(uintptr_t)r.device, "my device");
    struct vkt v = {.instance = r.instance, .physical = r.physical, .device = r.device, .queue = r.queue};
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    vkt_ok(vkCreateCommandPool(r.device, &pool, NULL, &v.pool));
    struct vkt_pipeline p;
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    struct vkt_buffer b = vkt_buffer(&v, 4096);
    kt_true(vkt_pipeline(&v, (struct vkt_shader){vkt_spin, sizeof(vkt_spin)}, 1, &type, 8, NULL, &p));
    vkt_bind_buffer(&v, &p, 0, type, &b, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    const uint32_t push[2] = {4000000000u, 64};
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkSubmitInfo s = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    struct told told;
    keep_stderr(&told);
    vkt_ok(vkQueueSubmit(r.queue, 1, &s, VK_NULL_HANDLE));
    kt_eq(vkQueueWaitIdle(r.queue), VK_ERROR_DEVICE_LOST);
    kt_eq(vkDeviceWaitIdle(r.device), VK_ERROR_DEVICE_LOST);
    // What the simulated device says of it.
    hear_stderr(&told);
    const bool compute = strstr(told.text, "COMPUTE_WALKER"); // from Gen12.5 on
    const char *const words[] = {compute ? "GPU fault on ccs0" : "GPU fault on rcs0",
                                 "hang: a thread exceeds its budget of 100000 instructions",
                                 "kernel:      main",
                                 "thread:      group (0, 0, 0), thread 0",
                                 "instruction:\n",
                                 "    -> 0x",
                                 compute ? "batch:       COMPUTE_WALKER at 0x"
                                         : "batch:       GPGPU_WALKER at 0x",
                                 compute ? ": CFE_STATE\n" : ": MEDIA_VFE_STATE\n",
                                 "thread_group_id_x_dimension: 1\n",
                                 "maximum_number_of_threads: "};
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        kt_ok(strstr(told.text, words[i]), "no \"%s\" in: %.900s", words[i], told.text);
    kt_eq(vkQueueSubmit(r.queue, 1, &s, VK_NULL_HANDLE), VK_ERROR_DEVICE_LOST);
    kt_eq(heard.lost, 1);
    kt_eq(heard.reported, 1);
    kt_true(strstr(heard.text, "request 1") != NULL);
    kt_true(strstr(heard.text, "the last kernel begun is main, workgroups of 64 x 1 x 1") != NULL);
    kt_true(strstr(heard.name, "my device") != NULL);
    vkt_ok(DEVICE_PROC(vkGetDeviceFaultInfoEXT)(r.device, &counts, NULL));
    kt_eq(counts.addressInfoCount, 1); // where the kernel stood
    kt_true(counts.vendorInfoCount >= 2 && counts.vendorInfoCount <= 8);
    VkDeviceFaultVendorInfoEXT vendor[8];
    VkDeviceFaultInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT, .pVendorInfos = vendor};
    vkt_ok(DEVICE_PROC(vkGetDeviceFaultInfoEXT)(r.device, &counts, &info));
    kt_true(strstr(info.description, "request 1") != NULL);
    kt_eq(vendor[0].vendorFaultData, 0); // none ran to its end
    kt_eq(vendor[1].vendorFaultData, 1);
    kt_eq(vendor[3].vendorFaultCode, 4);
    kt_true(vendor[3].vendorFaultData != 0);
    counts.vendorInfoCount = 1;
    kt_eq(DEVICE_PROC(vkGetDeviceFaultInfoEXT)(r.device, &counts, &info), VK_INCOMPLETE);
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    vkDestroyCommandPool(r.device, v.pool, NULL);
    rig_finish(&r);
}

// A pointer that runs past a buffer's end: the address, the instruction, and what they belong to by name.
KT_TEST(page_fault)
{
    struct rig r;
    if (!rig_init(&r))
        return;
    struct vkt v = {.instance = r.instance, .physical = r.physical, .device = r.device, .queue = r.queue};
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    vkt_ok(vkCreateCommandPool(r.device, &pool, NULL, &v.pool));
    struct vkt_pipeline p;
    struct vkt_buffer b = vkt_buffer(&v, 4096);
    VkDeviceAddress base = heard.base;
    kt_true(base != 0);
    kt_true(vkt_pipeline(&v, (struct vkt_shader){vkt_address, sizeof(vkt_address)}, 0, NULL, 12, NULL, &p));
    name(&r, VK_OBJECT_TYPE_BUFFER, (uint64_t)b.buffer, "ledger");
    name(&r, VK_OBJECT_TYPE_PIPELINE, (uint64_t)p.pipeline, "adder");
    struct {
        VkDeviceAddress words;
        uint32_t add;
    } push = {base + 4096 - 40, 1}; // ten of the words are there
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, &push);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkSubmitInfo s = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    struct told told;
    keep_stderr(&told);
    vkt_ok(vkQueueSubmit(r.queue, 1, &s, VK_NULL_HANDLE));
    kt_eq(vkQueueWaitIdle(r.queue), VK_ERROR_DEVICE_LOST);
    hear_stderr(&told);
    kt_ok(strstr(told.text, "lane 10; invocation (10, 0, 0)") && strstr(told.text, "page fault: read of 0x"),
          "%.900s", told.text);
    kt_ok(strstr(heard.text, "0 bytes past the end of buffer 'ledger' of 4096") &&
              strstr(heard.text, "; in adder (main)"),
          "%s", heard.text);
    VkDeviceFaultCountsEXT counts = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT};
    vkt_ok(DEVICE_PROC(vkGetDeviceFaultInfoEXT)(r.device, &counts, NULL));
    VkDeviceFaultAddressInfoEXT address[2];
    VkDeviceFaultVendorInfoEXT vendor[8];
    VkDeviceFaultInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT, .pAddressInfos = address, .pVendorInfos = vendor};
    kt_eq(counts.addressInfoCount, 2);
    kt_true(counts.vendorInfoCount <= 8);
    vkt_ok(DEVICE_PROC(vkGetDeviceFaultInfoEXT)(r.device, &counts, &info));
    kt_eq(address[0].addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT);
    kt_eq(address[0].reportedAddress, base + 4096);
    kt_eq(address[1].addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_FAULT_EXT);
    uint64_t lane = 0;
    for (uint32_t i = 0; i < counts.vendorInfoCount; i++)
        if (vendor[i].vendorFaultCode == 7)
            lane = vendor[i].vendorFaultData;
    kt_eq(lane, 10);
    counts.addressInfoCount = 1;
    kt_eq(DEVICE_PROC(vkGetDeviceFaultInfoEXT)(r.device, &counts, &info), VK_INCOMPLETE);
    kt_eq(counts.addressInfoCount, 1);
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    vkDestroyCommandPool(r.device, v.pool, NULL);
    rig_finish(&r);
}

// What checks report has the names of the shader and of the application: of an image named before it has
// memory, of a buffer with its last name, of one whose name was taken back.
KT_TEST(names_in_checks)
{
    char path[] = "/tmp/kiln-names-XXXXXX", text[2][8192] = {""};
    int fd = mkstemp(path);
    kt_true(fd >= 0);
    setenv("KILN_SIM_CHECK", "oob", 1);
    setenv("KILN_SIM_CHECK_FILE", path, 1);
    for (unsigned n = 0; n < 2; n++) {
        struct vkt v;
        struct vkt_pipeline p;
        const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                          VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
        if (!vkt_init(&v, NULL) ||
            !vkt_pipeline(&v, (struct vkt_shader){vkt_slices, sizeof(vkt_slices)}, 2, types, 0, NULL, &p))
            break;
        VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R32_UINT, 8, 8, 1, 1, VK_IMAGE_USAGE_STORAGE_BIT);
        info.imageType = VK_IMAGE_TYPE_3D;
        info.extent.depth = 2;
        struct vkt_image image = {0};
        vkt_ok(vkCreateImage(v.device, &info, NULL, &image.image));
        struct rig r = {.instance = v.instance, .device = v.device};
        name(&r, VK_OBJECT_TYPE_IMAGE, (uint64_t)image.image, "a volume");
        image.memory = vkt_back(&v, image.image);
        vkt_general(&v, image.image);
        struct vkt_buffer out = vkt_buffer(&v, 256);
        name(&r, VK_OBJECT_TYPE_BUFFER, (uint64_t)out.buffer, "first");
        name(&r, VK_OBJECT_TYPE_BUFFER, (uint64_t)out.buffer, n ? "" : "its last name");
        VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                           .image = image.image,
                                           .viewType = VK_IMAGE_VIEW_TYPE_3D,
                                           .format = VK_FORMAT_R32_UINT,
                                           .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        VkImageView view;
        vkt_ok(vkCreateImageView(v.device, &view_info, NULL, &view));
        VkDescriptorImageInfo whole = {.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = p.set,
                                      .descriptorCount = 1,
                                      .descriptorType = types[0],
                                      .pImageInfo = &whole};
        vkUpdateDescriptorSets(v.device, 1, &write, 0, NULL);
        vkt_bind_buffer(&v, &p, 1, types[1], &out, 0, 16); // `behind` and `sum` are outside
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, 1, 1, 2);
        vkt_run(&v, cmd);
        vkDestroyImageView(v.device, view, NULL);
        vkt_image_free(&v, &image);
        vkt_buffer_free(&v, &out);
        vkt_pipeline_free(&v, &p);
        vkt_finish(&v);
        ssize_t got = read(fd, text[n], sizeof(text[n]) - 1); // what is new
        kt_true(got > 0);
    }
    unsetenv("KILN_SIM_CHECK");
    unsetenv("KILN_SIM_CHECK_FILE");
    kt_ok(strstr(text[0], "set 0 binding 0 (img) in 'a volume'"), "the image: %s", text[0]);
    kt_ok(strstr(text[0], "set 0 binding 1 (Out) in 'its last name'"), "the buffer: %s", text[0]);
    kt_ok(strstr(text[1], "set 0 binding 1 (Out), "), "the name is gone: %s", text[1]);
    for (unsigned n = 0; n < 2; n++)
        kt_true(!strstr(text[n], "first"));
    close(fd);
    unlink(path);
}

// The dispatch that is the n-th in a file of KILN_SIM_STATS: what stands behind its index, up to the next
// one's.
static const char *dispatch_text(const char *file, unsigned n, char *out, size_t size)
{
    char from[32], to[32];
    snprintf(from, sizeof(from), "{\"index\": %u,", n);
    snprintf(to, sizeof(to), "{\"index\": %u,", n + 1);
    const char *start = strstr(file, from), *end = start ? strstr(start, to) : NULL;
    if (!start)
        return "";
    snprintf(out, size, "%.*s", (int)(end ? end - start : (long)strlen(start)), start);
    return out;
}

static void run_labelled(const char *path)
{
    struct vkt v;
    struct vkt_pipeline p;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    setenv("KILN_SIM_STATS", path, 1);
    if (!vkt_init(&v, NULL) ||
        !vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, types, 0, NULL, &p))
        return;
    unsetenv("KILN_SIM_STATS");
    PFN_vkCmdBeginDebugUtilsLabelEXT begin =
        (PFN_vkCmdBeginDebugUtilsLabelEXT)vkGetInstanceProcAddr(v.instance, "vkCmdBeginDebugUtilsLabelEXT");
    PFN_vkCmdEndDebugUtilsLabelEXT end =
        (PFN_vkCmdEndDebugUtilsLabelEXT)vkGetInstanceProcAddr(v.instance, "vkCmdEndDebugUtilsLabelEXT");
    struct vkt_buffer b = vkt_buffer(&v, 65536);
    for (uint32_t i = 0; i < 3; i++)
        vkt_bind_buffer(&v, &p, i, types[i], &b, i * 16384, 16384);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_barrier(cmd);
    begin(cmd,
          &(VkDebugUtilsLabelEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = "frame"});
    begin(cmd,
          &(VkDebugUtilsLabelEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
                                  .pLabelName = "the \"blur\" of a name that is longer than what fits into "
                                                "the sixty-three bytes of a label"});
    vkCmdDispatch(cmd, 2, 1, 1);
    end(cmd);
    vkt_barrier(cmd);
    vkt_barrier(cmd);
    vkCmdDispatch(cmd, 3, 1, 1);
    vkt_run(&v, cmd);
    cmd = vkt_begin(&v); // the region goes on, and ends here
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, 4, 1, 1);
    end(cmd);
    vkt_barrier(cmd);
    vkCmdDispatch(cmd, 5, 1, 1);
    vkt_run(&v, cmd);
    vkt_buffer_free(&v, &b);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

// Regions and barriers of command buffers are in the log of dispatches.
KT_TEST(labels_in_stats)
{
    if (vkt_gpu_assisted())
        kt_skip(
            "the layer (of Debian sid) makes another shader for each pipeline, and dispatches of its own");
    static const char *const labels[] = {
        NULL,
        "\"labels\": [\"frame\", \"the \\\"blur\\\" of a name that is longer than what fits into the six\"]",
        "\"labels\": [\"frame\"]", "\"labels\": [\"frame\"]", NULL};
    static const unsigned barriers[] = {0, 1, 2, 0, 1};
    static char file[1 << 18], text[1 << 14];
    char path[] = "/tmp/kiln-labels-XXXXXX", want[32];
    int fd = mkstemp(path);
    run_labelled(path);
    FILE *f = fopen(path, "r");
    file[f ? fread(file, 1, sizeof(file) - 1, f) : 0] = 0;
    for (unsigned i = 0; i < 5; i++) {
        const char *d = dispatch_text(file, i, text, sizeof(text));
        snprintf(want, sizeof(want), "\"grid\": [%u, 1, 1]", i + 1);
        kt_ok(strstr(d, want), "dispatch %u in %.200s", i, d);
        kt_ok(labels[i] ? strstr(d, labels[i]) != NULL : !strstr(d, "labels"), "labels of %u: %.9000s", i, d);
        snprintf(want, sizeof(want), "\"count\": %u, \"waits\": true", barriers[i]);
        if (vkt_gpu_assisted()) // the layer has barriers of its own
            continue;
        kt_ok(barriers[i] ? strstr(d, want) != NULL : !strstr(d, "barriers_before"),
              "barriers of %u: %.9000s", i, d);
    }
    if (f)
        fclose(f);
    close(fd);
    unlink(path);
}

// Markers are written where the device is: at once, or when all before is done. A dword, no more.
KT_TEST(buffer_markers)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer big = vkt_buffer(&v, 1 << 20), marks = vkt_buffer(&v, 64);
    memset(marks.map, 0xff, 64);
    PFN_vkCmdWriteBufferMarkerAMD mark = vkt_proc(&v, vkCmdWriteBufferMarkerAMD);
    PFN_vkCmdWriteBufferMarker2AMD mark2 = vkt_proc(&v, vkCmdWriteBufferMarker2AMD);
    VkCommandBuffer cmd = vkt_begin(&v);
    mark(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, marks.buffer, 4, 1);
    vkCmdFillBuffer(cmd, big.buffer, 0, VK_WHOLE_SIZE, 5);
    mark(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, marks.buffer, 12, 2);
    mark2(cmd, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, marks.buffer, 20, 3);
    // Whatever its stage, it is behind a barrier before it.
    vkt_barrier(cmd);
    vkCmdFillBuffer(cmd, big.buffer, 0, VK_WHOLE_SIZE, 6);
    vkt_barrier(cmd);
    mark(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, big.buffer, (1 << 20) - 4, 4);
    vkt_run(&v, cmd);
    kt_eq(((uint32_t *)big.map)[(1 << 18) - 2], 6);
    kt_eq(((uint32_t *)big.map)[(1 << 18) - 1], 4);
    for (uint32_t i = 0; i < 16; i++)
        kt_eq(((uint32_t *)marks.map)[i], i == 1 ? 1 : i == 3 ? 2 : i == 5 ? 3 : ~0u);
    vkt_buffer_free(&v, &big);
    vkt_buffer_free(&v, &marks);
    vkt_finish(&v);
}

KT_MAIN()

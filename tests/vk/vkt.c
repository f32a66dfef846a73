// See vkt.h.
#include <string.h>

#include "vk/vkt.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "newer.h"

static atomic_uint messages;
static const char *allowed; // vkt_allow

unsigned vkt_messages(void)
{
    return messages;
}

void vkt_allow(const char *id)
{
    allowed = id;
}

uint32_t vkt_min_subgroup(const struct vkt *v)
{
    VkPhysicalDeviceVulkan13Properties p13 = {.sType =
                                                  VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES};
    VkPhysicalDeviceSubgroupSizeControlProperties size = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES, .pNext = &p13};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &size};
    vkGetPhysicalDeviceProperties2(v->physical, &p);
    return size.minSubgroupSize;
}

bool vkt_gpu_assisted(void)
{
    const char *kind = getenv("KILN_TEST_LAYER");
    return kind && !strcmp(kind, "gpu");
}

// Best practices that a test goes against because it is one: it allocates little and waits for everything,
// enables every extension, and asks what it knows to fail.
static bool of_the_test(const char *id)
{
    static const char *const known[] = {
        "specialuse-extension", // tests enable all that there are
        "deprecated-extension",
        "small-allocation",
        "small-dedicated-allocation",
        "command-buffer-reset",
        "simultaneous-use",
        "pipeline-stage-flags", // a barrier for everything
        "BestPractices-Error-Result",
        "vkCreateDevice-FeatureNotPresent",
        "PipelineBarrier-unneeded-QFOT", // ownership, where maintenance9 would do without
        "VALIDATION-SETTINGS",           // how the layer would have its own settings called
        "Setting-Limit-Adjusted",        // what it enables for itself
        "SpirvDeprecated_WorkgroupSize", // as glslang writes it
        "DevLimit-MissingQueryCount",
        "DevLimit-CountMismatch",
        "group-count-zero",
        "GetPhysicalDeviceQueueFamilyProperties-CountMismatch",
        "QueryPool-Unavailable", // asks for a query that never began
        "multiple-pipelines-no-cache",
        "BestPractices-SemaphoreCount", // a pointer with a count of zero
    };
    for (unsigned k = 0; k < sizeof(known) / sizeof(known[0]); k++)
        if (strstr(id, known[k]))
            return true;
    return false;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                                 const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    // GENERAL is as good as any layout, here.
    if (data->pMessage && strstr(data->pMessage, "instead of GENERAL"))
        return VK_FALSE;
    // Inline uniform blocks, accesses beyond a descriptor, which robustness makes legal, and what the layer
    // says of its own settings.
    if (vkt_gpu_assisted() && data->pMessage &&
        (strstr(data->pMessage, "will not be validated by GPU") ||
         strstr(data->pMessage, "this is not recommend") || strstr(data->pMessage, "Internal Warning: ") ||
         strstr(data->pMessage, "access out of bounds")))
        return VK_FALSE;
    if (data->pMessageIdName &&
        (of_the_test(data->pMessageIdName) || (allowed && strstr(data->pMessageIdName, allowed))))
        return VK_FALSE;
    if (messages++ < 20)
        printf("# validation: %s: %s\n", data->pMessageIdName ? data->pMessageIdName : "", data->pMessage);
    return VK_FALSE;
}

// The leak checker tells the layer's leaks from ours by its name (tests/lsan.supp), which an unloaded library
// has lost.
static void keep_layer(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    dlopen("libVkLayer_khronos_validation.so", RTLD_NOW | RTLD_NODELETE);
#endif
}

static bool make_instance(struct vkt *v, const struct vkt_options *o)
{
    keep_layer();
    const char *layer = "VK_LAYER_KHRONOS_validation", *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
        .messageType =
            VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
        .pfnUserCallback = on_message};
    // What KILN_TEST_LAYER asks for (tests/vk/meson.build); else synchronization, which is quick.
    const char *kind = getenv("KILN_TEST_LAYER");
    VkValidationFeatureEnableEXT enables[2] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    uint32_t enabled = 1;
    if (kind && !strcmp(kind, "best"))
        enables[0] = VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT;
    if (vkt_gpu_assisted()) {
        enables[0] = VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT;
        enables[enabled++] = VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_RESERVE_BINDING_SLOT_EXT;
    }
    VkValidationFeaturesEXT validation = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                          .pNext = &messenger,
                                          .enabledValidationFeatureCount = enabled,
                                          .pEnabledValidationFeatures = enables};
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &app,
                                 .enabledLayerCount = (o->no_validation || o->newer) ? 0 : 1,
                                 .ppEnabledLayerNames = &layer,
                                 .enabledExtensionCount = (o->no_validation || o->newer) ? 0 : 1,
                                 .ppEnabledExtensionNames = &extension,
                                 .pNext = (o->no_validation || o->newer) ? NULL : &validation};
    VkResult r = vkCreateInstance(&info, o->alloc, &v->instance);
    if (!kt_ok(r == VK_SUCCESS, "vkCreateInstance: %d", r))
        return false;
    if (!(o->no_validation || o->newer)) {
        PFN_vkCreateDebugUtilsMessengerEXT create = (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
            v->instance, "vkCreateDebugUtilsMessengerEXT");
        vkt_ok(create(v->instance, &messenger, o->alloc, &v->messenger));
    }
    uint32_t count = 1;
    r = vkEnumeratePhysicalDevices(v->instance, &count, &v->physical);
    return kt_ok(r == VK_SUCCESS && count == 1, "vkEnumeratePhysicalDevices: %d, %u devices", r, count);
}

// The validation layer warns of extensions that are newer than it is.
static bool layer_knows(const char *extension)
{
    static const char *const newer[] = {
        "VK_ARM_tensors",
        "VK_EXT_device_generated_commands",
        "VK_EXT_descriptor_heap",
        "VK_EXT_external_memory_acquire_unmodified",
        "VK_EXT_host_image_copy",
        "VK_EXT_image_sliced_view_of_3d",
        "VK_EXT_map_memory_placed",
        "VK_EXT_memory_decompression",
        "VK_EXT_nested_command_buffer",
        "VK_EXT_shader_64bit_indexing",
        "VK_EXT_shader_float8",
        "VK_EXT_shader_long_vector",
        "VK_EXT_shader_object",
        "VK_EXT_shader_replicated_composites",
        "VK_EXT_shader_subgroup_partitioned",
        "VK_EXT_shader_uniform_buffer_unsized_array",
        "VK_EXT_zero_initialize_device_memory",
        "VK_KHR_calibrated_timestamps",
        "VK_KHR_compute_shader_derivatives",
        "VK_KHR_copy_memory_indirect",
        "VK_KHR_device_address_commands",
        "VK_KHR_device_fault",
        "VK_KHR_extended_flags",
        "VK_KHR_internally_synchronized_queues",
        "VK_KHR_maintenance10",
        "VK_KHR_maintenance5",
        "VK_KHR_maintenance6",
        "VK_KHR_maintenance7",
        "VK_KHR_maintenance8",
        "VK_KHR_maintenance9",
        "VK_KHR_map_memory2",
        "VK_KHR_pipeline_binary",
        "VK_KHR_robustness2",
        "VK_KHR_cooperative_matrix",
        "VK_KHR_shader_bfloat16",
        "VK_KHR_shader_expect_assume",
        "VK_KHR_shader_float_controls2",
        "VK_KHR_shader_fma",
        "VK_KHR_shader_maximal_reconvergence",
        "VK_KHR_shader_quad_control",
        "VK_KHR_shader_relaxed_extended_instruction",
        "VK_KHR_shader_subgroup_rotate",
        "VK_KHR_shader_untyped_pointers",
        "VK_KHR_unified_image_layouts",
    };
    for (unsigned k = 0; k < sizeof(newer) / sizeof(newer[0]); k++)
        if (!strcmp(extension, newer[k]))
            return false;
    return true;
}

uint64_t vkt_total(const char *path, const char *name)
{
    static char text[4096];
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    size_t n = fread(text, 1, sizeof(text) - 1, f);
    fclose(f);
    text[n] = 0;
    const char *at = strstr(text, name);
    return at ? strtoull(at + strlen(name) + 2, NULL, 10) : 0;
}

bool vkt_has_extension(const struct vkt *v, const char *name)
{
    VkExtensionProperties extensions[300];
    uint32_t count = 300;
    vkt_ok(vkEnumerateDeviceExtensionProperties(v->physical, NULL, &count, extensions));
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(extensions[i].extensionName, name))
            return true;
    return false;
}

// What may not be enabled beside the rest.
static bool excluded(const char *extension)
{
    return !strcmp(extension, VK_EXT_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME); // the KHR one is
}

void vkt_first_submission(struct vkt *v)
{
    if (vkt_gpu_assisted() && v->messenger)
        vkt_run(v, vkt_begin(v));
}

static bool make_device(struct vkt *v, const struct vkt_options *o)
{
    VkExtensionProperties extensions[200];
    const char *names[200];
    uint32_t known = 200, count = 0;
    vkt_ok(vkEnumerateDeviceExtensionProperties(v->physical, NULL, &known, extensions));
    for (uint32_t i = 0; i < known; i++)
        if ((o->newer || layer_knows(extensions[i].extensionName)) && !excluded(extensions[i].extensionName))
            names[count++] = extensions[i].extensionName;
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
    VkPhysicalDeviceSynchronization2Features sync2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, .pNext = &timeline};
    VkPhysicalDeviceHostQueryResetFeatures reset = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES, .pNext = &sync2};
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR exec = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pNext = &reset};
    VkPhysicalDeviceVulkanMemoryModelFeatures model = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, .pNext = &exec};
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroup = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES, .pNext = &model};
    VkPhysicalDevicePrivateDataFeatures data = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES, .pNext = &subgroup};
    VkPhysicalDevicePipelineCreationCacheControlFeatures cache = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES, .pNext = &data};
    VkPhysicalDeviceMaintenance4Features maintenance4 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES, .pNext = &cache};
    VkPhysicalDeviceDescriptorIndexingFeatures indexing = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES, .pNext = &maintenance4};
    VkPhysicalDeviceInlineUniformBlockFeatures blocks = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_FEATURES, .pNext = &indexing};
    VkPhysicalDeviceBufferDeviceAddressFeatures address = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, .pNext = &blocks};
    VkPhysicalDeviceRobustness2FeaturesEXT robust = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT, .pNext = &address};
    VkPhysicalDeviceMutableDescriptorTypeFeaturesEXT mutable = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MUTABLE_DESCRIPTOR_TYPE_FEATURES_EXT, .pNext = &robust};
    VkPhysicalDeviceCustomBorderColorFeaturesEXT border = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT, .pNext = &mutable};
    VkPhysicalDeviceBorderColorSwizzleFeaturesEXT swizzle = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BORDER_COLOR_SWIZZLE_FEATURES_EXT, .pNext = &border};
    VkPhysicalDeviceShaderAtomicInt64Features wide = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES, .pNext = &swizzle};
    VkPhysicalDeviceDescriptorBufferFeaturesEXT in_buffers = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT, .pNext = &wide};
    VkPhysicalDeviceConditionalRenderingFeaturesEXT conditional = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT, .pNext = &in_buffers};
    VkPhysicalDeviceImage2DViewOf3DFeaturesEXT slices = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_2D_VIEW_OF_3D_FEATURES_EXT, .pNext = &conditional};
    VkPhysicalDevicePerformanceQueryFeaturesKHR counters = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PERFORMANCE_QUERY_FEATURES_KHR, .pNext = &slices};
    VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT wide_images = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT,
        .pNext = &counters};
    VkPhysicalDeviceSamplerYcbcrConversionFeatures conversion = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES, .pNext = &wide_images};
    VkPhysicalDeviceYcbcrImageArraysFeaturesEXT layers = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_YCBCR_IMAGE_ARRAYS_FEATURES_EXT, .pNext = &conversion};
    VkPhysicalDeviceYcbcr2Plane444FormatsFeaturesEXT planes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_YCBCR_2_PLANE_444_FORMATS_FEATURES_EXT, .pNext = &layers};
    VkPhysicalDeviceMaintenance5FeaturesKHR maintenance5 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_FEATURES_KHR, .pNext = &planes};
    VkPhysicalDeviceMaintenance6FeaturesKHR maintenance6 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_6_FEATURES_KHR, .pNext = &maintenance5};
    VkPhysicalDeviceHostImageCopyFeaturesEXT host_copy = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_FEATURES_EXT, .pNext = &maintenance6};
    VkPhysicalDeviceMaintenance9FeaturesKHR maintenance9 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_9_FEATURES_KHR, .pNext = &host_copy};
    VkPhysicalDevicePipelineBinaryFeaturesKHR binaries = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_BINARY_FEATURES_KHR, .pNext = &maintenance9};
    VkPhysicalDeviceZeroInitializeDeviceMemoryFeaturesEXT zeros = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ZERO_INITIALIZE_DEVICE_MEMORY_FEATURES_EXT,
        .pNext = &binaries};
    VkPhysicalDeviceNestedCommandBufferFeaturesEXT nested = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_NESTED_COMMAND_BUFFER_FEATURES_EXT, .pNext = &zeros};
    VkPhysicalDeviceShaderObjectFeaturesEXT objects = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT, .pNext = &nested};
    VkPhysicalDeviceInternallySynchronizedQueuesFeaturesKHR synchronized = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INTERNALLY_SYNCHRONIZED_QUEUES_FEATURES_KHR,
        .pNext = &objects};
    VkPhysicalDeviceMaintenance8FeaturesKHR maintenance8 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_8_FEATURES_KHR, .pNext = &synchronized};
    VkPhysicalDeviceMapMemoryPlacedFeaturesEXT placed = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_FEATURES_EXT, .pNext = &maintenance8};
    VkPhysicalDeviceImageSlicedViewOf3DFeaturesEXT sliced = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_SLICED_VIEW_OF_3D_FEATURES_EXT, .pNext = &placed};
    VkPhysicalDeviceCopyMemoryIndirectFeaturesKHR indirect = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COPY_MEMORY_INDIRECT_FEATURES_KHR, .pNext = &sliced};
    VkPhysicalDeviceDeviceAddressCommandsFeaturesKHR commands = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEVICE_ADDRESS_COMMANDS_FEATURES_KHR, .pNext = &indirect};
    VkPhysicalDeviceExtendedFlagsFeaturesKHR flags = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_FLAGS_FEATURES_KHR, .pNext = &commands};
    VkPhysicalDeviceDescriptorHeapFeaturesEXT heaps = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_FEATURES_EXT, .pNext = &flags};
    VkPhysicalDeviceMemoryDecompressionFeaturesEXT decompression = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_DECOMPRESSION_FEATURES_EXT, .pNext = &heaps};
    VkPhysicalDeviceShader64BitIndexingFeaturesEXT long_indices = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_64_BIT_INDEXING_FEATURES_EXT,
        .pNext = &decompression};
    VkPhysicalDeviceDescriptorBufferTensorFeaturesARM tensor_descriptors = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_TENSOR_FEATURES_ARM,
        .pNext = &long_indices};
    VkPhysicalDeviceTensorFeaturesARM tensors = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_FEATURES_ARM, .pNext = &tensor_descriptors};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = o->newer ? (void *)&tensors : &planes};
    vkGetPhysicalDeviceFeatures2(v->physical, &features);
    if (o->not_robust)
        features.features.robustBufferAccess = robust.robustBufferAccess2 = false;
    static const float priorities[8] = {1, 1, 0.5f, 0.25f};
    VkQueueFamilyProperties families[4];
    uint32_t family_count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(v->physical, &family_count, NULL);
    family_count = family_count < 4 ? family_count : 4;
    vkGetPhysicalDeviceQueueFamilyProperties(v->physical, &family_count, families);
    VkDeviceQueueCreateInfo all[4];
    for (uint32_t i = 0; i < family_count; i++)
        all[i] = (VkDeviceQueueCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = i,
                                           .queueCount = families[i].queueCount,
                                           .pQueuePriorities = priorities};
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .flags = o->synchronized_queue ? VK_DEVICE_QUEUE_CREATE_INTERNALLY_SYNCHRONIZED_BIT_KHR : 0,
        .queueCount = 1,
        .pQueuePriorities = priorities};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &features,
                               .queueCreateInfoCount = o->all_queues ? family_count : 1,
                               .pQueueCreateInfos = o->all_queues ? all : &queue,
                               .enabledExtensionCount = count,
                               .ppEnabledExtensionNames = names};
    VkResult r = vkCreateDevice(v->physical, &info, v->alloc, &v->device);
    if (!kt_ok(r == VK_SUCCESS, "vkCreateDevice: %d", r))
        return false;
    VkDeviceQueueInfo2 which = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2, .flags = queue.flags};
    vkGetDeviceQueue2(v->device, &which, &v->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    vkt_ok(vkCreateCommandPool(v->device, &pool, v->alloc, &v->pool));
    vkt_first_submission(v);
    return true;
}

bool vkt_init(struct vkt *v, const struct vkt_options *options)
{
    const struct vkt_options none = {0};
    const struct vkt_options *o = options ? options : &none;
    memset(v, 0, sizeof(*v));
    v->alloc = o->alloc;
    messages = 0;
    allowed = NULL;
    return make_instance(v, o) && (o->no_device || make_device(v, o));
}

void vkt_finish(struct vkt *v)
{
    if (v->device) {
        vkDestroyCommandPool(v->device, v->pool, v->alloc);
        vkDestroyDevice(v->device, v->alloc);
    }
    if (v->messenger) {
        PFN_vkDestroyDebugUtilsMessengerEXT destroy =
            (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(v->instance,
                                                                       "vkDestroyDebugUtilsMessengerEXT");
        destroy(v->instance, v->messenger, v->alloc);
    }
    vkDestroyInstance(v->instance, v->alloc);
    kt_ok(messages == 0, "the validation layer has %u messages", (unsigned)messages);
}

// Kiln's first type is mapped; another driver's need not be.
static uint32_t mapped_type(const struct vkt *v, uint32_t bits)
{
    const VkMemoryPropertyFlags want =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties types;
    vkGetPhysicalDeviceMemoryProperties(v->physical, &types);
    for (uint32_t i = 0; i < types.memoryTypeCount; i++)
        if (bits >> i & 1 && (types.memoryTypes[i].propertyFlags & want) == want)
            return i;
    return 0;
}

struct vkt_buffer vkt_buffer(struct vkt *v, VkDeviceSize size)
{
    struct vkt_buffer b = {.size = size};
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                 VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
    vkt_ok(vkCreateBuffer(v->device, &info, v->alloc, &b.buffer));
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(v->device, b.buffer, &req);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = req.size,
                                  .memoryTypeIndex = mapped_type(v, req.memoryTypeBits)};
    vkt_ok(vkAllocateMemory(v->device, &alloc, v->alloc, &b.memory));
    vkt_ok(vkBindBufferMemory(v->device, b.buffer, b.memory, 0));
    vkt_ok(vkMapMemory(v->device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.map));
    return b;
}

VkDeviceAddress vkt_back_addressed(struct vkt *v, struct vkt_buffer *b, uint32_t bits)
{
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v->device, b->buffer, &r);
    kt_true(r.memoryTypeBits & bits);
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = &flags,
                                        .allocationSize = r.size,
                                        .memoryTypeIndex = (uint32_t)__builtin_ctz(r.memoryTypeBits & bits)};
    vkt_ok(vkAllocateMemory(v->device, &alloc, v->alloc, &b->memory));
    vkt_ok(vkBindBufferMemory(v->device, b->buffer, b->memory, 0));
    vkt_ok(vkMapMemory(v->device, b->memory, 0, VK_WHOLE_SIZE, 0, &b->map));
    if (b->size < 1u << 30) // else its pages come when they are touched
        memset(b->map, 0, b->size);
    const VkBufferDeviceAddressInfo which = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                             .buffer = b->buffer};
    return vkGetBufferDeviceAddress(v->device, &which);
}

void vkt_buffer_free(struct vkt *v, struct vkt_buffer *b)
{
    vkDestroyBuffer(v->device, b->buffer, v->alloc);
    vkFreeMemory(v->device, b->memory, v->alloc);
}

VkFence vkt_fence(struct vkt *v)
{
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence f = VK_NULL_HANDLE;
    vkt_ok(vkCreateFence(v->device, &info, NULL, &f));
    return f;
}

VkSemaphore vkt_timeline(struct vkt *v, uint64_t value)
{
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                            .initialValue = value};
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    VkSemaphore s = VK_NULL_HANDLE;
    vkt_ok(vkCreateSemaphore(v->device, &info, NULL, &s));
    return s;
}

VkResult vkt_signal(struct vkt *v, VkSemaphore timeline, uint64_t value)
{
    const VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = timeline, .value = value};
    return vkt_proc(v, vkSignalSemaphoreKHR)(v->device, &info);
}

VkResult vkt_wait(struct vkt *v, VkSemaphore timeline, uint64_t value, uint64_t timeout_ns)
{
    const VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                      .semaphoreCount = 1,
                                      .pSemaphores = &timeline,
                                      .pValues = &value};
    return vkt_proc(v, vkWaitSemaphoresKHR)(v->device, &info, timeout_ns);
}

VkResult vkt_submit(VkQueue queue, struct vkt_submit s)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                  .waitSemaphoreValueCount = s.wait ? 1 : 0,
                                                  .pWaitSemaphoreValues = &s.wait_value,
                                                  .signalSemaphoreValueCount = s.signal ? 1 : 0,
                                                  .pSignalSemaphoreValues = &s.signal_value};
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .pNext = &values,
                               .waitSemaphoreCount = s.wait ? 1 : 0,
                               .pWaitSemaphores = &s.wait,
                               .pWaitDstStageMask = &stage,
                               .commandBufferCount = s.cmd ? 1 : 0,
                               .pCommandBuffers = &s.cmd,
                               .signalSemaphoreCount = s.signal ? 1 : 0,
                               .pSignalSemaphores = &s.signal};
    return vkQueueSubmit(queue, 1, &info, s.fence);
}

VkCommandBuffer vkt_begin(struct vkt *v)
{
    VkCommandBuffer cmd;
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = v->pool,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkt_ok(vkAllocateCommandBuffers(v->device, &info, &cmd));
    vkt_ok(vkBeginCommandBuffer(cmd, &begin));
    return cmd;
}

void vkt_run(struct vkt *v, VkCommandBuffer cmd)
{
    VkResult r = vkEndCommandBuffer(cmd);
    if (kt_ok(r == VK_SUCCESS, "vkEndCommandBuffer: %d", r)) {
        VkSubmitInfo submit = {
            .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
        vkt_ok(vkQueueSubmit(v->queue, 1, &submit, VK_NULL_HANDLE));
        vkt_ok(vkQueueWaitIdle(v->queue));
    }
    vkFreeCommandBuffers(v->device, v->pool, 1, &cmd);
}

void vkt_barrier(VkCommandBuffer cmd)
{
    VkMemoryBarrier b = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                         .srcAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                         .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1,
                         &b, 0, NULL, 0, NULL);
}

// ---- pipelines

VkDescriptorPool vkt_allocate(struct vkt *v, uint32_t count, const VkDescriptorSetLayout *layouts,
                              uint32_t size_count, const VkDescriptorPoolSize *sizes, VkDescriptorSet *out)
{
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = count,
                                             .poolSizeCount = size_count,
                                             .pPoolSizes = sizes};
    VkDescriptorPool pool = VK_NULL_HANDLE;
    vkt_ok(vkCreateDescriptorPool(v->device, &info, v->alloc, &pool));
    const VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = pool,
                                               .descriptorSetCount = count,
                                               .pSetLayouts = layouts};
    vkt_ok(vkAllocateDescriptorSets(v->device, &alloc, out));
    return pool;
}

static void make_set(struct vkt *v, uint32_t count, const VkDescriptorType *types, struct vkt_pipeline *p)
{
    VkDescriptorSetLayoutBinding bindings[16];
    VkDescriptorPoolSize sizes[16];
    for (uint32_t i = 0; i < count; i++) {
        VkDescriptorType type = types ? types[i] : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        bindings[i] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                     .descriptorType = type,
                                                     .descriptorCount = 1,
                                                     .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
        sizes[i] = (VkDescriptorPoolSize){type, 1};
    }
    VkDescriptorSetLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                              .bindingCount = count,
                                              .pBindings = bindings};
    vkt_ok(vkCreateDescriptorSetLayout(v->device, &layout, v->alloc, &p->set_layout));
    if (!count)
        return;
    p->pool = vkt_allocate(v, 1, &p->set_layout, count, sizes, &p->set);
}

VkPipelineLayout vkt_layout(struct vkt *v, uint32_t count, const VkDescriptorSetLayout *sets, uint32_t push)
{
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, push};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = count,
                                       .pSetLayouts = sets,
                                       .pushConstantRangeCount = push ? 1 : 0,
                                       .pPushConstantRanges = &range};
    VkPipelineLayout out = VK_NULL_HANDLE;
    vkt_ok(vkCreatePipelineLayout(v->device, &info, v->alloc, &out));
    return out;
}

static VkShaderModule make_module(struct vkt *v, struct vkt_shader shader)
{
    VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = shader.bytes, .pCode = shader.code};
    VkShaderModule out = VK_NULL_HANDLE;
    vkt_ok(vkCreateShaderModule(v->device, &info, v->alloc, &out));
    return out;
}

static VkPipeline make_pipeline(struct vkt *v, VkShaderModule module, VkPipelineLayout layout,
                                VkPipelineCreateFlags flags, const VkSpecializationInfo *spec)
{
    VkComputePipelineCreateInfo info = vkt_compute_info(module, layout);
    info.flags = flags;
    info.stage.pSpecializationInfo = spec;
    VkPipeline out = VK_NULL_HANDLE;
    vkt_ok(vkCreateComputePipelines(v->device, VK_NULL_HANDLE, 1, &info, v->alloc, &out));
    return out;
}

VkComputePipelineCreateInfo vkt_compute_info(VkShaderModule module, VkPipelineLayout layout)
{
    return (VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .layout = layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"}};
}

VkPipeline vkt_compute(struct vkt *v, struct vkt_shader shader, VkPipelineLayout layout,
                       VkPipelineCreateFlags flags, const VkSpecializationInfo *spec)
{
    VkShaderModule module = make_module(v, shader);
    VkPipeline out = make_pipeline(v, module, layout, flags, spec);
    vkDestroyShaderModule(v->device, module, v->alloc);
    return out;
}

bool vkt_pipeline(struct vkt *v, struct vkt_shader shader, uint32_t count, const VkDescriptorType *types,
                  uint32_t push, const VkSpecializationInfo *spec, struct vkt_pipeline *p)
{
    memset(p, 0, sizeof(*p));
    make_set(v, count, types, p);
    p->layout = vkt_layout(v, 1, &p->set_layout, push);
    p->module = make_module(v, shader);
    p->pipeline = make_pipeline(v, p->module, p->layout, 0, spec);
    return p->pipeline != VK_NULL_HANDLE;
}

void vkt_pipeline_free(struct vkt *v, struct vkt_pipeline *p)
{
    vkDestroyPipeline(v->device, p->pipeline, v->alloc);
    vkDestroyShaderModule(v->device, p->module, v->alloc);
    vkDestroyPipelineLayout(v->device, p->layout, v->alloc);
    vkDestroyDescriptorPool(v->device, p->pool, v->alloc);
    vkDestroyDescriptorSetLayout(v->device, p->set_layout, v->alloc);
}

void vkt_bind_buffer(struct vkt *v, struct vkt_pipeline *p, uint32_t binding, VkDescriptorType type,
                     const struct vkt_buffer *b, VkDeviceSize offset, VkDeviceSize range)
{
    VkDescriptorBufferInfo info = {b->buffer, offset, range};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = p->set,
                              .dstBinding = binding,
                              .descriptorCount = 1,
                              .descriptorType = type,
                              .pBufferInfo = &info};
    vkUpdateDescriptorSets(v->device, 1, &w, 0, NULL);
}

void vkt_bind(VkCommandBuffer cmd, const struct vkt_pipeline *p)
{
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    if (p->set)
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &p->set, 0, NULL);
}

// ---- counting allocator

static VKAPI_ATTR void *VKAPI_CALL heap_alloc(void *user, size_t size, size_t align,
                                              VkSystemAllocationScope scope)
{
    struct vkt_heap *h = user;
    long number = __atomic_fetch_add(&h->total, 1, __ATOMIC_RELAXED);
    if (number == h->fail_at)
        return NULL;
    void *p = memalign(align < 16 ? 16 : align, size);
    if (p)
        __atomic_fetch_add(&h->live, 1, __ATOMIC_RELAXED);
    return p;
}

static VKAPI_ATTR void VKAPI_CALL heap_free(void *user, void *p)
{
    struct vkt_heap *h = user;
    if (p)
        __atomic_fetch_sub(&h->live, 1, __ATOMIC_RELAXED);
    free(p);
}

static VKAPI_ATTR void *VKAPI_CALL heap_realloc(void *user, void *old, size_t size, size_t align,
                                                VkSystemAllocationScope scope)
{
    struct vkt_heap *h = user;
    if (!old)
        return heap_alloc(user, size, align, scope);
    if (!size) {
        heap_free(user, old);
        return NULL;
    }
    long number = __atomic_fetch_add(&h->total, 1, __ATOMIC_RELAXED);
    return number == h->fail_at ? NULL : realloc(old, size);
}

void vkt_heap_init(struct vkt_heap *h)
{
    *h = (struct vkt_heap){.callbacks = {.pUserData = h,
                                         .pfnAllocation = heap_alloc,
                                         .pfnReallocation = heap_realloc,
                                         .pfnFree = heap_free},
                           .fail_at = -1};
}

VkImageCreateInfo vkt_image_2d(VkFormat format, uint32_t width, uint32_t height, uint32_t levels,
                               uint32_t layers, VkImageUsageFlags usage)
{
    return (VkImageCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = format,
                               .extent = {width, height, 1},
                               .mipLevels = levels,
                               .arrayLayers = layers,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .usage = usage};
}

VkResult vkt_device(VkPhysicalDevice physical, const void *next, uint32_t count, const char *const *names,
                    const VkAllocationCallbacks *alloc, VkDevice *out)
{
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = next,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = count,
                               .ppEnabledExtensionNames = names};
    return vkCreateDevice(physical, &info, alloc, out);
}

VkDeviceMemory vkt_back(struct vkt *v, VkImage image)
{
    VkMemoryRequirements r;
    vkGetImageMemoryRequirements(v->device, image, &r);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = r.size};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    if (vkt_ok(vkAllocateMemory(v->device, &alloc, v->alloc, &memory)))
        vkt_ok(vkBindImageMemory(v->device, image, memory, 0));
    return memory;
}

struct vkt_image vkt_image(struct vkt *v, const VkImageCreateInfo *info)
{
    struct vkt_image i = {VK_NULL_HANDLE};
    if (vkt_ok(vkCreateImage(v->device, info, v->alloc, &i.image)))
        i.memory = vkt_back(v, i.image);
    return i;
}

void vkt_image_free(struct vkt *v, struct vkt_image *i)
{
    vkDestroyImage(v->device, i->image, v->alloc);
    vkFreeMemory(v->device, i->memory, v->alloc);
}

void vkt_general(struct vkt *v, VkImage image)
{
    VkCommandBuffer cmd = vkt_begin(v);
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                    .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                    .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .image = image,
                                    .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0,
                                                         VK_REMAINING_MIP_LEVELS, 0,
                                                         VK_REMAINING_ARRAY_LAYERS}};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL,
                         0, NULL, 1, &barrier);
    vkt_run(v, cmd);
}

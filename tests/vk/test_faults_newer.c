// Faults (faults.h) in scenarios of what extensions brought: shader objects, descriptor buffers, pipeline
// binaries, copies of images by the host, queries, external handles of every kind, private data, names.
#include "vk/faults.h"
#include "vkt_add.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "newer.h"

enum { OWNED = 64, WORDS = 1024 };

// What is destroyed in the end, the last one first.
struct owned {
    void (*destroy)(VkDevice, uint64_t, const VkAllocationCallbacks *);
    uint64_t handle;
};

struct scene {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    struct owned owned[OWNED];
    unsigned count;
    const VkAllocationCallbacks *alloc;
};

#define PROC(name) ((PFN_##name)vkGetDeviceProcAddr(s->device, #name))

#define DESTROYER(Type, function)                                                                            \
    static void destroy_##Type(VkDevice device, uint64_t handle, const VkAllocationCallbacks *alloc)         \
    {                                                                                                        \
        ((PFN_##function)vkGetDeviceProcAddr(device, #function))(device, (Vk##Type)handle, alloc);           \
    }
DESTROYER(Buffer, vkDestroyBuffer)
DESTROYER(Image, vkDestroyImage)
DESTROYER(DeviceMemory, vkFreeMemory)
DESTROYER(DescriptorSetLayout, vkDestroyDescriptorSetLayout)
DESTROYER(PipelineLayout, vkDestroyPipelineLayout)
DESTROYER(Pipeline, vkDestroyPipeline)
DESTROYER(PipelineBinaryKHR, vkDestroyPipelineBinaryKHR)
DESTROYER(ShaderEXT, vkDestroyShaderEXT)
DESTROYER(IndirectCommandsLayoutEXT, vkDestroyIndirectCommandsLayoutEXT)
DESTROYER(IndirectExecutionSetEXT, vkDestroyIndirectExecutionSetEXT)
DESTROYER(QueryPool, vkDestroyQueryPool)
DESTROYER(Semaphore, vkDestroySemaphore)
DESTROYER(Fence, vkDestroyFence)
DESTROYER(Event, vkDestroyEvent)
DESTROYER(PrivateDataSlot, vkDestroyPrivateDataSlot)
DESTROYER(DeferredOperationKHR, vkDestroyDeferredOperationKHR)

// Creates by vkCreate..., or whatever call, and keeps it for the end.
#define OWN(Type, call, out)                                                                                 \
    do {                                                                                                     \
        *(out) = VK_NULL_HANDLE;                                                                             \
        TRY(call);                                                                                           \
        s->owned[s->count++] = (struct owned){destroy_##Type, (uint64_t)*(out)};                             \
    } while (0)

static const char *const names[] = {
    "VK_EXT_shader_object",
    "VK_EXT_descriptor_buffer",
    "VK_EXT_descriptor_heap",
    "VK_EXT_custom_border_color",
    "VK_KHR_pipeline_binary",
    "VK_EXT_host_image_copy",
    "VK_KHR_performance_query",
    "VK_KHR_external_memory_fd",
    "VK_EXT_external_memory_dma_buf",
    "VK_EXT_external_memory_host",
    "VK_KHR_external_semaphore_fd",
    "VK_KHR_external_fence_fd",
    "VK_EXT_device_fault",
    "VK_KHR_deferred_host_operations",
    "VK_KHR_push_descriptor",
    "VK_KHR_pipeline_executable_properties",
    "VK_EXT_device_memory_report",
    "VK_KHR_maintenance5",
    "VK_EXT_device_generated_commands",
};

static VkResult make_device(struct scene *s)
{
    const char *const debug = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &app,
                                 .enabledExtensionCount = 1,
                                 .ppEnabledExtensionNames = &debug};
    TRY(vkCreateInstance(&info, s->alloc, &s->instance));
    uint32_t n = 1;
    TRY(vkEnumeratePhysicalDevices(s->instance, &n, &s->physical));
    if (!n)
        return VK_ERROR_INITIALIZATION_FAILED; // it could not be opened
    VkPhysicalDeviceShaderObjectFeaturesEXT objects = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT};
    VkPhysicalDeviceDescriptorBufferFeaturesEXT buffers = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT, .pNext = &objects};
    VkPhysicalDeviceDescriptorHeapFeaturesEXT heaps = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_HEAP_FEATURES_EXT, .pNext = &buffers};
    VkPhysicalDevicePipelineBinaryFeaturesKHR binaries = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_BINARY_FEATURES_KHR, .pNext = &heaps};
    VkPhysicalDeviceHostImageCopyFeaturesEXT host = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_FEATURES_EXT, .pNext = &binaries};
    VkPhysicalDevicePerformanceQueryFeaturesKHR counters = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PERFORMANCE_QUERY_FEATURES_KHR, .pNext = &host};
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pNext = &counters};
    VkPhysicalDeviceVulkan13Features f13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                            .pNext = &executables};
    VkPhysicalDeviceVulkan12Features f12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                            .pNext = &f13};
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f12};
    vkGetPhysicalDeviceFeatures2(s->physical, &f);
    if (!f12.timelineSemaphore)
        return VK_ERROR_FEATURE_NOT_PRESENT; // the question failed that tells whether the kernel has them
    TRY(vkt_device(s->physical, &f, sizeof(names) / sizeof(names[0]), names, s->alloc, &s->device));
    vkGetDeviceQueue(s->device, 0, 0, &s->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    return vkCreateCommandPool(s->device, &pool, s->alloc, &s->pool);
}

// ---- helpers

struct words {
    VkBuffer buffer;
    VkDeviceAddress address;
    uint32_t *map;
};

static VkResult make_words(struct scene *s, VkBufferUsageFlags usage, VkDeviceSize size, struct words *w)
{
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = size,
                               .usage = usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    OWN(Buffer, vkCreateBuffer(s->device, &info, s->alloc, &w->buffer), &w->buffer);
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(s->device, w->buffer, &req);
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = req.size};
    while (!(req.memoryTypeBits >> alloc.memoryTypeIndex & 1))
        alloc.memoryTypeIndex++;
    VkDeviceMemory memory;
    OWN(DeviceMemory, vkAllocateMemory(s->device, &alloc, s->alloc, &memory), &memory);
    TRY(vkBindBufferMemory(s->device, w->buffer, memory, 0));
    TRY(vkMapMemory(s->device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&w->map));
    VkBufferDeviceAddressInfo where = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                       .buffer = w->buffer};
    w->address = vkGetBufferDeviceAddress(s->device, &where);
    return VK_SUCCESS;
}

static const VkDescriptorType types[3] = {
    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};

static VkResult make_layout(struct scene *s, VkDescriptorSetLayoutCreateFlags flags,
                            VkDescriptorSetLayout *set, VkPipelineLayout *layout)
{
    VkDescriptorSetLayoutBinding b[3];
    for (uint32_t i = 0; i < 3; i++)
        b[i] = (VkDescriptorSetLayoutBinding){i, types[i], 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .flags = flags,
                                            .bindingCount = 3,
                                            .pBindings = b};
    OWN(DescriptorSetLayout, vkCreateDescriptorSetLayout(s->device, &info, s->alloc, set), set);
    VkPipelineLayoutCreateInfo of = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = set};
    OWN(PipelineLayout, vkCreatePipelineLayout(s->device, &of, s->alloc, layout), layout);
    return VK_SUCCESS;
}

// A pipeline of `add`; its module is given with it (maintenance5).
static VkResult make_add(struct scene *s, VkPipelineLayout layout, const void *next,
                         VkPipelineCreateFlags flags, VkPipeline *out)
{
    VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof(vkt_add), .pCode = vkt_add};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = next,
        .flags = flags,
        .layout = layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = &module,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"}};
    OWN(Pipeline, vkCreateComputePipelines(s->device, VK_NULL_HANDLE, 1, &info, s->alloc, out), out);
    return VK_SUCCESS;
}

static VkResult begin(struct scene *s, VkCommandBuffer *cmd)
{
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = s->pool,
                                         .commandBufferCount = 1};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    TRY(vkAllocateCommandBuffers(s->device, &alloc, cmd));
    return vkBeginCommandBuffer(*cmd, &info);
}

static VkResult run(struct scene *s, VkCommandBuffer cmd)
{
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    TRY(vkEndCommandBuffer(cmd));
    TRY(vkQueueSubmit(s->queue, 1, &submit, VK_NULL_HANDLE));
    return vkQueueWaitIdle(s->queue);
}

// Inputs 0 to 1023, the number to add, and room for the sums, 16 KiB apart.
static void fill(struct words *w)
{
    for (uint32_t i = 0; i < WORDS; i++) {
        w->map[i] = i;
        w->map[8192 + i] = 0;
    }
    w->map[4096] = 7;
}

static VkResult sums(const struct words *w)
{
    for (uint32_t i = 0; i < WORDS; i++)
        if (w->map[8192 + i] != i + 7)
            return VK_ERROR_UNKNOWN;
    return VK_SUCCESS;
}

#define DATA (VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT)

static void push(struct scene *s, VkCommandBuffer cmd, VkPipelineLayout layout, const struct words *w)
{
    VkDescriptorBufferInfo info[3];
    VkWriteDescriptorSet writes[3];
    for (uint32_t i = 0; i < 3; i++) {
        info[i] = (VkDescriptorBufferInfo){w->buffer, i * 16384, 4096};
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType = types[i],
                                           .pBufferInfo = &info[i]};
    }
    PROC(vkCmdPushDescriptorSetKHR)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 3, writes);
}

// ---- the acts

// Of the binary of another one, which is what `info` describes.
static VkResult shader_of_binary(struct scene *s, VkShaderCreateInfoEXT info, VkShaderEXT *out)
{
    VkShaderEXT first;
    OWN(ShaderEXT, PROC(vkCreateShadersEXT)(s->device, 1, &info, s->alloc, &first), &first);
    size_t size = 0;
    TRY(PROC(vkGetShaderBinaryDataEXT)(s->device, first, &size, NULL));
    void *data = aligned_alloc(16, (size + 15) / 16 * 16);
    VkResult r = PROC(vkGetShaderBinaryDataEXT)(s->device, first, &size, data);
    info.codeType = VK_SHADER_CODE_TYPE_BINARY_EXT;
    info.codeSize = size;
    info.pCode = data;
    *out = VK_NULL_HANDLE;
    if (!r)
        r = PROC(vkCreateShadersEXT)(s->device, 1, &info, s->alloc, out);
    free(data);
    TRY(r);
    s->owned[s->count++] = (struct owned){destroy_ShaderEXT, (uint64_t)*out};
    return VK_SUCCESS;
}

// Of SPIR-V, of that one's binary, and one that is linked to nothing.
static VkResult shader_objects(struct scene *s)
{
    struct words w;
    VkDescriptorSetLayout set;
    VkPipelineLayout layout;
    TRY(make_words(s, DATA, 65536, &w));
    TRY(make_layout(s, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR, &set, &layout));
    VkShaderCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                  .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                  .codeSize = sizeof(vkt_add),
                                  .pCode = vkt_add,
                                  .pName = "main",
                                  .setLayoutCount = 1,
                                  .pSetLayouts = &set};
    VkShaderEXT shader;
    TRY(shader_of_binary(s, info, &shader));
    fill(&w);
    VkCommandBuffer cmd;
    VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    TRY(begin(s, &cmd));
    PROC(vkCmdBindShadersEXT)(cmd, 1, &stage, &shader);
    push(s, cmd, layout, &w);
    vkCmdDispatch(cmd, 32, 1, 1);
    TRY(run(s, cmd));
    return sums(&w);
}

// Two dispatches that the device reads, of a pipeline of a set.
static VkResult generated_commands(struct scene *s)
{
    struct words w, in, preprocess;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    TRY(make_words(s, DATA, 65536, &w));
    TRY(make_words(s, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, 64, &in));
    TRY(make_layout(s, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR, &set_layout, &layout));
    TRY(make_add(s, layout, NULL, 0, &pipeline));
    const VkIndirectExecutionSetPipelineInfoEXT of = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_EXECUTION_SET_PIPELINE_INFO_EXT,
        .initialPipeline = pipeline,
        .maxPipelineCount = 2};
    const VkIndirectExecutionSetCreateInfoEXT set_info = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_EXECUTION_SET_CREATE_INFO_EXT,
        .type = VK_INDIRECT_EXECUTION_SET_INFO_TYPE_PIPELINES_EXT,
        .info.pPipelineInfo = &of};
    VkIndirectExecutionSetEXT set;
    OWN(IndirectExecutionSetEXT, PROC(vkCreateIndirectExecutionSetEXT)(s->device, &set_info, s->alloc, &set),
        &set);
    const VkIndirectCommandsExecutionSetTokenEXT which = {VK_INDIRECT_EXECUTION_SET_INFO_TYPE_PIPELINES_EXT,
                                                          VK_SHADER_STAGE_COMPUTE_BIT};
    const VkIndirectCommandsLayoutTokenEXT tokens[] = {
        {.sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_TOKEN_EXT,
         .type = VK_INDIRECT_COMMANDS_TOKEN_TYPE_EXECUTION_SET_EXT,
         .data.pExecutionSet = &which},
        {.sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_TOKEN_EXT,
         .type = VK_INDIRECT_COMMANDS_TOKEN_TYPE_DISPATCH_EXT,
         .offset = 4}};
    const VkIndirectCommandsLayoutCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_CREATE_INFO_EXT,
        .shaderStages = VK_SHADER_STAGE_COMPUTE_BIT,
        .indirectStride = 16,
        .tokenCount = 2,
        .pTokens = tokens};
    VkIndirectCommandsLayoutEXT commands;
    OWN(IndirectCommandsLayoutEXT,
        PROC(vkCreateIndirectCommandsLayoutEXT)(s->device, &info, s->alloc, &commands), &commands);
    const VkGeneratedCommandsMemoryRequirementsInfoEXT needs = {
        .sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_MEMORY_REQUIREMENTS_INFO_EXT,
        .indirectExecutionSet = set,
        .indirectCommandsLayout = commands,
        .maxSequenceCount = 2};
    VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    PROC(vkGetGeneratedCommandsMemoryRequirementsEXT)(s->device, &needs, &r);
    TRY(make_words(s, VK_BUFFER_USAGE_2_PREPROCESS_BUFFER_BIT_EXT, r.memoryRequirements.size, &preprocess));
    fill(&w);
    const uint32_t sequences[] = {0, 32, 1, 1, 0, 7, 2, 1};
    memcpy(in.map, sequences, sizeof(sequences));
    VkCommandBuffer cmd;
    TRY(begin(s, &cmd));
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    push(s, cmd, layout, &w);
    const VkGeneratedCommandsInfoEXT run_info = {.sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_INFO_EXT,
                                                 .shaderStages = VK_SHADER_STAGE_COMPUTE_BIT,
                                                 .indirectExecutionSet = set,
                                                 .indirectCommandsLayout = commands,
                                                 .indirectAddress = in.address,
                                                 .indirectAddressSize = sizeof(sequences),
                                                 .preprocessAddress = preprocess.address,
                                                 .preprocessSize = r.memoryRequirements.size,
                                                 .maxSequenceCount = 2};
    PROC(vkCmdExecuteGeneratedCommandsEXT)(cmd, VK_FALSE, &run_info);
    const VkWriteIndirectExecutionSetPipelineEXT again = {
        .sType = VK_STRUCTURE_TYPE_WRITE_INDIRECT_EXECUTION_SET_PIPELINE_EXT, .pipeline = pipeline};
    PROC(vkUpdateIndirectExecutionSetPipelineEXT)(s->device, set, 1, &again);
    TRY(run(s, cmd));
    return sums(&w);
}

static VkResult descriptor_buffers(struct scene *s)
{
    struct words w, sets;
    VkDescriptorSetLayout set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    TRY(make_words(s, DATA, 65536, &w));
    TRY(make_words(s, VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT, 4096, &sets));
    TRY(make_layout(s, VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT, &set, &layout));
    TRY(make_add(s, layout, NULL, VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT, &pipeline));
    VkPhysicalDeviceDescriptorBufferPropertiesEXT sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 props = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                         .pNext = &sizes};
    vkGetPhysicalDeviceProperties2(s->physical, &props);
    for (uint32_t i = 0; i < 3; i++) {
        VkDeviceSize at;
        VkDescriptorAddressInfoEXT range = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                            .address = w.address + i * 16384,
                                            .range = 4096};
        VkDescriptorGetInfoEXT get = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT, .type = types[i]};
        get.data.pStorageBuffer = &range;
        PROC(vkGetDescriptorSetLayoutBindingOffsetEXT)(s->device, set, i, &at);
        PROC(vkGetDescriptorEXT)
        (s->device, &get,
         i == 1 ? sizes.robustUniformBufferDescriptorSize : sizes.robustStorageBufferDescriptorSize,
         (char *)sets.map + at);
    }
    fill(&w);
    VkCommandBuffer cmd;
    VkDescriptorBufferBindingInfoEXT binding = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
                                                .address = sets.address,
                                                .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT};
    const uint32_t index = 0;
    const VkDeviceSize offset = 0;
    TRY(begin(s, &cmd));
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    PROC(vkCmdBindDescriptorBuffersEXT)(cmd, 1, &binding);
    PROC(vkCmdSetDescriptorBufferOffsetsEXT)(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &index,
                                             &offset);
    vkCmdDispatch(cmd, 32, 1, 1);
    TRY(run(s, cmd));
    return sums(&w);
}

// A pipeline whose mappings embed a sampler, and a shader object of their binary.
static VkResult descriptor_heaps(struct scene *s)
{
    struct words w, heap;
    TRY(make_words(s, DATA, 65536, &w));
    TRY(make_words(s, VK_BUFFER_USAGE_DESCRIPTOR_HEAP_BIT_EXT, 4096, &heap));
    const VkSamplerCustomBorderColorCreateInfoEXT color = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT,
        .format = VK_FORMAT_R8G8B8A8_UNORM};
    uint32_t number = 0;
    TRY(PROC(vkRegisterCustomBorderColorEXT)(s->device, &color, VK_FALSE, &number));
    PROC(vkUnregisterCustomBorderColorEXT)(s->device, number);
    const VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    const VkDescriptorSetAndBindingMappingEXT maps[] = {
        {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_AND_BINDING_MAPPING_EXT,
         .bindingCount = 3,
         .resourceMask = VK_SPIRV_RESOURCE_TYPE_ALL_EXT,
         .sourceData.constantOffset = {0, 64}},
        {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_AND_BINDING_MAPPING_EXT,
         .descriptorSet = 1,
         .bindingCount = 1,
         .resourceMask = VK_SPIRV_RESOURCE_TYPE_ALL_EXT,
         .sourceData.constantOffset = {0, 0, &sampler}}};
    const VkShaderDescriptorSetAndBindingMappingInfoEXT mappings = {
        .sType = VK_STRUCTURE_TYPE_SHADER_DESCRIPTOR_SET_AND_BINDING_MAPPING_INFO_EXT,
        .mappingCount = 2,
        .pMappings = maps};
    const VkPipelineCreateFlags2CreateInfoKHR flags = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR,
        .flags = VK_PIPELINE_CREATE_2_DESCRIPTOR_HEAP_BIT_EXT};
    const VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                             .pNext = &mappings,
                                             .codeSize = sizeof(vkt_add),
                                             .pCode = vkt_add};
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = &flags,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = &module,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"}};
    VkPipeline pipeline;
    OWN(Pipeline, vkCreateComputePipelines(s->device, VK_NULL_HANDLE, 1, &info, s->alloc, &pipeline),
        &pipeline);
    VkShaderCreateInfoEXT object = {.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                    .pNext = &mappings,
                                    .flags = VK_SHADER_CREATE_DESCRIPTOR_HEAP_BIT_EXT,
                                    .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                    .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                    .codeSize = sizeof(vkt_add),
                                    .pCode = vkt_add,
                                    .pName = "main"};
    VkShaderEXT shader;
    TRY(shader_of_binary(s, object, &shader));
    for (uint32_t i = 0; i < 3; i++) {
        const VkDeviceAddressRangeKHR range = {w.address + i * 16384, 4096};
        const VkResourceDescriptorInfoEXT buffer = {.sType = VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT,
                                                    .type = types[i],
                                                    .data.pAddressRange = &range};
        const VkHostAddressRangeEXT to = {(char *)heap.map + i * 64, 64};
        TRY(PROC(vkWriteResourceDescriptorsEXT)(s->device, 1, &buffer, &to));
    }
    const VkBindHeapInfoEXT bind = {.sType = VK_STRUCTURE_TYPE_BIND_HEAP_INFO_EXT,
                                    .heapRange = {heap.address, 4096}};
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    for (unsigned round = 0; round < 2; round++) {
        VkCommandBuffer cmd;
        fill(&w);
        TRY(begin(s, &cmd));
        PROC(vkCmdBindResourceHeapEXT)(cmd, &bind);
        if (round)
            PROC(vkCmdBindShadersEXT)(cmd, 1, &stage, &shader);
        else
            vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdDispatch(cmd, 32, 1, 1);
        TRY(run(s, cmd));
        TRY(sums(&w));
    }
    return VK_SUCCESS;
}

static VkResult executable(struct scene *s, VkPipeline pipeline)
{
    VkPipelineInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = pipeline};
    VkPipelineExecutableInfoKHR one = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                       .pipeline = pipeline};
    uint32_t n = 0;
    TRY(PROC(vkGetPipelineExecutablePropertiesKHR)(s->device, &which, &n, NULL));
    n = 0;
    TRY(PROC(vkGetPipelineExecutableStatisticsKHR)(s->device, &one, &n, NULL));
    VkPipelineExecutableInternalRepresentationKHR text[8] = {{0}};
    for (unsigned i = 0; i < 8; i++)
        text[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR;
    n = 8;
    return PROC(vkGetPipelineExecutableInternalRepresentationsKHR)(s->device, &one, &n, text);
}

// A pipeline's binaries, their data, new binaries of it, and a pipeline of these.
static VkResult pipeline_binaries(struct scene *s)
{
    VkDescriptorSetLayout set;
    VkPipelineLayout layout;
    VkPipeline first, second;
    TRY(make_layout(s, 0, &set, &layout));
    VkPipelineCreateFlags2CreateInfoKHR flags = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR,
        .flags = VK_PIPELINE_CREATE_2_CAPTURE_DATA_BIT_KHR |
                 VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR};
    TRY(make_add(s, layout, &flags, 0, &first));
    TRY(executable(s, first));
    VkPipelineBinaryKHR binary[2];
    VkPipelineBinaryHandlesInfoKHR handles = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_HANDLES_INFO_KHR,
                                              .pipelineBinaryCount = 1,
                                              .pPipelineBinaries = &binary[0]};
    VkPipelineBinaryCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_CREATE_INFO_KHR,
                                          .pipeline = first};
    OWN(PipelineBinaryKHR, PROC(vkCreatePipelineBinariesKHR)(s->device, &info, s->alloc, &handles),
        &binary[0]);
    VkPipelineBinaryDataInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_DATA_INFO_KHR,
                                         .pipelineBinary = binary[0]};
    VkPipelineBinaryKeyKHR key = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_KEY_KHR};
    size_t size = 0;
    TRY(PROC(vkGetPipelineBinaryDataKHR)(s->device, &which, &key, &size, NULL));
    VkPipelineBinaryDataKHR data = {size, malloc(size)};
    VkPipelineBinaryKeysAndDataKHR again = {1, &key, &data};
    VkResult r = PROC(vkGetPipelineBinaryDataKHR)(s->device, &which, &key, &size, data.pData);
    info = (VkPipelineBinaryCreateInfoKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_CREATE_INFO_KHR,
                                           .pKeysAndDataInfo = &again};
    handles.pPipelineBinaries = &binary[1];
    binary[1] = VK_NULL_HANDLE;
    if (!r)
        r = PROC(vkCreatePipelineBinariesKHR)(s->device, &info, s->alloc, &handles);
    free(data.pData);
    TRY(r);
    s->owned[s->count++] = (struct owned){destroy_PipelineBinaryKHR, (uint64_t)binary[1]};
    VkPipelineBinaryInfoKHR from = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_INFO_KHR,
                                    .binaryCount = 1,
                                    .pPipelineBinaries = &binary[1]};
    return make_add(s, layout, &from, 0, &second);
}

static VkResult host_copies(struct scene *s)
{
    enum { SIDE = 24 };
    static uint32_t texels[SIDE * SIDE], back[SIDE * SIDE];
    VkImageCreateInfo info =
        vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, 1, 1, VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT);
    VkImage image[2];
    for (unsigned i = 0; i < 2; i++) {
        OWN(Image, vkCreateImage(s->device, &info, s->alloc, &image[i]), &image[i]);
        VkMemoryRequirements req;
        vkGetImageMemoryRequirements(s->device, image[i], &req);
        VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                      .allocationSize = req.size};
        VkDeviceMemory memory;
        OWN(DeviceMemory, vkAllocateMemory(s->device, &alloc, s->alloc, &memory), &memory);
        TRY(vkBindImageMemory(s->device, image[i], memory, 0));
        VkHostImageLayoutTransitionInfoEXT t = {.sType =
                                                    VK_STRUCTURE_TYPE_HOST_IMAGE_LAYOUT_TRANSITION_INFO_EXT,
                                                .image = image[i],
                                                .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                                .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        TRY(PROC(vkTransitionImageLayoutEXT)(s->device, 1, &t));
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        texels[i] = i * 2654435761u;
    const VkImageSubresourceLayers all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    VkMemoryToImageCopyEXT in = {.sType = VK_STRUCTURE_TYPE_MEMORY_TO_IMAGE_COPY_EXT,
                                 .pHostPointer = texels,
                                 .imageSubresource = all,
                                 .imageExtent = info.extent};
    VkCopyMemoryToImageInfoEXT write = {.sType = VK_STRUCTURE_TYPE_COPY_MEMORY_TO_IMAGE_INFO_EXT,
                                        .dstImage = image[0],
                                        .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                        .regionCount = 1,
                                        .pRegions = &in};
    VkImageCopy2 over = {.sType = VK_STRUCTURE_TYPE_IMAGE_COPY_2,
                         .srcSubresource = all,
                         .dstSubresource = all,
                         .extent = info.extent};
    VkCopyImageToImageInfoEXT copy = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_TO_IMAGE_INFO_EXT,
                                      .srcImage = image[0],
                                      .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                      .dstImage = image[1],
                                      .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                      .regionCount = 1,
                                      .pRegions = &over};
    VkImageToMemoryCopyEXT out = {.sType = VK_STRUCTURE_TYPE_IMAGE_TO_MEMORY_COPY_EXT,
                                  .pHostPointer = back,
                                  .imageSubresource = all,
                                  .imageExtent = info.extent};
    VkCopyImageToMemoryInfoEXT read = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_TO_MEMORY_INFO_EXT,
                                       .srcImage = image[1],
                                       .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                       .regionCount = 1,
                                       .pRegions = &out};
    TRY(PROC(vkCopyMemoryToImageEXT)(s->device, &write));
    TRY(PROC(vkCopyImageToImageEXT)(s->device, &copy));
    TRY(PROC(vkCopyImageToMemoryEXT)(s->device, &read));
    return memcmp(texels, back, sizeof(texels)) ? VK_ERROR_UNKNOWN : VK_SUCCESS;
}

static VkResult performance(struct scene *s)
{
    const uint32_t counters[2] = {0, 1};
    VkQueryPoolPerformanceCreateInfoKHR which = {.sType =
                                                     VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR,
                                                 .counterIndexCount = 2,
                                                 .pCounterIndices = counters};
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .pNext = &which,
                                  .queryType = VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR,
                                  .queryCount = 2};
    VkQueryPool pool;
    OWN(QueryPool, vkCreateQueryPool(s->device, &info, s->alloc, &pool), &pool);
    vkResetQueryPool(s->device, pool, 0, 2);
    VkAcquireProfilingLockInfoKHR lock = {.sType = VK_STRUCTURE_TYPE_ACQUIRE_PROFILING_LOCK_INFO_KHR,
                                          .timeout = UINT64_MAX};
    VkResult r = PROC(vkAcquireProfilingLockKHR)(s->device, &lock);
    if (r) // the one other result that the command has
        return r == VK_TIMEOUT ? VK_ERROR_OUT_OF_HOST_MEMORY : r;
    VkCommandBuffer cmd;
    r = begin(s, &cmd);
    if (!r) {
        vkCmdBeginQuery(cmd, pool, 0, 0);
        vkCmdEndQuery(cmd, pool, 0);
        r = run(s, cmd);
    }
    VkPerformanceCounterResultKHR results[2];
    if (!r)
        r = vkGetQueryPoolResults(s->device, pool, 0, 1, sizeof(results), results, sizeof(results), 0);
    PROC(vkReleaseProfilingLockKHR)(s->device);
    return r;
}

static VkResult queries(struct scene *s)
{
    struct words w;
    TRY(make_words(s, DATA | VK_BUFFER_USAGE_TRANSFER_DST_BIT, 4096, &w));
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = 300};
    VkQueryPool pool;
    OWN(QueryPool, vkCreateQueryPool(s->device, &info, s->alloc, &pool), &pool);
    VkEventCreateInfo event_info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent event;
    OWN(Event, vkCreateEvent(s->device, &event_info, s->alloc, &event), &event);
    VkCommandBuffer cmd;
    TRY(begin(s, &cmd));
    vkCmdResetQueryPool(cmd, pool, 0, 300);
    for (uint32_t i = 0; i < 300; i++)
        vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, i);
    vkCmdCopyQueryPoolResults(cmd, pool, 0, 100, w.buffer, 0, 16,
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT |
                                  VK_QUERY_RESULT_WAIT_BIT);
    vkCmdWaitEvents(cmd, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, NULL,
                    0, NULL, 0, NULL);
    TRY(vkSetEvent(s->device, event));
    TRY(run(s, cmd));
    for (unsigned i = 0; i < 100; i++)
        if (!w.map[4 * i + 2])
            return VK_ERROR_UNKNOWN;
    TRY(vkResetEvent(s->device, event));
    return vkGetEventStatus(s->device, event) == VK_EVENT_RESET ? VK_SUCCESS : VK_ERROR_UNKNOWN;
}

// Data on objects, names, labels, what is known of faults.
static VkResult data_and_names(struct scene *s)
{
    VkPrivateDataSlotCreateInfo slot_info = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    VkPrivateDataSlot slot;
    OWN(PrivateDataSlot, vkCreatePrivateDataSlot(s->device, &slot_info, s->alloc, &slot), &slot);
    VkEvent events[20];
    for (unsigned i = 0; i < 20; i++) {
        VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
        char name[32];
        snprintf(name, sizeof(name), "event %u", i);
        OWN(Event, vkCreateEvent(s->device, &info, s->alloc, &events[i]), &events[i]);
        TRY(vkSetPrivateData(s->device, VK_OBJECT_TYPE_EVENT, (uint64_t)events[i], slot, i + 5));
        VkDebugUtilsObjectNameInfoEXT named = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                               .objectType = VK_OBJECT_TYPE_EVENT,
                                               .objectHandle = (uint64_t)events[i],
                                               .pObjectName = name};
        TRY(PROC(vkSetDebugUtilsObjectNameEXT)(s->device, &named));
    }
    for (unsigned i = 0; i < 20; i++) {
        uint64_t data;
        vkGetPrivateData(s->device, VK_OBJECT_TYPE_EVENT, (uint64_t)events[i], slot, &data);
        if (data != i + 5)
            return VK_ERROR_UNKNOWN;
    }
    VkDeferredOperationKHR later;
    OWN(DeferredOperationKHR, PROC(vkCreateDeferredOperationKHR)(s->device, s->alloc, &later), &later);
    VkDeviceFaultCountsEXT counts = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT};
    return PROC(vkGetDeviceFaultInfoEXT)(s->device, &counts, NULL);
}

static VkResult import_memory(struct scene *s, VkExternalMemoryHandleTypeFlagBits type)
{
    VkExportMemoryAllocateInfo export = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                         .handleTypes = type};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &export, .allocationSize = 8192};
    VkDeviceMemory memory, other;
    OWN(DeviceMemory, vkAllocateMemory(s->device, &alloc, s->alloc, &memory), &memory);
    VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = memory, .handleType = type};
    VkImportMemoryFdInfoKHR import = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
                                      .handleType = type};
    TRY(PROC(vkGetMemoryFdKHR)(s->device, &get, &import.fd));
    VkMemoryFdPropertiesKHR props = {.sType = VK_STRUCTURE_TYPE_MEMORY_FD_PROPERTIES_KHR};
    VkResult r = type == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT
                     ? PROC(vkGetMemoryFdPropertiesKHR)(s->device, type, import.fd, &props)
                     : VK_SUCCESS;
    alloc.pNext = &import;
    other = VK_NULL_HANDLE;
    if (!r)
        r = vkAllocateMemory(s->device, &alloc, s->alloc, &other);
    if (r)
        close(import.fd); // it was not taken
    TRY(r);
    s->owned[s->count++] = (struct owned){destroy_DeviceMemory, (uint64_t)other};
    return VK_SUCCESS;
}

static VkResult import_host(struct scene *s, void *pages)
{
    VkImportMemoryHostPointerInfoEXT import = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
                                               .handleType =
                                                   VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
                                               .pHostPointer = pages};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &import, .allocationSize = 4096};
    VkDeviceMemory memory;
    OWN(DeviceMemory, vkAllocateMemory(s->device, &alloc, s->alloc, &memory), &memory);
    return VK_SUCCESS;
}

// A timeline's payload in two semaphores, and a sync file of a fence.
static VkResult import_syncs(struct scene *s)
{
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkExportSemaphoreCreateInfo can = {.sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
                                       .pNext = &type,
                                       .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &can};
    VkSemaphore sem[2];
    OWN(Semaphore, vkCreateSemaphore(s->device, &info, s->alloc, &sem[0]), &sem[0]);
    info.pNext = &type;
    OWN(Semaphore, vkCreateSemaphore(s->device, &info, s->alloc, &sem[1]), &sem[1]);
    VkSemaphoreGetFdInfoKHR get = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
                                   .semaphore = sem[0],
                                   .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkImportSemaphoreFdInfoKHR import = {.sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
                                         .semaphore = sem[1],
                                         .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    TRY(PROC(vkGetSemaphoreFdKHR)(s->device, &get, &import.fd));
    VkResult r = PROC(vkImportSemaphoreFdKHR)(s->device, &import);
    if (r)
        close(import.fd);
    TRY(r);
    VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = sem[1], .value = 3};
    TRY(vkSignalSemaphore(s->device, &signal));
    uint64_t value;
    TRY(vkGetSemaphoreCounterValue(s->device, sem[0], &value));
    if (value != 3)
        return VK_ERROR_UNKNOWN;
    VkExportFenceCreateInfo fence_can = {.sType = VK_STRUCTURE_TYPE_EXPORT_FENCE_CREATE_INFO,
                                         .handleTypes = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .pNext = &fence_can};
    VkFence fence[2];
    OWN(Fence, vkCreateFence(s->device, &fence_info, s->alloc, &fence[0]), &fence[0]);
    fence_info.pNext = NULL;
    OWN(Fence, vkCreateFence(s->device, &fence_info, s->alloc, &fence[1]), &fence[1]);
    VkFenceGetFdInfoKHR get_fence = {.sType = VK_STRUCTURE_TYPE_FENCE_GET_FD_INFO_KHR,
                                     .fence = fence[0],
                                     .handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkImportFenceFdInfoKHR import_fence = {.sType = VK_STRUCTURE_TYPE_IMPORT_FENCE_FD_INFO_KHR,
                                           .fence = fence[1],
                                           .handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT};
    TRY(PROC(vkGetFenceFdKHR)(s->device, &get_fence, &import_fence.fd));
    r = PROC(vkImportFenceFdKHR)(s->device, &import_fence);
    if (r)
        close(import_fence.fd);
    TRY(r);
    TRY(vkQueueSubmit(s->queue, 0, NULL, fence[0]));
    TRY(vkWaitForFences(s->device, 1, &fence[1], VK_TRUE, UINT64_C(20000000000)));
    return vkGetFenceStatus(s->device, fence[0]);
}

// ---- the scenarios

static VkResult shaders(struct scene *s)
{
    TRY(shader_objects(s));
    TRY(descriptor_buffers(s));
    TRY(descriptor_heaps(s));
    TRY(generated_commands(s));
    return pipeline_binaries(s);
}

static void *pages;

static VkResult others(struct scene *s)
{
    TRY(host_copies(s));
    TRY(performance(s));
    TRY(queries(s));
    TRY(data_and_names(s));
    TRY(import_memory(s, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT));
    TRY(import_memory(s, VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT));
    TRY(import_host(s, pages));
    return import_syncs(s);
}

static VkResult whole(const VkAllocationCallbacks *alloc, VkResult (*acts)(struct scene *))
{
    struct scene s = {.alloc = alloc};
    VkResult r = make_device(&s);
    if (!r)
        r = acts(&s);
    if (s.device) {
        vkDeviceWaitIdle(s.device);
        while (s.count-- > 0)
            s.owned[s.count].destroy(s.device, s.owned[s.count].handle, alloc);
        vkDestroyCommandPool(s.device, s.pool, alloc);
        vkDestroyDevice(s.device, alloc);
    }
    if (s.instance)
        vkDestroyInstance(s.instance, alloc);
    return r;
}

static VkResult all_shaders(const VkAllocationCallbacks *alloc)
{
    return whole(alloc, shaders);
}

static VkResult all_others(const VkAllocationCallbacks *alloc)
{
    if (!pages)
        pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return whole(alloc, others);
}

KT_TEST(shaders_malloc)
{
    fault_every_malloc(all_shaders);
}

KT_TEST(others_malloc)
{
    fault_every_malloc(all_others);
}

KT_TEST(shaders_ioctl_out_of_memory)
{
    fault_every_ioctl(all_shaders, ENOMEM);
}

KT_TEST(shaders_ioctl_io_error)
{
    fault_every_ioctl(all_shaders, EIO);
}

KT_TEST(others_ioctl_out_of_memory)
{
    fault_every_ioctl(all_others, ENOMEM);
}

KT_TEST(others_ioctl_no_space)
{
    fault_every_ioctl(all_others, ENOSPC);
}

KT_TEST(others_ioctl_io_error)
{
    fault_every_ioctl(all_others, EIO);
}

KT_TEST(others_ioctl_interrupted)
{
    fault_every_ioctl(all_others, EINTR);
}

KT_MAIN()

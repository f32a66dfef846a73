// Extensions that are newer than the installed headers and the validation layer: maintenance5 to 7,
// map_memory2, copies of images by the host, nested command buffers, calibrated timestamps; and formats that
// came with them. The layer is off: it would complain of what it does not know.
#include "newer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vk/vkt.h"
#include "vkt_add.h"
#include "vkt_saxpy.h"
#include "vkt_texel_buffer.h"
#include "vkt_texels.h"

static struct vkt v;

static const VkDescriptorType add_types[] = {
    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};

static bool start(void)
{
    return vkt_init(&v, &(struct vkt_options){.newer = true});
}

KT_TEST(map_memory2)
{
    if (!start())
        return;
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 8192};
    VkDeviceMemory memory;
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &memory));
    VkMemoryMapInfoKHR map = {.sType = VK_STRUCTURE_TYPE_MEMORY_MAP_INFO_KHR,
                              .memory = memory,
                              .offset = 4096,
                              .size = VK_WHOLE_SIZE};
    VkMemoryUnmapInfoKHR unmap = {.sType = VK_STRUCTURE_TYPE_MEMORY_UNMAP_INFO_KHR, .memory = memory};
    uint32_t *words = NULL, *all = NULL;
    vkt_ok(vkt_proc(&v, vkMapMemory2KHR)(v.device, &map, (void **)&words));
    words[0] = 0x12345678;
    vkt_ok(vkt_proc(&v, vkUnmapMemory2KHR)(v.device, &unmap));
    vkt_ok(vkMapMemory(v.device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&all));
    kt_eq(all[1024], 0x12345678);
    vkFreeMemory(v.device, memory, NULL);
    vkt_finish(&v);
}

// ---- maintenance5 ----

// A stage that brings its SPIR-V itself, with flags that are only in the 64-bit form.
KT_TEST(pipelines_without_modules)
{
    if (!start())
        return;
    VkDescriptorSetLayoutBinding bindings[3];
    for (uint32_t i = 0; i < 3; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, add_types[i], 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = 3,
                                                .pBindings = bindings};
    VkDescriptorSetLayout set;
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &set_info, NULL, &set));
    VkPipelineLayoutCreateInfo layout_info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set};
    VkPipelineLayout layout;
    vkt_ok(vkCreatePipelineLayout(v.device, &layout_info, NULL, &layout));
    VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof(vkt_add), .pCode = vkt_add};
    VkPipelineCreateFlags2CreateInfoKHR flags = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR,
        .flags = VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR |
                 VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = &flags,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = &module,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"},
        .layout = layout};
    VkPipeline p = VK_NULL_HANDLE;
    // Pipelines with representations are not in the caches: it would have to be compiled.
    kt_eq(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &p),
          VK_PIPELINE_COMPILE_REQUIRED);
    kt_true(!p);
    flags.flags = VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &p));
    VkPipelineExecutableInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                         .pipeline = p};
    VkPipelineExecutableInternalRepresentationKHR texts[8];
    uint32_t n = 8;
    memset(texts, 0, sizeof(texts));
    for (uint32_t i = 0; i < n; i++)
        texts[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR;
    vkt_ok(vkt_proc(&v, vkGetPipelineExecutableInternalRepresentationsKHR)(v.device, &which, &n, texts));
    bool spirv = false;
    for (uint32_t i = 0; i < n; i++)
        spirv |= texts[i].dataSize == sizeof(vkt_add) && !texts[i].isText;
    kt_ok(spirv, "no SPIR-V among %u representations", n);
    vkDestroyPipeline(v.device, p, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyDescriptorSetLayout(v.device, set, NULL);
    vkt_finish(&v);
}

// ---- pipeline binaries ----

static VkPipelineBinaryKHR one_binary(const VkPipelineBinaryCreateInfoKHR *info)
{
    VkPipelineBinaryKHR b = VK_NULL_HANDLE;
    VkPipelineBinaryHandlesInfoKHR out = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_HANDLES_INFO_KHR};
    vkt_ok(vkt_proc(&v, vkCreatePipelineBinariesKHR)(v.device, info, NULL, &out));
    kt_eq(out.pipelineBinaryCount, 1);
    out.pPipelineBinaries = &b;
    vkt_ok(vkt_proc(&v, vkCreatePipelineBinariesKHR)(v.device, info, NULL, &out));
    return b;
}

// Fetches a pipeline's data, and makes it again without the shader.
static void bring_back(struct vkt_pipeline *p, const void *data, size_t size,
                       const VkPipelineBinaryKeyKHR *key)
{
    const VkPipelineBinaryDataKHR bytes = {size, (void *)(uintptr_t)data};
    const VkPipelineBinaryKeysAndDataKHR all = {1, key, &bytes};
    VkPipelineBinaryCreateInfoKHR create = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_CREATE_INFO_KHR,
                                            .pKeysAndDataInfo = &all};
    VkPipelineBinaryKHR b = one_binary(&create);
    VkPipelineBinaryInfoKHR use = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_INFO_KHR, .binaryCount = 1, .pPipelineBinaries = &b};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = &use,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"},
        .layout = p->layout};
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &p->pipeline));
    vkt_proc(&v, vkDestroyPipelineBinaryKHR)(v.device, b, NULL);
    vkt_proc(&v, vkDestroyPipelineBinaryKHR)(v.device, VK_NULL_HANDLE, NULL);
}

static void adds(struct vkt_pipeline *p)
{
    struct vkt_buffer b[3];
    for (uint32_t i = 0; i < 3; i++) {
        b[i] = vkt_buffer(&v, 1024);
        vkt_bind_buffer(&v, p, i, add_types[i], &b[i], 0, VK_WHOLE_SIZE);
        for (uint32_t k = 0; k < 256; k++)
            ((uint32_t *)b[i].map)[k] = i == 0 ? 3 * k : i == 1 ? 9 : 0;
    }
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, p);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(&v, cmd);
    for (uint32_t k = 0; k < 256; k++)
        if (!kt_eq(((uint32_t *)b[2].map)[k], k < 32 ? 3 * k + 9 : 0))
            break;
    for (uint32_t i = 0; i < 3; i++)
        vkt_buffer_free(&v, &b[i]);
}

KT_TEST(pipeline_binaries)
{
    if (!start())
        return;
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, add_types, 0, NULL, &p))
        return;
    VkPipelineBinaryKeyKHR common = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_KEY_KHR}, own = common,
                           again = common;
    PFN_vkGetPipelineKeyKHR get_key = vkt_proc(&v, vkGetPipelineKeyKHR);
    vkt_ok(get_key(v.device, NULL, &common));
    kt_true(common.keySize > 0 && common.keySize <= 32);
    VkPipelineCreateFlags2CreateInfoKHR flags = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR,
        .flags = VK_PIPELINE_CREATE_2_CAPTURE_DATA_BIT_KHR};
    VkComputePipelineCreateInfo info = vkt_compute_info(p.module, p.layout);
    info.pNext = &flags;
    VkPipelineCreateInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_INFO_KHR, .pNext = &info};
    vkt_ok(get_key(v.device, &which, &own));
    kt_true(memcmp(own.key, common.key, sizeof(own.key)) != 0);
    VkPipeline captured;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &captured));
    VkPipelineBinaryCreateInfoKHR create = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_CREATE_INFO_KHR,
                                            .pipeline = captured};
    VkPipelineBinaryKHR b = one_binary(&create);
    PFN_vkGetPipelineBinaryDataKHR get_data = vkt_proc(&v, vkGetPipelineBinaryDataKHR);
    VkPipelineBinaryDataInfoKHR data_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_DATA_INFO_KHR,
                                             .pipelineBinary = b};
    size_t size = 0;
    vkt_ok(get_data(v.device, &data_info, &again, &size, NULL));
    kt_true(size > 100 && !memcmp(again.key, own.key, sizeof(own.key)));
    uint8_t *data = calloc(1, size);
    size_t little = size - 1;
    kt_eq(get_data(v.device, &data_info, &again, &little, data), VK_ERROR_NOT_ENOUGH_SPACE_KHR);
    kt_eq(little, size);
    kt_eq(data[0], 0);
    vkt_ok(get_data(v.device, &data_info, &again, &size, data));
    vkt_proc(&v, vkDestroyPipelineBinaryKHR)(v.device, b, NULL);
    VkReleaseCapturedPipelineDataInfoKHR release = {
        .sType = VK_STRUCTURE_TYPE_RELEASE_CAPTURED_PIPELINE_DATA_INFO_KHR, .pipeline = captured};
    vkt_ok(vkt_proc(&v, vkReleaseCapturedPipelineDataKHR)(v.device, &release, NULL));
    vkDestroyPipeline(v.device, captured, NULL);
    vkDestroyPipeline(v.device, p.pipeline, NULL);
    bring_back(&p, data, size, &again);
    adds(&p);
    // Damaged data, and what no cache gives out.
    const VkPipelineBinaryDataKHR bytes = {size, data};
    const VkPipelineBinaryKeysAndDataKHR all = {1, &again, &bytes};
    VkPipelineBinaryHandlesInfoKHR out = {.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_HANDLES_INFO_KHR,
                                          .pipelineBinaryCount = 1,
                                          .pPipelineBinaries = &b};
    create = (VkPipelineBinaryCreateInfoKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_CREATE_INFO_KHR,
                                             .pKeysAndDataInfo = &all};
    data[size / 2] ^= 0x10;
    kt_true(vkt_proc(&v, vkCreatePipelineBinariesKHR)(v.device, &create, NULL, &out) < 0 && !b);
    create = (VkPipelineBinaryCreateInfoKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_BINARY_CREATE_INFO_KHR,
                                             .pPipelineCreateInfo = &which};
    kt_eq(vkt_proc(&v, vkCreatePipelineBinariesKHR)(v.device, &create, NULL, &out),
          VK_PIPELINE_BINARY_MISSING_KHR);
    free(data);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

// ---- maintenance9 and memory of zeros ----

KT_TEST(queries_that_are_reset)
{
    if (!start())
        return;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .flags = VK_QUERY_POOL_CREATE_RESET_BIT_KHR,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = 300};
    VkQueryPool pool;
    vkt_ok(vkCreateQueryPool(v.device, &info, NULL, &pool));
    uint64_t got[2] = {5, 5};
    kt_eq(vkGetQueryPoolResults(v.device, pool, 299, 1, sizeof(got), got, 16,
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT),
          VK_NOT_READY);
    kt_eq(got[1], 0);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 299);
    vkt_run(&v, cmd);
    vkt_ok(vkGetQueryPoolResults(v.device, pool, 299, 1, sizeof(got), got, 16,
                                 VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT));
    kt_true(got[0] != 0 && got[1] == 1);
    vkDestroyQueryPool(v.device, pool, NULL);
    VkQueueFamilyOwnershipTransferPropertiesKHR transfer = {
        .sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_OWNERSHIP_TRANSFER_PROPERTIES_KHR};
    VkQueueFamilyProperties2 family = {.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2,
                                       .pNext = &transfer};
    uint32_t one = 1;
    vkGetPhysicalDeviceQueueFamilyProperties2(v.physical, &one, &family);
    kt_eq(transfer.optimalImageTransferToQueueFamilies, 3);
    vkt_finish(&v);
}

// A device without queues compiles.
KT_TEST(a_device_without_queues)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true, .no_device = true}))
        return;
    const char *name = "VK_KHR_maintenance9";
    VkPhysicalDeviceMaintenance9FeaturesKHR f = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_9_FEATURES_KHR, .maintenance9 = VK_TRUE};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &f,
                               .enabledExtensionCount = 1,
                               .ppEnabledExtensionNames = &name};
    vkt_ok(vkCreateDevice(v.physical, &info, NULL, &v.device));
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, add_types, 0, NULL, &p))
        vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

KT_TEST(memory_of_zeros)
{
    if (!start())
        return;
    for (unsigned round = 0; round < 4; round++) {
        VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                           .flags = VK_MEMORY_ALLOCATE_ZERO_INITIALIZE_BIT_EXT};
        VkMemoryAllocateInfo alloc = {
            .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = 1 << 16};
        VkDeviceMemory memory;
        uint8_t *map;
        vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &memory));
        vkt_ok(vkMapMemory(v.device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&map));
        unsigned bad = 0;
        for (unsigned i = 0; i < 1 << 16; i++)
            bad += map[i] != 0;
        kt_eq(bad, 0);
        memset(map, 0xa5, 1 << 16);
        vkFreeMemory(v.device, memory, NULL);
    }
    vkt_finish(&v);
}

KT_TEST(layouts_without_images)
{
    if (!start())
        return;
    PFN_vkGetDeviceImageSubresourceLayoutKHR without = vkt_proc(&v, vkGetDeviceImageSubresourceLayoutKHR);
    PFN_vkGetImageSubresourceLayout2KHR with = vkt_proc(&v, vkGetImageSubresourceLayout2KHR);
    kt_true((void *)vkGetDeviceProcAddr(v.device, "vkGetImageSubresourceLayout2EXT") == (void *)with);
    for (uint32_t width = 1; width < 300; width += 37) {
        VkImageCreateInfo info =
            vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, width, 50, 1, 3, VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
        info.tiling = VK_IMAGE_TILING_LINEAR;
        VkImage image;
        vkt_ok(vkCreateImage(v.device, &info, NULL, &image));
        VkImageSubresource2KHR which = {.sType = VK_STRUCTURE_TYPE_IMAGE_SUBRESOURCE_2_KHR,
                                        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 2}};
        VkDeviceImageSubresourceInfoKHR ask = {.sType = VK_STRUCTURE_TYPE_DEVICE_IMAGE_SUBRESOURCE_INFO_KHR,
                                               .pCreateInfo = &info,
                                               .pSubresource = &which};
        VkSubresourceHostMemcpySizeEXT size = {.sType = VK_STRUCTURE_TYPE_SUBRESOURCE_HOST_MEMCPY_SIZE_EXT};
        VkSubresourceLayout2KHR a = {.sType = VK_STRUCTURE_TYPE_SUBRESOURCE_LAYOUT_2_KHR, .pNext = &size},
                                b = {.sType = VK_STRUCTURE_TYPE_SUBRESOURCE_LAYOUT_2_KHR};
        VkSubresourceLayout c;
        with(v.device, image, &which, &a);
        without(v.device, &ask, &b);
        vkGetImageSubresourceLayout(v.device, image, &which.imageSubresource, &c);
        kt_eq(memcmp(&a.subresourceLayout, &c, sizeof(c)), 0);
        kt_eq(memcmp(&b.subresourceLayout, &c, sizeof(c)), 0);
        kt_eq(size.size, width * 50 * 4);
        vkDestroyImage(v.device, image, NULL);
    }
    kt_true(vkGetDeviceProcAddr(v.device, "vkCmdBindIndexBuffer2KHR") != NULL);
    VkRenderingAreaInfoKHR area = {.sType = VK_STRUCTURE_TYPE_RENDERING_AREA_INFO_KHR};
    VkExtent2D granularity = {0, 0};
    vkt_proc(&v, vkGetRenderingAreaGranularityKHR)(v.device, &area, &granularity);
    kt_true(granularity.width >= 1 && granularity.height >= 1);
    vkt_finish(&v);
}

// ---- maintenance6 ----

KT_TEST(commands_with_structures)
{
    if (!start())
        return;
    enum { N = 64 };
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, 2, types, 8, NULL, &p))
        return;
    // A buffer whose usage is in the 64-bit form, and whose binding says that it went well.
    VkBufferUsageFlags2CreateInfoKHR usage = {.sType = VK_STRUCTURE_TYPE_BUFFER_USAGE_FLAGS_2_CREATE_INFO_KHR,
                                              .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &usage, .size = N * 4};
    struct vkt_buffer x = vkt_buffer(&v, N * 4), y = {.size = N * 4};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &y.buffer));
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &y.memory));
    VkResult result = VK_ERROR_UNKNOWN;
    VkBindMemoryStatusKHR status = {.sType = VK_STRUCTURE_TYPE_BIND_MEMORY_STATUS_KHR, .pResult = &result};
    VkBindBufferMemoryInfo bind = {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO,
                                   .pNext = &status,
                                   .buffer = y.buffer,
                                   .memory = y.memory};
    vkt_ok(vkBindBufferMemory2(v.device, 1, &bind));
    vkt_ok(result);
    vkt_ok(vkMapMemory(v.device, y.memory, 0, VK_WHOLE_SIZE, 0, &y.map));
    for (uint32_t i = 0; i < N; i++) {
        ((float *)x.map)[i] = (float)i;
        ((float *)y.map)[i] = 1000;
    }
    vkt_bind_buffer(&v, &p, 0, types[0], &x, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(&v, &p, 1, types[1], &y, 0, VK_WHOLE_SIZE);
    const struct {
        float a;
        uint32_t n;
    } constants = {3, N};
    VkBindDescriptorSetsInfoKHR sets = {.sType = VK_STRUCTURE_TYPE_BIND_DESCRIPTOR_SETS_INFO_KHR,
                                        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                        .layout = p.layout,
                                        .descriptorSetCount = 1,
                                        .pDescriptorSets = &p.set};
    VkPushConstantsInfoKHR push = {.sType = VK_STRUCTURE_TYPE_PUSH_CONSTANTS_INFO_KHR,
                                   .layout = p.layout,
                                   .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                   .size = sizeof(constants),
                                   .pValues = &constants};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkt_proc(&v, vkCmdBindDescriptorSets2KHR)(cmd, &sets);
    vkt_proc(&v, vkCmdPushConstants2KHR)(cmd, &push);
    vkCmdDispatch(cmd, N, 1, 1);
    vkt_run(&v, cmd);
    unsigned wrong = 0;
    for (uint32_t i = 0; i < N; i++)
        wrong += ((float *)y.map)[i] != 1000 + 3 * (float)i;
    kt_eq(wrong, 0);
    vkt_buffer_free(&v, &x);
    vkt_buffer_free(&v, &y);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

static VkPipelineLayout push_layout(VkDescriptorSetLayout *set)
{
    VkDescriptorSetLayoutBinding bindings[3];
    for (uint32_t i = 0; i < 3; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, add_types[i], 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .flags =
                                                    VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
                                                .bindingCount = 3,
                                                .pBindings = bindings};
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &set_info, NULL, set));
    VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = set};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    vkt_ok(vkCreatePipelineLayout(v.device, &info, NULL, &layout));
    return layout;
}

// Pushed by a list of writes, and by a template.
KT_TEST(pushes_with_structures)
{
    if (!start())
        return;
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_add, sizeof(vkt_add)}, 3, add_types, 0, NULL, &p))
        return;
    VkDescriptorSetLayout set;
    VkPipelineLayout layout = push_layout(&set);
    struct vkt_buffer b[3];
    VkDescriptorBufferInfo buffers[3];
    VkWriteDescriptorSet writes[3];
    VkDescriptorUpdateTemplateEntry entries[3];
    for (uint32_t i = 0; i < 3; i++) {
        b[i] = vkt_buffer(&v, 128);
        buffers[i] = (VkDescriptorBufferInfo){b[i].buffer, 0, VK_WHOLE_SIZE};
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType = add_types[i],
                                           .pBufferInfo = &buffers[i]};
        entries[i] = (VkDescriptorUpdateTemplateEntry){
            i, 0, 1, add_types[i], i * sizeof(buffers[0]), sizeof(buffers[0])};
    }
    VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 3,
        .pDescriptorUpdateEntries = entries,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR,
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE,
        .pipelineLayout = layout};
    VkDescriptorUpdateTemplate t;
    vkt_ok(vkCreateDescriptorUpdateTemplate(v.device, &info, NULL, &t));
    *(uint32_t *)b[1].map = 7;
    for (unsigned how = 0; how < 2; how++) {
        for (uint32_t i = 0; i < 32; i++) {
            ((uint32_t *)b[0].map)[i] = i + 100 * how;
            ((uint32_t *)b[2].map)[i] = 0;
        }
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
        VkPushDescriptorSetInfoKHR push = {.sType = VK_STRUCTURE_TYPE_PUSH_DESCRIPTOR_SET_INFO_KHR,
                                           .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                           .layout = layout,
                                           .descriptorWriteCount = 3,
                                           .pDescriptorWrites = writes};
        VkPushDescriptorSetWithTemplateInfoKHR with = {
            .sType = VK_STRUCTURE_TYPE_PUSH_DESCRIPTOR_SET_WITH_TEMPLATE_INFO_KHR,
            .descriptorUpdateTemplate = t,
            .layout = layout,
            .pData = buffers};
        if (how)
            vkt_proc(&v, vkCmdPushDescriptorSetWithTemplate2KHR)(cmd, &with);
        else
            vkt_proc(&v, vkCmdPushDescriptorSet2KHR)(cmd, &push);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < 32; i++)
            if (((uint32_t *)b[2].map)[i] != i + 100 * how + 7)
                kt_eq(((uint32_t *)b[2].map)[i], i + 100 * how + 7);
    }
    vkDestroyDescriptorUpdateTemplate(v.device, t, NULL);
    for (uint32_t i = 0; i < 3; i++)
        vkt_buffer_free(&v, &b[i]);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyDescriptorSetLayout(v.device, set, NULL);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

KT_TEST(properties)
{
    if (!start())
        return;
    VkPhysicalDeviceLayeredApiPropertiesKHR apis[2];
    VkPhysicalDeviceLayeredApiPropertiesListKHR layered = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LAYERED_API_PROPERTIES_LIST_KHR,
        .layeredApiCount = 2,
        .pLayeredApis = apis};
    VkImageLayout layouts[32];
    VkPhysicalDeviceHostImageCopyPropertiesEXT host = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_PROPERTIES_EXT, .pNext = &layered};
    VkPhysicalDeviceMaintenance7PropertiesKHR seven = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_7_PROPERTIES_KHR, .pNext = &host};
    VkPhysicalDeviceMaintenance6PropertiesKHR six = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_6_PROPERTIES_KHR, .pNext = &seven};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &six};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    kt_eq(layered.layeredApiCount, 0); // it is no layer over another API
    kt_true(layered.pLayeredApis == apis);
    kt_true(six.maxCombinedImageSamplerDescriptorCount >= 1);
    kt_true(seven.maxDescriptorSetTotalUniformBuffersDynamic >=
            p.properties.limits.maxDescriptorSetUniformBuffersDynamic);
    kt_true(seven.maxDescriptorSetTotalStorageBuffersDynamic >=
            p.properties.limits.maxDescriptorSetStorageBuffersDynamic);
    kt_true(seven.maxDescriptorSetTotalBuffersDynamic >= seven.maxDescriptorSetTotalUniformBuffersDynamic);
    kt_true(seven.maxDescriptorSetTotalBuffersDynamic >= seven.maxDescriptorSetTotalStorageBuffersDynamic);
    uint32_t all = host.copySrcLayoutCount;
    kt_true(all >= 4 && all <= 32 && host.copyDstLayoutCount == all);
    host.pCopySrcLayouts = layouts;
    host.copySrcLayoutCount = 2;
    layouts[2] = VK_IMAGE_LAYOUT_MAX_ENUM;
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    kt_eq(host.copySrcLayoutCount, 2);
    kt_eq(layouts[0], VK_IMAGE_LAYOUT_GENERAL);
    kt_eq(layouts[2], VK_IMAGE_LAYOUT_MAX_ENUM);
    kt_eq(host.copyDstLayoutCount, all);
    // What may stand for VK_IMAGE_LAYOUT_GENERAL (unifiedImageLayouts) includes the layouts of attachments.
    host.copySrcLayoutCount = all;
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    unsigned attachments = 0;
    for (uint32_t i = 0; i < all; i++)
        attachments += layouts[i] == VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL ||
                       layouts[i] == VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL ||
                       layouts[i] == VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    kt_eq(attachments, 3);
    vkt_finish(&v);
}

KT_TEST(calibrated)
{
    if (!start())
        return;
    PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsKHR get =
        (PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsKHR)vkGetInstanceProcAddr(
            v.instance, "vkGetPhysicalDeviceCalibrateableTimeDomainsKHR");
    if (!get) // a loader of old headers does not pass on what it does not know of physical devices
        get = (PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsKHR)vkGetInstanceProcAddr(
            v.instance, "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT");
    VkTimeDomainKHR domains[8];
    uint32_t n = 8;
    vkt_ok(get(v.physical, &n, domains));
    kt_true(n >= 2);
    VkCalibratedTimestampInfoKHR infos[8];
    uint64_t first[8], second[8], deviation = 0;
    for (uint32_t i = 0; i < n; i++)
        infos[i] = (VkCalibratedTimestampInfoKHR){.sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_KHR,
                                                  .timeDomain = domains[i]};
    PFN_vkGetCalibratedTimestampsKHR stamps = vkt_proc(&v, vkGetCalibratedTimestampsKHR);
    kt_true((void *)stamps == (void *)vkGetDeviceProcAddr(v.device, "vkGetCalibratedTimestampsEXT"));
    vkt_ok(stamps(v.device, n, infos, first, &deviation));
    vkt_ok(stamps(v.device, n, infos, second, &deviation));
    kt_true(deviation > 0);
    for (uint32_t i = 0; i < n; i++)
        kt_true(second[i] >= first[i]);
    vkt_finish(&v);
}

// ---- command buffers in command buffers ----

static VkCommandBuffer secondary(void)
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = v.pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                        .commandBufferCount = 1};
    VkCommandBufferInheritanceInfo inherit = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
                                      .pInheritanceInfo = &inherit};
    VkCommandBuffer cmd;
    vkt_ok(vkAllocateCommandBuffers(v.device, &info, &cmd));
    vkt_ok(vkBeginCommandBuffer(cmd, &begin));
    return cmd;
}

// Each level runs the one below twice: y += 2^n * a * x.
KT_TEST(nested_command_buffers)
{
    if (!start())
        return;
    enum { N = 64, LEVELS = 5 };
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, 2, types, 8, NULL, &p))
        return;
    struct vkt_buffer x = vkt_buffer(&v, N * 4), y = vkt_buffer(&v, N * 4);
    for (uint32_t i = 0; i < N; i++)
        ((float *)x.map)[i] = (float)i;
    vkt_bind_buffer(&v, &p, 0, types[0], &x, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(&v, &p, 1, types[1], &y, 0, VK_WHOLE_SIZE);
    const struct {
        float a;
        uint32_t n;
    } constants = {3, N};
    VkCommandBuffer below = secondary();
    vkt_bind(below, &p);
    vkCmdPushConstants(below, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(constants), &constants);
    vkCmdDispatch(below, N, 1, 1);
    vkt_barrier(below);
    vkt_ok(vkEndCommandBuffer(below));
    for (unsigned i = 0; i < LEVELS; i++) {
        VkCommandBuffer twice[2] = {below, below}, above = secondary();
        vkCmdExecuteCommands(above, 2, twice);
        vkt_ok(vkEndCommandBuffer(above));
        below = above;
    }
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdExecuteCommands(cmd, 1, &below);
    vkt_run(&v, cmd);
    unsigned wrong = 0;
    for (uint32_t i = 0; i < N; i++)
        wrong += ((float *)y.map)[i] != 3 * (float)i * (1 << LEVELS);
    kt_eq(wrong, 0);
    vkt_buffer_free(&v, &x);
    vkt_buffer_free(&v, &y);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

// ---- images ----

static struct vkt_image make(VkFormat format, VkImageType type, VkExtent3D extent, uint32_t levels,
                             uint32_t layers, VkImageTiling tiling, VkImageUsageFlags usage)
{
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = type,
                              .format = format,
                              .extent = extent,
                              .mipLevels = levels,
                              .arrayLayers = layers,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .tiling = tiling,
                              .usage = usage};
    return vkt_image(&v, &info);
}

static uint32_t minify(uint32_t n, uint32_t level)
{
    return n >> level ? n >> level : 1;
}

static uint32_t seed = 99;
static uint32_t rnd(uint32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

static void host_write(VkImage image, VkImageSubresourceLayers sub, VkOffset3D at, VkExtent3D extent,
                       uint32_t row, uint32_t height, const void *data, VkHostImageCopyFlagsEXT flags)
{
    VkMemoryToImageCopyEXT r = {.sType = VK_STRUCTURE_TYPE_MEMORY_TO_IMAGE_COPY_EXT,
                                .pHostPointer = data,
                                .memoryRowLength = row,
                                .memoryImageHeight = height,
                                .imageSubresource = sub,
                                .imageOffset = at,
                                .imageExtent = extent};
    VkCopyMemoryToImageInfoEXT info = {.sType = VK_STRUCTURE_TYPE_COPY_MEMORY_TO_IMAGE_INFO_EXT,
                                       .flags = flags,
                                       .dstImage = image,
                                       .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                       .regionCount = 1,
                                       .pRegions = &r};
    vkt_ok(vkt_proc(&v, vkCopyMemoryToImageEXT)(v.device, &info));
}

static void host_read(VkImage image, VkImageSubresourceLayers sub, VkOffset3D at, VkExtent3D extent,
                      void *data, VkHostImageCopyFlagsEXT flags)
{
    VkImageToMemoryCopyEXT r = {.sType = VK_STRUCTURE_TYPE_IMAGE_TO_MEMORY_COPY_EXT,
                                .pHostPointer = data,
                                .imageSubresource = sub,
                                .imageOffset = at,
                                .imageExtent = extent};
    VkCopyImageToMemoryInfoEXT info = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_TO_MEMORY_INFO_EXT,
                                       .flags = flags,
                                       .srcImage = image,
                                       .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                       .regionCount = 1,
                                       .pRegions = &r};
    vkt_ok(vkt_proc(&v, vkCopyImageToMemoryEXT)(v.device, &info));
}

// The GPU reads a level of all layers or slices.
static void gpu_read(VkImage image, VkImageSubresourceLayers sub, VkExtent3D extent, struct vkt_buffer *out)
{
    VkBufferImageCopy c = {.imageSubresource = sub, .imageExtent = extent};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyImageToBuffer(cmd, image, VK_IMAGE_LAYOUT_GENERAL, out->buffer, 1, &c);
    vkt_run(&v, cmd);
}

// Random regions by the host, against a model, seen by the GPU and by the host, and once more in a copy of
// the image in the other tiling.
static void host_copies(VkFormat format, uint32_t bytes, uint32_t bw, uint32_t bh, VkImageType type,
                        VkExtent3D extent, uint32_t levels, uint32_t layers, VkImageTiling tiling)
{
    const VkImageUsageFlags usage = VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    struct vkt_image a = make(format, type, extent, levels, layers, tiling, usage),
                     b = make(format, type, extent, levels, layers, VK_IMAGE_TILING_OPTIMAL, usage);
    VkHostImageLayoutTransitionInfoEXT transition = {
        .sType = VK_STRUCTURE_TYPE_HOST_IMAGE_LAYOUT_TRANSITION_INFO_EXT,
        .image = a.image,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, levels, 0, layers}};
    vkt_ok(vkt_proc(&v, vkTransitionImageLayoutEXT)(v.device, 1, &transition));
    for (uint32_t level = 0; level < levels; level++) {
        VkExtent3D e = {minify(extent.width, level), minify(extent.height, level),
                        minify(extent.depth, level)};
        uint32_t w = (e.width + bw - 1) / bw, h = (e.height + bh - 1) / bh,
                 d = type == VK_IMAGE_TYPE_3D ? e.depth : layers;
        size_t size = (size_t)w * h * d * bytes;
        uint8_t *model = calloc(1, size), *data = malloc(size * 4 + 64), *got = malloc(size);
        VkImageSubresourceLayers all = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, layers};
        host_write(a.image, all, (VkOffset3D){0}, e, 0, 0, model, VK_HOST_IMAGE_COPY_MEMCPY_EXT);
        for (unsigned n = 0; n < 8; n++) {
            uint32_t x = rnd(w), y = rnd(h), z = rnd(d), nx = 1 + rnd(w - x), ny = 1 + rnd(h - y),
                     nz = 1 + rnd(d - z), row = nx + rnd(3), rows = ny + rnd(2);
            if ((size_t)row * rows * nz * bytes > size * 4)
                continue;
            for (size_t k = 0; k < (size_t)row * rows * nz * bytes; k++)
                data[k] = (uint8_t)rnd(256);
            for (uint32_t k = 0; k < nz * ny; k++)
                memcpy(model + (((size_t)(z + k / ny) * h + y + k % ny) * w + x) * bytes,
                       data + ((size_t)(k / ny) * rows + k % ny) * row * bytes, nx * bytes);
            bool volume = type == VK_IMAGE_TYPE_3D;
            VkImageSubresourceLayers sub = {VK_IMAGE_ASPECT_COLOR_BIT, level, volume ? 0 : z,
                                            volume ? 1 : nz};
            VkOffset3D at = {(int32_t)(x * bw), (int32_t)(y * bh), volume ? (int32_t)z : 0};
            VkExtent3D part = {x + nx == w ? e.width - x * bw : nx * bw,
                               y + ny == h ? e.height - y * bh : ny * bh, volume ? nz : 1};
            host_write(a.image, sub, at, part, row * bw, rows * bh, data, 0);
        }
        struct vkt_buffer seen = vkt_buffer(&v, size);
        gpu_read(a.image, all, e, &seen);
        kt_ok(!memcmp(seen.map, model, size), "format %d level %u: what the GPU reads", format, level);
        host_read(a.image, all, (VkOffset3D){0}, e, got, VK_HOST_IMAGE_COPY_MEMCPY_EXT);
        kt_ok(!memcmp(got, model, size), "format %d level %u: what the host reads", format, level);
        VkImageCopy2 copy = {.sType = VK_STRUCTURE_TYPE_IMAGE_COPY_2,
                             .srcSubresource = all,
                             .dstSubresource = all,
                             .extent = e};
        VkCopyImageToImageInfoEXT info = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_TO_IMAGE_INFO_EXT,
                                          .srcImage = a.image,
                                          .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                          .dstImage = b.image,
                                          .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                          .regionCount = 1,
                                          .pRegions = &copy};
        vkt_ok(vkt_proc(&v, vkCopyImageToImageEXT)(v.device, &info));
        memset(seen.map, 0, size);
        gpu_read(b.image, all, e, &seen);
        kt_ok(!memcmp(seen.map, model, size), "format %d level %u: the copy", format, level);
        vkt_buffer_free(&v, &seen);
        free(model);
        free(data);
        free(got);
    }
    vkt_image_free(&v, &a);
    vkt_image_free(&v, &b);
}

KT_TEST(host_image_copies)
{
    if (!start())
        return;
    const VkImageTiling tiled = VK_IMAGE_TILING_OPTIMAL, linear = VK_IMAGE_TILING_LINEAR;
    host_copies(VK_FORMAT_R8G8B8A8_UNORM, 4, 1, 1, VK_IMAGE_TYPE_2D, (VkExtent3D){70, 45, 1}, 5, 3, tiled);
    host_copies(VK_FORMAT_R8G8B8A8_UNORM, 4, 1, 1, VK_IMAGE_TYPE_2D, (VkExtent3D){70, 45, 1}, 1, 1, linear);
    host_copies(VK_FORMAT_R8_UINT, 1, 1, 1, VK_IMAGE_TYPE_2D, (VkExtent3D){333, 67, 1}, 3, 2, tiled);
    host_copies(VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, 1, VK_IMAGE_TYPE_3D, (VkExtent3D){17, 40, 9}, 3, 1,
                tiled);
    host_copies(VK_FORMAT_R16G16_UINT, 4, 1, 1, VK_IMAGE_TYPE_1D, (VkExtent3D){300, 1, 1}, 4, 4, tiled);
    host_copies(VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, 4, 4, VK_IMAGE_TYPE_2D, (VkExtent3D){90, 50, 1}, 3, 2,
                tiled);
    host_copies(VK_FORMAT_ASTC_6x5_UNORM_BLOCK, 16, 6, 5, VK_IMAGE_TYPE_2D, (VkExtent3D){90, 53, 1}, 4, 2,
                tiled);
    VkHostImageCopyDevicePerformanceQueryEXT query = {
        .sType = VK_STRUCTURE_TYPE_HOST_IMAGE_COPY_DEVICE_PERFORMANCE_QUERY_EXT};
    VkImageFormatProperties2 p = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, .pNext = &query};
    VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                             .format = VK_FORMAT_R8G8B8A8_UNORM,
                                             .type = VK_IMAGE_TYPE_2D,
                                             .usage = VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT |
                                                      VK_IMAGE_USAGE_SAMPLED_BIT};
    vkt_ok(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &info, &p));
    kt_eq(query.optimalDeviceAccess, VK_TRUE);
    vkt_finish(&v);
}

// ---- formats ----

// Texels of a 2D image whose data the host wrote.
static void texels_of(VkFormat format, VkImageTiling tiling, uint32_t width, uint32_t height,
                      const void *data, float (*out)[4])
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_image i = make(format, VK_IMAGE_TYPE_2D, (VkExtent3D){width, height, 1}, 1, 1, tiling,
                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT);
    struct vkt_pipeline p;
    if (!i.image ||
        !vkt_pipeline(&v, (struct vkt_shader){vkt_texels, sizeof(vkt_texels)}, 2, types, 8, NULL, &p))
        return;
    host_write(i.image, (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, (VkOffset3D){0},
               (VkExtent3D){width, height, 1}, 0, 0, data, 0);
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = i.image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkImageView view;
    vkt_ok(vkCreateImageView(v.device, &info, NULL, &view));
    VkDescriptorImageInfo image = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = p.set,
                              .descriptorCount = 1,
                              .descriptorType = types[0],
                              .pImageInfo = &image};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    struct vkt_buffer b = vkt_buffer(&v, width * height * sizeof(out[0]));
    vkt_bind_buffer(&v, &p, 1, types[1], &b, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    const int32_t size[2] = {(int32_t)width, (int32_t)height};
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, size);
    vkCmdDispatch(cmd, (width + 7) / 8, (height + 7) / 8, 1);
    vkt_run(&v, cmd);
    memcpy(out, b.map, b.size);
    vkt_buffer_free(&v, &b);
    vkDestroyImageView(v.device, view, NULL);
    vkt_pipeline_free(&v, &p);
    vkt_image_free(&v, &i);
}

static void texels(VkFormat format, uint32_t width, uint32_t height, const void *data, float (*out)[4])
{
    texels_of(format, VK_IMAGE_TILING_OPTIMAL, width, height, data, out);
}

static struct vkt_buffer texel_buffer(VkDeviceSize size)
{
    struct vkt_buffer b = {.size = size};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = size,
                               .usage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b.buffer));
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &b.memory));
    vkt_ok(vkBindBufferMemory(v.device, b.buffer, b.memory, 0));
    vkt_ok(vkMapMemory(v.device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.map));
    return b;
}

// Blocks in rows are the same texels as blocks in tiles. ASTC is not read from rows.
KT_TEST(linear_blocks)
{
    static const struct {
        VkFormat format;
        uint32_t bytes;
    } rows[] = {{VK_FORMAT_BC1_RGB_UNORM_BLOCK, 8},       {VK_FORMAT_BC3_SRGB_BLOCK, 16},
                {VK_FORMAT_BC5_SNORM_BLOCK, 16},          {VK_FORMAT_BC7_UNORM_BLOCK, 16},
                {VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, 8},   {VK_FORMAT_EAC_R11_UNORM_BLOCK, 8},
                {VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK, 16}, {VK_FORMAT_BC2_UNORM_BLOCK, 16}};
    enum { W = 76, H = 36 };
    static float linear[W * H][4], tiled[W * H][4];
    uint8_t data[W / 4 * H / 4 * 16];
    if (!start())
        return;
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
        for (unsigned k = 0; k < sizeof(data); k++)
            data[k] = (uint8_t)rnd(256);
        texels_of(rows[n].format, VK_IMAGE_TILING_LINEAR, W, H, data, linear);
        texels_of(rows[n].format, VK_IMAGE_TILING_OPTIMAL, W, H, data, tiled);
        kt_ok(!memcmp(linear, tiled, sizeof(linear)), "format %d", rows[n].format);
        unsigned zeros = 0;
        for (unsigned k = 0; k < W * H; k++)
            zeros += linear[k][0] == 0 && linear[k][1] == 0 && linear[k][2] == 0;
        kt_ok(zeros < W * H / 2, "format %d: %u black texels", rows[n].format, zeros);
    }
    VkFormatProperties astc;
    VkPhysicalDeviceFeatures has;
    vkGetPhysicalDeviceFeatures(v.physical, &has);
    vkGetPhysicalDeviceFormatProperties(v.physical, VK_FORMAT_ASTC_4x4_UNORM_BLOCK, &astc);
    const VkFormatFeatureFlags copies =
        VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    kt_eq(astc.linearTilingFeatures, has.textureCompressionASTC_LDR ? copies : 0);
    vkt_finish(&v);
}

// Texel buffers whose channels come in another order than the hardware's.
KT_TEST(swizzled_texel_buffers)
{
    if (!start())
        return;
    static const struct {
        VkFormat format;
        uint16_t texel;
        float want[4];
    } rows[] = {{VK_FORMAT_B5G6R5_UNORM_PACK16, 0x001f, {1, 0, 0, 1}},
                {VK_FORMAT_B5G6R5_UNORM_PACK16, 0xf800, {0, 0, 1, 1}},
                {VK_FORMAT_B4G4R4A4_UNORM_PACK16, 0x00f0, {1, 0, 0, 0}},
                {VK_FORMAT_B4G4R4A4_UNORM_PACK16, 0xf00f, {0, 0, 1, 1}},
                {VK_FORMAT_R8_SRGB, 0x00ff, {1, 0, 0, 1}}};
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    struct vkt_buffer out = vkt_buffer(&v, 64), in = texel_buffer(64);
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_texel_buffer, sizeof(vkt_texel_buffer)}, 2, types, 0, NULL,
                      &p))
        return;
    vkt_bind_buffer(&v, &p, 1, types[1], &out, 0, VK_WHOLE_SIZE);
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
        VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                       .buffer = in.buffer,
                                       .format = rows[n].format,
                                       .offset = 16,
                                       .range = 2};
        VkBufferView view;
        vkt_ok(vkCreateBufferView(v.device, &info, NULL, &view));
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = p.set,
                                  .descriptorCount = 1,
                                  .descriptorType = types[0],
                                  .pTexelBufferView = &view};
        vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
        memcpy((uint8_t *)in.map + 16, &rows[n].texel, 2);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        kt_ok(!memcmp(out.map, rows[n].want, 16), "format %d texel %04x: %g %g %g %g", rows[n].format,
              rows[n].texel, (double)((float *)out.map)[0], (double)((float *)out.map)[1],
              (double)((float *)out.map)[2], (double)((float *)out.map)[3]);
        vkDestroyBufferView(v.device, view, NULL);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &in);
    vkt_finish(&v);
}

KT_TEST(packed_and_alpha_formats)
{
    if (!start())
        return;
    uint16_t packed[64];
    uint8_t alpha[64];
    float got[64][4];
    for (uint32_t i = 0; i < 64; i++) {
        packed[i] = (uint16_t)(i * 1041 + 7);
        alpha[i] = (uint8_t)(i * 4);
    }
    texels(VK_FORMAT_A1B5G5R5_UNORM_PACK16_KHR, 8, 8, packed, got);
    for (uint32_t i = 0; i < 64; i++) {
        const float want[4] = {(packed[i] & 31) / 31.0f, (packed[i] >> 5 & 31) / 31.0f,
                               (packed[i] >> 10 & 31) / 31.0f, packed[i] >> 15};
        for (unsigned c = 0; c < 4; c++)
            kt_ok(got[i][c] > want[c] - 1e-6f && got[i][c] < want[c] + 1e-6f,
                  "texel %u channel %u: %g, not %g", i, c, got[i][c], want[c]);
    }
    texels(VK_FORMAT_A8_UNORM_KHR, 8, 8, alpha, got);
    for (uint32_t i = 0; i < 64; i++)
        kt_ok(got[i][0] == 0 && got[i][1] == 0 && got[i][2] == 0 && got[i][3] > alpha[i] / 255.0f - 1e-6f &&
                  got[i][3] < alpha[i] / 255.0f + 1e-6f,
              "texel %u: %g %g %g %g", i, got[i][0], got[i][1], got[i][2], got[i][3]);
    vkt_finish(&v);
}

// Blocks of one colour each (Khronos Data Format, "Void-Extent Blocks"), in every block size: what is tested
// is where blocks lie. How they are decoded is a matter of the simulator's tests.
static const uint8_t astc_sizes[14][2] = {{4, 4}, {5, 4},  {5, 5},  {6, 5},  {6, 6},   {8, 5},   {8, 6},
                                          {8, 8}, {10, 5}, {10, 6}, {10, 8}, {10, 10}, {12, 10}, {12, 12}};
enum { ASTC_W = 50, ASTC_H = 30, ASTC_BLOCKS = 13 * 8 }; // as many as of 4x4

// Colour of block number i: of UNORM, or halves that no UNORM is.
static void astc_color(uint32_t i, bool hdr, uint16_t color[4])
{
    const uint16_t unorm[4] = {(uint16_t)(i * 257), (uint16_t)((255 - i) * 257),
                               (uint16_t)(i * 7 % 256 * 257), 0xffff},
                   half[4] = {(uint16_t)(0x3c00 + i * 97), (uint16_t)(0x7bff - i), (uint16_t)i, 0x4000};
    memcpy(color, hdr ? half : unorm, sizeof(unorm));
}

static float astc_value(uint16_t bits, bool hdr)
{
    int exponent = bits >> 10 & 31;
    float mantissa = (float)(bits & 1023) / 1024;
    if (!hdr)
        return bits / 65535.0f;
    return exponent ? ldexpf(1 + mantissa, exponent - 15) : ldexpf(mantissa, -14);
}

// Channels that are not what they should be.
static unsigned astc_wrong(VkFormat format, unsigned size, bool srgb, bool hdr)
{
    static uint16_t blocks[ASTC_BLOCKS][8];
    static float got[ASTC_W * ASTC_H][4];
    const uint32_t bw = astc_sizes[size][0], bh = astc_sizes[size][1], across = (ASTC_W + bw - 1) / bw;
    unsigned wrong = 0;
    for (uint32_t i = 0; i < ASTC_BLOCKS; i++) {
        blocks[i][0] = hdr ? 0xfffc : 0xfdfc;
        blocks[i][1] = blocks[i][2] = blocks[i][3] = 0xffff;
        astc_color(i, hdr, blocks[i] + 4);
    }
    texels(format, ASTC_W, ASTC_H, blocks, got);
    for (uint32_t i = 0; i < ASTC_W * ASTC_H; i++) {
        const uint16_t *block = blocks[i / ASTC_W / bh * across + i % ASTC_W / bw];
        for (unsigned c = 0; c < 4; c++) {
            float x = astc_value(block[4 + c], hdr), y = got[i][c];
            if (srgb && c < 3) // undo the conversion, roughly
                y = y <= 0.0031308f ? y * 12.92f : 1.055f * powf(y, 1 / 2.4f) - 0.055f;
            wrong += hdr ? y != x : !(y > x - 0.003f && y < x + 0.003f);
        }
    }
    return wrong;
}

KT_TEST(astc)
{
    if (!start())
        return;
    VkPhysicalDeviceFeatures features;
    vkGetPhysicalDeviceFeatures(v.physical, &features);
    if (!features.textureCompressionASTC_LDR) { // which chips have it: astc_hdr, and vk_status
        vkt_finish(&v);
        kt_skip("the device has no ASTC");
    }
    for (unsigned s = 0; s < 14; s++)
        for (unsigned srgb = 0; srgb < 2; srgb++) {
            unsigned wrong =
                astc_wrong((VkFormat)(VK_FORMAT_ASTC_4x4_UNORM_BLOCK + 2 * s + srgb), s, srgb, false);
            kt_ok(!wrong, "%ux%u%s: %u channels are wrong", astc_sizes[s][0], astc_sizes[s][1],
                  srgb ? " sRGB" : "", wrong);
        }
    vkt_finish(&v);
}

// The small chips of Gen9, and Gen11 and Gen12, decode HDR blocks, too.
static void astc_hdr(const char *device, bool ldr, bool hdr)
{
    const char *before = getenv("KILN_DEVICE");
    char *kept = before ? strdup(before) : NULL;
    setenv("KILN_DEVICE", device, 1);
    bool ready = start();
    if (kept)
        setenv("KILN_DEVICE", kept, 1);
    else
        unsetenv("KILN_DEVICE");
    free(kept);
    if (!ready)
        return;
    VkPhysicalDeviceTextureCompressionASTCHDRFeatures more = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TEXTURE_COMPRESSION_ASTC_HDR_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &more};
    const VkFormatFeatureFlags usual = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_BLIT_SRC_BIT |
                                       VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    vkGetPhysicalDeviceFeatures2(v.physical, &features);
    kt_eq(features.features.textureCompressionASTC_LDR, ldr);
    kt_eq(more.textureCompressionASTC_HDR, hdr);
    kt_eq(vkt_has_extension(&v, "VK_EXT_texture_compression_astc_hdr"), hdr);
    for (unsigned s = 0; s < 14; s++) {
        const VkFormat format = (VkFormat)(VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK + s);
        VkFormatProperties p;
        vkGetPhysicalDeviceFormatProperties(v.physical, format, &p);
        kt_eq(p.optimalTilingFeatures & usual, hdr ? usual : 0);
        kt_eq(p.linearTilingFeatures & usual, 0);
        unsigned wrong = hdr ? astc_wrong(format, s, false, true) : 0;
        kt_ok(!wrong, "%s, %ux%u: %u channels are wrong", device, astc_sizes[s][0], astc_sizes[s][1], wrong);
    }
    vkt_finish(&v);
}

KT_TEST(astc_hdr)
{
    astc_hdr("sim:bdw", false, false);
    astc_hdr("sim:chv", false, false); // has LDR, which is broken
    astc_hdr("sim:skl", true, false);
    astc_hdr("sim:bxt", true, true);
    astc_hdr("sim:glk", true, true);
    astc_hdr("sim:icl", true, true);
    astc_hdr("sim:tgl", true, true);
    astc_hdr("sim:dg1", true, true);
}

KT_MAIN()

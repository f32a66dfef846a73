// VK_EXT_descriptor_heap: every way to map a binding to a heap, or to memory; the heaps as SPIR-V sees them;
// and what command buffers and shader objects have of them. (Images for storage: test_heap_images.c.)
#include "heap_kit.h"
#include "vkt_heap_builtin.h"
#include "vkt_heap_maps.h"

// ---- what Vulkan wants of all devices

KT_TEST(limits_of_heaps)
{
    if (!start())
        return;
    PFN_vkGetPhysicalDeviceDescriptorSizeEXT size_of =
        (PFN_vkGetPhysicalDeviceDescriptorSizeEXT)(void *)vkGetInstanceProcAddr(
            v.instance, "vkGetPhysicalDeviceDescriptorSizeEXT");
    const VkDeviceSize application = (1 << 20) - (1 << 15);
    kt_ok(limits.samplerDescriptorSize == 32 && limits.imageDescriptorSize == 64 &&
              limits.bufferDescriptorSize <= 128,
          "%llu, %llu, %llu bytes", (unsigned long long)limits.samplerDescriptorSize,
          (unsigned long long)limits.imageDescriptorSize, (unsigned long long)limits.bufferDescriptorSize);
    kt_ok(limits.maxResourceHeapSize >= application * 64 + limits.minResourceHeapReservedRange, "%llu bytes",
          (unsigned long long)limits.maxResourceHeapSize);
    kt_ok(limits.maxSamplerHeapSize >= 4000 * 32 + limits.minSamplerHeapReservedRange,
          "%llu bytes of samplers", (unsigned long long)limits.maxSamplerHeapSize);
    kt_ok(limits.samplerHeapAlignment <= 65536 && limits.resourceHeapAlignment <= 65536 &&
              limits.maxPushDataSize >= 256 && limits.maxDescriptorHeapEmbeddedSamplers >= 2032,
          "a limit");
    kt_ok(size_of && size_of(v.physical, VK_DESCRIPTOR_TYPE_SAMPLER) == limits.samplerDescriptorSize &&
              size_of(v.physical, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE) <= limits.imageDescriptorSize,
          "sizes by type");
    vkt_finish(&v);
}

// ---- mappings

// Places in the heap, in the data and in the push data.
enum {
    H_OFFSET = 64,
    H_PUSH = 256,
    H_INDIRECT = 1024,
    H_LIST = 4096,
    H_DATA = 8192,
    H_IMAGE = 9216,
    H_TEXELS = 9472
};
enum { D_OUT = 0, D_WORDS = 4096, D_WHERE = 16384, D_AT = 20480, D_TEXELS = 24576, D_SIZE = 32768 };
struct pushed {
    uint32_t in_push[4];
    uint64_t out, where, at;
    uint32_t index, data_offset, pair, sampler;
    uint8_t more[112 - 56];
    uint32_t base;
};
_Static_assert(offsetof(struct pushed, base) == 112, "as the shader has it");
#define PUSHED(member) ((uint32_t)offsetof(struct pushed, member))

enum { CUSTOM_BORDER = 77 };

static void word(struct memory *heap, struct memory *data, VkDeviceSize at, uint32_t n, uint32_t value,
                 bool uniform)
{
    memcpy(data->map + D_WORDS + n * 64, &value, sizeof(value));
    write_buffer(heap, at, uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                 data->address + D_WORDS + n * 64, 4);
}

static void fill(struct memory *heap, struct memory *data)
{
    for (uint32_t k = 0; k < 3; k++) {
        word(heap, data, H_OFFSET + k * 64, k, 100 + k, true);
        word(heap, data, H_PUSH + (2 + k) * 64, 3 + k, 200 + k, false); // index 1, steps of 128
        word(heap, data, H_INDIRECT + 5 * 64 + k * 128, 6 + k, 300 + k, true);
        word(heap, data, H_LIST + (7 - 3 * k) * 64, 9 + k, 400 + k, false); // 7, 4, 1
    }
    word(heap, data, H_LIST + 9 * 64, 12, 500, true);
    uint32_t *where = (uint32_t *)(data->map + D_WHERE);
    where[4] = 5;                              // an index
    where[8] = 7, where[9] = 4, where[10] = 1; // a list
    where[16] = 9;
    const uint64_t at = data->address + D_AT;
    memcpy(&where[20], &at, sizeof(at));
    for (uint32_t n = 0; n < 8; n++)
        ((uint32_t *)(heap->map + H_DATA + 256))[n] = 600 + n;
    for (uint32_t n = 0; n < 32; n++) {
        ((uint32_t *)(data->map + D_AT))[n] = 800 + n;
        ((uint32_t *)(data->map + D_TEXELS))[n] = 900 + n;
    }
    write_texels(heap, H_TEXELS, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, VK_FORMAT_R32_UINT,
                 data->address + D_TEXELS, 128);
}

static struct vkt_image small_image(VkFormat format)
{
    VkImageCreateInfo info =
        vkt_image_2d(format, 4, 4, 1, 1, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vkt_image i = vkt_image(&v, &info);
    vkt_general(&v, i.image);
    const VkClearColorValue color = {.float32 = {51.0f / 255, 0, 0, 1}};
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdClearColorImage(cmd, i.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
    vkt_barrier(cmd);
    vkt_run(&v, cmd);
    return i;
}

static const VkSamplerCustomBorderColorCreateInfoEXT custom = {
    .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT,
    .customBorderColor = {.float32 = {CUSTOM_BORDER / 255.0f, 0, 0, 0}},
    .format = VK_FORMAT_R8G8B8A8_UNORM};

static uint32_t fill_mappings(VkDescriptorSetAndBindingMappingEXT *out, const VkSamplerCreateInfo *embedded)
{
    const VkDescriptorSetAndBindingMappingEXT all[] = {
        MAP(0, 0, 1, PUSH_ADDRESS, .pushAddressOffset = PUSHED(out)),
        MAP(0, 1, 1, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {H_OFFSET, 64}),
        MAP(0, 2, 1, HEAP_WITH_PUSH_INDEX, .pushIndex = {H_PUSH, PUSHED(index), 128, 64}),
        MAP(0, 3, 1, HEAP_WITH_INDIRECT_INDEX, .indirectIndex = {H_INDIRECT, PUSHED(where), 16, 64, 128}),
        MAP(0, 4, 1, HEAP_WITH_INDIRECT_INDEX_ARRAY, .indirectIndexArray = {H_LIST, PUSHED(where), 32, 64}),
        MAP(0, 5, 1, RESOURCE_HEAP_DATA, .heapData = {H_DATA, PUSHED(data_offset)}),
        MAP(0, 6, 1, PUSH_DATA, .pushDataOffset = PUSHED(in_push)),
        MAP(0, 7, 1, PUSH_ADDRESS, .pushAddressOffset = PUSHED(at)),
        MAP(0, 8, 1, INDIRECT_ADDRESS, .indirectAddress = {PUSHED(where), 80}),
        MAP(0, 9, 1, HEAP_WITH_INDIRECT_INDEX_ARRAY, .indirectIndexArray = {H_LIST, PUSHED(where), 64, 64}),
        COMBINED(300, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {H_IMAGE, 0, embedded}),
        // Images of bindings 301 and 305.
        MASKED(50, 301, 5, SAMPLED_IMAGE_BIT, HEAP_WITH_CONSTANT_OFFSET,
               .constantOffset = {H_IMAGE, (H_TEXELS - H_IMAGE) / 4}),
        MASKED(50, 302, 1, SAMPLER_BIT, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {32, 64}),
        COMBINED(303, HEAP_WITH_PUSH_INDEX,
                 .pushIndex = {H_IMAGE - 64 * 5, PUSHED(pair), 64, 0, NULL, true, 0, 0, 32, 32}),
        COMBINED(
            304, HEAP_WITH_PUSH_INDEX,
            .pushIndex = {H_IMAGE - 64, PUSHED(index), 64, 64, NULL, false, 64, PUSHED(sampler), 32, 32}),
    };
    memcpy(out, all, sizeof(all));
    return sizeof(all) / sizeof(all[0]);
}

static void check_mapped(const uint32_t *out)
{
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t k = i % 3, want[16] = {12345,
                                              100 + k,
                                              200 + k,
                                              300 + k,
                                              400 + k,
                                              600 + i % 2 * 4 + i % 4,
                                              700 + i % 4,
                                              800 + i % 4,
                                              800 + i,
                                              500,
                                              CUSTOM_BORDER,
                                              0,
                                              51,
                                              i % 2 ? CUSTOM_BORDER : 255,
                                              255,
                                              900 + i};
        for (uint32_t n = 0; n < 16; n++)
            kt_ok(out[i * 16 + n] == want[n], "value %u of invocation %u: %u, not %u", n, i, out[i * 16 + n],
                  want[n]);
    }
}

// Samplers 1 and 4: black outside; 2: a custom colour; 3: no border; 5: white.
static uint32_t fill_samplers(struct memory *samplers, VkSamplerCreateInfo *with_custom,
                              VkSamplerCustomBorderColorIndexCreateInfoEXT *index)
{
    PFN_vkRegisterCustomBorderColorEXT add = vkt_proc(&v, vkRegisterCustomBorderColorEXT);
    uint32_t number = 5;
    vkt_ok(add(v.device, &custom, true, &number));
    kt_eq(number, 5);
    uint32_t other = 5;
    kt_eq(add(v.device, &custom, true, &other), VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS);
    vkt_ok(add(v.device, &custom, false, &other));
    kt_ok(other != 5, "a number twice");
    vkt_proc(&v, vkUnregisterCustomBorderColorEXT)(v.device, other);
    *index = (VkSamplerCustomBorderColorIndexCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_INDEX_CREATE_INFO_EXT,
        .pNext = &custom,
        .index = 5};
    *with_custom = sampler_info(VK_BORDER_COLOR_FLOAT_CUSTOM_EXT, index);
    const VkSamplerCreateInfo black = sampler_info(VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK, NULL),
                              white = sampler_info(VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, NULL);
    write_sampler(samplers, 1, &black);
    write_sampler(samplers, 3, &black);
    write_sampler(samplers, 5, &white);
    write_sampler(samplers, 6, with_custom);
    return number;
}

static struct pushed pushed_for(const struct memory *data)
{
    return (struct pushed){.in_push = {700, 701, 702, 703},
                           .out = data->address + D_OUT,
                           .where = data->address + D_WHERE,
                           .at = data->address + D_AT,
                           .index = 1,
                           .data_offset = 256,
                           .pair = 5 | 5 << 20,
                           .sampler = 3,
                           .base = 12345};
}

KT_TEST(every_mapping)
{
    if (!start())
        return;
    struct memory heap = allocate(65536, HEAP), samplers = allocate(4096, HEAP),
                  data = allocate(D_SIZE, DATA);
    fill(&heap, &data);
    struct vkt_image image = small_image(VK_FORMAT_R8G8B8A8_UNORM);
    write_image(&heap, H_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, image.image, VK_FORMAT_R8G8B8A8_UNORM,
                VK_IMAGE_VIEW_TYPE_2D, 0, 1);
    VkSamplerCreateInfo with_custom;
    VkSamplerCustomBorderColorIndexCreateInfoEXT index;
    uint32_t number = fill_samplers(&samplers, &with_custom, &index);
    VkDescriptorSetAndBindingMappingEXT maps[32];
    const uint32_t count = fill_mappings(maps, &with_custom);
    VkPipeline p = pipeline((struct vkt_shader){vkt_heap_maps, sizeof(vkt_heap_maps)}, count, maps, NULL);
    const struct pushed pushed = pushed_for(&data);
    // Recorded twice: by a primary, and by a secondary that has the heaps of what is around it.
    for (unsigned second = 0; second < 2; second++) {
        memset(data.map + D_OUT, 0, 2048);
        VkCommandBuffer cmd = vkt_begin(&v), to = cmd, inner = VK_NULL_HANDLE;
        bind(cmd, &heap, &samplers);
        if (second) {
            const VkCommandBufferAllocateInfo alloc = {.sType =
                                                           VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                       .commandPool = v.pool,
                                                       .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                                       .commandBufferCount = 1};
            vkt_ok(vkAllocateCommandBuffers(v.device, &alloc, &inner));
            const VkBindHeapInfoEXT resources = whole(&heap), how = whole(&samplers);
            const VkCommandBufferInheritanceDescriptorHeapInfoEXT heaps = {
                .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_DESCRIPTOR_HEAP_INFO_EXT,
                .pSamplerHeapBindInfo = &how,
                .pResourceHeapBindInfo = &resources};
            const VkCommandBufferInheritanceInfo inherited = {
                .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO, .pNext = &heaps};
            const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                                    .pInheritanceInfo = &inherited};
            vkt_ok(vkBeginCommandBuffer(inner, &begin));
            to = inner;
        }
        vkCmdBindPipeline(to, VK_PIPELINE_BIND_POINT_COMPUTE, p);
        push(to, 0, &pushed, sizeof(pushed));
        vkCmdDispatch(to, 1, 1, 1);
        if (second) {
            vkt_ok(vkEndCommandBuffer(inner));
            vkCmdExecuteCommands(cmd, 1, &inner);
        }
        vkt_run(&v, cmd);
        check_mapped((const uint32_t *)(data.map + D_OUT));
        if (second)
            vkFreeCommandBuffers(v.device, v.pool, 1, &inner);
    }
    vkt_proc(&v, vkUnregisterCustomBorderColorEXT)(v.device, number);
    vkDestroyPipeline(v.device, p, NULL);
    vkt_image_free(&v, &image);
    release(&heap);
    release(&samplers);
    release(&data);
    vkt_finish(&v);
}

// ---- the heaps as SPIR-V has them

// Rows of three descriptors, as the shader lays them out; data from byte 512 on.
static void fill_rows(struct memory *heap, const struct memory *data, VkImage image, VkImage counter)
{
    write_buffer(heap, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, data->address, 256);
    write_buffer(heap, 64, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, data->address + 1024, 64);
    write_buffer(heap, 128, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, data->address + 2048, 64);
    write_image(heap, 192, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, image, VK_FORMAT_R8G8B8A8_UNORM,
                VK_IMAGE_VIEW_TYPE_2D, 0, 1);
    write_image(heap, 256, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, counter, VK_FORMAT_R32_UINT,
                VK_IMAGE_VIEW_TYPE_2D, 0, 1);
    for (uint32_t n = 0; n < 16; n++) {
        ((uint32_t *)(heap->map + 512))[n] = 5000 + n;
        ((uint32_t *)(data->map + 1024))[n] = 1000 + n;
        ((uint32_t *)(data->map + 2048))[n] = 2000 + n;
    }
}

KT_TEST(built_in_heaps)
{
    if (!start())
        return;
    struct memory first = allocate(65536, HEAP), second = allocate(65536, HEAP),
                  samplers = allocate(4096, HEAP), data = allocate(4096, DATA), other = allocate(4096, DATA);
    struct vkt_image image = small_image(VK_FORMAT_R8G8B8A8_UNORM);
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R32_UINT, 4, 4, 1, 1,
                                          VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vkt_image counter = vkt_image(&v, &info);
    vkt_general(&v, counter.image);
    const VkSamplerCreateInfo black = sampler_info(VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK, NULL),
                              white = sampler_info(VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, NULL);
    write_sampler(&samplers, 0, &black);
    write_sampler(&samplers, 1, &white);
    fill_rows(&first, &data, image.image, counter.image);
    VkPipeline p = pipeline((struct vkt_shader){vkt_heap_builtin, sizeof(vkt_heap_builtin)}, 0, NULL, NULL);
    // Two heaps in one command buffer, the second one copied by the GPU before it is read; what its first
    // descriptor shows is written when all is recorded.
    VkCommandBuffer cmd = vkt_begin(&v);
    const VkClearColorValue zero = {.uint32 = {0}};
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vkCmdClearColorImage(cmd, counter.image, VK_IMAGE_LAYOUT_GENERAL, &zero, 1, &all);
    vkt_barrier(cmd);
    bind(cmd, &first, &samplers);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
    vkCmdDispatch(cmd, 1, 1, 1);
    VkMemoryBarrier2 made = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                             .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                             .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                             .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                             .dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT | VK_ACCESS_2_TRANSFER_READ_BIT};
    const VkDependencyInfo between = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &made};
    vkCmdPipelineBarrier2(cmd, &between);
    struct memory copied = allocate(65536, DATA);
    const VkBufferCopy copy = {0, 0, 4096};
    vkCmdCopyBuffer(cmd, copied.buffer, second.buffer, 1, &copy);
    made.dstAccessMask = VK_ACCESS_2_RESOURCE_HEAP_READ_BIT_EXT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT |
                         VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
    vkCmdPipelineBarrier2(cmd, &between);
    bind(cmd, &second, NULL);
    vkCmdDispatch(cmd, 1, 1, 1);
    fill_rows(&first, &data, image.image, counter.image);
    memcpy(copied.map, first.map, 4096);
    write_buffer(&copied, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, other.address, 256);
    vkt_run(&v, cmd);
    uint32_t seen = 0;
    for (unsigned round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 16; i++) {
            const uint32_t *got = (const uint32_t *)(round ? other.map : data.map) + i * 4;
            kt_ok(got[0] == (i % 2 ? 2000 : 1000) + i && got[1] == (i % 2 ? 255 : 0) && got[3] == 5000 + i,
                  "invocation %u of heap %u: %u, %u, %u", i, round, got[0], got[1], got[3]);
            seen |= got[2] < 32 ? 1u << got[2] : 0;
        }
    kt_ok(seen == UINT32_MAX, "the counter was seen at %08x", seen);
    vkDestroyPipeline(v.device, p, NULL);
    vkt_image_free(&v, &image);
    vkt_image_free(&v, &counter);
    struct memory *rest[] = {&first, &second, &samplers, &data, &other, &copied};
    for (unsigned n = 0; n < 6; n++)
        release(rest[n]);
    vkt_finish(&v);
}

// ---- shader objects: a binary brings the samplers that mappings embedded

KT_TEST(shader_object_binaries)
{
    if (!start())
        return;
    struct memory heap = allocate(65536, HEAP), samplers = allocate(4096, HEAP),
                  data = allocate(D_SIZE, DATA);
    fill(&heap, &data);
    struct vkt_image image = small_image(VK_FORMAT_R8G8B8A8_UNORM);
    write_image(&heap, H_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, image.image, VK_FORMAT_R8G8B8A8_UNORM,
                VK_IMAGE_VIEW_TYPE_2D, 0, 1);
    VkSamplerCreateInfo with_custom;
    VkSamplerCustomBorderColorIndexCreateInfoEXT index;
    fill_samplers(&samplers, &with_custom, &index);
    VkDescriptorSetAndBindingMappingEXT maps[32];
    const VkShaderDescriptorSetAndBindingMappingInfoEXT mappings = {
        .sType = VK_STRUCTURE_TYPE_SHADER_DESCRIPTOR_SET_AND_BINDING_MAPPING_INFO_EXT,
        .mappingCount = fill_mappings(maps, &with_custom),
        .pMappings = maps};
    VkShaderCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                  .pNext = &mappings,
                                  .flags = VK_SHADER_CREATE_DESCRIPTOR_HEAP_BIT_EXT,
                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                  .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                  .codeSize = sizeof(vkt_heap_maps),
                                  .pCode = vkt_heap_maps,
                                  .pName = "main"};
    VkShaderEXT shader, loaded = VK_NULL_HANDLE;
    vkt_ok(vkt_proc(&v, vkCreateShadersEXT)(v.device, 1, &info, NULL, &shader));
    size_t size = 0;
    vkt_ok(vkt_proc(&v, vkGetShaderBinaryDataEXT)(v.device, shader, &size, NULL));
    void *binary = malloc(size);
    vkt_ok(vkt_proc(&v, vkGetShaderBinaryDataEXT)(v.device, shader, &size, binary));
    vkt_proc(&v, vkDestroyShaderEXT)(v.device, shader, NULL);
    info.pNext = NULL;
    info.codeType = VK_SHADER_CODE_TYPE_BINARY_EXT;
    info.pCode = binary;
    for (info.codeSize = 0; info.codeSize < size; info.codeSize += 1 + size / 50) { // cut off
        kt_eq(vkt_proc(&v, vkCreateShadersEXT)(v.device, 1, &info, NULL, &loaded),
              VK_INCOMPATIBLE_SHADER_BINARY_EXT);
        kt_ok(!loaded, "a shader of a part");
    }
    info.codeSize = size;
    vkt_ok(vkt_proc(&v, vkCreateShadersEXT)(v.device, 1, &info, NULL, &loaded));
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    const struct pushed pushed = pushed_for(&data);
    VkCommandBuffer cmd = vkt_begin(&v);
    bind(cmd, &heap, &samplers);
    vkt_proc(&v, vkCmdBindShadersEXT)(cmd, 1, &stage, &loaded);
    push(cmd, 0, &pushed, sizeof(pushed));
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(&v, cmd);
    check_mapped((const uint32_t *)(data.map + D_OUT));
    vkt_proc(&v, vkDestroyShaderEXT)(v.device, loaded, NULL);
    free(binary);
    vkt_image_free(&v, &image);
    release(&heap);
    release(&samplers);
    release(&data);
    vkt_finish(&v);
}

KT_MAIN()

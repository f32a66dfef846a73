// Extensions of 2025 and 2026 that are small: addresses in place of buffers, flags of 64 bits, partitions of
// subgroups. The layer is off: it does not know them.
#include "newer.h"

#include <stdlib.h>
#include <string.h>

#include "vk/vkt.h"
#include "vkt_count.h"
#include "vkt_spin.h"

static struct vkt v;

static bool start(void)
{
    return vkt_init(&v, &(struct vkt_options){.newer = true});
}

// ---- VK_KHR_device_address_commands

// Its registry entry wants Vulkan 1.3, which Gen8 has not.
static bool start_with_addresses(void)
{
    VkPhysicalDeviceProperties p;
    if (!start())
        return false;
    vkGetPhysicalDeviceProperties(v.physical, &p);
    VkPhysicalDeviceDeviceAddressCommandsFeaturesKHR commands = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEVICE_ADDRESS_COMMANDS_FEATURES_KHR};
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &commands};
    vkGetPhysicalDeviceFeatures2(v.physical, &f);
    kt_eq(commands.deviceAddressCommands, p.apiVersion >= VK_API_VERSION_1_3);
    if (commands.deviceAddressCommands)
        return true;
    vkt_finish(&v);
    return false;
}

// A buffer for everything, of which only its address is told to the commands.
struct place {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint64_t address;
    uint8_t *map;
};

static struct place place(VkDeviceSize size)
{
    struct place p = {0};
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                 VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &p.buffer));
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, p.buffer, &r);
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = r.size};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &p.memory));
    vkt_ok(vkBindBufferMemory(v.device, p.buffer, p.memory, 0));
    vkt_ok(vkMapMemory(v.device, p.memory, 0, VK_WHOLE_SIZE, 0, (void **)&p.map));
    p.address = vkGetBufferDeviceAddress(
        v.device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                               .buffer = p.buffer});
    for (VkDeviceSize k = 0; k < size; k++)
        p.map[k] = (uint8_t)(k * 31 + (k >> 8) * 7);
    return p;
}

static void free_place(struct place *p)
{
    vkDestroyBuffer(v.device, p->buffer, NULL);
    vkFreeMemory(v.device, p->memory, NULL);
}

// Everything before and everything after, as a barrier of a range of memory.
static void range_barrier(VkCommandBuffer cmd, const struct place *p, uint64_t size)
{
    VkMemoryRangeBarrierKHR range = {.sType = VK_STRUCTURE_TYPE_MEMORY_RANGE_BARRIER_KHR,
                                     .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                     .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                     .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                     .dstAccessMask =
                                         VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .addressRange = {p->address, size}};
    VkMemoryRangeBarriersInfoKHR ranges = {.sType = VK_STRUCTURE_TYPE_MEMORY_RANGE_BARRIERS_INFO_KHR,
                                           .memoryRangeBarrierCount = 1,
                                           .pMemoryRangeBarriers = &range};
    vkt_proc(&v, vkCmdPipelineBarrier2KHR)(
        cmd, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .pNext = &ranges});
}

KT_TEST(memory_is_copied_filled_and_updated)
{
    if (!start_with_addresses())
        return;
    enum { SIZE = 1 << 18, HALF = SIZE / 2 };
    static const struct {
        uint32_t from, to, size;
    } rows[] = {{0, HALF, 64}, {64, HALF + 1024, 20000}, {30001, HALF + 40003, 777}, {5, HALF + 90000, 0}};
    struct place p = place(SIZE);
    uint8_t *want = malloc(SIZE);
    memcpy(want, p.map, SIZE);
    VkDeviceMemoryCopyKHR copies[4];
    for (unsigned n = 0; n < 4; n++) {
        copies[n] = (VkDeviceMemoryCopyKHR){.sType = VK_STRUCTURE_TYPE_DEVICE_MEMORY_COPY_KHR,
                                            .srcRange = {p.address + rows[n].from, rows[n].size},
                                            .dstRange = {p.address + rows[n].to, rows[n].size}};
        memcpy(want + rows[n].to, want + rows[n].from, rows[n].size);
    }
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_proc(&v, vkCmdCopyMemoryKHR)(
        cmd, &(VkCopyDeviceMemoryInfoKHR){.sType = VK_STRUCTURE_TYPE_COPY_DEVICE_MEMORY_INFO_KHR,
                                          .regionCount = 4,
                                          .pRegions = copies});
    range_barrier(cmd, &p, SIZE); // what is copied above is copied on
    VkDeviceMemoryCopyKHR again = {.sType = VK_STRUCTURE_TYPE_DEVICE_MEMORY_COPY_KHR,
                                   .srcRange = {p.address + HALF + 1024, 20000},
                                   .dstRange = {p.address + HALF + 100000 - 4000, 20000}};
    memcpy(want + HALF + 96000, want + HALF + 1024, 20000);
    vkt_proc(&v, vkCmdCopyMemoryKHR)(
        cmd, &(VkCopyDeviceMemoryInfoKHR){.sType = VK_STRUCTURE_TYPE_COPY_DEVICE_MEMORY_INFO_KHR,
                                          .regionCount = 1,
                                          .pRegions = &again});
    vkt_proc(&v, vkCmdFillMemoryKHR)(cmd, &(VkDeviceAddressRangeKHR){p.address + 128, 5000}, 0, 0x12345678);
    vkt_proc(&v, vkCmdFillMemoryKHR)(cmd, &(VkDeviceAddressRangeKHR){p.address + 8, 12}, 0, 7);
    for (uint32_t k = 0; k < 5000; k += 4)
        memcpy(want + 128 + k, &(uint32_t){0x12345678}, 4);
    for (uint32_t k = 0; k < 12; k += 4)
        memcpy(want + 8 + k, &(uint32_t){7}, 4);
    static const uint32_t sizes[] = {16, 65536 - 4};
    for (unsigned n = 0; n < 2; n++) {
        uint32_t at = 10000 + 100 * n;
        vkt_proc(&v, vkCmdUpdateMemoryKHR)(cmd, &(VkDeviceAddressRangeKHR){p.address + at, sizes[n]}, 0,
                                           sizes[n], want + HALF);
        memcpy(want + at, want + HALF, sizes[n]);
    }
    vkt_run(&v, cmd);
    kt_true(!memcmp(p.map, want, SIZE));
    free(want);
    free_place(&p);
    vkt_finish(&v);
}

// Rows of memory to a part of an image, and the whole image to memory.
KT_TEST(memory_is_copied_to_images_and_back)
{
    if (!start_with_addresses())
        return;
    enum { W = 50, H = 20, X = 7, Y = 3, PART_W = 33, PART_H = 11, ROW = 40, OUT = 1 << 16 };
    struct place p = place(1 << 17);
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, W, H, 1, 1,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vkt_image image = vkt_image(&v, &info);
    vkt_general(&v, image.image);
    VkDeviceMemoryImageCopyKHR whole = {.sType = VK_STRUCTURE_TYPE_DEVICE_MEMORY_IMAGE_COPY_KHR,
                                        .addressRange = {p.address, W * H * 4},
                                        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                        .imageExtent = {W, H, 1}};
    VkDeviceMemoryImageCopyKHR part = whole, out = whole;
    part.addressRange.address = p.address + 4100;
    part.addressRowLength = ROW;
    part.imageOffset = (VkOffset3D){X, Y, 0};
    part.imageExtent = (VkExtent3D){PART_W, PART_H, 1};
    out.addressRange.address = p.address + OUT;
    VkCopyDeviceMemoryImageInfoKHR copy = {.sType = VK_STRUCTURE_TYPE_COPY_DEVICE_MEMORY_IMAGE_INFO_KHR,
                                           .image = image.image,
                                           .regionCount = 1,
                                           .pRegions = &whole};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_proc(&v, vkCmdCopyMemoryToImageKHR)(cmd, &copy);
    vkt_barrier(cmd);
    copy.pRegions = &part;
    vkt_proc(&v, vkCmdCopyMemoryToImageKHR)(cmd, &copy);
    vkt_barrier(cmd);
    copy.pRegions = &out;
    vkt_proc(&v, vkCmdCopyImageToMemoryKHR)(cmd, &copy);
    vkt_run(&v, cmd);
    unsigned wrong = 0;
    for (uint32_t y = 0; y < H; y++)
        for (uint32_t x = 0; x < W; x++) {
            bool in = x >= X && x < X + PART_W && y >= Y && y < Y + PART_H;
            const uint8_t *texel = p.map + (in ? 4100 + ((y - Y) * ROW + x - X) * 4 : (y * W + x) * 4);
            wrong += memcmp(p.map + OUT + (y * W + x) * 4, texel, 4) != 0;
        }
    kt_eq(wrong, 0);
    vkt_image_free(&v, &image);
    free_place(&p);
    vkt_finish(&v);
}

// A dispatch whose counts are written before it, under a condition; a marker; and a query's result.
KT_TEST(commands_find_what_they_read_by_address)
{
    if (!start_with_addresses())
        return;
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    struct place p = place(4096);
    struct vkt_buffer data = vkt_buffer(&v, 64 * 4 * 8);
    struct vkt_pipeline pipeline;
    VkQueryPool pool;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = 2};
    vkt_ok(vkCreateQueryPool(v.device, &info, NULL, &pool));
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_count, sizeof(vkt_count)}, 1, &type, 4, NULL, &pipeline))
        return;
    vkt_bind_buffer(&v, &pipeline, 0, type, &data, 0, VK_WHOLE_SIZE);
    memset(p.map, 0, 4096);
    for (uint32_t condition = 0; condition < 2; condition++) {
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdResetQueryPool(cmd, pool, 0, 2);
        vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
        vkt_proc(&v, vkCmdUpdateMemoryKHR)(cmd, &(VkDeviceAddressRangeKHR){p.address + 64, 12}, 0, 12,
                                           (uint32_t[]){5, 1, 1});
        vkt_proc(&v, vkCmdFillMemoryKHR)(cmd, &(VkDeviceAddressRangeKHR){p.address + 32, 4}, 0, condition);
        range_barrier(cmd, &p, 4096);
        vkt_proc(&v, vkCmdBeginConditionalRendering2EXT)(
            cmd, &(VkConditionalRenderingBeginInfo2EXT){
                     .sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_2_EXT,
                     .addressRange = {p.address + 32, 4}});
        vkt_bind(cmd, &pipeline);
        vkCmdPushConstants(cmd, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &(uint32_t){9});
        vkt_proc(&v, vkCmdDispatchIndirect2KHR)(
            cmd, &(VkDispatchIndirect2InfoKHR){.sType = VK_STRUCTURE_TYPE_DISPATCH_INDIRECT_2_INFO_KHR,
                                               .addressRange = {p.address + 64, 12}});
        ((PFN_vkCmdEndConditionalRenderingEXT)vkGetDeviceProcAddr(v.device,
                                                                  "vkCmdEndConditionalRenderingEXT"))(cmd);
        vkt_barrier(cmd);
        vkt_proc(&v, vkCmdWriteMarkerToMemoryAMD)(
            cmd, &(VkMemoryMarkerInfoAMD){.sType = VK_STRUCTURE_TYPE_MEMORY_MARKER_INFO_AMD,
                                          .stage = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                          .dstRange = {p.address + 128, 4},
                                          .marker = 77 + condition});
        vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
        vkt_proc(&v, vkCmdCopyQueryPoolResultsToMemoryKHR)(
            cmd, pool, 0, 2, &(VkStridedDeviceAddressRangeKHR){p.address + 256, 64, 32}, 0,
            VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
        vkt_run(&v, cmd);
        unsigned ran = 0;
        for (uint32_t i = 0; i < 64 * 8; i++)
            ran += ((uint32_t *)data.map)[i] == 9;
        kt_eq(ran, condition ? 64 * 5 : 0);
        uint64_t times[2], copied[2];
        kt_eq(*(uint32_t *)(p.map + 128), 77 + condition);
        vkt_ok(vkGetQueryPoolResults(v.device, pool, 0, 2, sizeof(times), times, 8,
                                     VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
        memcpy(&copied[0], p.map + 256, 8);
        memcpy(&copied[1], p.map + 288, 8);
        kt_true(copied[0] == times[0] && copied[1] == times[1] && times[1] > times[0]);
    }
    vkt_pipeline_free(&v, &pipeline);
    vkDestroyQueryPool(v.device, pool, NULL);
    vkt_buffer_free(&v, &data);
    free_place(&p);
    vkt_finish(&v);
}

// Those of graphics refuse as all others do.
KT_TEST(what_draws_is_refused)
{
    if (!start_with_addresses())
        return;
    VkCommandBuffer cmd = vkt_begin(&v);
    VkDrawIndirect2InfoKHR draw = {.sType = VK_STRUCTURE_TYPE_DRAW_INDIRECT_2_INFO_KHR, .drawCount = 1};
    vkt_proc(&v, vkCmdDrawIndirect2KHR)(cmd, &draw);
    kt_eq(vkEndCommandBuffer(cmd), VK_ERROR_FEATURE_NOT_PRESENT);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkt_finish(&v);
}

// ---- indirectMemoryToImageCopy

// A region of an image, with its texels' place in memory.
struct region {
    uint32_t from, row, height; // bytes; texels
    VkImageSubresourceLayers sub;
    VkOffset3D at;
    VkExtent3D size;
};

// What commands in memory copy is what those of a command buffer do, in an image beside.
static void compare_copies(const VkImageCreateInfo *base, uint32_t level, uint32_t bytes,
                           const struct region *regions, uint32_t count)
{
    enum { SIZE = 1 << 18, STRIDE = 60 };
    VkImageCreateInfo info = *base;
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    struct vkt_image one = vkt_image(&v, &info), two = vkt_image(&v, &info);
    struct place p = place(SIZE), commands = place(4096);
    VkImageSubresourceLayers subs[8];
    VkBufferImageCopy copies[8];
    for (uint32_t i = 0; i < count; i++) {
        const struct region *r = &regions[i];
        VkCopyMemoryToImageIndirectCommandKHR c = {
            p.address + r->from, r->row, r->height, r->sub, r->at, r->size};
        const bool slices = info.imageType == VK_IMAGE_TYPE_3D;
        if (slices) { // the host says which
            c.imageSubresource.baseArrayLayer = (uint32_t)r->at.z;
            c.imageSubresource.layerCount = r->size.depth;
        }
        subs[i] = c.imageSubresource;
        memcpy(commands.map + 4 + i * STRIDE, &c, sizeof(c));
        copies[i] = (VkBufferImageCopy){r->from, r->row, r->height, r->sub, r->at, r->size};
    }
    uint32_t w = info.extent.width >> level, h = info.extent.height >> level, d = info.extent.depth >> level;
    VkBufferImageCopy whole = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, info.arrayLayers},
                               .imageExtent = {w, h, d ? d : 1}};
    struct vkt_buffer seen[2] = {vkt_buffer(&v, SIZE), vkt_buffer(&v, SIZE)};
    VkClearColorValue color = {.float32 = {0.25f, 0.5f, 0.75f, 1}};
    VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                   VK_REMAINING_ARRAY_LAYERS};
    vkt_general(&v, one.image);
    vkt_general(&v, two.image);
    VkCommandBuffer cmd = vkt_begin(&v);
    if (bytes != 8) { // blocks cannot be cleared
        vkCmdClearColorImage(cmd, one.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
        vkCmdClearColorImage(cmd, two.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
        vkt_barrier(cmd);
    }
    vkt_proc(&v, vkCmdCopyMemoryToImageIndirectKHR)(
        cmd, &(VkCopyMemoryToImageIndirectInfoKHR){
                 .sType = VK_STRUCTURE_TYPE_COPY_MEMORY_TO_IMAGE_INDIRECT_INFO_KHR,
                 .copyCount = count,
                 .copyAddressRange = {commands.address + 4, 8 * STRIDE, STRIDE},
                 .dstImage = one.image,
                 .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                 .pImageSubresources = subs});
    vkCmdCopyBufferToImage(cmd, p.buffer, two.image, VK_IMAGE_LAYOUT_GENERAL, count, copies);
    vkt_barrier(cmd);
    vkCmdCopyImageToBuffer(cmd, one.image, VK_IMAGE_LAYOUT_GENERAL, seen[0].buffer, 1, &whole);
    vkCmdCopyImageToBuffer(cmd, two.image, VK_IMAGE_LAYOUT_GENERAL, seen[1].buffer, 1, &whole);
    vkt_run(&v, cmd);
    unsigned wrong = 0, there = 0;
    for (uint32_t k = 0; k < SIZE; k++) {
        wrong += ((uint8_t *)seen[0].map)[k] != ((uint8_t *)seen[1].map)[k];
        there += ((uint8_t *)seen[1].map)[k] != 0;
    }
    kt_ok(!wrong && there, "format %d, type %d: %u bytes wrong, %u there", info.format, info.imageType, wrong,
          there);
    for (uint32_t k = 0; k < 2; k++)
        vkt_buffer_free(&v, &seen[k]);
    vkt_image_free(&v, &one);
    vkt_image_free(&v, &two);
    free_place(&p);
    free_place(&commands);
}

KT_TEST(copies_to_images_by_commands_in_memory)
{
    if (!start())
        return;
    static const struct {
        VkFormat format;
        uint32_t bytes;
    } formats[] = {{VK_FORMAT_R8_UNORM, 1},
                   {VK_FORMAT_R8G8_UNORM, 2},
                   {VK_FORMAT_R8G8B8_UNORM, 3},
                   {VK_FORMAT_R8G8B8A8_UNORM, 4},
                   {VK_FORMAT_R32G32B32A32_SFLOAT, 16}};
    const VkImageAspectFlags color = VK_IMAGE_ASPECT_COLOR_BIT;
    for (unsigned n = 0; n < 5; n++)
        for (unsigned linear = 0; linear < 2; linear++) {
            const uint32_t b = formats[n].bytes;
            VkImageCreateInfo info = {.imageType = VK_IMAGE_TYPE_2D,
                                      .format = formats[n].format,
                                      .extent = {90, 70, 1},
                                      .mipLevels = 1,
                                      .arrayLayers = 1,
                                      .tiling = VK_IMAGE_TILING_LINEAR};
            const struct region flat[] = {{b, 0, 0, {color, 0, 0, 1}, {3, 5, 0}, {41, 33, 1}},
                                          {30000 + 5 * b, 50, 0, {color, 0, 0, 1}, {50, 60, 0}, {37, 9, 1}}};
            if (linear) {
                compare_copies(&info, 0, b, flat, 2);
                continue;
            }
            info.tiling = VK_IMAGE_TILING_OPTIMAL;
            info.mipLevels = 3;
            info.arrayLayers = 4;
            const struct region layers[] = {{7 * b, 0, 0, {color, 1, 1, 2}, {1, 2, 0}, {33, 13, 1}},
                                            {60000 + b, 45, 31, {color, 1, 0, 4}, {35, 16, 0}, {9, 19, 1}},
                                            {20000, 0, 0, {color, 1, 3, 1}, {44, 0, 0}, {1, 35, 1}}};
            compare_copies(&info, 1, b, layers, 3);
        }
    VkImageCreateInfo volume = {.imageType = VK_IMAGE_TYPE_3D,
                                .format = VK_FORMAT_R16G16_UINT,
                                .extent = {40, 30, 12},
                                .mipLevels = 1,
                                .arrayLayers = 1};
    const struct region slices[] = {{4, 0, 0, {color, 0, 0, 1}, {2, 1, 3}, {31, 17, 7}},
                                    {40000, 33, 19, {color, 0, 0, 1}, {0, 0, 11}, {33, 10, 1}}};
    compare_copies(&volume, 0, 4, slices, 2);
    volume.mipLevels = 3;
    const struct region halves[] = {{4, 0, 0, {color, 1, 0, 1}, {2, 1, 1}, {15, 11, 3}},
                                    {20000, 19, 15, {color, 1, 0, 1}, {0, 0, 4}, {17, 10, 2}}};
    compare_copies(&volume, 0, 4, slices, 2);
    compare_copies(&volume, 1, 4, halves, 2);
    VkImageCreateInfo blocks = {.imageType = VK_IMAGE_TYPE_2D,
                                .format = VK_FORMAT_BC1_RGB_UNORM_BLOCK,
                                .extent = {64, 64, 1},
                                .mipLevels = 1,
                                .arrayLayers = 2};
    const struct region parts[] = {{0, 0, 0, {color, 0, 0, 2}, {0, 0, 0}, {64, 64, 1}},
                                   {8192, 40, 0, {color, 0, 1, 1}, {8, 16, 0}, {36, 12, 1}}};
    compare_copies(&blocks, 0, 8, parts, 1);
    compare_copies(&blocks, 0, 8, parts + 1, 1);
    vkt_finish(&v);
}

// ---- VK_KHR_extended_flags

static VkResult ask(VkPhysicalDeviceImageFormatInfo2 info, uint64_t flags, uint64_t usage,
                    VkImageFormatProperties *out)
{
    VkImageCreateFlags2CreateInfoKHR wide_flags = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_FLAGS_2_CREATE_INFO_KHR, .flags = flags};
    VkImageUsageFlags2CreateInfoKHR wide_usage = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_USAGE_FLAGS_2_CREATE_INFO_KHR, .pNext = &wide_flags, .usage = usage};
    VkImageFormatProperties2 p = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    info.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2;
    info.pNext = &wide_usage;
    VkResult r = vkGetPhysicalDeviceImageFormatProperties2(v.physical, &info, &p);
    *out = p.imageFormatProperties;
    return r;
}

// What the wide ones say replaces what the narrow ones do.
KT_TEST(wide_flags_are_asked_about)
{
    if (!start())
        return;
    VkPhysicalDeviceImageFormatInfo2 info = {.format = VK_FORMAT_R8G8B8A8_UNORM,
                                             .type = VK_IMAGE_TYPE_2D,
                                             .flags = VK_IMAGE_CREATE_PROTECTED_BIT,
                                             .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT};
    VkImageFormatProperties plain, stored;
    vkt_ok(ask(info, 0, VK_IMAGE_USAGE_SAMPLED_BIT, &plain));
    vkt_ok(ask(info, 0, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT, &stored));
    kt_true(stored.sampleCounts == VK_SAMPLE_COUNT_1_BIT && stored.maxExtent.width == plain.maxExtent.width);
    kt_eq(ask(info, VK_IMAGE_CREATE_PROTECTED_BIT, VK_IMAGE_USAGE_SAMPLED_BIT, &plain),
          VK_ERROR_FORMAT_NOT_SUPPORTED);
    kt_eq(ask(info, 0, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, &plain), VK_ERROR_FORMAT_NOT_SUPPORTED);
    kt_eq(ask(info, 0, UINT64_C(1) << 40 | VK_IMAGE_USAGE_SAMPLED_BIT, &plain),
          VK_ERROR_FORMAT_NOT_SUPPORTED);
    kt_eq(ask(info, UINT64_C(1) << 40, VK_IMAGE_USAGE_SAMPLED_BIT, &plain), VK_ERROR_FORMAT_NOT_SUPPORTED);
    // The stencil has a usage of its own, which is the only one of a format that is a stencil.
    info = (VkPhysicalDeviceImageFormatInfo2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                              .format = VK_FORMAT_S8_UINT,
                                              .type = VK_IMAGE_TYPE_2D,
                                              .usage = VK_IMAGE_USAGE_STORAGE_BIT};
    VkImageStencilUsage2CreateInfoKHR stencil = {.sType =
                                                     VK_STRUCTURE_TYPE_IMAGE_STENCIL_USAGE_2_CREATE_INFO_KHR,
                                                 .stencilUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VkImageFormatProperties2 p = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    kt_eq(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &info, &p), VK_ERROR_FORMAT_NOT_SUPPORTED);
    info.pNext = &stencil;
    vkt_ok(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &info, &p));
    VkFormatProperties4KHR more = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_4_KHR,
                                   .linearTilingFeatures = 1,
                                   .optimalTilingFeatures = 2,
                                   .bufferFeatures = 3};
    VkFormatProperties2 f = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &more};
    vkGetPhysicalDeviceFormatProperties2(v.physical, VK_FORMAT_R8G8B8A8_UNORM, &f);
    kt_true(!more.linearTilingFeatures && !more.optimalTilingFeatures && !more.bufferFeatures);
    vkt_finish(&v);
}

// So it is with those of sparse images.
KT_TEST(wide_usage_of_sparse_images)
{
    VkPhysicalDeviceFeatures has;
    if (!start())
        return;
    vkGetPhysicalDeviceFeatures(v.physical, &has);
    const VkImageUsageFlags good = VK_IMAGE_USAGE_SAMPLED_BIT,
                            bad = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    VkImageUsageFlags2CreateInfoKHR wide = {.sType = VK_STRUCTURE_TYPE_IMAGE_USAGE_FLAGS_2_CREATE_INFO_KHR};
    VkPhysicalDeviceSparseImageFormatInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .type = VK_IMAGE_TYPE_2D,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = good,
        .tiling = VK_IMAGE_TILING_OPTIMAL};
    uint32_t there = 0, count = 0;
    vkGetPhysicalDeviceSparseImageFormatProperties2(v.physical, &info, &there, NULL);
    kt_eq(there, has.sparseResidencyImage2D);
    info.pNext = &wide;
    wide.usage = bad;
    vkGetPhysicalDeviceSparseImageFormatProperties2(v.physical, &info, &count, NULL);
    kt_eq(count, 0);
    info.usage = bad;
    wide.usage = good;
    vkGetPhysicalDeviceSparseImageFormatProperties2(v.physical, &info, &count, NULL);
    kt_eq(count, there);
    wide.usage = UINT64_C(1) << 40 | good;
    vkGetPhysicalDeviceSparseImageFormatProperties2(v.physical, &info, &count, NULL);
    kt_eq(count, 0);
    vkt_finish(&v);
}

// Planes with memory of their own by a wide flag alone: each has requirements.
KT_TEST(wide_flags_make_images)
{
    if (!start())
        return;
    VkImageCreateFlags2CreateInfoKHR flags = {.sType =
                                                  VK_STRUCTURE_TYPE_IMAGE_CREATE_FLAGS_2_CREATE_INFO_KHR};
    VkImageCreateInfo info =
        vkt_image_2d(VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM, 512, 512, 1, 1, VK_IMAGE_USAGE_SAMPLED_BIT);
    VkDeviceSize sizes[2];
    for (unsigned disjoint = 0; disjoint < 2; disjoint++) {
        info.pNext = &flags;
        flags.flags = disjoint ? VK_IMAGE_CREATE_DISJOINT_BIT : 0;
        VkDeviceImageMemoryRequirements ask = {.sType = VK_STRUCTURE_TYPE_DEVICE_IMAGE_MEMORY_REQUIREMENTS,
                                               .pCreateInfo = &info,
                                               .planeAspect = VK_IMAGE_ASPECT_PLANE_1_BIT};
        VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
        vkt_proc(&v, vkGetDeviceImageMemoryRequirementsKHR)(v.device, &ask, &r);
        sizes[disjoint] = r.memoryRequirements.size;
    }
    kt_ok(sizes[1] < sizes[0] / 2, "%llu, a plane alone %llu", (unsigned long long)sizes[0],
          (unsigned long long)sizes[1]);
    vkt_finish(&v);
}

// ---- VK_KHR_device_fault

KT_TEST(faults_are_reported_once)
{
    setenv("KILN_SIM_BUDGET", "8M", 1);
    if (!start())
        return;
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    PFN_vkGetDeviceFaultReportsKHR get = vkt_proc(&v, vkGetDeviceFaultReportsKHR);
    struct vkt_buffer b = vkt_buffer(&v, 256);
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_spin, sizeof(vkt_spin)}, 1, &type, 8, NULL, &p))
        return;
    vkt_bind_buffer(&v, &p, 0, type, &b, 0, VK_WHOLE_SIZE);
    uint32_t count = 5;
    kt_eq(get(v.device, 0, &count, NULL), VK_TIMEOUT);
    kt_eq(count, 0);
    kt_eq(get(v.device, 3000000, &count, NULL), VK_TIMEOUT);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8,
                       (uint32_t[]){UINT32_MAX, 0}); // hangs
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_ok(vkEndCommandBuffer(cmd));
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd}));
    VkPhysicalDeviceFaultPropertiesKHR most = {.sType =
                                                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 p2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                      .pNext = &most};
    vkGetPhysicalDeviceProperties2(v.physical, &p2);
    vkt_ok(get(v.device, UINT64_MAX, &count, NULL)); // nobody else waits for the device
    kt_ok(count >= 2 && count <= most.maxDeviceFaultCount, "%u reports", count);
    VkDeviceFaultInfoKHR reports[16] = {0};
    uint32_t one = 1, rest = 16, all = count;
    kt_eq(get(v.device, 0, &one, reports), VK_INCOMPLETE);
    kt_eq(one, 1);
    vkt_ok(get(v.device, 0, &rest, reports + 1));
    kt_eq(rest, all - 1);
    for (uint32_t i = 0; i < all; i++) {
        kt_eq((reports[i].flags & VK_DEVICE_FAULT_FLAG_DEVICE_LOST_KHR) != 0, i + 1 == all);
        kt_true(reports[i].groupId == reports[0].groupId && reports[i].description[0]);
        kt_true(reports[i].flags & VK_DEVICE_FAULT_FLAG_VENDOR_KHR);
        kt_eq(reports[i].vendorInfo.vendorFaultCode, i + 1);
        kt_true(reports[i].vendorInfo.description[0]);
    }
    rest = 16;
    kt_eq(get(v.device, 0, &rest, reports), VK_TIMEOUT);
    kt_eq(rest, 0);
    VkDeviceFaultDebugInfoKHR debug = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_DEBUG_INFO_KHR,
                                       .vendorBinarySize = 9};
    vkt_ok(vkt_proc(&v, vkGetDeviceFaultDebugInfoKHR)(v.device, &debug));
    kt_eq(debug.vendorBinarySize, 0);
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
    unsetenv("KILN_SIM_BUDGET");
}

// ---- VK_EXT_shader_subgroup_partitioned, which VK_NV_shader_subgroup_partitioned was:
// tests/shaders/sg_partition_*

KT_TEST(partitions_are_offered)
{
    if (!start())
        return;
    VkPhysicalDeviceShaderSubgroupPartitionedFeaturesEXT f = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_PARTITIONED_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    vkGetPhysicalDeviceFeatures2(v.physical, &features);
    kt_true(f.shaderSubgroupPartitioned);
    VkPhysicalDeviceSubgroupProperties s = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &s};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    kt_true(s.supportedOperations & VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV);
    kt_true(vkt_has_extension(&v, "VK_EXT_shader_subgroup_partitioned"));
    kt_true(vkt_has_extension(&v, "VK_NV_shader_subgroup_partitioned"));
    vkt_finish(&v);
}

KT_MAIN()

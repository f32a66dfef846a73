// Extensions of 2024 and later that are small: maintenance8, placed mappings, slices of volumes, copies whose
// places are in memory. The layer is off: it does not know them.
#include "newer.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "vk/vkt.h"
#include "vkt_saxpy.h"
#include "vkt_slices.h"

static struct vkt v;

static bool start(void)
{
    return vkt_init(&v, &(struct vkt_options){.newer = true});
}

static struct vkt_image make(VkImageType type, VkFormat format, VkExtent3D extent, uint32_t levels,
                             VkImageUsageFlags usage)
{
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = type,
                              .format = format,
                              .extent = extent,
                              .mipLevels = levels,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage =
                                  VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | usage};
    return vkt_image(&v, &info);
}

// Depth to colour, and stencil, and back: the bits stay.
KT_TEST(copies_between_depth_and_color)
{
    if (!start())
        return;
    enum { W = 45, H = 23 };
    const struct {
        VkFormat depth, color;
        VkImageAspectFlags aspect;
        uint32_t bytes;
    } rows[] = {{VK_FORMAT_D32_SFLOAT, VK_FORMAT_R32_SFLOAT, VK_IMAGE_ASPECT_DEPTH_BIT, 4},
                {VK_FORMAT_D16_UNORM, VK_FORMAT_R16_UINT, VK_IMAGE_ASPECT_DEPTH_BIT, 2},
                {VK_FORMAT_S8_UINT, VK_FORMAT_R8_SINT, VK_IMAGE_ASPECT_STENCIL_BIT, 1},
                {VK_FORMAT_D32_SFLOAT_S8_UINT, VK_FORMAT_R8_UINT, VK_IMAGE_ASPECT_STENCIL_BIT, 1},
                {VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_R32_UINT, VK_IMAGE_ASPECT_DEPTH_BIT, 4}};
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
        VkFormatProperties3 p3 = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
        VkFormatProperties2 p = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &p3};
        vkGetPhysicalDeviceFormatProperties2(v.physical, rows[n].depth, &p);
        kt_true(p3.optimalTilingFeatures & (rows[n].aspect == VK_IMAGE_ASPECT_DEPTH_BIT
                                                ? VK_FORMAT_FEATURE_2_DEPTH_COPY_ON_COMPUTE_QUEUE_BIT_KHR
                                                : VK_FORMAT_FEATURE_2_STENCIL_COPY_ON_COMPUTE_QUEUE_BIT_KHR));
        struct vkt_image color = make(VK_IMAGE_TYPE_2D, rows[n].color, (VkExtent3D){W, H, 1}, 1, 0),
                         depth = make(VK_IMAGE_TYPE_2D, rows[n].depth, (VkExtent3D){W, H, 1}, 1, 0),
                         back = make(VK_IMAGE_TYPE_2D, rows[n].color, (VkExtent3D){W, H, 1}, 1, 0);
        struct vkt_buffer data = vkt_buffer(&v, W * H * 4), seen = vkt_buffer(&v, W * H * 4);
        for (uint32_t k = 0; k < W * H * rows[n].bytes; k++)
            ((uint8_t *)data.map)[k] = (uint8_t)(k * 197 + n);
        VkBufferImageCopy whole = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                   .imageExtent = {W, H, 1}};
        VkImageCopy to = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                          .dstSubresource = {rows[n].aspect, 0, 0, 1},
                          .extent = {W, H, 1}};
        VkImageCopy from = {
            .srcSubresource = to.dstSubresource, .dstSubresource = to.srcSubresource, .extent = {W, H, 1}};
        const VkImageLayout general = VK_IMAGE_LAYOUT_GENERAL;
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyBufferToImage(cmd, data.buffer, color.image, general, 1, &whole);
        vkt_barrier(cmd);
        vkCmdCopyImage(cmd, color.image, general, depth.image, general, 1, &to);
        vkt_barrier(cmd);
        vkCmdCopyImage(cmd, depth.image, general, back.image, general, 1, &from);
        vkt_barrier(cmd);
        vkCmdCopyImageToBuffer(cmd, back.image, general, seen.buffer, 1, &whole);
        vkt_run(&v, cmd);
        kt_ok(!memcmp(data.map, seen.map, W * H * rows[n].bytes), "row %u", n);
        vkt_buffer_free(&v, &data);
        vkt_buffer_free(&v, &seen);
        vkt_image_free(&v, &color);
        vkt_image_free(&v, &depth);
        vkt_image_free(&v, &back);
    }
    vkt_finish(&v);
}

// A queue family ownership transfer, whose stages count, and access flags of the third kind.
KT_TEST(stages_of_ownership_transfers)
{
    if (!start())
        return;
    struct vkt_buffer a = vkt_buffer(&v, 4096), b = vkt_buffer(&v, 4096);
    VkMemoryBarrierAccessFlags3KHR more = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_ACCESS_FLAGS_3_KHR};
    VkBufferMemoryBarrier2 barrier = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
                                      .pNext = &more,
                                      .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                      .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                      .dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                      .dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT,
                                      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_EXTERNAL,
                                      .dstQueueFamilyIndex = 0,
                                      .buffer = a.buffer,
                                      .size = VK_WHOLE_SIZE};
    VkDependencyInfo d = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                          .dependencyFlags =
                              VK_DEPENDENCY_QUEUE_FAMILY_OWNERSHIP_TRANSFER_USE_ALL_STAGES_BIT_KHR,
                          .bufferMemoryBarrierCount = 1,
                          .pBufferMemoryBarriers = &barrier};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, a.buffer, 0, VK_WHOLE_SIZE, 0x1234567);
    vkCmdPipelineBarrier2(cmd, &d);
    vkCmdCopyBuffer(cmd, a.buffer, b.buffer, 1, &(VkBufferCopy){.size = 4096});
    vkt_run(&v, cmd);
    kt_eq(((uint32_t *)b.map)[1023], 0x1234567);
    vkt_buffer_free(&v, &a);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

// Two caches, each merged into the other by a thread, while pipelines are made with both.
static VkPipelineCache caches[2];

static void *merge_often(void *which)
{
    const unsigned n = (unsigned)(uintptr_t)which;
    for (unsigned i = 0; i < 200; i++)
        vkMergePipelineCaches(v.device, caches[n], 1, &caches[1 - n]);
    return NULL;
}

KT_TEST(merges_both_ways)
{
    if (!start())
        return;
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                      .flags =
                                          VK_PIPELINE_CACHE_CREATE_INTERNALLY_SYNCHRONIZED_MERGE_BIT_KHR};
    pthread_t threads[2];
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, 2, NULL, 8, NULL, &p))
        return;
    VkComputePipelineCreateInfo pipeline = vkt_compute_info(p.module, p.layout);
    for (unsigned n = 0; n < 2; n++)
        vkt_ok(vkCreatePipelineCache(v.device, &info, NULL, &caches[n]));
    for (unsigned n = 0; n < 2; n++)
        pthread_create(&threads[n], NULL, merge_often, (void *)(uintptr_t)n);
    for (unsigned n = 0; n < 8; n++) {
        VkPipeline made;
        vkt_ok(vkCreateComputePipelines(v.device, caches[n % 2], 1, &pipeline, NULL, &made));
        vkDestroyPipeline(v.device, made, NULL);
    }
    for (unsigned n = 0; n < 2; n++)
        pthread_join(threads[n], NULL);
    size_t size[2];
    for (unsigned n = 0; n < 2; n++) {
        vkMergePipelineCaches(v.device, caches[n], 1, &caches[1 - n]);
        vkt_ok(vkGetPipelineCacheData(v.device, caches[n], &size[n], NULL));
        kt_true(size[n] > 64);
    }
    kt_eq(size[0], size[1]);
    for (unsigned n = 0; n < 2; n++)
        vkDestroyPipelineCache(v.device, caches[n], NULL);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

// The pages of /proc/self/maps that begin at an address: can it be read?
static bool readable(const void *p)
{
    unsigned char there;
    if (mincore((void *)(uintptr_t)p, 4096, &there))
        return false;
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[256];
    bool found = false;
    while (maps && fgets(line, sizeof(line), maps)) {
        unsigned long low, high;
        char mode;
        if (sscanf(line, "%lx-%lx %c", &low, &high, &mode) == 3 && low <= (uintptr_t)p && (uintptr_t)p < high)
            found = mode == 'r';
    }
    if (maps)
        fclose(maps);
    return found;
}

KT_TEST(mappings_at_an_address)
{
    if (!start())
        return;
    enum { SIZE = 3 * 4096 };
    struct vkt_buffer other = vkt_buffer(&v, 4096);
    VkPhysicalDeviceMapMemoryPlacedPropertiesEXT limits = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 p2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                      .pNext = &limits};
    vkGetPhysicalDeviceProperties2(v.physical, &p2);
    kt_eq(limits.minPlacedMemoryMapAlignment, 4096);
    uint8_t *room = mmap(NULL, SIZE + 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(room, 0x5a, SIZE + 8192);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = SIZE - 100};
    VkDeviceMemory memory;
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &memory));
    VkMemoryMapPlacedInfoEXT at = {.sType = VK_STRUCTURE_TYPE_MEMORY_MAP_PLACED_INFO_EXT,
                                   .pPlacedAddress = room + 4096};
    VkMemoryMapInfoKHR map = {.sType = VK_STRUCTURE_TYPE_MEMORY_MAP_INFO_KHR,
                              .pNext = &at,
                              .flags = VK_MEMORY_MAP_PLACED_BIT_EXT,
                              .memory = memory,
                              .size = VK_WHOLE_SIZE};
    VkMemoryUnmapInfoKHR unmap = {.sType = VK_STRUCTURE_TYPE_MEMORY_UNMAP_INFO_KHR, .memory = memory};
    void *got;
    vkt_ok(vkt_proc(&v, vkMapMemory2KHR)(v.device, &map, &got));
    kt_true(got == room + 4096);
    kt_eq(room[4096], 0); // new memory is zero
    kt_eq(room[4095], 0x5a);
    kt_eq(room[4096 + SIZE], 0x5a);
    room[5000] = 77;
    // The GPU sees it.
    VkBuffer buffer;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 8192,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &buffer));
    vkt_ok(vkBindBufferMemory(v.device, buffer, memory, 0));
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyBuffer(cmd, buffer, other.buffer, 1, &(VkBufferCopy){.size = 4096});
    vkt_run(&v, cmd);
    kt_eq(((uint8_t *)other.map)[5000 - 4096], 77);
    // Unmapped, but taken; then mapped there again, with what was in it.
    unmap.flags = VK_MEMORY_UNMAP_RESERVE_BIT_EXT;
    vkt_ok(vkt_proc(&v, vkUnmapMemory2KHR)(v.device, &unmap));
    kt_true(!readable(room + 4096) && readable(room) && readable(room + 4096 + SIZE));
    vkt_ok(vkt_proc(&v, vkMapMemory2KHR)(v.device, &map, &got));
    kt_eq(room[5000], 77);
    vkUnmapMemory(v.device, memory);
    // An ordinary mapping whose addresses are to stay.
    vkt_ok(vkMapMemory(v.device, memory, 0, VK_WHOLE_SIZE, 0, &got));
    kt_eq(((uint8_t *)got)[5000 - 4096], 77);
    vkt_ok(vkt_proc(&v, vkUnmapMemory2KHR)(v.device, &unmap));
    vkDestroyBuffer(v.device, buffer, NULL);
    vkFreeMemory(v.device, memory, NULL);
    // Freed while it is mapped.
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &memory));
    map.memory = memory;
    vkt_ok(vkt_proc(&v, vkMapMemory2KHR)(v.device, &map, &got));
    vkFreeMemory(v.device, memory, NULL);
    kt_true(!readable(room + 4096) && readable(room));
    munmap(room, 4096);
    munmap(room + 4096 + SIZE, 4096);
    vkt_buffer_free(&v, &other);
    vkt_finish(&v);
}

KT_TEST(slices_of_a_volume)
{
    if (!start())
        return;
    enum { W = 24, H = 20, D = 12, LEVEL = 1, FIRST = 2, COUNT = 3 };
    struct vkt_image i = make(VK_IMAGE_TYPE_3D, VK_FORMAT_R32_UINT, (VkExtent3D){W, H, D}, 3,
                              VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    const uint32_t w = W >> LEVEL, h = H >> LEVEL, d = D >> LEVEL;
    struct vkt_buffer data = vkt_buffer(&v, W * H * D * 4), out = vkt_buffer(&v, 256);
    uint32_t *words = data.map, *got = out.map;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_slices, sizeof(vkt_slices)}, 2, types, 0, NULL, &p))
        return;
    vkt_bind_buffer(&v, &p, 1, types[1], &out, 0, VK_WHOLE_SIZE);
    const uint32_t counts[] = {COUNT, VK_REMAINING_3D_SLICES_EXT};
    for (unsigned n = 0; n < 2; n++) {
        uint32_t count = n ? d - FIRST : COUNT, sum = 0;
        memset(got, 0, 64);
        for (uint32_t k = 0; k < w * h * d; k++) {
            words[k] = k;
            sum += k / (w * h) >= FIRST && k / (w * h) < FIRST + count ? k : 0;
        }
        VkImageViewSlicedCreateInfoEXT slices = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_SLICED_CREATE_INFO_EXT,
                                                 .sliceOffset = FIRST,
                                                 .sliceCount = counts[n]};
        VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                      .pNext = &slices,
                                      .image = i.image,
                                      .viewType = VK_IMAGE_VIEW_TYPE_3D,
                                      .format = VK_FORMAT_R32_UINT,
                                      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, LEVEL, 1, 0, 1}};
        VkImageView view;
        vkt_ok(vkCreateImageView(v.device, &info, NULL, &view));
        VkDescriptorImageInfo image = {.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = p.set,
                                      .descriptorCount = 1,
                                      .descriptorType = types[0],
                                      .pImageInfo = &image};
        vkUpdateDescriptorSets(v.device, 1, &write, 0, NULL);
        VkBufferImageCopy whole = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, LEVEL, 0, 1},
                                   .imageExtent = {w, h, d}};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyBufferToImage(cmd, data.buffer, i.image, VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
        vkt_barrier(cmd);
        vkt_bind(cmd, &p);
        vkCmdDispatch(cmd, (w + 7) / 8, (h + 7) / 8, d);
        vkt_barrier(cmd);
        vkCmdCopyImageToBuffer(cmd, i.image, VK_IMAGE_LAYOUT_GENERAL, data.buffer, 1, &whole);
        vkt_run(&v, cmd);
        kt_eq(got[0], w);
        kt_eq(got[1], h);
        kt_eq(got[2], count);
        kt_eq(got[4], 0); // behind the end
        kt_eq(got[5], sum);
        for (uint32_t k = 0; k < w * h * d; k++) {
            uint32_t z = k / (w * h);
            bool in = z >= FIRST && z < FIRST + count;
            if (!kt_eq(words[k], in ? k + 1000 * (z - FIRST + 1) : k))
                break;
        }
        vkDestroyImageView(v.device, view, NULL);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &data);
    vkt_buffer_free(&v, &out);
    vkt_image_free(&v, &i);
    vkt_finish(&v);
}

KT_TEST(copies_found_in_memory)
{
    if (!start())
        return;
    enum { COPIES = 5, STRIDE = 40 };
    static const uint32_t sizes[COPIES] = {4, 0, 65536 * 3 + 12, 1024, 100};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 1 << 20,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                                        VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                        VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    VkBuffer buffer;
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &buffer));
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, buffer, &r);
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = r.size};
    VkDeviceMemory memory;
    uint8_t *map, *want = calloc(1, 1 << 20);
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &memory));
    vkt_ok(vkBindBufferMemory(v.device, buffer, memory, 0));
    vkt_ok(vkMapMemory(v.device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&map));
    uint64_t address = vkGetBufferDeviceAddress(
        v.device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                               .buffer = buffer});
    // Commands; from 4096 what is copied; from 512 KiB where to.
    for (uint32_t k = 0; k < (512 << 10) - 4096; k++)
        map[4096 + k] = (uint8_t)(k * 31 + (k >> 8));
    uint32_t from = 4096, to = 512 << 10;
    for (uint32_t n = 0; n < COPIES; n++) {
        VkCopyMemoryIndirectCommandKHR c = {address + from, address + to, sizes[n]};
        memcpy(map + 8 + n * STRIDE, &c, sizeof(c));
        memcpy(want + to, map + from, sizes[n]);
        from += sizes[n] + 4 * n;
        to += sizes[n] + 8;
    }
    memcpy(want, map, 512 << 10);
    VkCopyMemoryIndirectInfoKHR copy = {.sType = VK_STRUCTURE_TYPE_COPY_MEMORY_INDIRECT_INFO_KHR,
                                        .copyCount = COPIES,
                                        .copyAddressRange = {address + 8, COPIES * STRIDE, STRIDE}};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_proc(&v, vkCmdCopyMemoryIndirectKHR)(cmd, &copy);
    vkt_run(&v, cmd);
    kt_true(!memcmp(map, want, 1 << 20));
    VkPhysicalDeviceCopyMemoryIndirectPropertiesKHR p = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COPY_MEMORY_INDIRECT_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 p2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &p};
    vkGetPhysicalDeviceProperties2(v.physical, &p2);
    kt_eq(p.supportedQueues, VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT);
    free(want);
    vkDestroyBuffer(v.device, buffer, NULL);
    vkFreeMemory(v.device, memory, NULL);
    vkt_finish(&v);
}

// Whatever is asked for.
KT_TEST(nothing_is_compressed)
{
    if (!start())
        return;
    VkImageCompressionControlEXT control = {.sType = VK_STRUCTURE_TYPE_IMAGE_COMPRESSION_CONTROL_EXT,
                                            .flags = VK_IMAGE_COMPRESSION_FIXED_RATE_DEFAULT_EXT};
    VkImageCreateInfo info =
        vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, 100, 50, 1, 1, VK_IMAGE_USAGE_SAMPLED_BIT);
    info.pNext = &control;
    VkImage image;
    vkt_ok(vkCreateImage(v.device, &info, NULL, &image));
    VkImageCompressionPropertiesEXT p = {.sType = VK_STRUCTURE_TYPE_IMAGE_COMPRESSION_PROPERTIES_EXT,
                                         .imageCompressionFixedRateFlags = 77};
    VkSubresourceLayout2KHR layout = {.sType = VK_STRUCTURE_TYPE_SUBRESOURCE_LAYOUT_2_KHR, .pNext = &p};
    VkImageSubresource2KHR which = {.sType = VK_STRUCTURE_TYPE_IMAGE_SUBRESOURCE_2_KHR,
                                    .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0}};
    vkt_proc(&v, vkGetImageSubresourceLayout2KHR)(v.device, image, &which, &layout);
    kt_eq(p.imageCompressionFlags, VK_IMAGE_COMPRESSION_DISABLED_EXT);
    kt_eq(p.imageCompressionFixedRateFlags, 0);
    VkPhysicalDeviceImageFormatInfo2 ask = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                            .pNext = &control,
                                            .format = info.format,
                                            .type = info.imageType,
                                            .usage = info.usage};
    p.imageCompressionFlags = 0;
    VkImageFormatProperties2 q = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, .pNext = &p};
    vkt_ok(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &ask, &q));
    kt_eq(p.imageCompressionFlags, VK_IMAGE_COMPRESSION_DISABLED_EXT);
    vkDestroyImage(v.device, image, NULL);
    vkt_finish(&v);
}

KT_MAIN()

// Commands on buffers of more than 4 GiB: copies, fills and updates at offsets of 64 bits, and rows of images
// that lie far apart.
#include "vk/large.h"

KT_TEST(commands_reach_beyond_4_gib)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}) || !has_memory(16 * GIB))
        return;
    VkPhysicalDeviceMaintenance3Properties m3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    VkPhysicalDeviceMaintenance4Properties m4 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES, .pNext = &m3};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &m4};
    vkGetPhysicalDeviceProperties2(v.physical, &p);
    kt_true(m3.maxMemoryAllocationSize >= 16 * GIB && m4.maxBufferSize >= 16 * GIB);

    enum { SIZE = 100000 };
    struct memory a = allocate(9 * GIB, BIG), b = allocate(6 * GIB, BIG);
    const VkDeviceSize from = 8 * GIB + 4 * GIB / 8 - 77, to = 5 * GIB + 12345;
    uint8_t *want = malloc(SIZE);
    for (unsigned k = 0; k < SIZE; k++)
        want[k] = *(uint8_t *)at(&a, from + k) = (uint8_t)(k * 29 + (k >> 7));
    memcpy(at(&a, from & ~UINT64_C(3)), want, 4);
    const VkBufferCopy regions[2] = {{from, to, SIZE}, {8 * GIB + 64, 4 * GIB + 256, 64}};
    memset(at(&a, 8 * GIB + 64), 0x5a, 64);
    uint32_t words[300];
    for (unsigned k = 0; k < 300; k++)
        words[k] = k * 0x01010101u;
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyBuffer(cmd, a.buffer, b.buffer, 2, regions);
    vkCmdFillBuffer(cmd, b.buffer, 4 * GIB + 4096, 8192, 0xcafe0001);
    vkCmdFillBuffer(cmd, b.buffer, 6 * GIB - 8, VK_WHOLE_SIZE, 0xcafe0002);
    vkCmdUpdateBuffer(cmd, a.buffer, 8 * GIB + 4096, sizeof(words), words);
    vkCmdUpdateBuffer(cmd, a.buffer, 9 * GIB - 16, 16, words);
    vkt_run(&v, cmd);
    unsigned wrong = 0;
    for (unsigned k = 4; k < SIZE; k++)
        wrong += *(uint8_t *)at(&b, to + k) != want[k];
    kt_eq(wrong, 0);
    kt_eq(*(uint32_t *)at(&b, 4 * GIB + 256 + 60), 0x5a5a5a5a);
    kt_eq(*(uint32_t *)at(&b, 4 * GIB + 4092), 0);
    kt_eq(*(uint32_t *)at(&b, 4 * GIB + 4096), 0xcafe0001);
    kt_eq(*(uint32_t *)at(&b, 4 * GIB + 4096 + 8188), 0xcafe0001);
    kt_eq(*(uint32_t *)at(&b, 4 * GIB + 4096 + 8192), 0);
    kt_eq(*(uint32_t *)at(&b, 6 * GIB - 12), 0);
    kt_eq(*(uint32_t *)at(&b, 6 * GIB - 4), 0xcafe0002);
    kt_true(!memcmp(at(&a, 8 * GIB + 4096), words, sizeof(words)));
    kt_true(!memcmp(at(&a, 9 * GIB - 16), words, 16));
    free(want);
    release(&a);
    release(&b);
    vkt_finish(&v);
}

// Rows of a buffer that lie a GiB apart.
KT_TEST(images_are_copied_from_rows_far_apart)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}) || !has_memory(16 * GIB))
        return;
    enum { WIDTH = 64, HEIGHT = 6 };
    struct memory m = allocate(6 * GIB, BIG);
    const VkImageCreateInfo info =
        vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, WIDTH, HEIGHT, 1, 1,
                     VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vkt_image image = vkt_image(&v, &info);
    for (unsigned y = 0; y < HEIGHT; y++)
        for (unsigned x = 0; x < WIDTH; x++)
            *(uint32_t *)at(&m, 256 + y * GIB + x * 4) = y << 16 | x;
    vkt_general(&v, image.image);
    VkBufferImageCopy in = {.bufferOffset = 256,
                            .bufferRowLength = GIB / 4,
                            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                            .imageExtent = {WIDTH, HEIGHT, 1}},
                      out = in;
    out.bufferOffset = 4 * GIB + 4096;
    out.bufferRowLength = 0;
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyBufferToImage(cmd, m.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, &in);
    vkt_barrier(cmd);
    vkCmdCopyImageToBuffer(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, m.buffer, 1, &out);
    vkt_run(&v, cmd);
    unsigned wrong = 0;
    for (unsigned y = 0; y < HEIGHT; y++)
        for (unsigned x = 0; x < WIDTH; x++)
            wrong += *(uint32_t *)at(&m, 4 * GIB + 4096 + (y * WIDTH + x) * 4) != (y << 16 | x);
    kt_eq(wrong, 0);
    vkt_image_free(&v, &image);
    release(&m);
    vkt_finish(&v);
}

KT_MAIN()

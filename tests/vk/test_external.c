// Memory, semaphores and fences as file descriptors: between two devices of one process, and (memory, sync
// files) between processes. VK_KHR_external_*_fd, VK_EXT_external_memory_dma_buf,
// VK_EXT_external_memory_host.
#include "vk/vkt.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static VkDevice second_device(struct vkt *v)
{
    static const char *names[] = {"VK_KHR_external_memory_fd",    "VK_EXT_external_memory_dma_buf",
                                  "VK_KHR_external_semaphore_fd", "VK_KHR_external_fence_fd",
                                  "VK_KHR_timeline_semaphore",    "VK_EXT_image_drm_format_modifier"};
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, .timelineSemaphore = VK_TRUE};
    VkDevice d = VK_NULL_HANDLE;
    const uint32_t count = 5 + vkt_has_extension(v, names[5]); // modifiers are not on all chips
    vkt_ok(vkt_device(v->physical, &timeline, count, names, NULL, &d));
    return d;
}

// A second vkt on a device of its own, which shares the instance.
static bool second(struct vkt *v, struct vkt *w)
{
    *w = *v;
    w->device = second_device(v);
    if (!w->device)
        return false;
    vkGetDeviceQueue(w->device, 0, 0, &w->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    vkt_ok(vkCreateCommandPool(w->device, &pool, NULL, &w->pool));
    vkt_first_submission(w);
    return true;
}

static void second_finish(struct vkt *w)
{
    vkDestroyCommandPool(w->device, w->pool, NULL);
    vkDestroyDevice(w->device, NULL);
}

// A buffer whose memory is exported, or (fd >= 0) imported.
static struct vkt_buffer shared_buffer(struct vkt *v, VkDeviceSize size,
                                       VkExternalMemoryHandleTypeFlagBits type, int fd)
{
    struct vkt_buffer b = {.size = size};
    VkExternalMemoryBufferCreateInfo ext = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                            .handleTypes = type};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .pNext = &ext,
                               .size = size,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    vkt_ok(vkCreateBuffer(v->device, &info, NULL, &b.buffer));
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(v->device, b.buffer, &req);
    VkExportMemoryAllocateInfo ex = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                     .handleTypes = type};
    VkImportMemoryFdInfoKHR im = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR, .handleType = type, .fd = fd};
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .pNext = fd < 0 ? (void *)&ex : (void *)&im,
                                  .allocationSize = req.size};
    vkt_ok(vkAllocateMemory(v->device, &alloc, NULL, &b.memory));
    vkt_ok(vkBindBufferMemory(v->device, b.buffer, b.memory, 0));
    vkt_ok(vkMapMemory(v->device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.map));
    return b;
}

static int export_memory(struct vkt *v, VkDeviceMemory memory, VkExternalMemoryHandleTypeFlagBits type)
{
    VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = memory, .handleType = type};
    int fd = -1;
    vkt_ok(vkt_proc(v, vkGetMemoryFdKHR)(v->device, &get, &fd));
    kt_true(fd >= 0);
    return fd;
}

static void share_memory(VkExternalMemoryHandleTypeFlagBits type)
{
    struct vkt v, w;
    if (!vkt_init(&v, NULL) || !second(&v, &w))
        return;
    struct vkt_buffer a = shared_buffer(&v, 65536, type, -1);
    struct vkt_buffer b = shared_buffer(&w, 65536, type, export_memory(&v, a.memory, type));
    // Twice into one device: both see it, and either may go first.
    struct vkt_buffer c = shared_buffer(&w, 65536, type, export_memory(&v, a.memory, type));
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, a.buffer, 0, 65536, 0x12345678);
    vkt_run(&v, cmd);
    kt_eq(((uint32_t *)b.map)[16383], 0x12345678);
    vkt_buffer_free(&w, &b);
    cmd = vkt_begin(&w);
    vkCmdFillBuffer(cmd, c.buffer, 4, 65532, 77);
    vkt_run(&w, cmd);
    kt_eq(((uint32_t *)a.map)[0], 0x12345678);
    kt_eq(((uint32_t *)a.map)[16383], 77);
    vkt_buffer_free(&v, &a); // c keeps the memory
    cmd = vkt_begin(&w);
    vkCmdFillBuffer(cmd, c.buffer, 0, 4, 78);
    vkt_run(&w, cmd);
    kt_eq(((uint32_t *)c.map)[0], 78);
    vkt_buffer_free(&w, &c);
    second_finish(&w);
    vkt_finish(&v);
}

KT_TEST(memory_opaque)
{
    share_memory(VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT);
}

KT_TEST(memory_dma_buf)
{
    share_memory(VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT);
}

// Threads that import one buffer into one device at the same time, while its first owner may go: it is in the
// device's list exactly once, or submissions fail. Many other buffers make the look through that list long.
enum { IMPORTERS = 3, IMPORTS = 500, OTHERS = 100 };
static const VkExternalMemoryHandleTypeFlagBits dma_buf = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;

struct importer {
    struct vkt *v;
    int fd; // taken
    unsigned *waiting;
    VkDeviceMemory memory;
};

static void *import_at_once(void *arg)
{
    struct importer *i = arg;
    VkImportMemoryFdInfoKHR im = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR, .handleType = dma_buf, .fd = i->fd};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &im, .allocationSize = 4096};
    __atomic_sub_fetch(i->waiting, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(i->waiting, __ATOMIC_ACQUIRE))
        sched_yield();
    vkt_ok(vkAllocateMemory(i->v->device, &alloc, NULL, &i->memory));
    return NULL;
}

// `early`: its first owner goes meanwhile.
static void import_round(struct vkt *v, struct vkt *into, struct vkt_buffer *target, bool early)
{
    struct vkt_buffer a = shared_buffer(v, 4096, dma_buf, -1);
    struct importer all[IMPORTERS];
    pthread_t threads[IMPORTERS];
    unsigned waiting = IMPORTERS;
    for (unsigned i = 0; i < IMPORTERS; i++)
        all[i] = (struct importer){into, export_memory(v, a.memory, dma_buf), &waiting, VK_NULL_HANDLE};
    for (unsigned i = 0; i < IMPORTERS; i++)
        pthread_create(&threads[i], NULL, import_at_once, &all[i]);
    if (early)
        vkt_buffer_free(v, &a);
    for (unsigned i = 0; i < IMPORTERS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < IMPORTERS; i++) {
        VkCommandBuffer cmd = vkt_begin(into);
        vkCmdFillBuffer(cmd, target->buffer, 0, 4, i);
        vkt_run(into, cmd);
        vkFreeMemory(into->device, all[i].memory, NULL);
    }
    if (!early)
        vkt_buffer_free(v, &a);
}

KT_TEST(imports_at_once)
{
    struct vkt v, w;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}) || !second(&v, &w))
        return;
    struct vkt_buffer targets[2] = {vkt_buffer(&v, 4096), vkt_buffer(&w, 4096)};
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096};
    VkDeviceMemory *others = calloc(2 * OTHERS, sizeof(*others));
    for (unsigned i = 0; i < 2 * OTHERS; i++)
        vkt_ok(vkAllocateMemory(i % 2 ? v.device : w.device, &alloc, NULL, &others[i]));
    for (uint32_t round = 0; round < IMPORTS && !kt_failures; round++)
        import_round(&v, round % 2 ? &v : &w, &targets[round % 2 ? 0 : 1], round % 4 > 1);
    for (unsigned i = 0; i < 2 * OTHERS; i++)
        vkFreeMemory(i % 2 ? v.device : w.device, others[i], NULL);
    free(others);
    vkt_buffer_free(&v, &targets[0]);
    vkt_buffer_free(&w, &targets[1]);
    second_finish(&w);
    vkt_finish(&v);
}

// An image of every level and layer, in memory of another device.
KT_TEST(image_opaque)
{
    enum { W = 75, H = 41, LEVELS = 3, LAYERS = 2 };
    struct vkt v, w;
    const VkExternalMemoryHandleTypeFlagBits opaque = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    if (!vkt_init(&v, NULL) || !second(&v, &w))
        return;
    VkPhysicalDeviceExternalImageFormatInfo of = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO, .handleType = opaque};
    VkPhysicalDeviceImageFormatInfo2 ask = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                            .pNext = &of,
                                            .format = VK_FORMAT_R8G8B8A8_UNORM,
                                            .type = VK_IMAGE_TYPE_2D,
                                            .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                                     VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VkExternalImageFormatProperties can = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES};
    VkImageFormatProperties2 p = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, .pNext = &can};
    vkt_ok(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &ask, &p));
    const VkExternalMemoryFeatureFlags both =
        VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT | VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT;
    kt_eq(can.externalMemoryProperties.externalMemoryFeatures & both, both);
    VkExternalMemoryImageCreateInfo ext = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                           .handleTypes = opaque};
    VkImageCreateInfo info = vkt_image_2d(ask.format, W, H, LEVELS, LAYERS, ask.usage);
    info.pNext = &ext;
    struct vkt *devices[2] = {&v, &w};
    VkImage images[2];
    VkDeviceMemory memory[2];
    for (unsigned i = 0; i < 2; i++) {
        VkDevice d = devices[i]->device;
        vkt_ok(vkCreateImage(d, &info, NULL, &images[i]));
        VkMemoryRequirements req;
        vkGetImageMemoryRequirements(d, images[i], &req);
        VkExportMemoryAllocateInfo ex = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                         .handleTypes = opaque};
        VkImportMemoryFdInfoKHR im = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
                                      .handleType = opaque,
                                      .fd = i ? export_memory(&v, memory[0], opaque) : -1};
        VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                      .pNext = i ? (void *)&im : (void *)&ex,
                                      .allocationSize = req.size};
        vkt_ok(vkAllocateMemory(d, &alloc, NULL, &memory[i]));
        vkt_ok(vkBindImageMemory(d, images[i], memory[i], 0));
        vkt_general(devices[i], images[i]);
    }
    const VkDeviceSize size = W * H * 4;
    struct vkt_buffer from = vkt_buffer(&v, size), to = vkt_buffer(&w, size);
    for (uint32_t n = 0; n < LEVELS * LAYERS; n++) {
        uint32_t level = n / LAYERS, lw = W >> level, lh = H >> level;
        for (uint32_t i = 0; i < W * H; i++)
            ((uint32_t *)from.map)[i] = (i + 1) * 2654435761u + n;
        VkBufferImageCopy c = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, n % LAYERS, 1},
                               .imageExtent = {lw, lh, 1}};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyBufferToImage(cmd, from.buffer, images[0], VK_IMAGE_LAYOUT_GENERAL, 1, &c);
        vkt_run(&v, cmd);
        cmd = vkt_begin(&w);
        vkCmdCopyImageToBuffer(cmd, images[1], VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &c);
        vkt_run(&w, cmd);
        kt_ok(!memcmp(from.map, to.map, lw * lh * 4), "level %u, layer %u", level, n % LAYERS);
    }
    vkt_buffer_free(&v, &from);
    vkt_buffer_free(&w, &to);
    for (unsigned i = 0; i < 2; i++) {
        vkDestroyImage(devices[i]->device, images[i], NULL);
        vkFreeMemory(devices[i]->device, memory[i], NULL);
    }
    second_finish(&w);
    vkt_finish(&v);
}

// ---- images with format modifiers

static VkDeviceMemory dma_buf_memory(struct vkt *v, VkImage image, int fd)
{
    VkMemoryRequirements req;
    vkGetImageMemoryRequirements(v->device, image, &req);
    VkMemoryDedicatedAllocateInfo dedicated = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
                                               .image = image};
    VkExportMemoryAllocateInfo ex = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                     .pNext = &dedicated,
                                     .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT};
    VkImportMemoryFdInfoKHR im = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
                                  .pNext = &dedicated,
                                  .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT,
                                  .fd = fd};
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .pNext = fd < 0 ? (void *)&ex : (void *)&im,
                                  .allocationSize = req.size};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    vkt_ok(vkAllocateMemory(v->device, &alloc, NULL, &memory));
    vkt_ok(vkBindImageMemory(v->device, image, memory, 0));
    vkt_general(v, image);
    return memory;
}

static VkResult planar_image(struct vkt *v, const void *chain, uint32_t width, uint32_t height, VkImage *out)
{
    VkExternalMemoryImageCreateInfo ext = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                           .pNext = chain,
                                           .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT};
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_G8_B8R8_2PLANE_420_UNORM, width, height, 1, 1,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.pNext = &ext;
    info.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    return vkCreateImage(v->device, &info, NULL, out);
}

static VkResult modifier_image(struct vkt *v, const void *chain, uint32_t width, VkImage *out)
{
    VkExternalMemoryImageCreateInfo ext = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                           .pNext = chain,
                                           .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT};
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, width, 45, 1, 1,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.pNext = &ext;
    info.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    return vkCreateImage(v->device, &info, NULL, out);
}

static uint64_t modifier_of(struct vkt *v, VkImage image)
{
    VkImageDrmFormatModifierPropertiesEXT p = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_PROPERTIES_EXT};
    vkt_ok(vkt_proc(v, vkGetImageDrmFormatModifierPropertiesEXT)(v->device, image, &p));
    return p.drmFormatModifier;
}

static VkSubresourceLayout memory_plane(struct vkt *v, VkImage image)
{
    VkImageSubresource which = {VK_IMAGE_ASPECT_MEMORY_PLANE_0_BIT_EXT, 0, 0};
    VkSubresourceLayout l;
    vkGetImageSubresourceLayout(v->device, image, &which, &l);
    return l;
}

// What the linear and the tiled modifiers are called in drm_fourcc.h.
enum { LINEAR_ROWS = 0, Y_TILED = 2, TILE4 = 9 };
#define INTEL(n) (UINT64_C(1) << 56 | (n))

static bool has_tile4(void)
{
    static const char *const chips[] = {"sim:dg2", "sim:mtl", "sim:arl", "sim:bmg", "sim:lnl"};
    const char *device = getenv("KILN_DEVICE");
    for (unsigned n = 0; device && n < sizeof(chips) / sizeof(*chips); n++)
        if (!strncmp(device, chips[n], strlen(chips[n])))
            return true;
    return false;
}

static uint64_t tiles_modifier(void)
{
    return INTEL(has_tile4() ? TILE4 : Y_TILED);
}

// Where a byte of a tile is, 128 bytes by 32 rows. Y: PRM SNB vol1p2 "Tile Y", columns of 16 bytes. Tile4:
// Mesa docs/isl/tiling.rst: eight blocks of 512 bytes, of eight cells of 64 bytes, of four rows.
static uint32_t in_tile(uint32_t x, uint32_t y)
{
    const uint32_t block = y / 8 * 2 + x / 64, cell = y % 8 / 4 * 4 + x % 64 / 16;
    return x % 16 + (has_tile4() ? block * 512 + cell * 64 + y % 4 * 16 : x / 16 * 512 + y * 16);
}

// The pixels of 32 bits as they lie in the memory are those.
static void check_memory(struct vkt *v, VkDeviceMemory memory, const VkSubresourceLayout *plane, bool tiled,
                         const uint32_t *pixels, uint32_t width, uint32_t height)
{
    uint8_t *map;
    unsigned bad = 0;
    vkt_ok(vkMapMemory(v->device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&map));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint64_t tile = y / 32 * 32 * plane->rowPitch + x * 4 / 128 * 4096;
            const uint64_t at = tiled ? tile + in_tile(x * 4 % 128, y % 32) : y * plane->rowPitch + x * 4;
            bad += memcmp(map + plane->offset + at, pixels + y * width + x, 4) != 0;
        }
    kt_ok(!bad, "%u pixels lie elsewhere", bad);
    vkUnmapMemory(v->device, memory);
}

// One device makes the image and says how it lies; another makes it again around the same memory.
static void share_modifier(struct vkt *v, struct vkt *w, const uint64_t *list, uint32_t count, uint64_t want)
{
    VkImageDrmFormatModifierListCreateInfoEXT some = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_LIST_CREATE_INFO_EXT,
        .drmFormatModifierCount = count,
        .pDrmFormatModifiers = list};
    VkImage a, b;
    vkt_ok(modifier_image(v, &some, 75, &a));
    kt_eq(modifier_of(v, a), want);
    VkDeviceMemory from = dma_buf_memory(v, a, -1);
    VkSubresourceLayout plane = memory_plane(v, a);
    VkImageDrmFormatModifierExplicitCreateInfoEXT one = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT,
        .drmFormatModifier = want,
        .drmFormatModifierPlaneCount = 1,
        .pPlaneLayouts = &(VkSubresourceLayout){.offset = plane.offset, .rowPitch = plane.rowPitch}};
    vkt_ok(modifier_image(w, &one, 75, &b));
    kt_eq(modifier_of(w, b), want);
    VkDeviceMemory to =
        dma_buf_memory(w, b, export_memory(v, from, VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT));
    struct vkt_buffer data = vkt_buffer(v, 75 * 45 * 4), seen = vkt_buffer(w, 75 * 45 * 4);
    for (uint32_t i = 0; i < 75 * 45; i++)
        ((uint32_t *)data.map)[i] = (i + 1) * 2654435761u;
    VkBufferImageCopy c = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                           .imageExtent = {75, 45, 1}};
    VkCommandBuffer cmd = vkt_begin(v);
    vkCmdCopyBufferToImage(cmd, data.buffer, a, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
    vkt_run(v, cmd);
    cmd = vkt_begin(w);
    vkCmdCopyImageToBuffer(cmd, b, VK_IMAGE_LAYOUT_GENERAL, seen.buffer, 1, &c);
    vkt_run(w, cmd);
    kt_ok(!memcmp(data.map, seen.map, 75 * 45 * 4), "modifier %llx", (unsigned long long)want);
    check_memory(v, from, &plane, want != LINEAR_ROWS, data.map, 75, 45);
    vkt_buffer_free(v, &data);
    vkt_buffer_free(w, &seen);
    vkDestroyImage(v->device, a, NULL);
    vkDestroyImage(w->device, b, NULL);
    vkFreeMemory(v->device, from, NULL);
    vkFreeMemory(w->device, to, NULL);
}

KT_TEST(images_by_modifier)
{
    struct vkt v, w;
    if (!vkt_init(&v, NULL) || !second(&v, &w))
        return;
    const uint64_t rows = LINEAR_ROWS, tiles = tiles_modifier(), both[] = {rows, tiles};
    share_modifier(&v, &w, &rows, 1, rows);
    share_modifier(&v, &w, &tiles, 1, tiles);
    share_modifier(&v, &w, both, 2, tiles);
    second_finish(&w);
    vkt_finish(&v);
}

// The planes of a video's picture: made by one device, and again by another, around the same memory.
KT_TEST(planes_by_modifier)
{
    enum { W = 64, H = 32 };
    struct vkt v, w;
    if (!vkt_init(&v, NULL) || !second(&v, &w))
        return;
    const uint64_t all[] = {LINEAR_ROWS, tiles_modifier()};
    for (unsigned n = 0; n < 2; n++) {
        VkImageDrmFormatModifierListCreateInfoEXT some = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_LIST_CREATE_INFO_EXT,
            .drmFormatModifierCount = 1,
            .pDrmFormatModifiers = &all[n]};
        VkSubresourceLayout planes[2];
        VkImageDrmFormatModifierExplicitCreateInfoEXT given = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT,
            .drmFormatModifier = all[n],
            .drmFormatModifierPlaneCount = 2,
            .pPlaneLayouts = planes};
        VkImage image[2];
        vkt_ok(planar_image(&v, &some, W, H, &image[0]));
        VkDeviceMemory from = dma_buf_memory(&v, image[0], -1);
        for (unsigned k = 0; k < 2; k++) {
            VkImageSubresource which = {k ? VK_IMAGE_ASPECT_MEMORY_PLANE_1_BIT_EXT
                                          : VK_IMAGE_ASPECT_MEMORY_PLANE_0_BIT_EXT};
            VkSubresourceLayout l;
            vkGetImageSubresourceLayout(v.device, image[0], &which, &l);
            planes[k] = (VkSubresourceLayout){.offset = l.offset, .rowPitch = l.rowPitch};
        }
        kt_true(planes[1].offset >= planes[0].offset + H * planes[0].rowPitch);
        vkt_ok(planar_image(&w, &given, W, H, &image[1]));
        VkDeviceMemory to = dma_buf_memory(
            &w, image[1], export_memory(&v, from, VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT));
        struct vkt_buffer data = vkt_buffer(&v, W * H * 3 / 2), seen = vkt_buffer(&w, W * H * 3 / 2);
        for (uint32_t i = 0; i < W * H * 3 / 2; i++)
            ((uint8_t *)data.map)[i] = (uint8_t)(i * 31 + (i >> 8));
        VkBufferImageCopy c[2] = {
            {.imageSubresource = {VK_IMAGE_ASPECT_PLANE_0_BIT, 0, 0, 1}, .imageExtent = {W, H, 1}},
            {.bufferOffset = W * H,
             .imageSubresource = {VK_IMAGE_ASPECT_PLANE_1_BIT, 0, 0, 1},
             .imageExtent = {W / 2, H / 2, 1}}};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyBufferToImage(cmd, data.buffer, image[0], VK_IMAGE_LAYOUT_GENERAL, 2, c);
        vkt_run(&v, cmd);
        cmd = vkt_begin(&w);
        vkCmdCopyImageToBuffer(cmd, image[1], VK_IMAGE_LAYOUT_GENERAL, seen.buffer, 2, c);
        vkt_run(&w, cmd);
        kt_ok(!memcmp(data.map, seen.map, W * H * 3 / 2), "modifier %llx", (unsigned long long)all[n]);
        vkt_buffer_free(&v, &data);
        vkt_buffer_free(&w, &seen);
        vkDestroyImage(v.device, image[0], NULL);
        vkDestroyImage(w.device, image[1], NULL);
        vkFreeMemory(v.device, from, NULL);
        vkFreeMemory(w.device, to, NULL);
    }
    second_finish(&w);
    vkt_finish(&v);
}

// A pitch and an offset that are not what the driver would choose.
KT_TEST(a_modifier_with_a_layout)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkSubresourceLayout plane = {.offset = 8192, .rowPitch = 1024};
    VkImageDrmFormatModifierExplicitCreateInfoEXT one = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT,
        .drmFormatModifier = LINEAR_ROWS,
        .drmFormatModifierPlaneCount = 1,
        .pPlaneLayouts = &plane};
    VkImage image;
    vkt_ok(modifier_image(&v, &one, 75, &image));
    VkDeviceMemory memory = dma_buf_memory(&v, image, -1);
    VkSubresourceLayout l = memory_plane(&v, image);
    kt_eq(l.offset, 8192);
    kt_eq(l.rowPitch, 1024);
    VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdClearColorImage(cmd, image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearColorValue){.float32 = {1, 0, 0, 1}},
                         1, &all);
    vkt_run(&v, cmd);
    uint8_t *map;
    vkt_ok(vkMapMemory(v.device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&map));
    kt_eq(*(uint32_t *)(map + 8188), 0);
    kt_eq(*(uint32_t *)(map + 8192), 0xff0000ff);
    kt_eq(*(uint32_t *)(map + 8192 + 44 * 1024 + 74 * 4), 0xff0000ff);
    kt_eq(*(uint32_t *)(map + 8192 + 44 * 1024 + 76 * 4), 0); // (a row is padded to 16 bytes)
    vkDestroyImage(v.device, image, NULL);
    vkFreeMemory(v.device, memory, NULL);
    vkt_finish(&v);
}

// What there is to choose from, and what is refused.
KT_TEST(modifiers_that_are_not_there)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    VkDrmFormatModifierPropertiesEXT found[4];
    VkDrmFormatModifierPropertiesListEXT list = {
        .sType = VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT};
    VkFormatProperties2 p = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &list};
    vkGetPhysicalDeviceFormatProperties2(v.physical, VK_FORMAT_BC1_RGB_UNORM_BLOCK, &p);
    kt_eq(list.drmFormatModifierCount, 0);
    vkGetPhysicalDeviceFormatProperties2(v.physical, VK_FORMAT_R8G8B8A8_UNORM, &p);
    kt_eq(list.drmFormatModifierCount, 2);
    list.pDrmFormatModifierProperties = found;
    list.drmFormatModifierCount = 1;
    vkGetPhysicalDeviceFormatProperties2(v.physical, VK_FORMAT_R8G8B8A8_UNORM, &p);
    kt_eq(list.drmFormatModifierCount, 1);
    kt_true(found[0].drmFormatModifierTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT);
    kt_eq(found[0].drmFormatModifierPlaneCount, 1);
    const uint64_t tiles = tiles_modifier();
    const struct {
        uint64_t modifier;
        VkSubresourceLayout plane;
    } bad[] = {{INTEL(1), {.rowPitch = 512}}, // X tiles
               {INTEL(4), {.rowPitch = 512}}, // compressed
               {INTEL(has_tile4() ? Y_TILED : TILE4), {.rowPitch = 512}},
               {tiles, {.rowPitch = 320}}, // no whole tiles
               {tiles, {.offset = 64, .rowPitch = 512}},
               {LINEAR_ROWS, {.rowPitch = 256}}, // less than a row
               {LINEAR_ROWS, {.rowPitch = 321}},
               {LINEAR_ROWS, {.rowPitch = UINT64_C(1) << 40}}};
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        VkImageDrmFormatModifierExplicitCreateInfoEXT one = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT,
            .drmFormatModifier = bad[i].modifier,
            .drmFormatModifierPlaneCount = 1,
            .pPlaneLayouts = &bad[i].plane};
        VkImage image = VK_NULL_HANDLE;
        VkResult result = modifier_image(&v, &one, 75, &image);
        kt_ok(result < 0 && !image, "%u: %d", i, result);
    }
    VkPhysicalDeviceImageDrmFormatModifierInfoEXT which = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_DRM_FORMAT_MODIFIER_INFO_EXT,
        .drmFormatModifier = INTEL(1)};
    VkPhysicalDeviceImageFormatInfo2 ask = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                            .pNext = &which,
                                            .format = VK_FORMAT_R8G8B8A8_UNORM,
                                            .type = VK_IMAGE_TYPE_2D,
                                            .tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT,
                                            .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
    VkImageFormatProperties2 q = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    kt_eq(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &ask, &q), VK_ERROR_FORMAT_NOT_SUPPORTED);
    which.drmFormatModifier = tiles;
    vkt_ok(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &ask, &q));
    kt_eq(q.imageFormatProperties.maxMipLevels, 1);
    kt_eq(q.imageFormatProperties.maxArrayLayers, 1);
    vkt_finish(&v);
}

KT_TEST(memory_bad_fd)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    int fd = dup(1);
    VkImportMemoryFdInfoKHR im = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
                                  .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
                                  .fd = fd};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &im, .allocationSize = 4096};
    VkDeviceMemory m;
    kt_eq(vkAllocateMemory(v.device, &alloc, NULL, &m), VK_ERROR_INVALID_EXTERNAL_HANDLE);
    kt_eq(close(fd), 0); // a failed import leaves the descriptor to us
    vkt_finish(&v);
}

KT_TEST(memory_host)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    void *host = aligned_alloc(4096, 8192);
    memset(host, 1, 8192);
    VkMemoryHostPointerPropertiesEXT p = {.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
    const VkExternalMemoryHandleTypeFlagBits type = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    vkt_ok(vkt_proc(&v, vkGetMemoryHostPointerPropertiesEXT)(v.device, type, host, &p));
    kt_true(p.memoryTypeBits != 0);
    VkImportMemoryHostPointerInfoEXT im = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
                                           .handleType = type,
                                           .pHostPointer = host};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &im, .allocationSize = 8192};
    VkExternalMemoryBufferCreateInfo ext = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                            .handleTypes = type};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .pNext = &ext,
                               .size = 8192,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    struct vkt_buffer b = {.size = 8192};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b.buffer));
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(v.device, b.buffer, &req);
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &b.memory));
    vkt_ok(vkBindBufferMemory(v.device, b.buffer, b.memory, 0));
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, b.buffer, 4096, 4096, 0xabcdef01);
    vkt_run(&v, cmd);
    kt_eq(((uint32_t *)host)[1023], 0x01010101);
    kt_eq(((uint32_t *)host)[1024], 0xabcdef01);
    kt_eq(((uint32_t *)host)[2047], 0xabcdef01);
    vkDestroyBuffer(v.device, b.buffer, NULL);
    vkFreeMemory(v.device, b.memory, NULL);
    free(host);
    vkt_finish(&v);
}

// ---- semaphores

static VkSemaphore semaphore(struct vkt *v, VkExternalSemaphoreHandleTypeFlags export_types, bool timeline)
{
    VkExportSemaphoreCreateInfo ex = {.sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
                                      .handleTypes = export_types};
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .pNext = export_types ? &ex : NULL,
                                      .semaphoreType =
                                          timeline ? VK_SEMAPHORE_TYPE_TIMELINE : VK_SEMAPHORE_TYPE_BINARY};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    VkSemaphore s = VK_NULL_HANDLE;
    vkt_ok(vkCreateSemaphore(v->device, &info, NULL, &s));
    return s;
}

static int export_semaphore(struct vkt *v, VkSemaphore s, VkExternalSemaphoreHandleTypeFlagBits type)
{
    VkSemaphoreGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR, .semaphore = s, .handleType = type};
    int fd = -1;
    vkt_ok(vkt_proc(v, vkGetSemaphoreFdKHR)(v->device, &get, &fd));
    return fd;
}

static void import_semaphore(struct vkt *v, VkSemaphore s, VkExternalSemaphoreHandleTypeFlagBits type, int fd)
{
    VkImportSemaphoreFdInfoKHR im = {.sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
                                     .semaphore = s,
                                     .flags = type == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT
                                                  ? VK_SEMAPHORE_IMPORT_TEMPORARY_BIT
                                                  : 0,
                                     .handleType = type,
                                     .fd = fd};
    vkt_ok(vkt_proc(v, vkImportSemaphoreFdKHR)(v->device, &im));
}

static void submit(struct vkt *v, VkCommandBuffer cmd, VkSemaphore wait, VkSemaphore signal, VkFence fence)
{
    vkt_ok(vkt_submit(v->queue,
                      (struct vkt_submit){.cmd = cmd, .wait = wait, .signal = signal, .fence = fence}));
}

// Device v fills, device w copies behind the semaphore; many rounds, so that a missing wait shows.
static void share_semaphore(VkExternalSemaphoreHandleTypeFlagBits type)
{
    struct vkt v, w;
    const VkExternalMemoryHandleTypeFlagBits opaque = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    const VkDeviceSize size = 1 << 20;
    if (!vkt_init(&v, NULL) || !second(&v, &w))
        return;
    struct vkt_buffer a = shared_buffer(&v, size, opaque, -1);
    struct vkt_buffer b = shared_buffer(&w, size, opaque, export_memory(&v, a.memory, opaque));
    struct vkt_buffer c = vkt_buffer(&w, size);
    VkSemaphore s = semaphore(&v, type, false), t = semaphore(&w, 0, false);
    if (type == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT)
        import_semaphore(&w, t, type, export_semaphore(&v, s, type));
    bool good = true;
    for (uint32_t round = 1; round < 6; round++) {
        VkCommandBuffer fill = vkt_begin(&v), copy = vkt_begin(&w);
        vkCmdFillBuffer(fill, a.buffer, 0, size, round);
        VkBufferCopy region = {.size = size};
        vkCmdCopyBuffer(copy, b.buffer, c.buffer, 1, &region);
        vkt_ok(vkEndCommandBuffer(fill));
        vkt_ok(vkEndCommandBuffer(copy));
        submit(&v, fill, VK_NULL_HANDLE, s, VK_NULL_HANDLE);
        if (type == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT)
            import_semaphore(&w, t, type, export_semaphore(&v, s, type));
        submit(&w, copy, t, VK_NULL_HANDLE, VK_NULL_HANDLE);
        vkt_ok(vkDeviceWaitIdle(w.device));
        vkt_ok(vkDeviceWaitIdle(v.device));
        for (uint32_t i = 0; i < size / 4; i++)
            good &= ((uint32_t *)c.map)[i] == round;
        vkFreeCommandBuffers(v.device, v.pool, 1, &fill);
        vkFreeCommandBuffers(w.device, w.pool, 1, &copy);
    }
    kt_true(good);
    vkDestroySemaphore(v.device, s, NULL);
    vkDestroySemaphore(w.device, t, NULL);
    vkt_buffer_free(&w, &c);
    vkt_buffer_free(&w, &b);
    vkt_buffer_free(&v, &a);
    second_finish(&w);
    vkt_finish(&v);
}

// Work of one device that takes longer than a slice of the engine, and what waits for it on another one,
// without any memory in common, which the kernel would wait for by itself.
static void wait_for_other(VkExternalSemaphoreHandleTypeFlagBits type)
{
    const VkDeviceSize size = 1 << 20;
    struct vkt v, w;
    if (!vkt_init(&v, NULL) || !second(&v, &w))
        return;
    struct vkt_buffer a = vkt_buffer(&v, size), b = vkt_buffer(&w, 64);
    VkSemaphore s = semaphore(&v, type, false), t = semaphore(&w, 0, false);
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence first, then;
    vkt_ok(vkCreateFence(v.device, &info, NULL, &first));
    vkt_ok(vkCreateFence(w.device, &info, NULL, &then));
    if (type == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT)
        import_semaphore(&w, t, type, export_semaphore(&v, s, type));
    VkCommandBuffer work = vkt_begin(&v), other = vkt_begin(&w);
    for (uint32_t k = 0; k < 200; k++) {
        vkCmdFillBuffer(work, a.buffer, 0, size, k);
        vkt_barrier(work);
    }
    vkCmdFillBuffer(other, b.buffer, 0, 64, 1);
    vkt_ok(vkEndCommandBuffer(work));
    vkt_ok(vkEndCommandBuffer(other));
    submit(&v, work, VK_NULL_HANDLE, s, first);
    if (type == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT)
        import_semaphore(&w, t, type, export_semaphore(&v, s, type));
    submit(&w, other, t, VK_NULL_HANDLE, then);
    vkt_ok(vkWaitForFences(w.device, 1, &then, VK_TRUE, UINT64_C(60000000000)));
    kt_eq(vkGetFenceStatus(v.device, first), VK_SUCCESS);
    vkt_ok(vkDeviceWaitIdle(v.device));
    vkFreeCommandBuffers(v.device, v.pool, 1, &work);
    vkFreeCommandBuffers(w.device, w.pool, 1, &other);
    vkDestroyFence(v.device, first, NULL);
    vkDestroyFence(w.device, then, NULL);
    vkDestroySemaphore(v.device, s, NULL);
    vkDestroySemaphore(w.device, t, NULL);
    vkt_buffer_free(&w, &b);
    vkt_buffer_free(&v, &a);
    second_finish(&w);
    vkt_finish(&v);
}

KT_TEST(semaphore_holds_other_work)
{
    wait_for_other(VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT);
    wait_for_other(VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT);
}

KT_TEST(semaphore_opaque)
{
    share_semaphore(VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT);
}

KT_TEST(semaphore_sync_file)
{
    share_semaphore(VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT);
}

KT_TEST(semaphore_signaled_sync_file)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkSemaphore t = semaphore(&v, 0, false);
    import_semaphore(&v, t, VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT, -1); // -1: signaled already
    submit(&v, NULL, t, VK_NULL_HANDLE, VK_NULL_HANDLE);
    vkt_ok(vkQueueWaitIdle(v.queue));
    vkDestroySemaphore(v.device, t, NULL);
    vkt_finish(&v);
}

// Until the next wait a payload that was imported for a while takes the signals, too.
KT_TEST(semaphore_temporary)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    const VkExternalSemaphoreHandleTypeFlagBits opaque = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkSemaphore s = semaphore(&v, opaque, false), t = semaphore(&v, 0, false);
    VkImportSemaphoreFdInfoKHR im = {.sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
                                     .semaphore = t,
                                     .flags = VK_SEMAPHORE_IMPORT_TEMPORARY_BIT,
                                     .handleType = opaque};
    VkFence fence;
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    vkt_ok(vkCreateFence(v.device, &info, NULL, &fence));
    for (unsigned wait_for_t = 0; wait_for_t < 2; wait_for_t++) {
        im.fd = export_semaphore(&v, s, opaque);
        vkt_ok(vkt_proc(&v, vkImportSemaphoreFdKHR)(v.device, &im));
        submit(&v, NULL, VK_NULL_HANDLE, t, VK_NULL_HANDLE);
        submit(&v, NULL, wait_for_t ? t : s, VK_NULL_HANDLE, fence); // it is the same payload
        kt_eq(vkWaitForFences(v.device, 1, &fence, true, UINT64_C(20000000000)), VK_SUCCESS);
        vkt_ok(vkResetFences(v.device, 1, &fence));
    }
    // Its own payload is back.
    submit(&v, NULL, VK_NULL_HANDLE, t, VK_NULL_HANDLE);
    submit(&v, NULL, t, VK_NULL_HANDLE, fence);
    kt_eq(vkWaitForFences(v.device, 1, &fence, true, UINT64_C(20000000000)), VK_SUCCESS);
    vkDestroyFence(v.device, fence, NULL);
    vkDestroySemaphore(v.device, s, NULL);
    vkDestroySemaphore(v.device, t, NULL);
    vkt_finish(&v);
}

KT_TEST(timeline_opaque)
{
    struct vkt v, w;
    const VkExternalSemaphoreHandleTypeFlagBits opaque = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    // The layer takes the two devices' semaphores for unrelated ones.
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}) || !second(&v, &w))
        return;
    VkSemaphore s = semaphore(&v, opaque, true), t = semaphore(&w, 0, true);
    import_semaphore(&w, t, opaque, export_semaphore(&v, s, opaque));
    // w waits for 5 before anybody signals it, then signals 9.
    uint64_t nine = 9, value = 0;
    vkt_ok(
        vkt_submit(w.queue, (struct vkt_submit){.wait = t, .wait_value = 5, .signal = t, .signal_value = 9}));
    vkt_ok(vkt_proc(&v, vkGetSemaphoreCounterValueKHR)(v.device, s, &value));
    kt_eq(value, 0);
    VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s, .value = 5};
    vkt_ok(vkt_proc(&v, vkSignalSemaphoreKHR)(v.device, &signal));
    VkSemaphoreWaitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .semaphoreCount = 1,
                                .pSemaphores = &s,
                                .pValues = &nine};
    vkt_ok(vkt_proc(&v, vkWaitSemaphoresKHR)(v.device, &wait, UINT64_C(5000000000)));
    vkt_ok(vkDeviceWaitIdle(w.device));
    vkDestroySemaphore(v.device, s, NULL);
    vkDestroySemaphore(w.device, t, NULL);
    second_finish(&w);
    vkt_finish(&v);
}

// ---- fences

static VkFence fence(struct vkt *v, VkExternalFenceHandleTypeFlags types)
{
    VkExportFenceCreateInfo ex = {.sType = VK_STRUCTURE_TYPE_EXPORT_FENCE_CREATE_INFO, .handleTypes = types};
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .pNext = types ? &ex : NULL};
    VkFence f = VK_NULL_HANDLE;
    vkt_ok(vkCreateFence(v->device, &info, NULL, &f));
    return f;
}

static void share_fence(VkExternalFenceHandleTypeFlagBits type)
{
    struct vkt v, w;
    if (!vkt_init(&v, NULL) || !second(&v, &w))
        return;
    bool sync_file = type == VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT;
    VkFence f = fence(&v, type), g = fence(&w, 0);
    VkFenceGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_FENCE_GET_FD_INFO_KHR, .fence = f, .handleType = type};
    VkImportFenceFdInfoKHR im = {.sType = VK_STRUCTURE_TYPE_IMPORT_FENCE_FD_INFO_KHR,
                                 .fence = g,
                                 .flags = sync_file ? VK_FENCE_IMPORT_TEMPORARY_BIT : 0,
                                 .handleType = type};
    if (!sync_file) { // the payload is shared from now on
        vkt_ok(vkt_proc(&v, vkGetFenceFdKHR)(v.device, &get, &im.fd));
        vkt_ok(vkt_proc(&w, vkImportFenceFdKHR)(w.device, &im));
        kt_eq(vkGetFenceStatus(w.device, g), VK_NOT_READY);
    }
    submit(&v, NULL, VK_NULL_HANDLE, VK_NULL_HANDLE, f);
    if (sync_file) {
        vkt_ok(vkt_proc(&v, vkGetFenceFdKHR)(v.device, &get, &im.fd));
        vkt_ok(vkt_proc(&w, vkImportFenceFdKHR)(w.device, &im));
        kt_eq(vkGetFenceStatus(v.device, f), VK_NOT_READY); // the export took the payload
    }
    vkt_ok(vkWaitForFences(w.device, 1, &g, VK_TRUE, UINT64_C(5000000000)));
    vkt_ok(vkResetFences(w.device, 1, &g));
    kt_eq(vkGetFenceStatus(w.device, g), VK_NOT_READY);
    submit(&w, NULL, VK_NULL_HANDLE, VK_NULL_HANDLE, g); // a temporary payload is gone now
    vkt_ok(vkWaitForFences(w.device, 1, &g, VK_TRUE, UINT64_C(5000000000)));
    vkt_ok(vkDeviceWaitIdle(v.device));
    vkDestroyFence(v.device, f, NULL);
    vkDestroyFence(w.device, g, NULL);
    second_finish(&w);
    vkt_finish(&v);
}

KT_TEST(fence_opaque)
{
    share_fence(VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT);
}

KT_TEST(fence_sync_file)
{
    share_fence(VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT);
}

// ---- between processes

static void send_fd(int socket, int fd)
{
    char byte = 0, control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec v = {&byte, 1};
    struct msghdr m = {
        .msg_iov = &v, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(c), &fd, sizeof(int));
    kt_eq(sendmsg(socket, &m, 0), 1);
    close(fd);
}

static int receive_fd(int socket)
{
    char byte, control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec v = {&byte, 1};
    struct msghdr m = {
        .msg_iov = &v, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
    int fd = -1;
    if (recvmsg(socket, &m, 0) == 1 && CMSG_FIRSTHDR(&m))
        memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof(int));
    return fd;
}

enum { SHARED = 65536 };

// The other process: fills what it gets, and answers with the sync file of that.
static int other_process(int socket, VkExternalMemoryHandleTypeFlagBits type)
{
    struct vkt w;
    int fd = receive_fd(socket);
    if (fd < 0 || !vkt_init(&w, NULL))
        return 1;
    struct vkt_buffer b = shared_buffer(&w, SHARED, type, fd);
    bool seen = ((uint32_t *)b.map)[100] == 41;
    VkSemaphore s = semaphore(&w, VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT, false);
    VkCommandBuffer cmd = vkt_begin(&w);
    vkCmdFillBuffer(cmd, b.buffer, 0, SHARED, 42);
    vkt_ok(vkEndCommandBuffer(cmd));
    submit(&w, cmd, VK_NULL_HANDLE, s, VK_NULL_HANDLE);
    send_fd(socket, export_semaphore(&w, s, VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT));
    vkt_ok(vkQueueWaitIdle(w.queue));
    vkFreeCommandBuffers(w.device, w.pool, 1, &cmd);
    vkDestroySemaphore(w.device, s, NULL);
    vkt_buffer_free(&w, &b);
    vkt_finish(&w);
    return !seen || kt_failures;
}

static void between_processes(VkExternalMemoryHandleTypeFlagBits type)
{
    int sockets[2], status = -1;
    if (!kt_ok(!socketpair(AF_UNIX, SOCK_STREAM, 0, sockets)))
        return;
    pid_t pid = fork();
    if (!pid) {
        close(sockets[0]);
        _exit(other_process(sockets[1], type));
    }
    close(sockets[1]);
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer a = shared_buffer(&v, SHARED, type, -1), c = vkt_buffer(&v, SHARED);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, a.buffer, 0, SHARED, 41);
    vkt_run(&v, cmd);
    send_fd(sockets[0], export_memory(&v, a.memory, type));
    // What the other process submitted comes before the copy, by its sync file.
    VkSemaphore s = semaphore(&v, 0, false);
    import_semaphore(&v, s, VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT, receive_fd(sockets[0]));
    cmd = vkt_begin(&v);
    VkBufferCopy region = {.size = SHARED};
    vkCmdCopyBuffer(cmd, a.buffer, c.buffer, 1, &region);
    vkt_ok(vkEndCommandBuffer(cmd));
    submit(&v, cmd, s, VK_NULL_HANDLE, VK_NULL_HANDLE);
    vkt_ok(vkQueueWaitIdle(v.queue));
    kt_eq(((uint32_t *)c.map)[0], 42);
    kt_eq(((uint32_t *)c.map)[SHARED / 4 - 1], 42);
    kt_eq(waitpid(pid, &status, 0), pid);
    kt_eq(status, 0);
    close(sockets[0]);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkDestroySemaphore(v.device, s, NULL);
    vkt_buffer_free(&v, &c);
    vkt_buffer_free(&v, &a);
    vkt_finish(&v);
}

KT_TEST(processes_opaque)
{
    between_processes(VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT);
}

KT_TEST(processes_dma_buf)
{
    between_processes(VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT);
}

// Two processes take turns at one buffer, by a timeline and a binary semaphore, and end with a fence: all
// three made here and known there by opaque descriptors. Everything is queued long before its turn comes.
enum { ROUNDS = 6 };

// The buffer's first half to the second or back, and a number into one dword: each turn leaves a trace.
static VkCommandBuffer turn(struct vkt *v, VkBuffer buffer, uint32_t number)
{
    VkCommandBuffer cmd = vkt_begin(v);
    VkBufferCopy region = {.srcOffset = number % 2 ? 0 : SHARED / 2,
                           .dstOffset = number % 2 ? SHARED / 2 : 0,
                           .size = SHARED / 2};
    vkCmdCopyBuffer(cmd, buffer, buffer, 1, &region);
    vkt_barrier(cmd);
    vkCmdFillBuffer(cmd, buffer, region.dstOffset + number * 4, 4, number);
    vkt_ok(vkEndCommandBuffer(cmd));
    return cmd;
}

static const VkExternalMemoryHandleTypeFlagBits opaque_memory = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
static const VkExternalSemaphoreHandleTypeFlagBits opaque_semaphore =
    VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
static const VkExternalFenceHandleTypeFlagBits opaque_fence = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT;

// The other process has the even turns.
static int other_turns(int socket)
{
    struct vkt w;
    int fds[4];
    for (unsigned i = 0; i < 4; i++)
        fds[i] = receive_fd(socket);
    if (!vkt_init(&w, &(struct vkt_options){.no_validation = true}))
        return 1;
    struct vkt_buffer b = shared_buffer(&w, SHARED, opaque_memory, fds[0]);
    VkSemaphore timeline = semaphore(&w, 0, true), binary = semaphore(&w, 0, false);
    import_semaphore(&w, timeline, opaque_semaphore, fds[1]);
    import_semaphore(&w, binary, opaque_semaphore, fds[2]);
    VkFence f = fence(&w, 0);
    VkImportFenceFdInfoKHR im = {.sType = VK_STRUCTURE_TYPE_IMPORT_FENCE_FD_INFO_KHR,
                                 .fence = f,
                                 .handleType = opaque_fence,
                                 .fd = fds[3]};
    vkt_ok(vkt_proc(&w, vkImportFenceFdKHR)(w.device, &im));
    for (uint32_t n = 2; n <= ROUNDS; n += 2) {
        vkt_ok(vkt_submit(w.queue, (struct vkt_submit){.cmd = turn(&w, b.buffer, n),
                                                       .wait = timeline,
                                                       .wait_value = n - 1,
                                                       .signal = timeline,
                                                       .signal_value = n}));
        // The owner waits for this one, and takes it back.
        if (n == 2)
            vkt_ok(vkt_submit(w.queue, (struct vkt_submit){.signal = binary}));
    }
    vkt_ok(vkt_submit(w.queue, (struct vkt_submit){.fence = f}));
    vkt_ok(vkQueueWaitIdle(w.queue));
    vkDestroyFence(w.device, f, NULL);
    vkDestroySemaphore(w.device, timeline, NULL);
    vkDestroySemaphore(w.device, binary, NULL);
    vkt_buffer_free(&w, &b);
    vkt_finish(&w);
    return kt_failures;
}

KT_TEST(processes_take_turns)
{
    int sockets[2], status = -1;
    if (!kt_ok(!socketpair(AF_UNIX, SOCK_STREAM, 0, sockets)))
        return;
    pid_t pid = fork();
    if (!pid) {
        close(sockets[0]);
        _exit(other_turns(sockets[1]));
    }
    close(sockets[1]);
    struct vkt v;
    // The layer takes the two processes' semaphores for unrelated ones.
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    struct vkt_buffer a = shared_buffer(&v, SHARED, opaque_memory, -1);
    VkSemaphore timeline = semaphore(&v, opaque_semaphore, true),
                binary = semaphore(&v, opaque_semaphore, false);
    VkFence f = fence(&v, opaque_fence);
    VkFenceGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_FENCE_GET_FD_INFO_KHR, .fence = f, .handleType = opaque_fence};
    int fd = -1;
    vkt_ok(vkt_proc(&v, vkGetFenceFdKHR)(v.device, &get, &fd));
    send_fd(sockets[0], export_memory(&v, a.memory, opaque_memory));
    send_fd(sockets[0], export_semaphore(&v, timeline, opaque_semaphore));
    send_fd(sockets[0], export_semaphore(&v, binary, opaque_semaphore));
    send_fd(sockets[0], fd);
    // The first turn waits for the host; the third also for the other process's binary semaphore.
    for (uint32_t n = 1; n <= ROUNDS; n += 2) {
        if (n == 3)
            vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.wait = binary}));
        vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = turn(&v, a.buffer, n),
                                                       .wait = timeline,
                                                       .wait_value = n == 1 ? 0 : n - 1,
                                                       .signal = timeline,
                                                       .signal_value = n}));
    }
    vkt_ok(vkWaitForFences(v.device, 1, &f, VK_TRUE, UINT64_C(20000000000)));
    uint64_t value = 0;
    vkt_ok(vkt_proc(&v, vkGetSemaphoreCounterValueKHR)(v.device, timeline, &value));
    kt_eq(value, ROUNDS);
    vkt_ok(vkQueueWaitIdle(v.queue));
    const uint32_t *words = a.map;
    for (uint32_t n = 1; n <= ROUNDS; n++)
        kt_eq(words[n], n); // all in the half that the last turn wrote
    kt_eq(waitpid(pid, &status, 0), pid);
    kt_eq(status, 0);
    close(sockets[0]);
    vkDestroyFence(v.device, f, NULL);
    vkDestroySemaphore(v.device, timeline, NULL);
    vkDestroySemaphore(v.device, binary, NULL);
    vkt_buffer_free(&v, &a);
    vkt_finish(&v);
}

// A process that dies with a semaphore unsignaled leaves nobody waiting forever.
KT_TEST(a_process_dies)
{
    int sockets[2], status = -1;
    if (!kt_ok(!socketpair(AF_UNIX, SOCK_STREAM, 0, sockets)))
        return;
    pid_t pid = fork();
    if (!pid) {
        struct vkt w;
        int fd = receive_fd(sockets[1]);
        if (!vkt_init(&w, &(struct vkt_options){.no_validation = true}))
            _exit(1);
        VkSemaphore binary = semaphore(&w, 0, false);
        import_semaphore(&w, binary, opaque_semaphore, fd);
        // A submission that cannot run: its semaphore's fence stays unsignaled.
        VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
        VkEvent event;
        vkt_ok(vkCreateEvent(w.device, &info, NULL, &event));
        VkCommandBuffer cmd = vkt_begin(&w);
        vkCmdWaitEvents(cmd, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                        NULL, 0, NULL, 0, NULL);
        vkt_ok(vkEndCommandBuffer(cmd));
        vkt_ok(vkt_submit(w.queue, (struct vkt_submit){.cmd = cmd, .signal = binary}));
        if (write(sockets[1], "x", 1) != 1)
            _exit(1);
        _exit(kt_failures);
    }
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    VkSemaphore binary = semaphore(&v, opaque_semaphore, false);
    send_fd(sockets[0], export_semaphore(&v, binary, opaque_semaphore));
    char byte;
    kt_eq(read(sockets[0], &byte, 1), 1);
    kt_eq(waitpid(pid, &status, 0), pid);
    VkFence f = fence(&v, 0);
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.wait = binary, .fence = f}));
    VkResult r = vkWaitForFences(v.device, 1, &f, VK_TRUE, UINT64_C(20000000000));
    kt_ok(r == VK_SUCCESS || r == VK_ERROR_DEVICE_LOST, "VkResult %d", r);
    vkDeviceWaitIdle(v.device);
    vkDestroyFence(v.device, f, NULL);
    vkDestroySemaphore(v.device, binary, NULL);
    close(sockets[0]);
    close(sockets[1]);
    vkt_finish(&v);
}

KT_MAIN()

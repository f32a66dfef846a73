// Faults (faults.h) in a scenario of sparse resources: made, bound in parts, bound anew at once and by the
// line that waits, and used between.
#include "vk/faults.h"

#include <errno.h>
#include <string.h>

enum { PAGE = 4096, PAGES = 12 };

struct scene {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkBuffer buffer, back;
    VkImage image;
    VkDeviceMemory memory, back_memory;
    VkSemaphore timeline;
    uint32_t *map;
    bool strict; // unless the question failed that tells
    const VkAllocationCallbacks *alloc;
};

static VkResult make_device(struct scene *s)
{
    TRY(fault_instance(VK_API_VERSION_1_2, s->alloc, &s->instance, &s->physical));
    VkPhysicalDeviceVulkan12Features f12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f12};
    vkGetPhysicalDeviceFeatures2(s->physical, &f);
    if (!f.features.sparseBinding || !f12.timelineSemaphore)
        return VK_ERROR_FEATURE_NOT_PRESENT; // a question failed that tells what the kernel has
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(s->physical, &props);
    s->strict = props.sparseProperties.residencyNonResidentStrict;
    TRY(vkt_device(s->physical, &f, 0, NULL, s->alloc, &s->device));
    vkGetDeviceQueue(s->device, 0, 0, &s->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    TRY(vkCreateCommandPool(s->device, &pool, s->alloc, &s->pool));
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    const VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                             .pNext = &type};
    return vkCreateSemaphore(s->device, &semaphore, s->alloc, &s->timeline);
}

static VkResult make_resources(struct scene *s)
{
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT |
                                        VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT,
                               .size = PAGES * PAGE,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkImageCreateInfo image = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, 3, 1,
                                           VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    image.flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT;
    VkMemoryRequirements r;
    TRY(vkCreateBuffer(s->device, &info, s->alloc, &s->buffer));
    TRY(vkCreateImage(s->device, &image, s->alloc, &s->image));
    vkGetBufferMemoryRequirements(s->device, s->buffer, &r);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = 2 * PAGES * PAGE,
                                  .memoryTypeIndex = (uint32_t)__builtin_ctz(r.memoryTypeBits)};
    TRY(vkAllocateMemory(s->device, &alloc, s->alloc, &s->memory));
    info.flags = 0;
    TRY(vkCreateBuffer(s->device, &info, s->alloc, &s->back));
    alloc.memoryTypeIndex = 0;
    alloc.allocationSize = PAGES * PAGE;
    TRY(vkAllocateMemory(s->device, &alloc, s->alloc, &s->back_memory));
    TRY(vkBindBufferMemory(s->device, s->back, s->back_memory, 0));
    return vkMapMemory(s->device, s->back_memory, 0, VK_WHOLE_SIZE, 0, (void **)&s->map);
}

static VkResult bind(struct scene *s, uint32_t page, uint32_t from, uint64_t wait)
{
    const VkSparseMemoryBind binds[] = {
        {page * PAGE, 2 * PAGE, s->memory, from * PAGE, 0},
        {(page + 4) * PAGE, PAGE, s->memory, (from + 2) * PAGE, 0},
        {(page + 1) * PAGE, PAGE, VK_NULL_HANDLE, 0, 0},
    };
    const VkSparseImageMemoryBind block = {.subresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0},
                                           .offset = {32, 32, 0},
                                           .extent = {32, 32, 1},
                                           .memory = s->memory,
                                           .memoryOffset = (from + 5) * PAGE};
    const VkSparseBufferMemoryBindInfo buffer = {s->buffer, 3, binds};
    const VkSparseImageMemoryBindInfo image = {s->image, 1, &block};
    const VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                  .waitSemaphoreValueCount = wait != 0,
                                                  .pWaitSemaphoreValues = &wait};
    const VkBindSparseInfo info = {.sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO,
                                   .pNext = &values,
                                   .waitSemaphoreCount = wait != 0,
                                   .pWaitSemaphores = &s->timeline,
                                   .bufferBindCount = 1,
                                   .pBufferBinds = &buffer,
                                   .imageBindCount = 1,
                                   .pImageBinds = &image};
    return vkQueueBindSparse(s->queue, 1, &info, VK_NULL_HANDLE);
}

// Fills the buffer, and copies it to where it can be seen.
static VkResult use(struct scene *s, uint32_t value, bool wait)
{
    const VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = s->pool,
                                               .commandBufferCount = 1};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkBufferCopy all = {0, 0, PAGES * PAGE};
    VkCommandBuffer cmd;
    TRY(vkAllocateCommandBuffers(s->device, &alloc, &cmd));
    TRY(vkBeginCommandBuffer(cmd, &begin));
    vkCmdFillBuffer(cmd, s->buffer, 0, VK_WHOLE_SIZE, value);
    vkt_barrier(cmd);
    vkCmdCopyBuffer(cmd, s->buffer, s->back, 1, &all);
    TRY(vkEndCommandBuffer(cmd));
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    TRY(vkQueueSubmit(s->queue, 1, &submit, VK_NULL_HANDLE));
    return wait ? vkQueueWaitIdle(s->queue) : VK_SUCCESS;
}

// Pages that show memory have the value, others nothing.
static VkResult seen(const struct scene *s, uint32_t value, uint32_t pages)
{
    for (uint32_t i = 0; i < PAGES; i++)
        for (uint32_t k = 0; k < PAGE / 4; k++)
            if ((pages >> i & 1 || s->strict) && s->map[i * PAGE / 4 + k] != (pages >> i & 1 ? value : 0))
                return VK_ERROR_UNKNOWN;
    return VK_SUCCESS;
}

static VkResult run(struct scene *s)
{
    const VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s->timeline, .value = 1};
    TRY(bind(s, 1, 3, 0));
    TRY(use(s, 7, true));
    TRY(seen(s, 7, 1 << 1 | 1 << 5));
    TRY(bind(s, 5, 0, 1)); // by the line
    VkResult r = use(s, 9, false);
    TRY(vkSignalSemaphore(s->device, &signal));
    TRY(r);
    TRY(vkQueueWaitIdle(s->queue));
    return seen(s, 9, 1 << 1 | 1 << 5 | 1 << 9);
}

static void destroy(struct scene *s)
{
    if (s->device) {
        // Where the signal failed, nobody waits for the line.
        const VkSemaphoreSignalInfo signal = {
            .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s->timeline, .value = 2};
        if (s->timeline)
            vkSignalSemaphore(s->device, &signal);
        vkDeviceWaitIdle(s->device);
        vkDestroyBuffer(s->device, s->buffer, s->alloc);
        vkDestroyImage(s->device, s->image, s->alloc);
        vkDestroyBuffer(s->device, s->back, s->alloc);
        vkFreeMemory(s->device, s->memory, s->alloc);
        vkFreeMemory(s->device, s->back_memory, s->alloc);
        vkDestroySemaphore(s->device, s->timeline, s->alloc);
        vkDestroyCommandPool(s->device, s->pool, s->alloc);
        vkDestroyDevice(s->device, s->alloc);
    }
    if (s->instance)
        vkDestroyInstance(s->instance, s->alloc);
}

static VkResult sparse(const VkAllocationCallbacks *alloc)
{
    struct scene s = {.alloc = alloc};
    VkResult r = make_device(&s);
    if (!r)
        r = make_resources(&s);
    if (!r)
        r = run(&s);
    destroy(&s);
    return r;
}

static bool has_blocks(void)
{
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkPhysicalDeviceFeatures f = {0};
    vkt_ok(fault_instance(VK_API_VERSION_1_2, NULL, &instance, &physical));
    if (physical)
        vkGetPhysicalDeviceFeatures(physical, &f);
    if (instance)
        vkDestroyInstance(instance, NULL);
    return f.sparseBinding && f.sparseResidencyImage2D;
}

static void every_ioctl(int error)
{
    if (!has_blocks())
        kt_skip("the device has no sparse images");
    fault_every_ioctl(sparse, error);
}

KT_TEST(sparse_malloc)
{
    if (!has_blocks())
        kt_skip("the device has no sparse images");
    fault_every_malloc(sparse);
}
KT_TEST(sparse_ioctl_out_of_memory)
{
    every_ioctl(ENOMEM);
}
KT_TEST(sparse_ioctl_no_space)
{
    every_ioctl(ENOSPC);
}
KT_TEST(sparse_ioctl_io_error)
{
    every_ioctl(EIO);
}
KT_TEST(sparse_ioctl_interrupted)
{
    every_ioctl(EINTR);
}

KT_MAIN()

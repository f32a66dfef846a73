// What tests of sparse resources share: memory that such resources can show, and submissions of binds.
#ifndef KILN_TESTS_SPARSE_KIT_H
#define KILN_TESTS_SPARSE_KIT_H

#include "vk/vkt.h"

enum { PAGE = 4096 };

struct sparse_memory {
    VkDeviceMemory memory;
    uint32_t *map;
};

static inline struct sparse_memory sparse_memory(struct vkt *v, VkDeviceSize size, uint32_t bits)
{
    struct sparse_memory m = {0};
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = &flags,
                                       .allocationSize = size,
                                       .memoryTypeIndex = (uint32_t)__builtin_ctz(bits)};
    void *map = NULL;
    vkt_ok(vkAllocateMemory(v->device, &info, v->alloc, &m.memory));
    vkt_ok(vkMapMemory(v->device, m.memory, 0, VK_WHOLE_SIZE, 0, &map));
    m.map = map;
    return m;
}

// At most one of each; binds of one kind.
struct sparse_submit {
    VkSemaphore wait, signal;
    uint64_t wait_value, signal_value;
    VkFence fence;
    VkBuffer buffer;
    VkImage opaque, image;
    uint32_t count;
    const VkSparseMemoryBind *binds; // of the buffer, or the opaque image
    const VkSparseImageMemoryBind *image_binds;
};

static inline VkResult sparse_submit(VkQueue queue, struct sparse_submit s)
{
    const VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                  .waitSemaphoreValueCount = s.wait ? 1 : 0,
                                                  .pWaitSemaphoreValues = &s.wait_value,
                                                  .signalSemaphoreValueCount = s.signal ? 1 : 0,
                                                  .pSignalSemaphoreValues = &s.signal_value};
    const VkSparseBufferMemoryBindInfo buffer = {s.buffer, s.count, s.binds};
    const VkSparseImageOpaqueMemoryBindInfo opaque = {s.opaque, s.count, s.binds};
    const VkSparseImageMemoryBindInfo image = {s.image, s.count, s.image_binds};
    // (The layer of Debian 12 looks behind pointers whose count is 0.)
    const VkBindSparseInfo info = {.sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO,
                                   .pNext = &values,
                                   .waitSemaphoreCount = s.wait ? 1 : 0,
                                   .pWaitSemaphores = &s.wait,
                                   .bufferBindCount = s.buffer ? 1 : 0,
                                   .pBufferBinds = s.buffer ? &buffer : NULL,
                                   .imageOpaqueBindCount = s.opaque ? 1 : 0,
                                   .pImageOpaqueBinds = s.opaque ? &opaque : NULL,
                                   .imageBindCount = s.image ? 1 : 0,
                                   .pImageBinds = s.image ? &image : NULL,
                                   .signalSemaphoreCount = s.signal ? 1 : 0,
                                   .pSignalSemaphores = &s.signal};
    return vkQueueBindSparse(queue, 1, &info, s.fence);
}

// One bind of a buffer, in pages, without a word.
static inline void sparse_bind(struct vkt *v, VkBuffer buffer, uint32_t page, uint32_t count,
                               VkDeviceMemory memory, uint32_t from)
{
    const VkSparseMemoryBind bind = {.resourceOffset = (VkDeviceSize)page * PAGE,
                                     .size = (VkDeviceSize)count * PAGE,
                                     .memory = memory,
                                     .memoryOffset = (VkDeviceSize)from * PAGE};
    vkt_ok(sparse_submit(v->queue, (struct sparse_submit){.buffer = buffer, .count = 1, .binds = &bind}));
}

// vkt_init on a device with sparse buffers, and with sparse images in blocks if `blocks` says so; else the
// case is skipped, and false. What each chip has is docs/status.md's (vk_status compares).
static inline bool sparse_init(struct vkt *v, const struct vkt_options *options, bool blocks)
{
    VkPhysicalDeviceFeatures f;
    if (!vkt_init(v, options))
        return false;
    vkGetPhysicalDeviceFeatures(v->physical, &f);
    if (f.sparseBinding && (!blocks || f.sparseResidencyImage2D))
        return true;
    vkt_finish(v);
    kt_skipped = f.sparseBinding ? "images of the device have no blocks" : "the device has no sparse memory";
    return false;
}

static inline bool sparse_is_strict(struct vkt *v)
{
    VkPhysicalDeviceProperties p;
    vkGetPhysicalDeviceProperties(v->physical, &p);
    return p.sparseProperties.residencyNonResidentStrict;
}

#endif

// A test's device, and buffers of it that shaders have the address of.
#ifndef KILN_TESTS_ADDRESSED_H
#define KILN_TESTS_ADDRESSED_H

#include "vk/vkt.h"

static struct vkt v;

struct memory {
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceSize size;
    VkDeviceAddress address;
    uint8_t *map;
};

static inline struct memory allocate(VkDeviceSize size, VkBufferUsageFlags usage)
{
    struct vkt_buffer b = {.size = size};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = size,
                                     .usage = usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b.buffer));
    const VkDeviceAddress address = vkt_back_addressed(&v, &b, ~0u);
    return (struct memory){b.buffer, b.memory, size, address, b.map};
}

// False, with all freed and the case skipped, if the device's memory is smaller: the simulated cards have 4
// GB of their own, whatever the machine has.
static inline bool has_memory(VkDeviceSize size)
{
    VkPhysicalDeviceMemoryProperties m;
    vkGetPhysicalDeviceMemoryProperties(v.physical, &m);
    if (m.memoryHeaps[0].size >= size)
        return true;
    vkt_finish(&v);
    kt_skipped = "the device's memory is too small";
    return false;
}

static inline void release(struct memory *m)
{
    vkDestroyBuffer(v.device, m->buffer, NULL);
    vkFreeMemory(v.device, m->memory, NULL);
}

#endif

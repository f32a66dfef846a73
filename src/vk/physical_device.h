// VkPhysicalDevice: what winsys found, and what follows from it.
#ifndef KILN_VK_PHYSICAL_DEVICE_H
#define KILN_VK_PHYSICAL_DEVICE_H

#include "vk/object.h"
#include "winsys/ws.h"

struct kiln_instance;

#define KILN_DRIVER_VERSION VK_MAKE_API_VERSION(0, 0, 1, 0)
#define KILN_MAX_SETS 8
#define KILN_MAX_PUSH_SIZE 256
#define KILN_MAX_PUSH_DESCRIPTORS 32
#define KILN_MAX_DYNAMIC 16 // dynamic buffers in one pipeline layout
#define KILN_MAX_BTI 240    // binding-table entries: the data port keeps the indices from 240 on for itself
#define KILN_TIMESTAMP_BITS 36
#define KILN_VENDOR_ID 0x8086

struct kiln_physical_device {
    struct kiln_dispatchable base;
    struct kiln_instance *instance;
    struct ws_device_info info;
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    uint64_t extensions; // what it can do
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceMemoryProperties memory;
    uint64_t memory_used; // bytes that live VkDeviceMemory objects have; atomic
    uint8_t cache_uuid[VK_UUID_SIZE], device_uuid[VK_UUID_SIZE], driver_uuid[VK_UUID_SIZE];
};

void kiln_physical_device_init(struct kiln_physical_device *p, struct kiln_instance *instance,
                               const struct ws_device_info *info);

// features.c: VK_ERROR_FEATURE_NOT_PRESENT if a device cannot have what is asked for.
VkResult kiln_features_check(const struct kiln_physical_device *p, const VkDeviceCreateInfo *info);
void kiln_features_init(struct kiln_physical_device *p);
// properties.c
void kiln_limits_get(const struct kiln_physical_device *p, VkPhysicalDeviceLimits *out);

#endif

// VkInstance and its physical devices.
#ifndef KILN_VK_INSTANCE_H
#define KILN_VK_INSTANCE_H

#include "vk/object/icd.h"
#include "vk/object/debug.h"
#include "vk/object/object.h"
#include "vk/object/physical_device.h"
#include "util/lock.h"

struct kiln_instance {
    struct kiln_dispatchable base;
    VkAllocationCallbacks alloc;
    struct kiln_extension_set extensions; // enabled instance extensions
    uint32_t api_version;
    struct kiln_listeners listeners;
    struct kiln_lock lock; // guards the next three
    bool enumerated;
    unsigned device_count;
    struct kiln_physical_device devices[WS_MAX_DEVICES];
};

// Finds the devices on the first call.
VkResult kiln_instance_enumerate(struct kiln_instance *instance);

#endif

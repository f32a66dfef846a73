// VkDevice: the winsys device, the state pools, the queues with a context each, and what pipelines share.
#ifndef KILN_VK_DEVICE_H
#define KILN_VK_DEVICE_H

#include <errno.h>

#include "launch/memory/device.h"
#include "util/disk_cache.h"
#include "vk/object/icd.h"
#include "vk/object/object.h"
#include "vk/object/physical_device.h"

struct kiln_device {
    struct kiln_dispatchable base;
    VkAllocationCallbacks alloc;
    struct kiln_physical_device *physical;
    struct launch_device launch;
    struct kiln_extension_set extensions; // enabled
    bool features[KILN_FEATURE_COUNT];    // enabled
    uint32_t losing;                      // set once; atomic. launch.is_lost is set when `fault` is there
    char fault[1024];                     // why it is lost
    bool gpu_fault_known;                 // what the device reported, with `lost`:
    struct ws_fault gpu_fault;
    uint32_t fault_reports; // reported to the application so far (VK_KHR_device_fault); atomic
    uint64_t replay_used;   // bytes of addresses given out for capture and replay; atomic

    struct kiln_queue *queues; // queue_count of them: vk/queue/queue.h
    struct ws_context *contexts[KILN_MAX_QUEUES];
    uint32_t queue_count;
    struct kiln_builtins *builtins;
    struct kiln_disk_cache disk_cache;
    VkDeviceDeviceMemoryReportCreateInfoEXT *reports; // VK_EXT_device_memory_report
    uint32_t report_count;
    uint64_t next_memory; // numbers memory objects; atomic
};

// Whether the application enabled a feature: kiln_feature_enabled(device, shaderInt64)
#define kiln_feature_enabled(device, name) ((device)->features[KILN_FEATURE_##name])

// Marks the device lost (once, with a message) and returns VK_ERROR_DEVICE_LOST.
#define kiln_device_set_lost(device, ...) kiln_device_set_lost_at((device), __FILE__, __LINE__, __VA_ARGS__)
VkResult kiln_device_set_lost_at(struct kiln_device *device, const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5), cold));

// report.c: tells where an object lies, or lay: the application's messengers, if it registered for that
// (reportAddressBinding), and the simulated device, if it has a name.
void kiln_report_binding(struct kiln_device *device, VkObjectType type, uint64_t object, uint64_t address,
                         uint64_t size, bool bind);

// The result of a wait that the kernel refused: out of memory, which passes, or the device is lost.
#define kiln_wait_failed(device, err, what)                                                                  \
    ((err) == -ENOMEM ? kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY, "waiting for %s", (what))                    \
                      : kiln_device_set_lost((device), "waiting for %s: %d", (what), (err)))

// fault.c: events about memory for the application (VK_EXT_device_memory_report).
VkResult kiln_memory_reports_init(struct kiln_device *device, const VkDeviceCreateInfo *info);
void kiln_memory_report(struct kiln_device *device, VkDeviceMemoryReportEventTypeEXT type, uint64_t number,
                        uint64_t size, uint64_t handle);

// fault/lost.c: 0, or what the kernel says of a context that it has given up; and the start of the kernel
// that was begun last, 0: none.
int kiln_check_contexts(const struct kiln_device *device);
uint64_t kiln_begun_kernel(const struct kiln_device *device);

static inline bool kiln_device_is_lost(const struct kiln_device *device)
{
    return launch_is_lost(&device->launch);
}

#endif

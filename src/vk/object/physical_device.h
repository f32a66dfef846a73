// VkPhysicalDevice: what winsys found, and what follows from it.
#ifndef KILN_VK_PHYSICAL_DEVICE_H
#define KILN_VK_PHYSICAL_DEVICE_H

#include "structs.h" // made by gen_structs.py
#include "vk/object/icd.h"
#include "vk/object/object.h"
#include "hw/target.h"
#include "launch/memory/device.h"
#include "winsys/ws.h"

struct kiln_instance;

#define KILN_DRIVER_VERSION VK_MAKE_API_VERSION(0, 0, 1, 0)
#define KILN_MAX_SETS 32
#define KILN_MAX_SAMPLERS LAUNCH_MAX_SAMPLERS
#define KILN_MAX_SET_DESCRIPTORS (1u << 19) // half of what the bindless window holds
#define KILN_MAX_TABLE_DESCRIPTORS                                                                           \
    200 // where all are in the binding table, some entries of which are the driver's

// Of a set, and of a stage.
static inline uint32_t kiln_max_descriptors(const struct kiln_devinfo *d)
{
    return kiln_target_has_split_sends(kiln_target_of(d)) ? KILN_MAX_SET_DESCRIPTORS
                                                          : KILN_MAX_TABLE_DESCRIPTORS;
}
#define KILN_CAPTURE_SIZE 8u            // bytes of opaque data for replayed descriptors
#define KILN_MAX_TENSOR_SIZE UINT32_MAX // bytes: offsets within one have 32 bits
#define KILN_MAX_PUSH_SIZE 256
#define KILN_MAX_EXECUTION_SET 4096u
#define KILN_MAX_SEQUENCES (1u << 20)      // of generated commands
#define KILN_MAX_DECOMPRESSIONS UINT16_MAX // of one command whose count is in memory
// Descriptor heaps: where handles are relative to lies so far before a resource heap, so that none is 0.
#define KILN_HEAP_ALIGN 4096u // KILN_HEAP_FIRST
#define KILN_MAX_HEAP_SIZE (LAUNCH_BINDLESS_REACH - KILN_HEAP_ALIGN)
#define KILN_MAX_GROUPS LAUNCH_MAX_GROUPS // of a dispatch, in each dimension
#define KILN_MAX_PUSH_DESCRIPTORS 32
#define KILN_MAX_DYNAMIC 16 // dynamic buffers in one pipeline layout
#define KILN_MAX_BTI 240    // binding-table entries: the data port keeps the indices from 240 on for itself
#define KILN_TIMESTAMP_BITS 36
#define KILN_IMAGE_MAX_SIZE (UINT64_C(1) << 31)
#define KILN_IMAGE_SAMPLES                                                                                   \
    (VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_2_BIT | VK_SAMPLE_COUNT_4_BIT | VK_SAMPLE_COUNT_8_BIT |         \
     VK_SAMPLE_COUNT_16_BIT)
// Addresses of sparse resources: the kernel has entries of page tables and lists for what lies in holes as
// well, of all of them together a hundredth.
#define KILN_SPARSE_ADDRESSES (UINT64_C(64) << 30)
#define KILN_VENDOR_ID 0x8086
#define KILN_MAX_FAULT_REPORTS 7u // of a lost device: device/fault.c
#define KILN_FAMILIES 2           // of queues: of compute; of copies only
#define KILN_MAX_QUEUES 6         // of a device, in all families

extern const uint32_t kiln_queue_counts[KILN_FAMILIES];

struct kiln_physical_device {
    struct kiln_dispatchable base;
    struct kiln_instance *instance;
    struct ws_device_info info;
    const struct kiln_target *target; // of info.devinfo
    bool has_fp64;                    // it computes doubles
    // Surfaces without a binding table; before, nothing may be updated after a table that has been written,
    // there are no run-time arrays, and a buffer's address is not known from its descriptor (64-bit atomics).
    bool has_bindless;
    uint64_t rules; // of the hardware that the driver keeps: src/hw/rules.def
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    char driver_name[VK_MAX_DRIVER_NAME_SIZE], driver_info[VK_MAX_DRIVER_INFO_SIZE];
    uint32_t api_version;                 // what its features allow: see features.def
    struct kiln_extension_set extensions; // what it can do
    bool features[KILN_FEATURE_COUNT];    // by enum kiln_feature
    VkPhysicalDeviceMemoryProperties memory;
    uint64_t *memory_used; // bytes of this process's VkDeviceMemory objects, of all instances; atomic
    uint8_t cache_uuid[VK_UUID_SIZE], device_uuid[VK_UUID_SIZE], driver_uuid[VK_UUID_SIZE];
    uint8_t module_identifier_uuid[VK_UUID_SIZE]; // how vkGetShaderModuleIdentifierEXT hashes
};

void kiln_physical_device_init(struct kiln_physical_device *p, struct kiln_instance *instance,
                               const struct ws_device_info *info);

// features.c: what vkCreateDevice requests; VK_ERROR_FEATURE_NOT_PRESENT if there is no such feature.
VkResult kiln_features_enable(const struct kiln_physical_device *p, const VkDeviceCreateInfo *info,
                              bool enabled[KILN_FEATURE_COUNT]);
void kiln_features_init(struct kiln_physical_device *p); // and the version that they allow
// properties.def, by gen_structs.py: fills a structure of the properties chain; false if it is none that the
// headers know.
bool kiln_property_fill(const struct kiln_physical_device *p, VkBaseOutStructure *s);
// external.c
void kiln_external_memory_properties(const struct kiln_physical_device *p,
                                     VkExternalMemoryHandleTypeFlagBits type,
                                     VkExternalMemoryProperties *out);
// properties.c
void kiln_limits_get(const struct kiln_physical_device *p, VkPhysicalDeviceLimits *out);

#endif

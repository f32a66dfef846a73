// VkPhysicalDeviceProperties and the structures that chain to it.
#include "entrypoints.h"
#include "kiln/cache.h"
#include "vk/icd.h"
#include "vk/physical_device.h"

#include <stdio.h>

void kiln_limits_get(const struct kiln_physical_device *p, VkPhysicalDeviceLimits *out)
{
    const struct ws_device_info *info = &p->info;
    const struct kiln_devinfo *d = info->devinfo;
    memset(out, 0, sizeof(*out));
#define LIMIT(member, value) out->member = (value);
#include "vk/limits.def"
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceProperties(VkPhysicalDevice handle,
                                                            VkPhysicalDeviceProperties *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    memset(out, 0, sizeof(*out));
    out->apiVersion = KILN_API_VERSION;
    out->driverVersion = KILN_DRIVER_VERSION;
    out->vendorID = KILN_VENDOR_ID;
    out->deviceID = p->info.pci_id;
    out->deviceType = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    memcpy(out->deviceName, p->name, sizeof(out->deviceName));
    memcpy(out->pipelineCacheUUID, p->cache_uuid, VK_UUID_SIZE);
    kiln_limits_get(p, &out->limits);
}

static void get_id(const struct kiln_physical_device *p, VkPhysicalDeviceIDProperties *o)
{
    memcpy(o->deviceUUID, p->device_uuid, VK_UUID_SIZE);
    memcpy(o->driverUUID, p->driver_uuid, VK_UUID_SIZE);
    memset(o->deviceLUID, 0, VK_LUID_SIZE);
    o->deviceNodeMask = 0;
    o->deviceLUIDValid = VK_FALSE;
}

static void get_driver(const struct kiln_physical_device *p, VkPhysicalDeviceDriverProperties *o)
{
    o->driverID = 0; // not registered with Khronos
    memset(o->driverName, 0, sizeof(o->driverName));
    memset(o->driverInfo, 0, sizeof(o->driverInfo));
    snprintf(o->driverName, sizeof(o->driverName), "kiln");
    snprintf(o->driverInfo, sizeof(o->driverInfo), "Kiln %u.%u.%u%s",
             VK_API_VERSION_MAJOR(KILN_DRIVER_VERSION), VK_API_VERSION_MINOR(KILN_DRIVER_VERSION),
             VK_API_VERSION_PATCH(KILN_DRIVER_VERSION), p->info.simulated ? " on the simulated device" : "");
    memset(&o->conformanceVersion, 0, sizeof(o->conformanceVersion));
}

static void get_one(const struct kiln_physical_device *p, VkBaseOutStructure *s)
{
    switch ((uint32_t)s->sType) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES:
        get_id(p, (void *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES:
        get_driver(p, (void *)s);
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES: {
        VkPhysicalDeviceMaintenance3Properties *o = (void *)s;
        o->maxPerSetDescriptors = 1024;
        o->maxMemoryAllocationSize = KILN_MIN(p->info.memory_size, UINT64_C(1) << 32);
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES: {
        VkPhysicalDeviceMultiviewProperties *o = (void *)s;
        o->maxMultiviewViewCount = 6;
        o->maxMultiviewInstanceIndex = (1u << 27) - 1;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_POINT_CLIPPING_PROPERTIES: {
        VkPhysicalDevicePointClippingProperties *o = (void *)s;
        o->pointClippingBehavior = VK_POINT_CLIPPING_BEHAVIOR_ALL_CLIP_PLANES;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_PROPERTIES: {
        VkPhysicalDeviceProtectedMemoryProperties *o = (void *)s;
        o->protectedNoFault = VK_FALSE;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES: {
        VkPhysicalDeviceSubgroupProperties *o = (void *)s;
        o->subgroupSize = KILN_CACHE_SUBGROUP_SIZE;
        o->supportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
        o->supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT;
        o->quadOperationsInAllStages = VK_FALSE;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES: {
        VkPhysicalDeviceSubgroupSizeControlProperties *o = (void *)s;
        o->minSubgroupSize = 8;
        o->maxSubgroupSize = 32;
        o->maxComputeWorkgroupSubgroups = p->info.devinfo->max_cs_threads;
        o->requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT: {
        VkPhysicalDevicePCIBusInfoPropertiesEXT *o = (void *)s;
        o->pciDomain = p->info.pci_domain;
        o->pciBus = p->info.pci_bus;
        o->pciDevice = p->info.pci_dev;
        o->pciFunction = p->info.pci_func;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR: {
        VkPhysicalDevicePushDescriptorPropertiesKHR *o = (void *)s;
        o->maxPushDescriptors = KILN_MAX_PUSH_DESCRIPTORS;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_PROPERTIES: {
        VkPhysicalDeviceTimelineSemaphoreProperties *o = (void *)s;
        o->maxTimelineSemaphoreValueDifference = UINT64_C(1) << 62;
        break;
    }
    default: // a structure of an extension that we do not have stays as it is
        break;
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceProperties2(VkPhysicalDevice handle,
                                                             VkPhysicalDeviceProperties2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    kiln_GetPhysicalDeviceProperties(handle, &out->properties);
    kiln_foreach(s, out->pNext) get_one(p, s);
}

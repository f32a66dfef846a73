// VkPhysicalDeviceProperties; the structures that chain to it are made from properties.def.
#include "entrypoints.h"
#include "vk/icd.h"
#include "vk/image.h"
#include "vk/physical_device.h"

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
    out->apiVersion = p->api_version;
    out->driverVersion = KILN_DRIVER_VERSION;
    out->vendorID = KILN_VENDOR_ID;
    out->deviceID = p->info.pci_id;
    out->deviceType = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    memcpy(out->deviceName, p->name, sizeof(out->deviceName));
    memcpy(out->pipelineCacheUUID, p->cache_uuid, VK_UUID_SIZE);
    kiln_limits_get(p, &out->limits);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceProperties2(VkPhysicalDevice handle,
                                                             VkPhysicalDeviceProperties2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    kiln_GetPhysicalDeviceProperties(handle, &out->properties);
    kiln_foreach(s, out->pNext) kiln_property_fill(p, s);
}

// The limits of a physical device: limits.def.
#include "vk/object/claim.h"
#include "vk/object/physical_device.h"

void kiln_limits_get(const struct kiln_physical_device *p, VkPhysicalDeviceLimits *out)
{
    const struct ws_device_info *info = &p->info;
    const struct kiln_devinfo *d = info->devinfo;
    memset(out, 0, sizeof(*out));
#define LIMIT(member, value) out->member = (value);
#include "vk/object/limits.def"
}

// VK_KHR_calibrated_timestamps and the EXT that it was: the GPU's TIMESTAMP register together with the host's
// clocks.
#include <time.h>

#include "entrypoints.h"
#include "vk/object/device.h"

static const VkTimeDomainEXT domains[] = {VK_TIME_DOMAIN_DEVICE_EXT, VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT,
                                          VK_TIME_DOMAIN_CLOCK_MONOTONIC_RAW_EXT};

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceCalibrateableTimeDomainsKHR(VkPhysicalDevice handle,
                                                                                 uint32_t *count,
                                                                                 VkTimeDomainKHR *out)
{
    const uint32_t all = KILN_ARRAY_LEN(domains);
    if (!out) {
        *count = all;
        return VK_SUCCESS;
    }
    *count = KILN_MIN(*count, all);
    memcpy(out, domains, *count * sizeof(out[0]));
    return *count < all ? VK_INCOMPLETE : VK_SUCCESS;
}

static uint64_t host_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetCalibratedTimestampsKHR(VkDevice handle, uint32_t count,
                                                               const VkCalibratedTimestampInfoKHR *infos,
                                                               uint64_t *out, uint64_t *deviation)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    uint64_t begin = host_clock(CLOCK_MONOTONIC_RAW);
    for (uint32_t i = 0; i < count; i++) {
        int err;
        switch (infos[i].timeDomain) {
        case VK_TIME_DOMAIN_DEVICE_EXT:
            err = ws_device_read_timestamp(device->launch.ws, &out[i]);
            if (err)
                return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "ws_device_read_timestamp: %d", err);
            break;
        case VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT:
            out[i] = host_clock(CLOCK_MONOTONIC);
            break;
        default:
            out[i] = host_clock(CLOCK_MONOTONIC_RAW);
            break;
        }
    }
    // All were read between begin and now; a tick of the GPU is coarser than the host's.
    *deviation =
        host_clock(CLOCK_MONOTONIC_RAW) - begin + 1000000000 / device->physical->info.timestamp_frequency;
    return VK_SUCCESS;
}

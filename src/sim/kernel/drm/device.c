// What every part of the kernel asks of the device. See device.h.
#include "sim/kernel/drm/device.h"

#include "sim/sync/fence.h"

uint64_t sim_device_timestamp(const struct sim_device *dev)
{
    bool is_virtual = dev->clock.instructions_per_second;
    uint64_t ns = is_virtual ? atomic_load(&dev->clock.now) : (uint64_t)sim_now_ns(),
             f = dev->devinfo->timestamp_frequency;
    uint64_t ticks = ns / 1000000000 * f + ns % 1000000000 * f / 1000000000;
    return ticks & ((UINT64_C(1) << 36) - 1);
}

void sim_device_get_stats(struct sim_device *dev, struct sim_stats *out)
{
    sim_lock();
    *out = dev->stats;
    sim_unlock();
}

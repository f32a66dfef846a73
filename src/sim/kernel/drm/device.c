// What every part of the kernel asks of the device. See device.h.
#include "sim/kernel/drm/device.h"

#include "sim/chip/chip.h"
#include "sim/sync/fence.h"

void sim_device_get_stats(struct sim_device *dev, struct sim_stats *out)
{
    sim_lock();
    *out = *sim_chip_stats(dev->chip);
    sim_unlock();
}

// What a context needs before its first walker.
#ifndef KILN_LAUNCH_MEDIA_SETUP_H
#define KILN_LAUNCH_MEDIA_SETUP_H

#include "launch/memory/device.h"

uint32_t *media_setup(const struct launch_device *device, uint32_t *dw);

#endif

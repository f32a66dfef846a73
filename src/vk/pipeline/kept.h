// Kernels on disk: those of applications and the driver's own.
#ifndef KILN_VK_KEPT_H
#define KILN_VK_KEPT_H

#include "kiln/cache.h"

struct kiln_device;

// NULL: it is not there.
struct kiln_kernel *kiln_kernel_find(struct kiln_device *device, const uint8_t key[KILN_KEY_SIZE]);
// `alias`: another key that finds it, or NULL.
void kiln_kernel_store(struct kiln_device *device, const uint8_t key[KILN_KEY_SIZE], const uint8_t *alias,
                       const struct kiln_kernel *kernel);

#endif

// VkTensorARM and VkTensorViewARM.
#ifndef KILN_VK_TENSOR_H
#define KILN_VK_TENSOR_H

#include "kiln/compiler.h"
#include "launch/memory/state_pool.h"
#include "launch/stream/surface.h"
#include "newer.h"

struct kiln_physical_device;

struct kiln_tensor {
    uint32_t dimensions, bytes;                // of an element
    uint64_t size;                             // bytes
    struct kiln_tensor_map map;                // its address is 0 until memory is bound
    bool captured;                             // its descriptors may be replayed
    struct launch_state memory;                // that holds a copy for kernels
    uint32_t surface[LAUNCH_SURFACE_SIZE / 4]; // which this state shows: its descriptor
};

struct kiln_tensor_view {
    const struct kiln_tensor *tensor;
};

// Bytes of an element; 0: not a format of tensors here.
uint32_t kiln_tensor_element(const struct kiln_physical_device *p, VkFormat format);
void kiln_tensor_format_properties(const struct kiln_physical_device *p, VkFormat format,
                                   VkBaseOutStructure *s);

// Elements that lie side by side in both tensors, which have the same dimensions, from dimension *outer on:
// their bytes.
uint64_t kiln_tensor_run(const struct kiln_tensor *a, const struct kiln_tensor *b, uint32_t *outer);

#endif

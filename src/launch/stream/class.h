// What launches threads: a class of hardware has its own packets for that, and all else in common (mi,
// state). Its functions are called when a kernel or a context is made, not when a dispatch is recorded.
#ifndef KILN_LAUNCH_CLASS_H
#define KILN_LAUNCH_CLASS_H

#include "launch/stream/kernel.h"

struct launch_class {
    // Makes what threads of such a kernel find their scratch memory by. NULL: nothing but its address.
    enum launch_result (*show_scratch)(struct launch_device *device, const struct launch_kernel *k,
                                       const struct launch_bo *scratch);
    // Fills in the packets of a kernel, of which all else is known. scratch: its memory, or NULL.
    void (*pack)(const struct launch_device *device, struct launch_kernel *k,
                 const struct launch_kernel_info *info, const struct launch_bo *scratch);
    // What a new context needs once, at most LAUNCH_SETUP_DWORDS; returns after it.
    uint32_t *(*setup)(const struct launch_device *device, uint32_t *dw);
    uint32_t threads_dwords, walker_dwords; // that kernels have of each
};

#define LAUNCH_SETUP_DWORDS 64

// By MEDIA_VFE_STATE and GPGPU_WALKER: Gen7.5 to Gen12.
extern const struct launch_class launch_class_media;

// By CFE_STATE and COMPUTE_WALKER, which contains its descriptor, tables and constants: Gen12.5.
extern const struct launch_class launch_class_compute;

const struct launch_class *launch_class_of(const struct kiln_devinfo *chip);

#endif

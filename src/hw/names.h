// How a driver tells the simulated device what the application calls its memory: an ioctl that no kernel has
// (docs/winsys.md, "Names"). Both sides include this. Reports from below the ioctl find addresses only.
#ifndef KILN_HW_NAMES_H
#define KILN_HW_NAMES_H

#include <stdint.h>

enum { KILN_NAME_BYTES = 64 }; // of a name, its zero included

// `object` lies in `size` bytes from `address` on, in each context of the file; where size is 0, nowhere any
// more. An object that has a place already gets the new one.
struct kiln_object_place {
    uint64_t object; // any number of the driver's
    uint64_t address, size;
    char name[KILN_NAME_BYTES]; // terminated
};

// Behind the numbers that i915 has (DRM_COMMAND_BASE + 0x40 is its last); it answers -EINVAL. <drm.h> has
// what this is made of.
#define KILN_IOCTL_NAME DRM_IOW(DRM_COMMAND_BASE + 0x5f, struct kiln_object_place)

#endif

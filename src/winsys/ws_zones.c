// Where the zones of buffers lie in an address space: below 4 GiB for what 32-bit offsets reach, above it for
// the application's memory. Where there is nothing above (Cherryview: i915 gives its contexts 32 bits;
// Gen7.5: the global space has 31), all zones share what there is, and the application has what is left of
// them.
#include <string.h>

#include "winsys/ws.h"

#define MIB (UINT64_C(1) << 20)
#define GIB UINT64_C(0x40000000)
#define PAGE UINT64_C(4096)

// Each but the application's.
static const struct ws_range wide[WS_ZONE_COUNT] = {
    [WS_ZONE_HIGH] = {8 * GIB, 0},          [WS_ZONE_SURFACE] = {WS_SURFACE_BASE, GIB},
    [WS_ZONE_DYNAMIC] = {2 * GIB, GIB / 2}, [WS_ZONE_DESCRIPTOR] = {2 * GIB + GIB / 2, GIB / 2},
    [WS_ZONE_KERNEL] = {3 * GIB, GIB},      [WS_ZONE_SCRATCH] = {4 * GIB, GIB},
};
// Scratch: Cherryview's 112 threads at each of the twelve sizes are 448 MiB.
static const struct ws_range narrow[WS_ZONE_COUNT] = {
    [WS_ZONE_SCRATCH] = {64 * MIB, 448 * MIB},
    [WS_ZONE_DYNAMIC] = {512 * MIB, 256 * MIB},
    [WS_ZONE_KERNEL] = {768 * MIB, 256 * MIB},
    [WS_ZONE_SURFACE] = {WS_SURFACE_BASE, 320 * MIB},
    [WS_ZONE_DESCRIPTOR] = {WS_SURFACE_BASE + 320 * MIB, 128 * MIB},
    [WS_ZONE_HIGH] = {WS_SURFACE_BASE + 448 * MIB, 0},
};

// Without what the kernel has at both ends: the part that the aperture reaches begins with the display's
// memory, and contexts' rings and images are at the top.
#define TOP (32 * MIB)
static const struct ws_range global[WS_ZONE_COUNT] = {
    [WS_ZONE_HIGH] = {64 * MIB, WS_SURFACE_BASE - 64 * MIB},
    [WS_ZONE_SURFACE] = {WS_SURFACE_BASE, 320 * MIB},
    [WS_ZONE_DYNAMIC] = {WS_SURFACE_BASE + 320 * MIB, 64 * MIB},
    [WS_ZONE_DESCRIPTOR] = {WS_SURFACE_BASE + 384 * MIB, 128 * MIB},
    [WS_ZONE_KERNEL] = {WS_SURFACE_BASE + 512 * MIB, 96 * MIB},
    [WS_ZONE_SCRATCH] = {WS_SURFACE_BASE + 608 * MIB, WS_SURFACE_BASE - 608 * MIB - TOP},
};

void ws_zones(uint64_t gtt_size, struct ws_range zones[WS_ZONE_COUNT])
{
    if (gtt_size < 4 * GIB) {
        memcpy(zones, global, sizeof(global));
        return;
    }
    // The high zone ends below bit 47, so that its addresses are canonical as they are; the kernel does not
    // map the last page.
    uint64_t top = (gtt_size < UINT64_C(1) << 47 ? gtt_size : UINT64_C(1) << 47) - PAGE;
    memcpy(zones, top < 16 * GIB ? narrow : wide, sizeof(wide));
    zones[WS_ZONE_HIGH].size = top - zones[WS_ZONE_HIGH].base;
}

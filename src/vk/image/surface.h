// RENDER_SURFACE_STATE of buffers. PRM KBL vol2d "RENDER_SURFACE_STATE".
#ifndef KILN_VK_SURFACE_H
#define KILN_VK_SURFACE_H

#include <stdint.h>

#include "cmd/gen_pack.h"

#define KILN_SURFACE_SIZE 64u

// What the size of a buffer may be: its fields have 32 bits, and messages 32-bit offsets. The PRM promises
// 2^30 bytes of a RAW buffer (KBL vol2d RENDER_SURFACE_STATE, Height) but gives the number of entries 7 + 14
// + 11 bits; nobody has tried yet whether the hardware looks at the upper two.
#define KILN_MAX_BUFFER_RANGE UINT64_C(0xfffffffc)

// A RAW buffer of `size` bytes, to whole dwords: loads beyond it give zero, stores and atomics are dropped.
// `size` 0 makes the null surface.
void kiln_surface_buffer(uint32_t *dw, uint64_t address, uint64_t size);
void kiln_surface_null(uint32_t *dw);

#endif

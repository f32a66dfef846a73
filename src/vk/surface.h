// RENDER_SURFACE_STATE of buffers. PRM KBL vol2d "RENDER_SURFACE_STATE".
#ifndef KILN_VK_SURFACE_H
#define KILN_VK_SURFACE_H

#include <stdint.h>

#include "cmd/gen_pack.h"

#define KILN_SURFACE_SIZE 64u

// A RAW buffer of `size` bytes, to whole dwords: loads beyond it give zero, stores and atomics are dropped.
// `size` 0 makes the null surface.
void kiln_surface_buffer(uint32_t *dw, uint64_t address, uint64_t size);
void kiln_surface_null(uint32_t *dw);

#endif

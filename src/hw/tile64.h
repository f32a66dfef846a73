// Tile64, of 64 KiB: which coordinate each bit of an offset within one is of.
#ifndef KILN_HW_TILE64_H
#define KILN_HW_TILE64_H

#include <stdbool.h>

enum { KILN_TILE64_BITS = 16 };

// A letter for each bit, the highest first: x (of bytes), y, z (of volumes), or s (of the sample's number).
// `late`: as Xe2 has it (kiln_target_has_late_tile64); before, a tile has four samples at most, and the next
// one the next four. `bytes`: of an element, 1 to 16, a power of two; `sample`: bits of the sample's number.
const char *kiln_tile64_bits(bool late, bool volume, unsigned bytes, unsigned sample);

#endif

// Tiles: which coordinate each bit of an offset within one is of.
#ifndef KILN_HW_TILE_H
#define KILN_HW_TILE_H

#include <stdbool.h>
#include <stdint.h>

// Of 4 KiB: the bits that are of the byte in its row, and of the row; each from its lowest on.
struct kiln_tile_bits {
    uint32_t x, y;
};
extern const struct kiln_tile_bits kiln_tile_x, kiln_tile_y, kiln_tile_4;

// Tile64, of 64 KiB. A letter for each bit, the highest first: x (of bytes), y, z (of volumes), or s (of the
// sample's number). `late`: as Xe2 has it (kiln_target_has_late_tile64); before, a tile has four samples at
// most, and the next one the next four. `bytes`: of an element, 1 to 16, a power of two; `sample`: bits of
// the sample's number.
enum { KILN_TILE64_BITS = 16 };
const char *kiln_tile64_bits(bool late, bool volume, unsigned bytes, unsigned sample);

#endif

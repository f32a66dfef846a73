// The standard tiles of Gen9 to Gen12: TileYf (4 KiB) and TileYs (64 KiB), whose offsets are bits of x, y, z
// and the sample between each other, and the mip tail, in which small levels share a tile.
#ifndef KILN_SIM_SURFACE_TILE_H
#define KILN_SIM_SURFACE_TILE_H

#include <stdbool.h>
#include <stdint.h>

// Which bits of an offset within the tile are of what.
struct sim_tile {
    unsigned bits;       // its bytes, as a power of two; 0: none
    uint32_t x, y, z, s; // x in bytes
};

struct sim_tile_kind {
    bool large;      // 64 KiB
    bool volume;     // of a 3D surface
    unsigned bytes;  // an element: 1 to 16, a power of two
    unsigned sample; // bits of the sample's number (no volume)
};

struct sim_tile sim_tile_make(const struct sim_tile_kind *kind);

// Elements from the tile's begin to level `slot` of a mip tail (x, y, z); false: there is no such slot.
// `gen11`: with the order of slots that Gen11 brought.
bool sim_tile_tail(const struct sim_tile_kind *kind, bool gen11, unsigned slot, uint32_t at[3]);

// x in bytes, y in rows, both from the surface's begin; z and sample within the tile; pitch in bytes.
uint64_t sim_tile_offset(const struct sim_tile *tile, uint64_t pitch, uint32_t x, uint32_t y, uint32_t z,
                         uint32_t sample);

#endif

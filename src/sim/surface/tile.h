// Tiles that have mip tails, in which small levels share one: TileYf (4 KiB) and TileYs (64 KiB) of Gen9 to
// Gen12, Tile64 (64 KiB) of Gen12.5 and of Xe2. Their offsets are bits of x, y, z and the sample between each
// other.
#ifndef KILN_SIM_SURFACE_TILE_H
#define KILN_SIM_SURFACE_TILE_H

#include <stdbool.h>
#include <stdint.h>

// Which bits of an offset within the tile are of what; also of tiles without tails (X, Y, Tile4).
struct sim_tile {
    unsigned bits;       // its bytes, as a power of two; 0: none
    uint32_t x, y, z, s; // x in bytes
};

enum sim_tile_layout { SIM_TILE_YF, SIM_TILE_YS, SIM_TILE_64, SIM_TILE_64_XE2 };

struct sim_tile_kind {
    enum sim_tile_layout layout;
    bool volume;     // of a 3D surface
    unsigned bytes;  // an element: 1 to 16, a power of two
    unsigned sample; // bits of the sample's number (no volume)
};

// A Tile64 of Gen12.5 has the first four samples, and the next tile the next four.
struct sim_tile sim_tile_make(const struct sim_tile_kind *kind);

// Elements from the tile's begin to level `slot` of a mip tail (x, y, z); false: there is no such slot.
// `gen11`: TileYf and TileYs with the order of slots that Gen11 brought, which Tile64 always has.
bool sim_tile_tail(const struct sim_tile_kind *kind, bool gen11, unsigned slot, uint32_t at[3]);

// The tile's bytes of a row, and its rows.
static inline uint32_t sim_tile_width(const struct sim_tile *t)
{
    return 1u << __builtin_popcount(t->x);
}
static inline uint32_t sim_tile_rows(const struct sim_tile *t)
{
    return 1u << __builtin_popcount(t->y);
}

// x in bytes, y in rows, both from the surface's begin; z and sample within the tile; pitch in bytes.
uint64_t sim_tile_offset(const struct sim_tile *tile, uint64_t pitch, uint32_t x, uint32_t y, uint32_t z,
                         uint32_t sample);

#endif

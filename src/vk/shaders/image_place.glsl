// Where the bytes of an image's row are (src/vk/command/copy_image.c): in a linear surface, or in tiles of 128 bytes
// by 32 rows: Y, whose 16-byte columns lie one after the other, or Tile4, whose cells of 16 bytes by 4 rows do. A buffer
// is a linear surface.
// On a chip that swizzles tiles, bit 6 of a byte's place takes bit 9 to itself.
layout(constant_id = 4) const bool swizzled = false;
layout(constant_id = 6) const bool tile4 = false;
struct Place {
    uint base;  // linear: of row 0, slice 0, from the surface's start
    uint pitch; // bytes from row to row
    uint slice; // from slice to slice: bytes; tiled: rows
    uint x, y;  // tiled: where the region starts: bytes, rows
};
// The parts of a byte's place that its column and its row decide; but for the row of tiles.
uint column_in_tiles(uint x)
{
    return tile4 ? (x >> 7) << 12 | (x & 64u) << 3 | (x & 48u) << 2 | (x & 15u) : (x >> 4) << 9 | (x & 15u);
}
uint row_in_tile(uint row)
{
    return tile4 ? (row & 24u) << 7 | (row & 4u) << 6 | (row & 3u) << 4 : (row & 31u) << 4;
}
// What a byte of the row is found by: x bytes from the region's start.
uint start_of(Place p, bool tiled, uint y, uint z)
{
    return tiled ? p.x : p.base + z * p.slice + y * p.pitch;
}
// The byte at `at` (start_of + x) of row y, slice z.
uint byte_of(Place p, bool tiled, uint at, uint y, uint z)
{
    if (!tiled)
        return at;
    uint row = p.y + z * p.slice + y;
    uint byte = (row & ~31u) * p.pitch + column_in_tiles(at) + row_in_tile(row);
    return swizzled ? byte ^ (byte >> 3 & 64u) : byte;
}

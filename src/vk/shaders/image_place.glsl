// Where the bytes of an image's row are (src/vk/cmd_copy_image.c): in a linear surface, or in Y tiles of 128 bytes
// by 32 rows, whose 16-byte columns lie one after the other. A buffer is a linear surface.
// On a chip that swizzles tiles, bit 6 of a byte's place takes bit 9 to itself.
layout(constant_id = 4) const bool swizzled = false;
struct Place {
    uint base;  // linear: of row 0, slice 0, from the surface's start
    uint pitch; // bytes from row to row
    uint slice; // from slice to slice: bytes; tiled: rows
    uint x, y;  // tiled: where the region starts: bytes, rows
};
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
    uint byte = (row & ~31u) * p.pitch + (at >> 4) * 512u + (row & 31u) * 16u + (at & 15u);
    return swizzled ? byte ^ (byte >> 3 & 64u) : byte;
}

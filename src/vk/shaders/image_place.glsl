// Where the bytes of an image's row are (src/vk/cmd_copy_image.c): in a linear surface, or in Y tiles of 128 bytes
// by 32 rows, whose 16-byte columns lie one behind the other. A buffer is a linear surface.
struct Place {
    uint base;  // linear: of row 0, slice 0, from the surface's start
    uint pitch; // bytes from row to row
    uint slice; // from slice to slice: bytes; tiled: rows
    uint x, y;  // tiled: where the region starts: bytes, rows
    uint tiled;
};
// What a dword of the row is found by: x bytes from the region's start.
uint start_of(Place p, uint y, uint z)
{
    return p.tiled != 0u ? p.x : p.base + z * p.slice + y * p.pitch;
}
uint row_of(Place p, uint y, uint z)
{
    return p.y + y + z * p.slice;
}
// Index of the dword at `at` (start_of + x), which is a multiple of 4.
uint dword_of(Place p, uint at, uint row)
{
    if (p.tiled == 0u)
        return at >> 2;
    uint byte = (row >> 5) * (p.pitch * 32u) + (at >> 7) * 4096u + ((at >> 4) & 7u) * 512u + (row & 31u) * 16u +
                (at & 15u);
    return byte >> 2;
}

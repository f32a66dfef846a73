#version 450
// Copies rows of bytes of all samples from one image in Tile64 to another (src/vk/command/copy_samples.c): an invocation
// makes one dword of the destination out of two of the source, as copy_image does. Both have tiles of the same kind.
layout(local_size_x = 16, local_size_y = 4) in;
layout(set = 0, binding = 0, std430) readonly buffer Src { uint src[]; };
layout(set = 0, binding = 1, std430) buffer Dst { uint dst[]; };
struct Place {
    uint pitch; // bytes from row to row
    uint x, y;  // where the region starts: bytes, rows
};
layout(push_constant) uniform Push {
    Place from, to;
    uint row_bytes, rows;
    uint x_bits, y_bits, sample_bits; // of an offset within a tile
};
uint byte_mask(uint first, uint end) // bytes first..end-1 of a dword
{
    uint low = 0xffffffffu << (first * 8u);
    return end >= 4u ? low : low & ((1u << (end * 8u)) - 1u);
}
// The low bits of v to where `mask` has ones.
uint deposit(uint v, uint mask)
{
    uint sum = 0u;
    while (mask != 0u) {
        uint low = mask & (~mask + 1u), run = mask & ~(mask + low);
        sum |= (v << findLSB(low)) & run;
        v >>= bitCount(run);
        mask &= ~run;
    }
    return sum;
}
uint byte_of(Place p, uint x, uint y, uint s)
{
    uint wide = bitCount(x_bits), row = p.y + y;
    uint tile = (row >> bitCount(y_bits)) * (p.pitch >> wide) + (x >> wide);
    return tile << 16 | deposit(x, x_bits) | deposit(row, y_bits) | deposit(s, sample_bits);
}
void main()
{
    uint i = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y, s = gl_GlobalInvocationID.z;
    uint lead = to.x & 3u;
    if (any(greaterThanEqual(uvec2(y, i * 4u), uvec2(rows, lead + row_bytes))))
        return;
    uint at = from.x + i * 4u - lead;
    uint shift = (at & 3u) * 8u;
    at &= ~3u;
    uint value = src[byte_of(from, at, y, s) >> 2];
    if (shift != 0u)
        value = (value >> shift) | (src[byte_of(from, at + 4u, y, s) >> 2] << (32u - shift));
    uint first = i == 0u ? lead : 0u;
    uint end = min(lead + row_bytes - i * 4u, 4u);
    uint mask = byte_mask(first, end);
    uint place = byte_of(to, (to.x & ~3u) + i * 4u, y, s) >> 2;
    if (mask == 0xffffffffu) {
        dst[place] = value;
    } else {
        atomicAnd(dst[place], ~mask);
        atomicOr(dst[place], value & mask);
    }
}

#version 450
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_GOOGLE_include_directive : require
// Copies memory to a level of an image, by a VkCopyMemoryToImageIndirectCommandKHR that lies in memory: which texels, and
// how far apart their rows lie, is read from there. Rows are taken in turns, a dword of the image an invocation; dwords
// that are not wholly the region's are merged with atomics, as by copy_image. Nothing is read that is not copied: the
// source is an address without bounds.
#include "image_place.glsl"
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Dwords { uint at[]; };
layout(push_constant) uniform Push {
    uvec2 command; // its address
    uvec2 image;   // where places count from
    Place to;      // of the level's first texel
    uint tiled;
    uint bytes;         // of an element
    uint width, height; // texels of an element
    uint columns, rows; // groups in these dimensions
    uint slice;         // of the memory, that group 0 copies
};
uvec2 add(uvec2 a, uvec2 b)
{
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}
uvec2 product(uint a, uint b)
{
    uint high, low;
    umulExtended(a, b, high, low);
    return uvec2(low, high);
}
uvec2 times(uvec2 a, uint n)
{
    uvec2 p = product(a.x, n);
    return uvec2(p.x, p.y + a.y * n);
}
uint blocks(uint texels, uint per_block)
{
    return (texels + per_block - 1u) / per_block;
}
uint byte_mask(uint first, uint end) // bytes first..end-1 of a dword
{
    uint low = 0xffffffffu << (first * 8u);
    return end >= 4u ? low : low & ((1u << (end * 8u)) - 1u);
}
// The n bytes from `from` on, which may be no multiple of four.
uint load(uvec2 from, uint n)
{
    uint lead = from.x & 3u;
    Dwords d = Dwords(uvec2(from.x & ~3u, from.y));
    uint value = d.at[0] >> (lead * 8u);
    if (lead + n > 4u)
        value |= d.at[1] << (32u - lead * 8u);
    return value;
}
void copy_row(uvec2 from, uint row_bytes, uint x, uint y, uint z)
{
    Dwords dst = Dwords(image);
    uint start = start_of(to, tiled != 0u, y, z) + x, lead = start & 3u;
    for (uint i = gl_WorkGroupID.x * 64u + gl_LocalInvocationID.x; i * 4u < lead + row_bytes; i += columns * 64u) {
        uint first = i == 0u ? lead : 0u, end = min(lead + row_bytes - i * 4u, 4u);
        uvec2 at = i == 0u ? from : add(from, uvec2(i * 4u - lead, 0u));
        uint value = load(at, end - first) << (first * 8u);
        uint mask = byte_mask(first, end);
        uint place = byte_of(to, tiled != 0u, (start & ~3u) + i * 4u, y, z) >> 2;
        if (mask == 0xffffffffu) {
            dst.at[place] = value;
        } else {
            atomicAnd(dst.at[place], ~mask);
            atomicOr(dst.at[place], value & mask);
        }
    }
}
void main()
{
    Dwords c = Dwords(command);
    uvec2 src = uvec2(c.at[0], c.at[1]);
    uint w = c.at[11], h = c.at[12], z = gl_WorkGroupID.z;
    uint row = c.at[2] != 0u ? c.at[2] : w, slice_rows = c.at[3] != 0u ? c.at[3] : h;
    uvec2 pitch = product(blocks(row, width), bytes);
    src = add(src, times(times(pitch, blocks(slice_rows, height)), slice + z));
    uint x = c.at[8] / width * bytes, y = c.at[9] / height;
    for (uint k = gl_WorkGroupID.y; k < blocks(h, height); k += rows)
        copy_row(add(src, times(pitch, k)), blocks(w, width) * bytes, x, y + k, z);
}

#version 450
#extension GL_GOOGLE_include_directive : require
// Copies rows of bytes from any place to any place: an invocation makes one dword of the destination out of two of the
// source. Dwords that are not wholly the region's are merged with atomics: their other bytes may be another
// invocation's.
#include "image_place.glsl"
layout(local_size_x = 16, local_size_y = 4) in;
layout(set = 0, binding = 0, std430) readonly buffer Src { uint src[]; };
layout(set = 0, binding = 1, std430) buffer Dst { uint dst[]; };
layout(push_constant) uniform Push {
    Place from, to;
    uint row_bytes, rows;
};
uint byte_mask(uint first, uint end) // bytes first..end-1 of a dword
{
    uint low = 0xffffffffu << (first * 8u);
    return end >= 4u ? low : low & ((1u << (end * 8u)) - 1u);
}
void main()
{
    uint i = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y, z = gl_GlobalInvocationID.z;
    uint to_start = start_of(to, y, z), lead = to_start & 3u;
    if (y >= rows || i * 4u >= lead + row_bytes)
        return;
    uint at = start_of(from, y, z) + i * 4u - lead, from_row = row_of(from, y, z);
    uint shift = (at & 3u) * 8u;
    at &= ~3u;
    uint value = src[dword_of(from, at, from_row)];
    if (shift != 0u)
        value = (value >> shift) | (src[dword_of(from, at + 4u, from_row)] << (32u - shift));
    uint first = i == 0u ? lead : 0u;
    uint end = min(lead + row_bytes - i * 4u, 4u);
    uint mask = byte_mask(first, end);
    uint place = dword_of(to, (to_start & ~3u) + i * 4u, row_of(to, y, z));
    if (mask == 0xffffffffu) {
        dst[place] = value;
    } else {
        atomicAnd(dst[place], ~mask);
        atomicOr(dst[place], value & mask);
    }
}

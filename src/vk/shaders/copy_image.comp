#version 450
#extension GL_GOOGLE_include_directive : require
// Copies rows of bytes from any place to any place: an invocation makes one dword of the destination out of two of the
// source. Dwords that are not wholly the region's are merged with atomics: their other bytes may be another
// invocation's.
#include "image_place.glsl"
layout(constant_id = 0) const bool from_tiled = false;
layout(constant_id = 1) const bool to_tiled = false;
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
    uint to_start = start_of(to, to_tiled, y, z), lead = to_start & 3u;
    if (any(greaterThanEqual(uvec2(y, i * 4u), uvec2(rows, lead + row_bytes))))
        return;
    uint at = start_of(from, from_tiled, y, z) + i * 4u - lead;
    uint shift = (at & 3u) * 8u;
    at &= ~3u;
    uint value = src[byte_of(from, from_tiled, at, y, z) >> 2];
    if (shift != 0u)
        value = (value >> shift) | (src[byte_of(from, from_tiled, at + 4u, y, z) >> 2] << (32u - shift));
    uint first = i == 0u ? lead : 0u;
    uint end = min(lead + row_bytes - i * 4u, 4u);
    uint mask = byte_mask(first, end);
    uint place = byte_of(to, to_tiled, (to_start & ~3u) + i * 4u, y, z) >> 2;
    if (mask == 0xffffffffu) {
        dst[place] = value;
    } else {
        atomicAnd(dst[place], ~mask);
        atomicOr(dst[place], value & mask);
    }
}

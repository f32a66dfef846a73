#version 450
#extension GL_GOOGLE_include_directive : require
// Copies rows of 16-byte units: the starts of rows are dword-aligned, and at whole columns where a side is tiled.
#include "image_place.glsl"
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Src { uint src[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Dst { uint dst[]; };
layout(push_constant) uniform Push {
    Place from, to;
    uint units, rows;
};
void main()
{
    uint i = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y, z = gl_GlobalInvocationID.z;
    if (y >= rows || i >= units)
        return;
    uint s = dword_of(from, start_of(from, y, z) + i * 16u, row_of(from, y, z));
    uint d = dword_of(to, start_of(to, y, z) + i * 16u, row_of(to, y, z));
    uint a = src[s], b = src[s + 1u], c = src[s + 2u], e = src[s + 3u];
    dst[d] = a;
    dst[d + 1u] = b;
    dst[d + 2u] = c;
    dst[d + 3u] = e;
}

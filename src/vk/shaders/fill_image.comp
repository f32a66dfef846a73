#version 450
#extension GL_GOOGLE_include_directive : require
// Fills rows with a pattern of 16 bytes; the rows' ends are padding, which may be written too.
#include "image_place.glsl"
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) writeonly buffer Dst { uint dst[]; };
layout(push_constant) uniform Push {
    Place to;
    uint units, rows;
    uint pattern[4];
};
void main()
{
    uint i = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y, z = gl_GlobalInvocationID.z;
    if (y >= rows || i >= units)
        return;
    uint d = dword_of(to, start_of(to, y, z) + i * 16u, row_of(to, y, z));
    dst[d] = pattern[0];
    dst[d + 1u] = pattern[1];
    dst[d + 2u] = pattern[2];
    dst[d + 3u] = pattern[3];
}

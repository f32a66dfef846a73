#version 450
#extension GL_GOOGLE_include_directive : require
// Fills rows with a pattern of 16 bytes; the rows' ends are padding, which may be written too.
#include "image_place.glsl"
layout(constant_id = 0) const bool tiled = false;
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
    if (any(greaterThanEqual(uvec2(y, i), uvec2(rows, units))))
        return;
    uint d = byte_of(to, tiled, start_of(to, tiled, y, z) + i * 16u, y, z) >> 2;
    dst[d] = pattern[0];
    dst[d + 1u] = pattern[1];
    dst[d + 2u] = pattern[2];
    dst[d + 3u] = pattern[3];
}

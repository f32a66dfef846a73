#version 450
#extension GL_GOOGLE_include_directive : require
// Fills rows with a pattern of 16 bytes, or of 48 (three); the rows' ends are padding, which may be written too.
#include "image_place.glsl"
layout(constant_id = 0) const bool tiled = false;
layout(constant_id = 1) const bool three = false;
layout(constant_id = 5) const bool fours = false; // levels begin and end at four elements, not at whole units
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) writeonly buffer Dst { uint dst[]; };
layout(push_constant) uniform Push {
    Place to;
    uint units, rows, dwords; // dwords: of a row
    uvec4 pattern[3];
};
void main()
{
    uint i = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y, z = gl_GlobalInvocationID.z;
    if (any(greaterThanEqual(uvec2(y, i), uvec2(rows, units))))
        return;
    uint d = byte_of(to, tiled, start_of(to, tiled, y, z) + i * 16u, y, z) >> 2;
    uint part = i % 3u;
    uvec4 p = pattern[0];
    if (three) // all three are read: places in push constants that are found out by the invocation need a buffer
        p = mix(mix(p, pattern[1], bvec4(part == 1u)), pattern[2], bvec4(part == 2u));
    if (fours) {
        for (uint k = 0u; k < min(4u, dwords - i * 4u); k++)
            dst[byte_of(to, tiled, start_of(to, tiled, y, z) + i * 16u + k * 4u, y, z) >> 2] =
                k == 0u ? p.x : k == 1u ? p.y : k == 2u ? p.z : p.w;
        return;
    }
    dst[d] = p.x;
    dst[d + 1u] = p.y;
    dst[d + 2u] = p.z;
    dst[d + 3u] = p.w;
}

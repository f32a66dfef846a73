#version 450
#extension GL_GOOGLE_include_directive : require
// Copies rows of units of 4, 8 or 16 bytes: the starts of rows are dword-aligned, and at whole units where a side is
// tiled.
#include "image_place.glsl"
layout(constant_id = 0) const bool from_tiled = false;
layout(constant_id = 1) const bool to_tiled = false;
layout(constant_id = 2) const uint unit_log = 4; // 2 to 4: bytes
layout(constant_id = 3) const uint rows_log = 0; // of an invocation; where not 0: tiled sides start at such a row
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Src { uint src[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Dst { uint dst[]; };
layout(push_constant) uniform Push {
    Place from, to;
    uint units, rows; // rows: of invocations
    uint across_log;  // invocations of a group along a row
};
// Places are in dwords here, but for rows.
uint dword_of(Place p, bool tiled, uint i, uint y, uint z)
{
    uint at = i << (unit_log - 2u), row = p.y + z * p.slice + y;
    if (!tiled)
        return p.base + z * p.slice + y * p.pitch + at;
    uint column = unit_log == 4u && !tile4 ? p.x * 32u + (i << 7) : column_in_tiles((p.x + at) << 2) >> 2;
    uint dword = (row & ~31u) * p.pitch + (row_in_tile(row) >> 2) + column;
    return swizzled ? dword ^ (dword >> 3 & 16u) : dword; // four rows lie together all the same
}
void main()
{
    uint l = gl_LocalInvocationIndex, z = gl_WorkGroupID.z;
    uint i = (gl_WorkGroupID.x << across_log) + (l & ((1u << across_log) - 1u));
    uint y = (gl_WorkGroupID.y << (6u - across_log)) + (l >> across_log);
    if (any(greaterThanEqual(uvec2(y, i), uvec2(rows, units))))
        return;
    y <<= rows_log;
    uint s = dword_of(from, from_tiled, i, y, z), d = dword_of(to, to_tiled, i, y, z);
    uint s_step = from_tiled ? 4u : from.pitch, d_step = to_tiled ? 4u : to.pitch;
    const uint n = 1u << (unit_log - 2u);
    uint v[16];
    for (uint k = 0u; k < 1u << rows_log; k++)
        for (uint j = 0u; j < n; j++)
            v[k * n + j] = src[s + k * s_step + j];
    for (uint k = 0u; k < 1u << rows_log; k++)
        for (uint j = 0u; j < n; j++)
            dst[d + k * d_step + j] = v[k * n + j];
}

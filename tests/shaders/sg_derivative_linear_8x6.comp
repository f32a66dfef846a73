#version 450
// kiln: groups=3,1,1 elems=144 b0=uint b1=zero expect=1:1 alone
// Derivatives of every sort where quads are linear.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 8, local_size_y = 6) in;
layout(derivative_group_linearNV) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared vec2 sv[48];
void main()
{
    uint l = gl_LocalInvocationIndex, i = gl_WorkGroupID.x * 48u + l;
    vec2 v = vec2(float(a[i] & 0xffffu), float(a[i] >> 20) * 3.0);
    sv[l] = v;
    barrier();
    uvec2 p = gl_LocalInvocationID.xy;
    uint q[4], me;
    for (uint k = 0u; k < 4u; k++)
        q[k] = l & ~3u | k;
    me = l & 3u;
    uint row = me & 2u, column = me & 1u;
    vec2 fx = sv[q[row + 1u]] - sv[q[row]], fy = sv[q[column + 2u]] - sv[q[column]];
    vec2 cx = sv[q[1]] - sv[q[0]], cy = sv[q[2]] - sv[q[0]];
    uint bad = 0u;
    if (l != p.x + p.y * 8u) bad |= 1u;
    if (dFdxFine(v) != fx || dFdyFine(v) != fy || fwidthFine(v) != abs(fx) + abs(fy)) bad |= 2u;
    vec2 dx = dFdxCoarse(v), dy = dFdyCoarse(v);
    if ((dx != cx && dx != sv[q[3]] - sv[q[2]]) || (dy != cy && dy != sv[q[3]] - sv[q[1]]) || fwidthCoarse(v) != abs(dx) + abs(dy)) bad |= 4u;
    vec2 nx = dFdx(v), ny = dFdy(v);
    if ((nx != fx && nx != cx) || (ny != fy && ny != cy) || fwidth(v) != abs(nx) + abs(ny)) bad |= 8u;
    r[i] = bad == 0u ? 1u : bad << 1;
}

#version 450
#extension GL_NV_compute_shader_derivatives : require
// check: groups=2 by=5,3,1 not=Intel
// The same where invocations are numbered by quads (which this ANV lacks).
layout(local_size_x = 8, local_size_y = 6, local_size_z = 2) in;
layout(derivative_group_quadsNV) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uvec3 l = gl_LocalInvocationID;
    uint i = (l.z * gl_WorkGroupSize.y + l.y) * gl_WorkGroupSize.x + l.x;
    o[i] = i;
    if (l == uvec3(5, 3, 1))
        o[a[4] + 4092u] = i; // @oob
}

#version 450
// check: groups=2 by=5,3,1
// One invocation of three dimensions, which the report names.
layout(local_size_x = 8, local_size_y = 6, local_size_z = 2) in;
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

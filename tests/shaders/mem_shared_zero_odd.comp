#version 450
#extension GL_EXT_null_initializer : require
// kiln: groups=8,1,1 b0=uint
// A group that no vector width divides clears an array that it does not divide either.
layout(local_size_x = 7, local_size_y = 3) in;
shared uvec3 big[333] = {};
layout(set = 0, binding = 0, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationIndex, sum = 0u;
    for (uint k = 0u; k < 333u; k++)
        sum |= big[k].x | big[k].y | big[k].z;
    barrier();
    big[i].y = i;
    barrier();
    r[gl_WorkGroupID.x * 21u + i] = sum + big[20u - i].y;
}

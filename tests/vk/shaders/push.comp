#version 450
// All push constants that there are, by a constant index and by one that is known at run time only.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer Out { uint o[]; };
layout(push_constant) uniform Push { uint v[64]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    o[i] = v[63 - i];
    if (i == 0)
        o[64] = v[0] + v[63];
}

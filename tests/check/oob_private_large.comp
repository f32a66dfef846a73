#version 450
// check: groups=1 not=Intel
// The same of an array that does not fit the registers.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex, p[600];
    for (uint k = 0u; k < 600u; k++)
        p[a[k]] = k * l;
    o[l] = p[a[l + 540u]]; // @oob @uninit
}

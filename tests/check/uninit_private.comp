#version 450
// check: groups=1 not=Intel
// An array of which one element is never written is read there. (Mesa makes selects of it, with any value.)
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex, p[16];
    for (uint k = 0u; k < 16u; k++)
        if (k != 11u)
            p[a[k]] = k * l;
    o[l] = p[a[l] & 15u]; // @uninit
}

#version 450
// check: groups=1 not=Intel
// Who reads has a memory barrier, who writes has none: nothing is released.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) coherent buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex;
    a[l] = l; // @race
    barrier();
    memoryBarrierBuffer();
    o[l] = a[(l + 32u) & 63u]; // @race
}

#version 450
// check: groups=1 not=Intel
// barrier() orders shared memory, not what goes through buffers: GLSL 4.60, 8.17.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex;
    a[l] = l; // @race
    barrier();
    o[l] = a[(l + 32u) & 63u]; // @race
}

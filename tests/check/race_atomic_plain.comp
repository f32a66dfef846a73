#version 450
// check: groups=4
// A counter that is counted with atomics and read without.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    atomicAdd(o[0], 1u); // @race
    o[1u + gl_GlobalInvocationID.x] = o[0]; // @race
}

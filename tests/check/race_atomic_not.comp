#version 450
// check: groups=4
// Atomics do not race with each other, and give places that are nobody else's.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint count;
void main()
{
    if (gl_LocalInvocationIndex == 0u)
        count = 0u;
    barrier();
    atomicAdd(count, 2u);
    uint at = atomicAdd(o[0], 1u);
    o[1u + at] = gl_GlobalInvocationID.x;
    barrier();
    o[1024u + gl_GlobalInvocationID.x] = count;
}

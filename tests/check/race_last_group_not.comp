#version 450
// check: groups=8
// The last workgroup to finish adds up what the others left: ordered by fences and an atomic.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared bool last;
void main()
{
    uint l = gl_LocalInvocationIndex;
    o[64u + gl_GlobalInvocationID.x] = a[l] + gl_WorkGroupID.x;
    memoryBarrierBuffer();
    barrier();
    if (l == 0u)
        last = atomicAdd(o[0], 1u) == gl_NumWorkGroups.x - 1u;
    barrier();
    if (!last)
        return;
    memoryBarrierBuffer();
    uint sum = 0u;
    for (uint g = 0u; g < gl_NumWorkGroups.x; g++)
        sum += o[64u + 64u * g + l];
    o[3000u + l] = sum;
}

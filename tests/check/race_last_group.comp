#version 450
// check: groups=8
// The same without a fence: the atomic alone orders nothing else.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared bool last;
void main()
{
    uint l = gl_LocalInvocationIndex;
    o[64u + gl_GlobalInvocationID.x] = a[l] + gl_WorkGroupID.x; // @race
    if (l == 0u)
        o[2048u + gl_WorkGroupID.x] = atomicAdd(o[0], 1u);
    if (gl_WorkGroupID.x != 7u)
        return;
    uint sum = 0u;
    for (uint g = 0u; g < gl_NumWorkGroups.x; g++)
        sum += o[64u + 64u * g + l]; // @race
    o[3000u + l] = sum;
}

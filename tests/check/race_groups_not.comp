#version 450
// check: groups=3
// Workgroups that stay within their own part, with barriers between their invocations.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, base = gl_WorkGroupID.x * 32u;
    o[i] = i;
    memoryBarrierBuffer();
    barrier();
    uint x = o[base + 31u - gl_LocalInvocationIndex];
    memoryBarrierBuffer();
    barrier();
    o[i] = x;
}

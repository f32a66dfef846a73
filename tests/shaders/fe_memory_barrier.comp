#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint l = gl_LocalInvocationIndex, base = gl_WorkGroupID.x * 64u;
    r[base + l] = a[base + l] * 3u;
    memoryBarrierBuffer();
    barrier();
    uint v = r[base + (l ^ 37u)]; // of another thread at any width: a thread sees its own writes without a fence
    memoryBarrier();
    barrier();
    r[base + l] = v + 1u;
    groupMemoryBarrier();
    memoryBarrierShared();
}

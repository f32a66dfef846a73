#version 450
#extension GL_KHR_memory_scope_semantics : enable
// check: groups=2
// Barriers that name buffers, by themselves or by a memory barrier before them; what a lane and its neighbours in the subgroup have
// written needs none.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) coherent buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[64];
void main()
{
    uint l = gl_LocalInvocationIndex, other = (l + 32u) & 63u, base = gl_WorkGroupID.x * 64u;
    for (uint round = 0u; round < 3u; round++) {
        a[base + l] = l + round;
        memoryBarrierBuffer();
        barrier();
        s[l] = a[base + other];
        barrier(); // shared memory
        uint x = s[other];
        controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
        a[base + other] = x;
        barrier();
        o[base + l] = a[base + other] + x;
        memoryBarrier();
        barrier();
    }
}

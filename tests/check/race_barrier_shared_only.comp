#version 450
#extension GL_KHR_memory_scope_semantics : enable
// check: groups=1 not=Intel
// A buffer beside shared memory, which is all that the barrier names; the second barrier names the buffer too, but what is read
// behind it is written between the two.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[64];
void main()
{
    uint l = gl_LocalInvocationIndex, other = (l + 32u) & 63u;
    s[l] = l;
    a[l] = l; // @race
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    uint x = s[other];
    uint y = a[other]; // @race
    a[64u + l] = x;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    o[l] = a[64u + other] + y;
}

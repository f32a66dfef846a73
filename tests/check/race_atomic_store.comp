#version 450
#extension GL_KHR_memory_scope_semantics : require
// check: groups=2 not=Intel
// The same handed over without release and acquire, and a flag that is also written plainly.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x == 0u) {
        o[64u + l] = a[l]; // @race
        atomicStore(o[l], 1u, gl_ScopeDevice, 0, 0); // @race
    } else if (atomicLoad(o[l], gl_ScopeDevice, 0, 0) == 1u) {
        o[128u + l] = o[64u + l]; // @race
    } else {
        o[l] = 2u;
    }
    if (gl_WorkGroupID.x == 1u)
        o[l] = 5u; // @race
}

#version 450
#extension GL_KHR_memory_scope_semantics : require
// check: groups=2 not=Intel
// A workgroup hands data to the next one by an atomic store that an atomic load sees. (Mesa's atomic loads and stores
// are plain messages, and nothing says which.)
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x == 0u) {
        o[64u + l] = a[l];
        atomicStore(o[l], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    } else if (atomicLoad(o[l], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1u) {
        o[128u + l] = o[64u + l];
    }
}

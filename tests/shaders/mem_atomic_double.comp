#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_KHR_memory_scope_semantics : require
// kiln: groups=4,1,1 elems=1024 b0=uint b1=zero alone expect=1:1 not=Intel,anv25,kiln-gen8
// Loads, stores and exchanges of doubles in a buffer. The only 64-bit atomics of the module.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) buffer D { double d[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x;
    bool ok = true;
    if (g == 0u && i < 256u) {
        atomicStore(d[i], double(i) + 0.25LF, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        ok = atomicExchange(d[i], double(i) * 3.0LF) == double(i) + 0.25LF;
        ok = ok && atomicLoad(d[i], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == double(i) * 3.0LF;
        ok = ok && atomicExchange(d[10000u + i], 1.0LF) == 0.0LF;
    }
    r[g * 256u + i] = ok ? 1u : 2u;
}

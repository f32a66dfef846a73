#version 450
#extension GL_KHR_memory_scope_semantics : require
// One invocation hands data to another one of its group, which waits for it: by an atomic of each kind, or over a barrier.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data; };
layout(set = 0, binding = 1) buffer Out { uint before, after; };
layout(push_constant) uniform Push { uint kind, writer; };
shared uint flag;
const int WHERE = gl_StorageSemanticsBuffer;

void main()
{
    uint me = gl_LocalInvocationIndex;
    if (me == 0u)
        flag = 0u;
    barrier();
    if (me == writer)
        data = 7u;
    if (kind == 3u)
        controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, WHERE, gl_SemanticsAcquireRelease);
    if (me == writer && kind == 0u)
        atomicAdd(flag, 1u, gl_ScopeDevice, WHERE, gl_SemanticsRelease);
    if (me == writer && kind == 1u)
        atomicStore(flag, 1u, gl_ScopeDevice, WHERE, gl_SemanticsRelease);
    if (me == writer && kind == 2u)
        atomicCompSwap(flag, 0u, 1u, gl_ScopeDevice, WHERE, gl_SemanticsRelease, 0, gl_SemanticsRelaxed);
    if (me == 63u - writer) {
        before = data;
        if (kind == 0u)
            while ((atomicOr(flag, 2u, gl_ScopeDevice, WHERE, gl_SemanticsAcquire) & 1u) == 0u)
                ;
        if (kind == 1u)
            while (atomicLoad(flag, gl_ScopeDevice, WHERE, gl_SemanticsAcquire) == 0u)
                ;
        if (kind == 2u)
            while (atomicCompSwap(flag, 1u, 2u, gl_ScopeDevice, WHERE, gl_SemanticsAcquire, WHERE, gl_SemanticsAcquire) == 0u)
                ;
        after = data;
    }
    barrier(); // nobody ends before
}

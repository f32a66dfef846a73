#version 450
// kiln: groups=4,1,1 elems=1024 b0=uint b1=uint b2=zero same=1:0 alone expect=2:1
// Two bindings that show one buffer, both coherent: what one stores, the other loads, in the same invocation.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) coherent buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) coherent buffer B { uvec4 b[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, old = b[i >> 2][i & 3u];
    a[i] = old * 7u + 1u;
    memoryBarrierBuffer();
    bool ok = b[i >> 2][i & 3u] == old * 7u + 1u;
    b[i >> 2][i & 3u] = old;
    memoryBarrierBuffer();
    r[i] = ok && a[i] == old ? 1u : 2u;
}

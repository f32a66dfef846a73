#version 450
#extension GL_EXT_buffer_reference : require
// kiln: env=vulkan1.2 address b0=zero b1=zero groups=4,1,1 not=hasvk-chv
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer U { uint v[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer I { int v[]; };
layout(push_constant) uniform P { U a; I b; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    atomicAdd(a.v[i & 7u], i);
    atomicOr(a.v[8u], 1u << (i & 31u));
    atomicXor(a.v[9u], i * 77u);
    atomicMax(a.v[10u], i * 12345u);
    atomicMin(b.v[0], -int(i));
    atomicMax(b.v[1], int(i * 7u));
    atomicAdd(b.v[2], -1);
    if (atomicCompSwap(a.v[16u + i], 0u, i) == 0u)
        atomicExchange(a.v[512u + i], atomicAdd(a.v[1024u + i], 3u) + 1u);
    atomicAnd(a.v[11], 0u);
}

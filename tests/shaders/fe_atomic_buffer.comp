#version 450
// kiln: groups=4,1,1 b0=uint b1=uint
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i], k = (x & 7u) * 16u;
    atomicAdd(r[k], x);
    atomicMin(r[k + 1], x);
    atomicMax(r[k + 2], x);
    atomicAnd(r[k + 3], x | 0xff00u);
    atomicOr(r[k + 4], x & 0x10101u);
    atomicXor(r[k + 5], x);
    atomicAdd(r[k + 6], 1u);
    atomicAdd(r[k + 7], uint(-3));
    r[2048u + i] = atomicExchange(r[1024u + i], x) ^ atomicAdd(r[1024u + i], 5u);
}

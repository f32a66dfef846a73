#version 450
// kiln: check=oob groups=1,1,1 elems=1024 b0=zero b1=zero b2=zero array=0:16 same=1:0 alone not=anv26
// kiln: expect=0:0 groups=1,1,1
// Stores and atomics beyond a range vanish; nothing next to it changes. Only the last range is written within.
// ANV of Mesa 26 reads there what its own atomics wrote.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint v[]; } dst[16];
layout(set = 0, binding = 1, std430) coherent buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    dst[i & 7u].v[64u + i] = 1u;
    dst[0].v[64u] = 2u;
    dst[3].v[64u + i * 2u] = 3u;
    dst[3].v[65u + i * 2u] = 4u;
    dst[i & 7u].v[0x3fffffffu - i] = 5u;
    uint old = atomicAdd(dst[i & 3u].v[64u + i], 6u) | atomicCompSwap(dst[2].v[64u], 0u, 7u) | atomicExchange(dst[2].v[70u], 8u);
    dst[15].v[i] = old; // zero
}

#version 450
#extension GL_EXT_nonuniform_qualifier : require
// kiln: check=oob groups=1,1,1 elems=2048 b0=zero b1=zero b2=zero array=0:32 same=1:0 alone expect=2:1 not=Intel,anv25
// Each lane its own buffer: stores and atomics beyond its end vanish, those of the other lanes do not. (ANV takes or
// leaves a message whole.)
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) coherent buffer In { uint v[]; } dst[32];
layout(set = 0, binding = 1, std430) coherent buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x, k = i & 31u, at = i < 32u ? i : i + 32u; // the upper half is outside
    dst[nonuniformEXT(k)].v[at] = i + 1u;
    uint n = i < 32u ? 60u : 62u; // of four neighbours two are outside there
    dst[nonuniformEXT(k)].v[n + 0u] = 7u;
    dst[nonuniformEXT(k)].v[n + 1u] = 7u;
    dst[nonuniformEXT(k)].v[n + 2u] = 7u;
    dst[nonuniformEXT(k)].v[n + 3u] = 7u;
    uint old = atomicAdd(dst[nonuniformEXT(k)].v[at], 5u);
    uint was = atomicCompSwap(dst[nonuniformEXT(k)].v[at], i + 6u, 9u);
    memoryBarrierBuffer();
    barrier();
    memoryBarrierBuffer();
    bool ok = i < 32u ? old == i + 1u && was == i + 6u : old == 0u && was == 0u;
    for (uint m = 0u; m < 32u; m++) {
        uint want = i == m ? 9u : i >= 60u ? 7u : 0u;
        ok = ok && all[m * 64u + i] == want;
    }
    r[i] = ok ? 1u : 2u;
    for (uint m = i + 64u; m < 2048u; m += 64u)
        r[m] = 1u;
}

#version 450
// kiln: groups=16,1,1 elems=4096 b0=uint b1=uint b2=zero array=0:64 same=1:0 alone expect=2:1
// 64 buffers: bindless, with an index that is uniform, and one that is constant. More than lavapipe has.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) coherent buffer In { uint v[]; } src[64];
layout(set = 0, binding = 1, std430) coherent buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint k = gl_WorkGroupID.x, i = gl_LocalInvocationID.x & 63u, part = gl_LocalInvocationID.x >> 6;
    bool ok = src[k + 3u].v[i] == all[(k + 3u) * 64u + i] && src[63].v[i ^ 1u] == all[63u * 64u + (i ^ 1u)];
    if (part == 0u) {
        uint old = src[k + 32u].v[i];
        if (k < 15u) {
            src[k + 32u].v[i] = old + i;
            memoryBarrierBuffer();
            ok = ok && all[(k + 32u) * 64u + i] == old + i;
        }
    }
    r[gl_GlobalInvocationID.x] = ok ? 1u : 2u;
}

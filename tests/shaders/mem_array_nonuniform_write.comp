#version 450
#extension GL_EXT_nonuniform_qualifier : require
// kiln: not=Intel,anv25 groups=1,1,1 elems=64 b0=uint b1=uint b2=zero array=0:4 same=1:0 alone expect=2:1
// kiln: elems=4096 array=0:64 groups=64,1,1
// A store and atomics to a buffer a lane. Group g works on words of its own.
// ANV (which takes its liberties with aliases) differs.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) coherent buffer In { uint v[]; } dst[64];
layout(set = 0, binding = 1, std430) coherent buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x, k = (i * 37u + 5u + g) & 63u;
    uint at = k * 64u + g, before = all[at];
    bool ok = true;
    if ((g & 3u) == 0u) {
        dst[nonuniformEXT(k)].v[g] = i * 1000u;
        memoryBarrierBuffer();
        ok = all[at] == i * 1000u;
    } else if ((g & 3u) == 1u) {
        ok = atomicAdd(dst[nonuniformEXT(k)].v[g], i + 1u) == before;
        memoryBarrierBuffer();
        ok = ok && atomicOr(all[at], 0u) == before + i + 1u;
    } else if ((g & 3u) == 2u) {
        ok = atomicCompSwap(dst[nonuniformEXT(k)].v[g], (i & 1u) != 0u ? before : ~before, i) == before;
        memoryBarrierBuffer();
        ok = ok && all[at] == ((i & 1u) != 0u ? i : before);
    } else if ((i & 2u) != 0u) {
        atomicMax(dst[nonuniformEXT(k)].v[g], 0xf0000000u);
        memoryBarrierBuffer();
        ok = all[at] == max(before, 0xf0000000u);
    }
    r[g * 64u + i] = ok ? 1u : 2u;
}

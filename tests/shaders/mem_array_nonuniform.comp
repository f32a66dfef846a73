#version 450
#extension GL_EXT_nonuniform_qualifier : require
// kiln: groups=16,1,1 elems=4096 b0=uint b1=index b2=uint b3=zero array=0:64 same=2:0 alone expect=3:1 not=hasvk-chv
// Each lane its own buffer, also in divergent control flow.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; } src[64];
layout(set = 0, binding = 1, std430) readonly buffer Sel { uint sel[]; };
layout(set = 0, binding = 2, std430) readonly buffer All { uint all[]; };
layout(set = 0, binding = 3, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, k = sel[i] & 63u;
    bool ok = src[nonuniformEXT(k)].v[i & 63u] == all[k * 64u + (i & 63u)];
    if ((i & 1u) != 0u) {
        uint m = (k * 7u) & 63u;
        ok = ok && src[nonuniformEXT(m)].v[(i + 1u) & 63u] == all[m * 64u + ((i + 1u) & 63u)];
    }
    for (uint n = 0u; n < (k & 3u); n++)
        ok = ok && src[nonuniformEXT(k ^ n)].v[n] == all[(k ^ n) * 64u + n];
    r[i] = ok ? 1u : 2u;
}

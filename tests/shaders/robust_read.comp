#version 450
// kiln: check=oob groups=16,1,1 elems=1024 b0=uint b1=uint b2=zero array=0:16 same=1:0 alone expect=2:1
// Reads beyond a descriptor's range give zero, to the dword; the parts of a vector that are inside are read.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; } src[16];
layout(set = 0, binding = 1, std430) readonly buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
bool same(uint g, uint k, uint got) { return got == (k < 64u ? all[g * 64u + k] : 0u); }
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x;
    bool ok = same(g, i + 32u, src[g].v[i + 32u]) && same(g, 64u + i, src[g].v[64u + i]);
    ok = ok && src[g].v[i * 0x1000001u + 64u] == 0u && src[g].v[0x20000000u + i] == 0u;
    uint b = (i & 7u) + 58u; // neighbours that become one message
    uint a0 = src[g].v[b], a1 = src[g].v[b + 1u], a2 = src[g].v[b + 2u], a3 = src[g].v[b + 3u];
    ok = ok && same(g, b, a0) && same(g, b + 1u, a1) && same(g, b + 2u, a2) && same(g, b + 3u, a3);
    uint u = g + 55u; // the same for all lanes
    for (uint k = 0u; k < 8u; k++)
        ok = ok && same(g, u + k, src[g].v[u + k]);
    r[g * 64u + i] = ok ? 1u : 2u;
}

#version 450
#extension GL_EXT_nonuniform_qualifier : require
// kiln: groups=16,1,1 elems=4096 b0=uint b1=uint b2=zero array=0:32 same=1:0 alone expect=2:1 not=hasvk-chv
layout(local_size_x = 256) in;
struct S { uvec3 p; uint w; uvec2 m[2]; };
layout(set = 0, binding = 0, std430) readonly buffer In { S s[2]; uvec4 rest[]; } b[32];
layout(set = 0, binding = 1, std430) readonly buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, k = i & 31u, at = k * 128u + (i >> 5 & 1u) * 8u;
    S s = b[nonuniformEXT(k)].s[i >> 5 & 1u];
    bool ok = s.p == uvec3(all[at], all[at + 1u], all[at + 2u]) && s.w == all[at + 3u];
    ok = ok && s.m[0].y == all[at + 5u] && s.m[1].x == all[at + 6u];
    ok = ok && b[nonuniformEXT(k)].rest[i & 3u].z == all[k * 128u + 16u + (i & 3u) * 4u + 2u];
    r[i] = ok ? 1u : 2u;
}

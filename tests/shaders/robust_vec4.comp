#version 450
// kiln: check=oob groups=15,1,1 elems=960 b0=uint b1=uint b2=zero array=0:15 same=1:0 alone expect=2:1
// Vectors and structs at the end of a range.
layout(local_size_x = 64) in;
struct S { uvec3 a; uint b; uvec2 c; };
layout(set = 0, binding = 0, std430) readonly buffer In { uint pad[2]; uvec2 w[3]; S s[]; } src[15];
layout(set = 0, binding = 1, std430) readonly buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
uint at(uint g, uint k) { return k < 64u ? all[g * 64u + k] : 0u; }
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x;
    S s = src[g].s[i & 15u], t = src[g].s[7u];
    uint k = 8u + (i & 15u) * 8u;
    bool ok = s.a == uvec3(at(g, k), at(g, k + 1u), at(g, k + 2u)) && s.b == at(g, k + 3u) && s.c == uvec2(at(g, k + 4u), at(g, k + 5u));
    ok = ok && t.a == uvec3(0u) && t.c == uvec2(0u);
    r[g * 64u + i] = ok ? 1u : 2u;
}

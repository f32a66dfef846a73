#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=4,1,1 elems=4096 u0=uint b1=uint b2=zero
// What all lanes read alike, side by side: structures with holes, members of 16 and 64 bits, in the order of a program
// that does not read them in order, between stores to the same buffer, in loops and branches.
layout(local_size_x = 64) in;
struct P { uvec4 a; uvec4 b; uint c; uint d; uint64_t e; u16vec4 f; uvec2 g; uvec4 h[4]; };
layout(set = 0, binding = 0, std140) uniform U { P u; };
layout(set = 0, binding = 1, std430) buffer S { P s[]; };
layout(set = 0, binding = 2, std430) buffer R { uint r[]; };
uint at;
void put(uvec4 v)
{
    for (uint k = 0u; k < 4u; k++)
        r[at + k * 256u] = v[k];
    at += 1024u;
}
void main()
{
    uint i = gl_GlobalInvocationID.x, w = gl_WorkGroupID.x;
    at = i;
    put(u.h[3] + u.a * i + u.b + uvec4(u.c, u.d, uint(u.e), uint(u.e >> 32)) + uvec4(u.f));
    P p = s[w + 8u];
    put(p.h[1] ^ p.h[0] + p.b + uvec4(p.g, p.c, p.d) + uvec4(p.f) * i);
    uvec4 sum = uvec4(0u);
    for (uint k = 0u; k < (w & 3u) + 1u; k++) {
        sum += s[k].h[2] + s[k].h[3];
        if ((s[k].c & 1u) != 0u)
            sum -= s[k + 1u].a + s[k + 1u].b;
    }
    put(sum);
    // Each group writes what only it reads.
    uvec4 before = s[w + 20u].a + s[w + 20u].b;
    barrier();
    if (gl_LocalInvocationIndex == 5u)
        s[w + 20u].b = uvec4(w, 1u, 2u, 3u);
    memoryBarrierBuffer();
    barrier();
    put(before * 3u + s[w + 20u].b + s[w + 20u].a);
}

#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

struct Inner { uint k; float f; };
struct P { uvec3 v; Inner in_[2]; bool b; };
P make(uint x)
{
    return P(uvec3(x, x >> 3, 1u), Inner[2](Inner(x & 7u, 1.0), Inner(3u, 0.5)), (x & 1u) != 0u);
}
uint digest(P p)
{
    return p.v.x ^ p.v.y * 3u + p.v.z + p.in_[0].k * 100u + p.in_[1].k + uint(p.in_[0].f * 8.0) + uint(p.b);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;

    P p = make(a[i]);
    P q = p;
    q.v.y = 9u;
    q.in_[1].k = p.v.x;
    P s[2] = P[2](p, q);
    s[i & 1u].in_[0].f = 2.0;
    r[i] = digest(s[0]);
    r[i + 256] = digest(s[1]);
    r[i + 512] = uint(p == q);
    r[i + 768] = uint(p != make(a[i]));
}

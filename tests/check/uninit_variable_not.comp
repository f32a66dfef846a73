#version 450
// check: groups=1
// Variables that are written wherever they are read, though not on every path; what is copied, computed and dropped.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
struct pair { float f; uvec2 u[3]; };
uint some(bool set, uint y)
{
    uint x;
    if (set)
        x = y;
    return x;
}
void main()
{
    uint l = gl_LocalInvocationIndex, x, last;
    bool set = a[l] > 20u, found;
    vec4 v;
    pair p, q;
    if (set)
        x = 7u;
    x = x * 3u + 1u;
    if (set)
        o[l] = x;
    for (uint k = 0u; k < 4u; k++) {
        uint in_loop;
        if ((k & 1u) == 0u)
            in_loop = k;
        else
            in_loop = a[l];
        last = in_loop;
    }
    o[64u + l] = last;
    v.xz = vec2(a[l]);
    v.yw = v.xz;
    o[128u + l] = uint(v.y + v.w);
    p.u[1] = uvec2(l);
    q = p; // most of it was never written
    o[192u + l] = q.u[1].x;
    uint y = some(set, l);
    o[256u + l] = set ? y : 0u;
    if (set)
        found = (a[l] & 1u) == 0u;
    if (set && found)
        o[320u + l] = 1u;
    uint t[4];
    t[0] = l; t[2] = 5u;
    o[384u + l] = t[(a[l] & 1u) * 2u];
    o[448u + l] = (x & 0u) | (y & uint(set) * 0xffu);
}

#version 450
// check: groups=1 not=Intel
// Variables that only some invocations write, of every kind. (Mesa takes what was written for all.)
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
struct pair { float f; uvec2 u; };
uint never()
{
    uint x;
    return x;
}
void main()
{
    uint l = gl_LocalInvocationIndex, x, sum;
    vec4 v;
    pair p;
    bool flag;
    if (a[l] > 40u)
        x = 7u;
    o[l] = x; // @uninit
    v.xyz = vec3(a[l]);
    o[64u + l] = uint(v.y);
    o[128u + l] = uint(v.w); // @uninit
    for (uint k = 0u; k < a[l] % 3u; k++)
        sum += k;
    o[192u + l] = sum; // @uninit
    p.u.x = l;
    o[256u + l] = p.u.x;
    o[320u + l] = p.u.y; // @uninit
    o[384u + l] = never() + 3u; // @uninit
    if (a[l] < 10u)
        flag = a[l] > 5u;
    o[448u + l] = flag ? 1u : 2u; // @uninit
    o[512u + (p.f > 2.0 ? 1u : 0u)] = 3u; // @uninit
}

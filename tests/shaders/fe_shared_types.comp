#version 450
// kiln: groups=2,1,1 b0=float b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

struct S { vec3 v; uvec2 k; };
shared S s[64];
shared bool flags[64];
shared float total;

void main()
{
    uint l = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x;
    flags[l] = a[i] > 0.0;
    s[l].v = vec3(a[i], float(l), 1.0);
    s[l].k = uvec2(l, l * l);
    if (l == 0u)
        total = 5.0;
    barrier();
    uint o = 63u - l;
    r[i] = uint(flags[o]) + s[o].k.y;
    r[i + 128] = floatBitsToUint(s[o].v.x * 2.0 + total);
    r[i + 256] = uint(s[l ^ 1u].v[l % 3u] == 1.0);
}

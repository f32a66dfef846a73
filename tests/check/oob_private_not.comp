#version 450
// check: groups=1
// Every index within its array; and one that would be past the end where no lane is, or whose element is not
// accessed.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
const uint table[6] = uint[6](3u, 1u, 4u, 1u, 5u, 9u);
uint pick(inout uint v[12], uint i)
{
    v[i] += 2u;
    return v[11u - i];
}
void main()
{
    uint l = gl_LocalInvocationIndex, i = a[l], p[12], big[600];
    uvec4 v = uvec4(l);
    for (uint k = 0u; k < 12u; k++)
        p[k] = k * l;
    for (uint k = 0u; k < 600u; k++)
        big[k] = k;
    uint sum = table[i % 6u] + v[i & 3u] + pick(p, i % 12u);
    if (i < 12u)
        sum += p[i];
    if (i > 1000u)
        sum += p[i] + big[i + 600u];
    sum += i < 6u ? table[i] : 0u;
    for (uint k = 0u; k < 600u; k += 64u)
        if (k + l < 600u)
            sum += big[k + l];
    o[l] = sum;
}

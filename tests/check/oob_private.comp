#version 450
// check: groups=1 not=Intel
// Indices past the ends of private arrays: in registers, as a constant table, of a vector, of an inner dimension
// whose neighbour is still the same variable, and read and written. (Only Kiln's kernels tell of them.)
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
const uint table[6] = uint[6](3u, 1u, 4u, 1u, 5u, 9u);
struct Pair { uint x[3]; uvec4 v; };
void main()
{
    uint l = gl_LocalInvocationIndex, i = a[l], p[10], two[4][4];
    Pair s;
    for (uint k = 0u; k < 10u; k++)
        p[k] = k * l;
    for (uint k = 0u; k < 16u; k++)
        two[k >> 2][k & 3u] = k;
    for (uint k = 0u; k < 3u; k++)
        s.x[k] = k;
    s.v = uvec4(1u, 2u, 3u, 4u);
    o[l] = p[i & 15u]; // @oob
    o[l] += table[i & 7u]; // @oob
    o[l] += s.v[i & 7u]; // @oob
    o[l] += two[i & 1u][i & 7u]; // @oob
    s.x[i & 3u] = 7u; // @oob
    if (i == 63u)
        p[int(l) - 70] = 5u; // @oob
    o[l] += s.x[i % 3u] + p[a[l] % 10u];
}

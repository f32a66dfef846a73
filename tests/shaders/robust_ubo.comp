#version 450
// kiln: check=oob groups=15,1,1 elems=960 u0=uint u1=uint b2=zero array=0:15 same=1:0 alone expect=2:1
// Uniform buffers that are smaller than their block.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform In { uvec4 a[32]; uint last; } src[15];
layout(set = 0, binding = 1) uniform All { uvec4 all[240]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x;
    bool ok = src[g].a[i & 31u] == ((i & 31u) < 16u ? all[g * 16u + (i & 31u)] : uvec4(0u)) && src[g].last == 0u;
    for (uint k = 12u; k < 20u; k++)
        ok = ok && src[g].a[k] == (k < 16u ? all[g * 16u + k] : uvec4(0u));
    ok = ok && src[3].a[15].z == all[3 * 16 + 15].z && src[3].a[16].x == 0u;
    r[g * 64u + i] = ok ? 1u : 2u;
}

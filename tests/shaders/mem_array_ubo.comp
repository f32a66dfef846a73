#version 450
#extension GL_EXT_nonuniform_qualifier : require
// kiln: not=Intel groups=16,1,1 elems=4096 u0=uint u1=uint b2=zero array=0:32 same=1:0 alone expect=2:1
// An array of uniform buffers.
// ANV takes the index of a block's array for uniform.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) uniform In { uvec4 a; uvec4 m[4]; uint f[3]; } src[32];
layout(set = 0, binding = 1) uniform All { uvec4 all[1024]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, k = i & 31u, g = gl_WorkGroupID.x;
    bool ok = src[nonuniformEXT(k)].m[i % 4u] == all[k * 32u + 1u + i % 4u];
    ok = ok && src[g].a == all[g * 32u] && src[nonuniformEXT(31u - k)].f[i % 3u] == all[(31u - k) * 32u + 5u + i % 3u].x;
    ok = ok && src[17].f[2] == all[17 * 32 + 7].x;
    r[i] = ok ? 1u : 2u;
}

#version 450
#extension GL_EXT_shared_memory_block : require
// kiln: env=spirv1.4 groups=16,1,1 b0=uint b1=zero elems=1024 alone expect=1:1
// Blocks in shared memory show the same bytes. (Lavapipe keeps them apart.)
layout(local_size_x = 64) in;
shared A { uint a[256]; };
shared B { uvec4 b[64]; };
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x;
    for (uint k = 0u; k < 4u; k++)
        a[i + 64u * k] = v[(g * 3u + i + 64u * k) & 1023u];
    barrier();
    uvec4 x = b[63u - i];
    bool ok = true;
    for (uint k = 0u; k < 4u; k++)
        ok = ok && x[k] == v[(g * 3u + (63u - i) * 4u + k) & 1023u];
    barrier();
    b[i].zx = x.xy;
    barrier();
    ok = ok && a[i * 4u + 2u] == x.x && a[i * 4u] == x.y && a[i * 4u + 1u] == v[(g * 3u + i * 4u + 1u) & 1023u];
    r[g * 64u + i] = ok ? 1u : 2u;
}

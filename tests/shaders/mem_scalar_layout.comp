#version 450
#extension GL_EXT_scalar_block_layout : require
// kiln: groups=2,1,1 b0=uint u1=uint b2=zero env=vulkan1.2
layout(local_size_x = 64) in;
struct S { uint a; uvec3 b; uvec2 c[2]; };
layout(scalar, set = 0, binding = 0) readonly buffer In { uvec3 v[5]; S s[]; };
layout(scalar, set = 0, binding = 1) uniform U { uint x; uvec3 y[4]; S t[8]; };
layout(scalar, set = 0, binding = 2) buffer Out { uvec3 r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    S p = s[i], q = t[i & 7u];
    r[i] = v[i % 5u] ^ p.b + uvec3(p.c[1], p.a) * y[i & 3u] + q.b.zyx + uvec3(x, q.c[i & 1u]);
}

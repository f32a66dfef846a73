#version 450
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// kiln: env=spirv1.4 groups=16,1,1 b0=uint b1=zero elems=1024 alone expect=1:1
// Bytes and words of shared blocks. (Lavapipe keeps them apart.)
layout(local_size_x = 64) in;
shared A { uint a[64]; };
shared B { uint16_t h[128]; };
shared C { uint8_t c[256]; };
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x;
    a[i] = v[g * 64u + i];
    barrier();
    uint16_t x = h[127u - i];
    uint8_t y = c[i * 3u];
    bool ok = uint(x) == (v[g * 64u + (127u - i) / 2u] >> ((127u - i & 1u) * 16u) & 0xffffu);
    ok = ok && uint(y) == (v[g * 64u + i * 3u / 4u] >> ((i * 3u & 3u) * 8u) & 0xffu);
    barrier();
    h[i * 2u] = x;
    barrier();
    c[i * 4u + 3u] = y;
    barrier();
    ok = ok && a[i] == (uint(x) | (v[g * 64u + i] & 0xff0000u) | uint(y) << 24);
    r[g * 64u + i] = ok ? 1u : 2u;
}

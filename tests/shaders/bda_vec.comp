#version 450
#extension GL_EXT_buffer_reference : require
// kiln: env=vulkan1.2 address b0=float b1=float groups=2,1,1 tol=ulp:64,abs:0.05 not=hasvk-chv
// Vectors, matrices and structs behind addresses.
layout(local_size_x = 64) in;
struct S { vec3 a; float b; mat3 m; vec2 c[3]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer In { S s[16]; vec4 rest[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Out { vec4 r[]; };
layout(push_constant) uniform P { In src; Out dst; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    S s = src.s[i & 15u];
    dst.r[i * 2u] = vec4(s.m * s.a, s.b) + src.rest[i];
    dst.r[i * 2u + 1u] = vec4(s.c[i % 3u], src.s[(i + 1u) & 15u].m[i % 3u].y, src.rest[i][i & 3u]);
}

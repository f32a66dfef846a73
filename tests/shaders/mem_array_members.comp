#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer R { uint r[]; };

// Arrays of structures whose members have other sizes: what follows such a member is the next structure's, where an index goes.
struct Pairs { u16vec2 m[2]; u8vec3 n; };
struct Mixed { uvec2 x; uint8_t y; };
void main()
{
    uint i = gl_GlobalInvocationID.x, v = a[i];
    Pairs p[2];
    Mixed q[3];
    for (uint k = 0; k < 2; k++) {
        p[k].m[0] = u16vec2(v + k, v * 3u + k);
        p[k].m[1] = u16vec2(v * 5u + k, v * 7u + k);
        p[k].n = u8vec3(v + k * 11u, v + k * 13u, v + k * 17u);
    }
    for (uint k = 0; k < 3; k++) {
        q[k].x = uvec2(v + k, v ^ k);
        q[k].y = uint8_t(v + k * 29u);
    }
    p[v & 1u].m[i & 1u].y ^= uint16_t(i);
    uint got = uint(p[(v >> 1) & 1u].m[(v >> 2) & 1u].y) + (uint(p[(v >> 3) & 1u].n[v % 3u]) << 16);
    r[i] = got + q[v % 3u].x.y + (uint(q[i % 3u].y) << 8) + (uint(q[v >> 30 < 3u ? v >> 30 : 0u].y) << 4);
}

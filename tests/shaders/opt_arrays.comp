#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Short private arrays with computed indices: of vectors, of structures with members of other sizes in front and
// behind, in loops, written at two computed places, with elements that nobody writes before.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
struct A { float f; uint e[3]; uint16_t w; uint64_t q[2]; };
uint at;
void put(uint x)
{
    r[at] = x;
    at += 256u;
}
void main()
{
    uint i = gl_GlobalInvocationID.x, x = v[i], y = v[i + 256u];
    at = i;
    uvec4 u = uvec4(x, y, x ^ y, i);
    u[x & 3u] += 7u;
    put(u[y & 3u] + u.x * 3u + u.w);
    A a = A(1.5, uint[3](x, y, i), uint16_t(x), uint64_t[2](uint64_t(x) << 20, uint64_t(y) * 3ul));
    a.e[y % 3u] ^= 0x55u;
    a.q[x & 1u] += uint64_t(a.e[x % 3u]) << 16;
    put(a.e[0] + a.e[1] * 5u + a.e[2] * 25u + uint(a.w) + uint(a.f));
    put(uint(a.q[0]) ^ uint(a.q[1] >> 32) ^ uint(a.q[y & 1u] >> 12));
    uvec2 t[3] = uvec2[3](uvec2(x, 1u), uvec2(y, 2u), uvec2(i, 3u));
    for (uint k = 0u; k < (x & 7u); k++) { // lanes leave at different times
        uint to = (x >> k) % 3u, from = (y >> k) % 3u;
        uvec2 s = t[to];
        t[to] = t[from].yx + k;
        t[from] = s;
    }
    put(t[0].x + t[1].y * 3u + t[2].x * 9u + t[i % 3u].y * 27u);
    float m[4];
    for (uint k = 0u; k < 4u; k++)
        m[(k + i) & 3u] = float(k * 2u + (x & 15u));
    put(floatBitsToUint(m[0] + m[1] * 2.0 + m[2] * 4.0 + m[(y >> 3) & 3u]));
    uint8_t b[4] = uint8_t[4](uint8_t(x), uint8_t(y), uint8_t(i), uint8_t(0));
    b[x & 3u] = uint8_t(200);
    put(uint(b[0]) + (uint(b[1]) << 8) + (uint(b[2]) << 16) + (uint(b[y & 3u]) << 24));
    uint last[2];
    last[x & 1u] = y;
    put(last[x & 1u]); // the other one was never written
    uint digits[8] = uint[8](0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u), n = x;
    for (uint k = y & 7u; k > 0u; k--) {
        digits[k] = n % (k + 2u);
        n /= k + 2u;
    }
    uint sum = n;
    for (uint k = 0u; k < 8u; k++)
        sum = sum * 11u + digits[k];
    put(sum + digits[(x >> 4) & 7u]);
    uint c = 2u;
    if ((x & 16u) != 0u) // an index that is known to be whole elements in both branches only
        c = (y >> 5) & 3u;
    uvec4 w = uvec4(v[i + 512u], v[i + 768u], x, y);
    put(w[c]);
}

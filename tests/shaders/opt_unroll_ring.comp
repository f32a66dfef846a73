#version 450
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
// Loops that go round in private arrays, too many rounds to be unrolled in full: with as many copies as the array has elements the places
// are constants, also where a branch tells that the mask is not needed. 64-bit elements, several turns, and steps of two.
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t w[16], s = 0ul;
    uint v[8], t = 1u;
    for (uint k = 0u; k < 16u; k++)
        w[k] = packUint2x32(uvec2(a[16u * i + k], a[i + k]));
    for (uint k = 0u; k < 80u; k++) {
        if (k >= 16u) {
            uint64_t x = w[(k + 1u) & 15u], y = w[(k + 14u) & 15u];
            w[k & 15u] += (x >> 7 ^ x << 3) + w[(k + 9u) & 15u] + (y >> 6 ^ y << 45);
        }
        s = (s << 5 | s >> 59) + w[k & 15u] + uint64_t(k);
    }
    for (uint k = 0u; k < 8u; k++)
        v[k] = a[8u * i + k];
    for (uint k = 0u; k < 96u; k += 2u) {
        v[k & 7u] += t ^ v[(k - 3u) & 7u];
        t = t * 5u + v[(k + 1u) & 7u];
    }
    r[3u * i] = unpackUint2x32(s).x;
    r[3u * i + 1u] = unpackUint2x32(s).y;
    r[3u * i + 2u] = t;
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint64_t r[]; };

// A 128-bit sum and product from 64-bit halves.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t x = pack64(uvec2(a[i], a[i + 1u])), y = pack64(uvec2(a[i + 2u], a[i + 3u]));
    uint64_t lo = x + y, carry = lo < x ? 1ul : 0ul;
    r[i] = lo;
    r[i + 128u] = carry;
    uint64_t x0 = x & 0xfffffffful, x1 = x >> 32, y0 = y & 0xfffffffful, y1 = y >> 32;
    uint64_t mid = x1 * y0 + (x0 * y0 >> 32), mid2 = x0 * y1 + (mid & 0xfffffffful);
    r[i + 256u] = x * y;
    r[i + 384u] = x1 * y1 + (mid >> 32) + (mid2 >> 32);
    r[i + 512u] = x / (y >> (a[i] & 63u) | 1ul);
    r[i + 640u] = x % (y >> (a[i] & 63u) | 1ul);
    r[i + 768u] = uint64_t(int64_t(x) / int64_t(y >> 20 | 1ul));
    r[i + 896u] = x / 1000000007ul + y % 10ul;
}

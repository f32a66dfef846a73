#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
// Quotients and remainders of 64-bit integers of all magnitudes, at the ends as well.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint64_t r[]; };

uint64_t number(uint bits)
{
    return uint64_t(bits) * 0x9e3779b97f4a7c15ul ^ uint64_t(bits >> 7);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t x = number(a[i]) >> (a[i + 128u] & 63u), y = number(a[i + 256u]) >> (a[i + 384u] & 63u) | 1ul;
    r[i + 0u] = x / y;
    r[i + 128u] = x % y;
    r[i + 256u] = ~x / y;
    r[i + 384u] = ~x % y;
    uint64_t near = x / y * y; // quotients that are whole, and one less
    r[i + 512u] = near / y;
    r[i + 640u] = (near - 1ul) / y;
    int64_t s = int64_t(x), t = int64_t(y) >> (i & 1u) | 1l;
    t = t == -1l ? 3l : t; // of the smallest number that would be too much
    r[i + 768u] = uint64_t(s / t);
    r[i + 896u] = uint64_t(-s / t);
    r[i + 1024u] = uint64_t(-s - s / t * t);
    r[i + 1152u] = ~0ul / (y & 3ul | 1ul) + ~0ul % (~0ul - (y & 7ul));
    r[i + 1280u] = (x | 1ul << 63) / 10ul + (x | 1ul << 63) / (1ul << 32) + x % 1000000007ul;
}

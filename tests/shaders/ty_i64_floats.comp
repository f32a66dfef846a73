#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
// 64-bit integers of all magnitudes to floats and back, without doubles: chips that lack both convert by halves.
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
    uint64_t x = number(a[i]), y = x >> (a[i + 128u] & 63u);
    int64_t s = int64_t(x), t = s >> (a[i + 128u] & 63u);
    r[i + 0u] = floatBitsToUint(float(y));
    r[i + 128u] = floatBitsToUint(float(t));
    // Ties, and what is a little more or less than one: 24 bits stay, the next decides.
    uint places = 1u + a[i + 256u] % 39u;
    uint64_t tie = (x >> 40 | 0x800000ul) << places | 1ul << (places - 1u);
    r[i + 256u] = floatBitsToUint(float(tie));
    r[i + 384u] = floatBitsToUint(float(tie + 1ul));
    r[i + 512u] = floatBitsToUint(float(-int64_t(tie - 1ul)));
    r[i + 640u] = uint64_t(float(y >> 1) * 1.375);
    r[i + 768u] = uint64_t(int64_t(float(t >> 1) * 1.375));
    r[i + 896u] = uint64_t(int64_t(float(t >> 40) * 0.01));
    r[i + 1024u] = uint64_t(int64_t(float16_t(t >> 53)));
    r[i + 1152u] = uint64_t(float16_t(y >> 53));
    r[i + 1280u] = floatBitsToUint(float(uint64_t(0)) + float(~uint64_t(i >> 5))) + floatBitsToUint(float(int64_t(1) << 63 >> (i & 3u)));
}

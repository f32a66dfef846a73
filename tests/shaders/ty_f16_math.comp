#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { float16_t r[]; };

// A multiple of 1/16 below 64: sums and products of a few stay exact.
float16_t number(uint bits)
{
    return float16_t(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float16_t x = number(a[i]), y = number(a[i + 1]), z = number(a[i + 2]);
    r[i] = floor(x) + ceil(y);
    r[i + 128u] = trunc(x) - roundEven(y + float16_t(0.03125)); // no ties: lavapipe rounds those of doubles wrong
    r[i + 256u] = fract(x) + abs(y) + sign(z);
    r[i + 384u] = clamp(x, min(y, z), max(y, z));
    r[i + 512u] = step(x, y) + mix(x, y, float16_t(0.5)) + mix(x, y, z > x);
    r[i + 640u] = sqrt(x * x) + sqrt(float16_t(16));
    r[i + 768u] = x / float16_t(8) + y / float16_t(-0.25);
    int e;
    float16_t m = frexp(x, e);
    r[i + 896u] = ldexp(m, e + 1) + float16_t(e);
    float16_t whole;
    float16_t part = modf(y, whole);
    r[i + 1024u] = part + whole * float16_t(2);
    r[i + 1152u] = fma(fract(x), float16_t(4), fract(z)) + float16_t(isnan(x / y)) + float16_t(isinf(z));
}

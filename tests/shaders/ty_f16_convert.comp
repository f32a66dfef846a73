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
    float16_t x = number(a[i]), y = number(a[i + 128u]);
    r[i + 0u] = float16_t(int8_t(x)) + float16_t(1);
    r[i + 128u] = float16_t(uint8_t(abs(x))) + float16_t(1);
    r[i + 256u] = float16_t(int16_t(x)) + float16_t(1);
    r[i + 384u] = float16_t(uint16_t(abs(x))) + float16_t(1);
    r[i + 512u] = float16_t(int(x)) + float16_t(1);
    r[i + 640u] = float16_t(uint(abs(x))) + float16_t(1);
    r[i + 768u] = float16_t(int64_t(x)) + float16_t(1);
    r[i + 896u] = float16_t(uint64_t(abs(x))) + float16_t(1);
    r[i + 1024u] = float16_t(float(x)) + float16_t(double(y));
    r[i + 1152u] = float16_t(float16_t(x)) - float16_t(float(y) * 0.5);
    r[i + 1280u] = float16_t(x > y) + float16_t(bool(y));
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { double r[]; };

// A multiple of 1/16 below 64: sums and products of a few stay exact.
double number(uint bits)
{
    return double(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    double x = number(a[i]), y = number(a[i + 128u]);
    r[i + 0u] = double(int8_t(x)) + double(1);
    r[i + 128u] = double(uint8_t(abs(x))) + double(1);
    r[i + 256u] = double(int16_t(x)) + double(1);
    r[i + 384u] = double(uint16_t(abs(x))) + double(1);
    r[i + 512u] = double(int(x)) + double(1);
    r[i + 640u] = double(uint(abs(x))) + double(1);
    r[i + 768u] = double(int64_t(x)) + double(1);
    r[i + 896u] = double(uint64_t(abs(x))) + double(1);
    r[i + 1024u] = double(float(x)) + double(double(y));
    r[i + 1152u] = double(float16_t(x)) - double(float(y) * 0.5);
    r[i + 1280u] = double(x > y) + double(bool(y));
}

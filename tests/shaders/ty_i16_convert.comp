#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { int16_t r[]; };

int16_t number(uint bits)
{
    return int16_t(bits >> 5);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int16_t x = number(a[i]), y = number(a[i + 128u]);
    r[i + 0u] = int16_t(int8_t(x)) + int16_t(int8_t(y >> 1));
    r[i + 128u] = int16_t(uint8_t(x)) + int16_t(uint8_t(y >> 1));
    r[i + 256u] = int16_t(int16_t(x)) + int16_t(int16_t(y >> 1));
    r[i + 384u] = int16_t(uint16_t(x)) + int16_t(uint16_t(y >> 1));
    r[i + 512u] = int16_t(int(x)) + int16_t(int(y >> 1));
    r[i + 640u] = int16_t(uint(x)) + int16_t(uint(y >> 1));
    r[i + 768u] = int16_t(int64_t(x)) + int16_t(int64_t(y >> 1));
    r[i + 896u] = int16_t(uint64_t(x)) + int16_t(uint64_t(y >> 1));
    r[i + 1024u] = int16_t(float(x >> 0));
    r[i + 1152u] = int16_t(double(y >> 0));
    r[i + 1280u] = int16_t(float16_t(x >> 8));
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { int8_t r[]; };

int8_t number(uint bits)
{
    return int8_t(bits >> 5);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int8_t x = number(a[i]), y = number(a[i + 128u]);
    r[i + 0u] = int8_t(int8_t(x)) + int8_t(int8_t(y >> 1));
    r[i + 128u] = int8_t(uint8_t(x)) + int8_t(uint8_t(y >> 1));
    r[i + 256u] = int8_t(int16_t(x)) + int8_t(int16_t(y >> 1));
    r[i + 384u] = int8_t(uint16_t(x)) + int8_t(uint16_t(y >> 1));
    r[i + 512u] = int8_t(int(x)) + int8_t(int(y >> 1));
    r[i + 640u] = int8_t(uint(x)) + int8_t(uint(y >> 1));
    r[i + 768u] = int8_t(int64_t(x)) + int8_t(int64_t(y >> 1));
    r[i + 896u] = int8_t(uint64_t(x)) + int8_t(uint64_t(y >> 1));
    r[i + 1024u] = int8_t(float(x >> 0));
    r[i + 1152u] = int8_t(double(y >> 0));
    r[i + 1280u] = int8_t(float16_t(x >> 0));
}

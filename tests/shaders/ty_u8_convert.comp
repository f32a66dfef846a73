#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint8_t r[]; };

uint8_t number(uint bits)
{
    return uint8_t(bits >> 5);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint8_t x = number(a[i]), y = number(a[i + 128u]);
    r[i + 0u] = uint8_t(int8_t(x)) + uint8_t(int8_t(y >> 1));
    r[i + 128u] = uint8_t(uint8_t(x)) + uint8_t(uint8_t(y >> 1));
    r[i + 256u] = uint8_t(int16_t(x)) + uint8_t(int16_t(y >> 1));
    r[i + 384u] = uint8_t(uint16_t(x)) + uint8_t(uint16_t(y >> 1));
    r[i + 512u] = uint8_t(int(x)) + uint8_t(int(y >> 1));
    r[i + 640u] = uint8_t(uint(x)) + uint8_t(uint(y >> 1));
    r[i + 768u] = uint8_t(int64_t(x)) + uint8_t(int64_t(y >> 1));
    r[i + 896u] = uint8_t(uint64_t(x)) + uint8_t(uint64_t(y >> 1));
    r[i + 1024u] = uint8_t(float(x >> 0));
    r[i + 1152u] = uint8_t(double(y >> 0));
    r[i + 1280u] = uint8_t(float16_t(x >> 0));
}

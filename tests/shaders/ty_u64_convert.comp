#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint64_t r[]; };

uint64_t number(uint bits)
{
    return uint64_t(bits) * uint64_t(0x9e3779b97f4a7c15ul) ^ uint64_t(bits >> 7);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t x = number(a[i]), y = number(a[i + 128u]);
    r[i + 0u] = uint64_t(int8_t(x)) + uint64_t(int8_t(y >> 1));
    r[i + 128u] = uint64_t(uint8_t(x)) + uint64_t(uint8_t(y >> 1));
    r[i + 256u] = uint64_t(int16_t(x)) + uint64_t(int16_t(y >> 1));
    r[i + 384u] = uint64_t(uint16_t(x)) + uint64_t(uint16_t(y >> 1));
    r[i + 512u] = uint64_t(int(x)) + uint64_t(int(y >> 1));
    r[i + 640u] = uint64_t(uint(x)) + uint64_t(uint(y >> 1));
    r[i + 768u] = uint64_t(int64_t(x)) + uint64_t(int64_t(y >> 1));
    r[i + 896u] = uint64_t(uint64_t(x)) + uint64_t(uint64_t(y >> 1));
    r[i + 1024u] = uint64_t(float(x >> 44));
    r[i + 1152u] = uint64_t(double(y >> 24));
    r[i + 1280u] = uint64_t(float16_t(x >> 56));
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=4,1,1 elems=1024 b0=uint b1=uint b2=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int8_t a[]; };
layout(set = 0, binding = 1) readonly buffer B1 { uint8_t b[]; };
layout(set = 0, binding = 2) buffer B2 { int8_t r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int8_t x = a[i], y = int8_t(b[i]);
    r[i] = x + y;
    r[i + 256] = x * y;
    r[i + 512] = x - y;
    r[i + 768] = int8_t(b[i] >> uint8_t(3)) ^ (x >> int8_t(2));
    r[i + 1024] = x < y ? x : y;
    r[i + 1280] = int8_t(b[i] / (b[i + 1] | uint8_t(1)));
    r[i + 1536] = int8_t(b[i] % (b[i + 7] | uint8_t(1))); // signed remainders: lavapipe is wrong
    r[i + 1792] = int8_t(abs(x) + max(x, y));
}

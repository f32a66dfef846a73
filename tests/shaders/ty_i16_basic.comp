#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=4,1,1 elems=1024 b0=uint b1=uint b2=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int16_t a[]; };
layout(set = 0, binding = 1) readonly buffer B1 { uint16_t b[]; };
layout(set = 0, binding = 2) buffer B2 { int16_t r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int16_t x = a[i], y = int16_t(b[i]);
    r[i] = x + y;
    r[i + 256] = x * y;
    r[i + 512] = x - y;
    r[i + 768] = int16_t(b[i] >> 3us) ^ (x >> 2s);
    r[i + 1024] = x < y ? x : y;
    r[i + 1280] = int16_t(b[i] / (b[i + 1] | 1us));
    r[i + 1536] = int16_t(b[i] % (b[i + 7] | 1us)); // signed remainders: lavapipe is wrong
    r[i + 1792] = int16_t(abs(x) + max(x, y));
}

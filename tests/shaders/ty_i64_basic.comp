#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require

// kiln: groups=4,1,1 elems=4096 b0=uint b1=uint b2=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int64_t a[]; };
layout(set = 0, binding = 1) readonly buffer B1 { uint64_t b[]; };
layout(set = 0, binding = 2) buffer B2 { int64_t r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int64_t x = a[i], y = int64_t(b[i]);
    r[i] = x + y;
    r[i + 256] = x * y;
    r[i + 512] = x - y;
    r[i + 768] = int64_t(b[i] >> uint64_t(3)) ^ (x >> int64_t(2));
    r[i + 1024] = x < y ? x : y;
    r[i + 1280] = int64_t(b[i] / (b[i + 1] | uint64_t(1)));
    r[i + 1536] = int64_t(b[i] % (b[i + 7] | uint64_t(1))); // signed remainders: lavapipe is wrong
    r[i + 1792] = int64_t(abs(x) + max(x, y));
}

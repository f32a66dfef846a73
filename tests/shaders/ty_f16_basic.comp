#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=4,1,1 elems=1024 b0=uint b1=uint b2=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int16_t a[]; };
layout(set = 0, binding = 1) readonly buffer B1 { int16_t b[]; };
layout(set = 0, binding = 2) buffer B2 { float16_t r[]; };

// A finite number between 2^-10 and 2^5, exact in half precision: sums and products stay normal.
float16_t number(int16_t bits)
{
    return float16_t(float(bits & 1023s) / 1024.0 + 1.0) * float16_t(exp2(float((bits >> 10s) & 7s)));
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float16_t x = number(a[i]), y = number(b[i]);
    r[i] = x + y;
    r[i + 256] = x * y;
    r[i + 512] = x - y;
    r[i + 768] = x < y ? x : -y;
    r[i + 1024] = max(x, y) + abs(x - y);
    r[i + 1280] = float16_t(float(x) * 0.37);
    r[i + 1536] = float16_t(int(x) / 2);
    r[i + 1792] = float16_t(a[i]);
}

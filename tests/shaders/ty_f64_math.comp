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
    double x = number(a[i]), y = number(a[i + 1]), z = number(a[i + 2]);
    r[i] = floor(x) + ceil(y);
    r[i + 128u] = trunc(x) - roundEven(y + double(0.03125)); // no ties: lavapipe rounds those of doubles wrong
    r[i + 256u] = fract(x) + abs(y) + sign(z);
    r[i + 384u] = clamp(x, min(y, z), max(y, z));
    r[i + 512u] = step(x, y) + mix(x, y, double(0.5)) + mix(x, y, z > x);
    r[i + 640u] = sqrt(x * x) + sqrt(double(16));
    r[i + 768u] = x / double(8) + y / double(-0.25);
    int e;
    double m = frexp(x, e);
    r[i + 896u] = ldexp(m, e + 1) + double(e);
    double whole;
    double part = modf(y, whole);
    r[i + 1024u] = part + whole * double(2);
    r[i + 1152u] = fma(fract(x), double(4), fract(z)) + double(isnan(x / y)) + double(isinf(z));
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero not=Intel
// ANV drops the masking of shift counts, and the EU masks them to five bits, not four.
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
    int16_t x = number(a[i]), y = number(a[i + 1]);
    uint by = a[i + 2] % 16u;
    r[i] = (x & y) | (~x ^ y);
    r[i + 128u] = x << by;
    r[i + 256u] = x >> by;
    r[i + 384u] = (x << 8) | int16_t((uint16_t(x)) >> 8);
    r[i + 512u] = -x + ~y;
    r[i + 640u] = (i16vec2(x, y) & i16vec2(0x55)).x + (i16vec2(x, y) >> i16vec2(1, 3)).y;
    r[i + 768u] = x == int16_t(0) ? int16_t(77) : y / int16_t(3) + abs(y / int16_t(2)) % int16_t(7);
    r[i + 896u] = (x > y) == (y > int16_t(5)) ? x : int16_t(2);
}

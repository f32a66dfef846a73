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
    int8_t x = number(a[i]), y = number(a[i + 1]);
    uint by = a[i + 2] % 8u;
    r[i] = (x & y) | (~x ^ y);
    r[i + 128u] = x << by;
    r[i + 256u] = x >> by;
    r[i + 384u] = (x << 4) | int8_t((uint8_t(x)) >> 4);
    r[i + 512u] = -x + ~y;
    r[i + 640u] = (i8vec2(x, y) & i8vec2(0x55)).x + (i8vec2(x, y) >> i8vec2(1, 3)).y;
    r[i + 768u] = x == int8_t(0) ? int8_t(77) : y / int8_t(3) + abs(y / int8_t(2)) % int8_t(7);
    r[i + 896u] = (x > y) == (y > int8_t(5)) ? x : int8_t(2);
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { int64_t r[]; };

int64_t number(uint bits)
{
    return int64_t(bits) * int64_t(0x9e3779b97f4a7c15ul) ^ int64_t(bits >> 7);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int64_t x = number(a[i]), y = number(a[i + 1]);
    uint by = a[i + 2] % 64u;
    r[i] = (x & y) | (~x ^ y);
    r[i + 128u] = x << by;
    r[i + 256u] = x >> by;
    r[i + 384u] = (x << 32) | int64_t((uint64_t(x)) >> 32);
    r[i + 512u] = -x + ~y;
    r[i + 640u] = (i64vec2(x, y) & i64vec2(0x55)).x + (i64vec2(x, y) >> i64vec2(1, 3)).y;
    r[i + 768u] = x == int64_t(0) ? int64_t(77) : y / int64_t(3) + abs(y / int64_t(2)) % int64_t(7);
    r[i + 896u] = (x > y) == (y > int64_t(5)) ? x : int64_t(2);
}

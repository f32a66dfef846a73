#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=1,1,1 elems=16384 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B1 { f16mat3 m[64]; layout(row_major) f16mat2x4 n[64]; f16vec4 v[64]; float16_t d[64]; };

// Small whole numbers: everything is exact.
float16_t number(uint bits)
{
    return float16_t(int(bits & 7u) - 3);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    f16mat3 x, y;
    f16mat2x4 z;
    for (uint k = 0u; k < 9u; k++) {
        x[k / 3u][k % 3u] = number(a[i + k]);
        y[k / 3u][k % 3u] = number(a[i + k + 64u]);
    }
    for (uint k = 0u; k < 8u; k++)
        z[k >> 2][k & 3u] = number(a[i + k + 128u]);
    m[i] = transpose(x) * y + x;
    n[i] = z * float16_t(2);
    v[i] = z * f16vec2(number(a[i]), number(a[i + 1])) + f16vec4(x[0] * y, float16_t(1));
    d[i] = dot(x[1], y[2]) + determinant(x) + cross(x[0], y[0]).y;
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=1,1,1 elems=16384 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B1 { dmat3 m[64]; layout(row_major) dmat2x4 n[64]; dvec4 v[64]; double d[64]; };

// Small whole numbers: everything is exact.
double number(uint bits)
{
    return double(int(bits & 7u) - 3);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    dmat3 x, y;
    dmat2x4 z;
    for (uint k = 0u; k < 9u; k++) {
        x[k / 3u][k % 3u] = number(a[i + k]);
        y[k / 3u][k % 3u] = number(a[i + k + 64u]);
    }
    for (uint k = 0u; k < 8u; k++)
        z[k >> 2][k & 3u] = number(a[i + k + 128u]);
    m[i] = transpose(x) * y + x;
    n[i] = z * double(2);
    v[i] = z * dvec2(number(a[i]), number(a[i + 1])) + dvec4(x[0] * y, double(1));
    d[i] = dot(x[1], y[2]) + determinant(x) + cross(x[0], y[0]).y;
}

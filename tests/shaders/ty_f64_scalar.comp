#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=8,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { double r[]; };

// A multiple of 1/16 below 64: sums and products of a few stay exact.
double number(uint bits)
{
    return double(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint w = gl_WorkGroupID.x, i = gl_GlobalInvocationID.x;
    double x = number(a[w]), y = number(a[w + 8u]), z = x;
    for (uint k = 0u; k < 5u; k++) {
        z = max(z, number(a[w + k]));
        if (z < y)
            z = x - y;
    }
    dvec3 p = dvec3(x, y, z);
    r[i] = p[w % 3u];
    r[i + 256u] = (x < y ? x : z) + double(i & 15u);
    r[i + 512u] = number(a[i]) - z;
    r[i + 768u] = min(x, y) + max(y, z);
}

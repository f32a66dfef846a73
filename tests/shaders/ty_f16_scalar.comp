#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=8,1,1 b0=uint b1=zero
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { float16_t r[]; };

// A multiple of 1/16 below 64: sums and products of a few stay exact.
float16_t number(uint bits)
{
    return float16_t(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint w = gl_WorkGroupID.x, i = gl_GlobalInvocationID.x;
    float16_t x = number(a[w]), y = number(a[w + 8u]), z = x;
    for (uint k = 0u; k < 5u; k++) {
        z = max(z, number(a[w + k]));
        if (z < y)
            z = x - y;
    }
    f16vec3 p = f16vec3(x, y, z);
    r[i] = p[w % 3u];
    r[i + 256u] = (x < y ? x : z) + float16_t(i & 15u);
    r[i + 512u] = number(a[i]) - z;
    r[i + 768u] = min(x, y) + max(y, z);
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { f16vec4 r[]; };

// Small whole numbers: sums and products of a few are exact.
f16vec4 number(uint i)
{
    return f16vec4(a[i & 1023u] & 3u, (a[i & 1023u] >> 2) & 3u, (a[i & 1023u] >> 4) & 3u, (a[i & 1023u] >> 6) & 3u);
}

// A tile of 4 x 4 sums of products a lane, as matrix products in halves have.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    f16vec4 sum[4] = f16vec4[4](f16vec4(0), f16vec4(0), f16vec4(0), f16vec4(0));
    for (uint k = 0u; k < 5u + (a[i] & 3u); k++) {
        f16mat4 m = f16mat4(number(i + k * 4u), number(i + k * 4u + 1u), number(i + k * 4u + 2u), number(i + k * 4u + 3u));
        for (uint y = 0u; y < 4u; y++)
            sum[y] += number(k * 16u + y) * m;
    }
    for (uint y = 0u; y < 4u; y++)
        r[i * 4u + y] = sum[y];
}

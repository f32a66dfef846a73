#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { float16_t r[]; };

shared float16_t one[67];
shared f16vec4 four[64];
shared struct { f16vec3 x; float16_t y; bool z; } mixed[64];

// A multiple of 1/16 below 64: sums and products of a few stay exact.
float16_t number(uint bits)
{
    return float16_t(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint l = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x;
    one[l] = number(a[i]);
    if (l < 3u)
        one[64u + l] = float16_t(l);
    four[l] = f16vec4(number(a[i + 1]), number(a[i + 2]), number(a[i + 3]), number(a[i + 4]));
    mixed[l].x = four[l].xyz;
    mixed[l].y = four[l].w;
    mixed[l].z = (a[i] & 1u) != 0u;
    barrier();
    uint o = 63u - l;
    r[i] = one[o + 3u] + one[o];
    r[i + 128] = four[o][l & 3u];
    r[i + 256] = mixed[o].z ? mixed[o].x.y : mixed[l ^ 1u].y;
    barrier();
    four[l].x = float16_t(7);
    barrier();
    r[i + 384] = four[o].x + four[o].y;
}

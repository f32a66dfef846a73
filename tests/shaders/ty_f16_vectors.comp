#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer B0 { uint a[]; };
struct S { f16vec3 x; float16_t y; f16vec2 z; f16vec4 w; };
layout(set = 0, binding = 1, std430) buffer B1 { f16vec4 four[64]; f16vec3 three[64]; f16vec2 two[64]; S s[64]; float16_t rest[]; };

// A multiple of 1/16 below 64: sums and products of a few stay exact.
float16_t number(uint bits)
{
    return float16_t(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x != 0u) {
        rest[i] = number(a[i + 700]);
        return;
    }
    f16vec4 q = f16vec4(number(a[i]), number(a[i + 64]), number(a[i + 128]), number(a[i + 192]));
    f16vec3 p = f16vec3(number(a[i + 256]), number(a[i + 320]), number(a[i + 384]));
    four[i] = q + q.wzyx;
    three[i] = p - q.xyz;
    two[i] = q.xw * p.zy;
    s[i].x = p.zxy;
    s[i].y = q[i & 3u];
    s[i].z = f16vec2(p.x, q.x);
    s[i].w = f16vec4(p, q.w) + float16_t(3);
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer B0 { uint a[]; };
struct S { u8vec3 x; uint8_t y; u8vec2 z; u8vec4 w; };
layout(set = 0, binding = 1, std430) buffer B1 { u8vec4 four[64]; u8vec3 three[64]; u8vec2 two[64]; S s[64]; uint8_t rest[]; };

uint8_t number(uint bits)
{
    return uint8_t(bits >> 5);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x != 0u) {
        rest[i] = number(a[i + 700]);
        return;
    }
    u8vec4 q = u8vec4(number(a[i]), number(a[i + 64]), number(a[i + 128]), number(a[i + 192]));
    u8vec3 p = u8vec3(number(a[i + 256]), number(a[i + 320]), number(a[i + 384]));
    four[i] = q + q.wzyx;
    three[i] = p - q.xyz;
    two[i] = q.xw * p.zy;
    s[i].x = p.zxy;
    s[i].y = q[i & 3u];
    s[i].z = u8vec2(p.x, q.x);
    s[i].w = u8vec4(p, q.w) + uint8_t(3);
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer B0 { uint a[]; };
struct S { u64vec3 x; uint64_t y; u64vec2 z; u64vec4 w; };
layout(set = 0, binding = 1, std430) buffer B1 { u64vec4 four[64]; u64vec3 three[64]; u64vec2 two[64]; S s[64]; uint64_t rest[]; };

uint64_t number(uint bits)
{
    return uint64_t(bits) * uint64_t(0x9e3779b97f4a7c15ul) ^ uint64_t(bits >> 7);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x != 0u) {
        rest[i] = number(a[i + 700]);
        return;
    }
    u64vec4 q = u64vec4(number(a[i]), number(a[i + 64]), number(a[i + 128]), number(a[i + 192]));
    u64vec3 p = u64vec3(number(a[i + 256]), number(a[i + 320]), number(a[i + 384]));
    four[i] = q + q.wzyx;
    three[i] = p - q.xyz;
    two[i] = q.xw * p.zy;
    s[i].x = p.zxy;
    s[i].y = q[i & 3u];
    s[i].z = u64vec2(p.x, q.x);
    s[i].w = u64vec4(p, q.w) + uint64_t(3);
}

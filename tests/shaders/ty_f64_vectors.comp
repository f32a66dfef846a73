#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer B0 { uint a[]; };
struct S { dvec3 x; double y; dvec2 z; dvec4 w; };
layout(set = 0, binding = 1, std430) buffer B1 { dvec4 four[64]; dvec3 three[64]; dvec2 two[64]; S s[64]; double rest[]; };

// A multiple of 1/16 below 64: sums and products of a few stay exact.
double number(uint bits)
{
    return double(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    if (gl_WorkGroupID.x != 0u) {
        rest[i] = number(a[i + 700]);
        return;
    }
    dvec4 q = dvec4(number(a[i]), number(a[i + 64]), number(a[i + 128]), number(a[i + 192]));
    dvec3 p = dvec3(number(a[i + 256]), number(a[i + 320]), number(a[i + 384]));
    four[i] = q + q.wzyx;
    three[i] = p - q.xyz;
    two[i] = q.xw * p.zy;
    s[i].x = p.zxy;
    s[i].y = q[i & 3u];
    s[i].z = dvec2(p.x, q.x);
    s[i].w = dvec4(p, q.w) + double(3);
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=1,1,1 elems=16384 b0=uint b1=zero
layout(local_size_x = 64) in;
struct S { int64_t a; int b; i64vec3 c; float d; int64_t e[3]; };
layout(set = 0, binding = 0, std430) readonly buffer B0 { S s[]; };
layout(set = 0, binding = 1, std430) buffer B1 { S r[]; };

S twist(S v, uint i)
{
    v.c = v.c.zyx;
    int64_t t = v.e[i % 3u];
    v.e[i % 3u] = v.a;
    v.a = t;
    v.b += int(i);
    return v;
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    S v = twist(s[i + 64], i);
    r[i] = v;
    r[i + 64].c.y = s[i].e[1];
    r[i + 64].e = s[i + 1].e;
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=1,1,1 elems=4096 push=uint:32 b0=zero not=anv25-doubles
// (anv25-doubles: ANV 25 reads what it moved by an address, two dwords, as of the pipe of doubles, and misses the wait)
layout(local_size_x = 64) in;
layout(push_constant, std430) uniform P { int64_t one; uint pad; i64vec2 two; i64vec3 three; int64_t many[6]; };
layout(set = 0, binding = 0, std430) buffer B0 { int64_t r[]; };

int64_t plain(int64_t v)
{
    return v;
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    r[i] = plain(one);
    r[i + 64u] = plain(two.y);
    r[i + 128u] = plain(three[i % 3u]);
    r[i + 192u] = plain(many[i % 6u]);
    r[i + 256u] = plain(many[1]) + int64_t(pad & 3u);
    r[i + 320u] = plain(three.x);
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=1,1,1 elems=4096 push=uint:32 b0=zero
layout(local_size_x = 64) in;
layout(push_constant, std430) uniform P { int8_t one; uint pad; i8vec2 two; i8vec3 three; int8_t many[20]; };
layout(set = 0, binding = 0, std430) buffer B0 { int8_t r[]; };

int8_t plain(int8_t v)
{
    return v;
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    r[i] = plain(one);
    r[i + 64u] = plain(two.y);
    r[i + 128u] = plain(three[i % 3u]);
    r[i + 192u] = plain(many[i % 20u]);
    r[i + 256u] = plain(many[1]) + int8_t(pad & 3u);
    r[i + 320u] = plain(three.x);
}

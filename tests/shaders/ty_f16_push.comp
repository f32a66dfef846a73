#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=1,1,1 elems=4096 push=uint:32 b0=zero
layout(local_size_x = 64) in;
layout(push_constant, std430) uniform P { float16_t one; uint pad; f16vec2 two; f16vec3 three; float16_t many[16]; };
layout(set = 0, binding = 0, std430) buffer B0 { float16_t r[]; };

float16_t plain(float16_t v)
{
    return isnan(v) || isinf(v) ? float16_t(5) : v;
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    r[i] = plain(one);
    r[i + 64u] = plain(two.y);
    r[i + 128u] = plain(three[i % 3u]);
    r[i + 192u] = plain(many[i % 16u]);
    r[i + 256u] = plain(many[1]) + float16_t(pad & 3u);
    r[i + 320u] = plain(three.x);
}

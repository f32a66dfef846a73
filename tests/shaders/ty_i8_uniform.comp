#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=2,1,1 elems=4096 u0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std140) uniform U { int8_t one; i8vec2 two; i8vec3 three; i8vec4 four[32]; int8_t last[16]; };
layout(set = 0, binding = 1, std430) buffer B1 { int8_t r[]; };

int8_t plain(int8_t v)
{
    return v;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    r[i] = plain(one);
    r[i + 128u] = plain(two[i & 1u]);
    r[i + 256u] = plain(three[i % 3u]);
    r[i + 384u] = plain(four[i & 31u].z);
    r[i + 512u] = plain(last[i >> 3]);
    r[i + 640u] = plain(four[5].w);
}

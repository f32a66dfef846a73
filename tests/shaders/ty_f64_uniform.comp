#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=4096 u0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std140) uniform U { double one; dvec2 two; dvec3 three; dvec4 four[32]; double last[16]; };
layout(set = 0, binding = 1, std430) buffer B1 { double r[]; };

double plain(double v)
{
    return isnan(v) || isinf(v) ? double(5) : v;
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

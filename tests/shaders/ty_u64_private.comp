#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=1,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint64_t r[]; };

uint64_t number(uint bits)
{
    return uint64_t(bits) * uint64_t(0x9e3779b97f4a7c15ul) ^ uint64_t(bits >> 7);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    uint64_t stack[24];
    for (uint k = 0u; k < 24u; k++)
        stack[k] = number(a[i + k * 8u]);
    for (uint k = 0u; k < 40u; k++) {
        uint x = a[i + k] % 24u, y = a[i + k + 64u] % 24u;
        uint64_t v = stack[x];
        stack[x] = stack[y];
        stack[y] = v;
    }
    u64vec3 vs[4];
    for (uint k = 0u; k < 4u; k++)
        vs[k] = u64vec3(stack[k], stack[k + 4u], stack[k + 8u]);
    vs[i & 3u].y = uint64_t(1);
    for (uint k = 0u; k < 24u; k++)
        r[i + k * 64u] = stack[k];
    r[i + 1536u] = vs[(i >> 2) & 3u][i % 3u];
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=4,1,1 elems=4096 b0=small b1=zero
// The same of halves, of which a block brings half as many bytes.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared float16_t t[16][16];
shared float16_t u[16][24];

void main()
{
    uvec3 l = gl_LocalInvocationID;
    uint n = gl_WorkGroupID.x * 256u + gl_LocalInvocationIndex;
    t[l.y][l.x] = float16_t(a[n] & 15u);
    u[l.y][l.x] = float16_t(a[n + 1024u] & 15u);
    if (l.x < 8u)
        u[l.y][l.x + 16u] = float16_t(l.y);
    barrier();
    float16_t s = float16_t(0.0);
    for (uint k = 0u; k < 16u; k++)
        s += t[l.y][k] * u[k][l.x];
    float16_t v = u[l.y][l.x + 8u], w = u[l.y][l.x + 7u];
    if (float(v) > 5.0)
        v = u[15u - l.y][l.x + 8u];
    r[n] = uint(s) + uint(v) * 3u + uint(w) * 5u;
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// kiln: groups=2,1,1 elems=4096 b0=index b1=zero
// Twelve reads of shared memory a round, and so many sums that few registers are left: they are asked for together all the same.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared f16vec2 ta[1088];
shared f16vec2 tb[1088];

void main()
{
    uint i = gl_LocalInvocationIndex, row = i & 7u, column = i >> 3;
    float16_t s[8][4];
    for (uint y = 0u; y < 8u; y++)
        for (uint x = 0u; x < 4u; x++)
            s[y][x] = float16_t(0.0);
    for (uint t = 0u; t < 8u; t++) {
        uint e = i + 128u * t, v = a[gl_WorkGroupID.x * 1024u + e];
        ta[(e >> 4) * 17u + (e & 15u)] = f16vec2(v & 3u, (v >> 2) & 3u);
        tb[(e >> 4) * 17u + (e & 15u)] = f16vec2((v >> 4) & 3u, (v >> 6) & 3u);
    }
    barrier();
    for (uint j = 0u; j < 16u; j++) {
        f16vec2 ya[8], xb[4];
        for (uint y = 0u; y < 8u; y++)
            ya[y] = ta[(row + 8u * y) * 17u + j];
        for (uint x = 0u; x < 4u; x++)
            xb[x] = tb[(column + 16u * x) * 17u + j];
        for (uint y = 0u; y < 8u; y++)
            for (uint x = 0u; x < 4u; x++)
                s[y][x] += ya[y].x * xb[x].x + ya[y].y * xb[x].y;
    }
    uint sum = 0u;
    for (uint y = 0u; y < 8u; y++)
        for (uint x = 0u; x < 4u; x++)
            sum = sum * 5u + uint(s[y][x]);
    r[gl_WorkGroupID.x * 128u + i] = sum;
}

#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 b0=uint b1=zero b2=zero
layout(local_size_x = 4, local_size_y = 4) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { f16vec4 picture[]; };
layout(set = 0, binding = 2) writeonly buffer B2 { f16vec4 r[]; };
const int WIDTH = 17, HEIGHT = 16;

// What a filter makes of six neighbours, as in Winograd's convolutions.
void transform(in vec4 d[6], out vec4 t[6])
{
    t[0] = d[0] - 1.25 * d[2] + 0.25 * d[4];
    t[1] = 0.25 * (d[4] + d[3]) - (d[1] + d[2]);
    t[2] = 0.25 * (d[4] - d[3]) + (d[1] - d[2]);
    t[3] = 0.25 * d[4] + 0.5 * d[3] - 0.25 * d[2] - 0.5 * d[1];
    t[4] = 0.25 * d[4] - 0.5 * d[3] - 0.25 * d[2] + 0.5 * d[1];
    t[5] = d[1] - 1.25 * d[3] + 0.25 * d[5];
}

// Each group has a picture of its own; beyond its edges are zeros. Small whole numbers: all sums are exact in halves.
void main()
{
    uint first = gl_WorkGroupID.x * uint(WIDTH * HEIGHT);
    for (uint i = gl_LocalInvocationIndex; i < uint(WIDTH * HEIGHT); i += 16u) {
        uint n = a[(first + i) & 1023u];
        picture[first + i] = f16vec4(n & 3u, (n >> 2) & 3u, (n >> 4) & 3u, (n >> 6) & 3u);
    }
    memoryBarrierBuffer();
    barrier();
    ivec2 at = ivec2(gl_LocalInvocationID.xy) * 4;
    vec4 d[6][6], t[6][6];
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 6; x++) {
            vec4 v = vec4(0.0);
            if (at.x + x < WIDTH && at.y + y < HEIGHT)
                v = vec4(picture[first + uint((at.y + y) * WIDTH + at.x + x)]);
            d[x][y] = v;
        }
    for (int x = 0; x < 6; x++)
        transform(d[x], t[x]);
    for (int y = 0; y < 6; y++) {
        vec4 row[6], made[6];
        for (int x = 0; x < 6; x++)
            row[x] = t[x][y];
        transform(row, made);
        for (int x = 0; x < 6; x++)
            r[(gl_WorkGroupID.x * 16u + gl_LocalInvocationIndex) * 36u + uint(y * 6 + x)] = f16vec4(made[x]);
    }
}

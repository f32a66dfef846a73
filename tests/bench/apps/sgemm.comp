#version 450
// C = A B, 1024 x 1024, tiles of 64 x 64 in shared memory, each invocation 4 x 4.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) readonly buffer B { float b[]; };
layout(set = 0, binding = 2) writeonly buffer C { float c[]; };
const uint N = 1024u;
shared float ta[16][64], tb[16][64];

void main()
{
    uvec2 l = gl_LocalInvocationID.xy, o = gl_WorkGroupID.xy * 64u;
    uint i = gl_LocalInvocationIndex;
    float acc[4][4];
    for (uint y = 0u; y < 4u; y++)
        for (uint x = 0u; x < 4u; x++)
            acc[y][x] = 0.0;
    for (uint k = 0u; k < N; k += 16u) {
        for (uint t = 0u; t < 4u; t++) {
            uint e = i + 256u * t;
            ta[e & 15u][e >> 4] = a[(o.y + (e >> 4)) * N + k + (e & 15u)];
            tb[e >> 6][e & 63u] = b[(k + (e >> 6)) * N + o.x + (e & 63u)];
        }
        barrier();
        for (uint j = 0u; j < 16u; j++) {
            float ya[4], xb[4];
            for (uint t = 0u; t < 4u; t++) {
                ya[t] = ta[j][l.y * 4u + t];
                xb[t] = tb[j][l.x + 16u * t];
            }
            for (uint y = 0u; y < 4u; y++)
                for (uint x = 0u; x < 4u; x++)
                    acc[y][x] += ya[y] * xb[x];
        }
        barrier();
    }
    for (uint y = 0u; y < 4u; y++)
        for (uint x = 0u; x < 4u; x++)
            c[(o.y + l.y * 4u + y) * N + o.x + l.x + 16u * x] = acc[y][x];
}

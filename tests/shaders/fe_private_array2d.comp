#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint g[4][5];
    vec2 w[6];
    for (uint y = 0u; y < 4u; y++)
        for (uint x = 0u; x < 5u; x++)
            g[y][x] = a[i + y * 5u + x];
    uint y = a[i] & 3u, x = a[i + 1] % 5u;
    g[y][x] ^= 0x55u;
    g[(y + 1u) & 3u] = g[y];
    r[i] = g[a[i + 2] & 3u][a[i + 3] % 5u];
    for (uint k = 0u; k < 6u; k++)
        w[k] = vec2(float(k), float(g[k & 3u][0] & 255u));
    w[x].y = 3.0;
    r[i + 256] = uint(w[a[i + 4] % 6u].x + w[a[i + 5] % 6u].y);
}

#version 450
// kiln: groups=4,1,1 b0=unit b1=unit
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    mat4 m;
    for (int c = 0; c < 4; c++)
        for (int k = 0; k < 4; k++)
            m[c][k] = a[i + uint(c * 4 + k)];
    uint c = i & 3u, k = i >> 2 & 3u;
    r[i] = m[c][k];
    m[k][c] = 7.0;
    m[c] = m[k].wzyx;
    r[i + 256] = m[c].x;
    r[i + 512] = m[3][2];
}

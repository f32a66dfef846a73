#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero
// Rows of a private array are exchanged with the one that has the largest element so far: its place is one of some constants once the
// loops are unrolled, and the array is in registers.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
#define N 5
void main()
{
    uint i = gl_GlobalInvocationID.x, m[N][N + 1];
    for (int y = 0; y < N; y++)
        for (int x = 0; x <= N; x++)
            m[y][x] = a[(i * 30 + y * 6 + x) & 4095] >> (y + x);
    for (int p = 0; p < N; p++) {
        int best = p;
        for (int y = p + 1; y < N; y++)
            if (m[y][p] > m[best][p])
                best = y;
        for (int x = p; x <= N; x++) {
            uint t = m[p][x];
            m[p][x] = m[best][x];
            m[best][x] = t;
        }
        for (int y = p + 1; y < N; y++)
            for (int x = p; x <= N; x++)
                m[y][x] -= (m[y][p] | 1) * m[p][x];
    }
    uint s = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x <= N; x++)
            s = s * 31 + m[y][x];
    r[i] = s;
}

#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero
// Elements of private arrays that are changed at computed places: by sums, differences from either side, logic; and one between whose
// read and write another is written, which may be the same.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, h[16], d[8], e[4];
    for (int k = 0; k < 16; k++)
        h[k] = k;
    for (int k = 0; k < 8; k++)
        d[k] = i;
    for (int k = 0; k < 4; k++)
        e[k] = 7;
    for (uint k = 0; k < 12; k++) {
        uint v = a[(64 * k + i) & 4095];
        h[v & 15] += v >> 8;
        d[(v >> 4) & 7] = v - d[(v >> 4) & 7];
        d[(v >> 7) & 7] ^= v;
        uint old = e[(v >> 12) & 3];
        e[(v >> 14) & 3] = v;
        e[(v >> 12) & 3] = old + 1;
    }
    uint s = 0;
    for (int k = 0; k < 16; k++)
        s = s * 31 + h[k];
    for (int k = 0; k < 8; k++)
        s = s * 31 + d[k];
    for (int k = 0; k < 4; k++)
        s = s * 31 + e[k];
    r[i] = s;
}

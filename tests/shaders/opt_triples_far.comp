#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero b2=uint
// Three dwords in a row, of several rows, whose reads lie far from each other: one message a row.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
layout(set = 0, binding = 2, std430) readonly buffer B { uint b[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, p = 0u, q = 1u, s = 2u, t = 3u;
    for (uint j = 0u; j < 3u; j++)
        for (uint k = 0u; k < 3u; k++) {
            uint v = a[64u * j + i + k], w = 3u * j + k;
            p = (p ^ v) * b[w];
            q = (q + v) * b[9u + w];
            s = (s ^ v) * b[18u + w] + 1u;
            t = (t + v) * b[27u + w] + 2u;
        }
    r[4u * i] = p;
    r[4u * i + 1u] = q;
    r[4u * i + 2u] = s;
    r[4u * i + 3u] = t;
}

#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=uint b2=zero
// Private arrays at places that were selected: the smallest element so far, exchanges with it, one of two members; and
// up to sixteen elements at a place that is known only when the shader runs.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) readonly buffer Sel { uint sel[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, s = sel[i], b[12], c[16], d[6];
    for (int k = 0; k < 12; k++)
        b[k] = a[12u * i + uint(k)] >> 3;
    for (int k = 0; k < 12; k++) {
        int m = k;
        for (int j = k + 1; j < 12; j++)
            m = b[j] < b[m] ? j : m;
        uint t = b[k];
        b[k] = b[m];
        b[m] = t + uint(m);
    }
    for (int k = 0; k < 16; k++)
        c[k] = a[16u * i + 1024u + uint(k)];
    c[s & 15u] ^= 5u;
    uint sum = c[(s >> 4) & 15u] * 31u + c[3];
    for (int k = 0; k < 6; k++)
        d[k] = a[6u * i + uint(k)];
    int p = (s & 256u) != 0u ? 1 : 4, q = (s & 512u) != 0u ? p + 1 : 0, n = int((s & 1024u) != 0u);
    d[p] += 3u;
    d[q] ^= d[p] + d[n];
    d[n + 2] = d[q] * 7u;
    d[(s & 2048u) != 0u ? 5 : q] += d[p] ^ d[3];
    for (int k = 0; k < 6; k++)
        sum = sum * 33u + d[k];
    for (int k = 0; k < 12; k++)
        sum = sum * 37u + b[k];
    r[i] = sum + b[(s >> 12) % 12u];
}

#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Loops that pay to be unrolled in full: rounds that read a private array by an index that their number decides by branches, also one that
// the data decide; reads that follow each other from round to round, up, down and in loops within loops; a loop that is left early.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, b = a[i];
    uint m[16];
    for (int k = 0; k < 16; k++)
        m[k] = a[16u * i + uint(k)];
    uint s = 0u;
    for (uint k = 0u; k < 36u; k++) {
        uint g;
        if (k < 12u)
            g = k;
        else if (k < 24u)
            g = (5u * k + 1u) & 15u;
        else
            g = (b >> 3 & 1u) != 0u ? (7u * k) & 15u : (3u * k) & 15u;
        s = s * 31u + m[g];
        m[(k * 3u) & 15u] += s >> 7;
    }
    uint t = 0u;
    for (int k = 40; k > 0; k -= 2)
        t = t * 3u + a[i + uint(k)];
    for (uint k = 0u; k < 12u; k++)
        for (uint j = 0u; j < 3u; j++)
            t ^= a[100u + k * 3u + j] * (j + 1u) + (k == 5u ? b : 0u);
    for (uint k = 0u; k < 20u; k++) {
        uint v = a[32u * (i & 127u) + k];
        if ((v & 31u) == 7u)
            break;
        t += v ^ k;
    }
    r[2u * i] = s + m[b & 15u];
    r[2u * i + 1u] = t;
}

#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// A private array that is filled in the order of reversed bits, which LLVM has an intrinsic for, and one at the smaller of two places.
void main()
{
    uint i = gl_GlobalInvocationID.x, v[32], w[24];
    for (uint k = 0u; k < 32u; k++) {
        uint j = ((k & 1u) << 4) | ((k & 2u) << 2) | (k & 4u) | ((k & 8u) >> 2) | ((k & 16u) >> 4);
        uint x = a[k * 256u + i];
        v[j] = (x ^ (x >> 7)) * 40503u + (x >> 3) * (k + 1u) + ((x << 5) ^ k);
    }
    for (uint h = 1u; h < 32u; h *= 2u)
        for (uint k = 0u; k < 16u; k++) {
            uint j = k % h, p = (k / h) * 2u * h + j, q = p + h, x = v[q] * (j * 2u + 1u);
            v[q] = v[p] - x;
            v[p] += x;
        }
    for (uint k = 0u; k < 24u; k++)
        w[k] = 0u;
    for (uint k = 0u; k < 32u; k++)
        w[min(k, 23u)] += (v[k] ^ (v[k] >> 9)) * 3u + (v[31u - k] >> 4);
    for (uint k = 0u; k < 24u; k++)
        r[k * 256u + i] = w[k];
}

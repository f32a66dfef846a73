#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// 128 reads of a block of more than a thousand instructions, each of which a chain waits for.
void main()
{
    uint i = gl_GlobalInvocationID.x, s = 0u;
    for (uint k = 0u; k < 8u; k++) {
        uint low = a[i * 8u + k], high = a[2048u + i * 8u + k];
        float t = 0.0;
        for (uint j = 0u; j < 16u; j++) {
            int q = int((low >> (2u * j)) & 3u) - (((high >> j) & 1u) != 0u ? 0 : 4);
            t += float(q) * float(a[((k * 16u + j) * 8u + (i & 7u)) & 4095u] & 255u);
        }
        s = s * 17u + uint(int(t));
    }
    r[i] = s;
}

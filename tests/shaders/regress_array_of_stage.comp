#version 450
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// Arrays and variables that one round of several writes, and others read: what was written goes on changing. They have no value before.
void main()
{
    uint i = gl_GlobalInvocationID.x, rounds = 4u + (a[0] & 3u), y = a[i], x = a[i + 128u], sum = 0u, s0 = a[2];
    for (uint n = 0u; n < 3u + (a[1] & 3u); n++) {
        uint k[12], one;
        for (uint s = 0u; s < rounds; s++) {
            x = x * 1664525u + (y >> 3);
            y = (y ^ x >> 5) * 0x9e3779b1u;
            if (s == 2u) {
                k[0] = x;
                k[1] = y;
                k[2] = x ^ y;
                k[3] = x + y;
                for (uint m = 4u; m < 12u; m++)
                    k[m] = x * m + y;
                one = x - y;
            }
            if (s > 2u)
                sum += k[0] * 3u ^ k[2];
        }
        sum = sum * 5u + k[0] + (k[1] << 3) + k[(i + n) % 12u] * 7u + k[(i * 3u + s0) % 12u] + (k[3] ^ one);
    }
    r[i] = sum;
    r[i + 128u] = x ^ y;
}

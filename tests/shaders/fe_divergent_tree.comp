#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i], d = 0u;
    while (x > 3u) {
        if ((x & 1u) != 0u) {
            if ((x & 2u) != 0u)
                x = x >> 2;
            else if ((x & 4u) != 0u) {
                x -= (x >> 3) + 1u;
                d += 2u;
            } else {
                x = x >> 1;
                for (uint k = 0u; k < (x & 3u); k++)
                    d += k;
            }
        } else {
            x = x / 3u;
            d ^= x;
        }
        d++;
    }
    r[i] = x;
    r[i + 256] = d;
}

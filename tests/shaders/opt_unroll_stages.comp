#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero
// Stages of a method: a short loop whose counter decides in several places, of which LLVM makes switches, the first of them with the test
// of the loop in it.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint y[4], t[4], k1[4], k2[4], k3[4], k4[4];
    for (uint k = 0u; k < 4u; k++)
        y[k] = a[4u * i + k];
    for (uint n = 0u; n < 10u + (a[0] & 3u); n++) {
        for (int s = 0; s < 4; s++) {
            for (int k = 0; k < 4; k++)
                t[k] = s == 0 ? y[k] : s == 1 ? y[k] + 5u * k1[k] : s == 2 ? y[k] + 5u * k2[k] : y[k] + 3u * k3[k];
            uint b = t[0] ^ t[1] >> 3, c = t[1] + (t[3] ^ t[2] >> 5), d = t[2] * 9u, e = t[0] + t[3] * 5u;
            for (uint k = 0u; k < 5u; k++) {
                b = (b ^ b >> 7) * 0x9e3779b1u + c;
                c = (c << 5 | c >> 27) ^ d;
                d = d * 5u + (e ^ k << 9);
            }
            if (s == 0) { k1[0] = b; k1[1] = c; k1[2] = d; k1[3] = e; }
            if (s == 1) { k2[0] = b; k2[1] = c; k2[2] = d; k2[3] = e; }
            if (s == 2) { k3[0] = b; k3[1] = c; k3[2] = d; k3[3] = e; }
            if (s == 3) { k4[0] = b; k4[1] = c; k4[2] = d; k4[3] = e; }
        }
        for (int k = 0; k < 4; k++)
            y[k] += 3u * (k1[k] + 2u * k2[k] + 2u * k3[k] + k4[k]);
    }
    for (uint k = 0u; k < 4u; k++)
        r[4u * i + k] = y[k];
}

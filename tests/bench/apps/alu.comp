#version 450
// Arithmetic only: eight chains of float and four of integer operations.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer A { float a[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float x = a[i], y = x * 0.5, z = x + 0.25, w = x - 0.125;
    uint p = i, q = i * 3u, r = i ^ 0x55u, s = i + 7u;
    for (uint k = 0u; k < 2000u; k++) {
        x = x * 0.99 + y * 0.01;
        y = y * 0.98 + z * 0.02;
        z = z * 0.97 + w * 0.03;
        w = w * 0.96 + x * 0.04;
        p = (p << 3) ^ (q + k);
        q = (q >> 5) + r;
        r = r * 5u ^ s;
        s = (s & 0xffffffu) + p;
    }
    a[i] = x + y + z + w + float(p ^ q ^ r ^ s) * 1e-9;
}

#version 450
// Values that are uniform within a loop which lanes leave at different times, through one and through two loops.
// kiln: groups=4,1,1 b0=small b1=zero push=small:4
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(push_constant) uniform P { uint p[4]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, limit = a[i] & 31u, k = 0u, sum = p[0];
    for (; k < 40u; k++) { // k and sum are the same for all lanes that are still here
        sum = sum * 3u + k;
        if (k >= limit)
            break;
    }
    r[i] = k + (sum << 8);

    uint outer, inner = 0u, last = 0u;
    for (outer = 0u; outer < 6u; outer++) {
        for (inner = 0u; inner < 5u + p[1] % 3u; inner++) {
            if (outer * 8u + inner == limit)
                break;
            last = outer ^ inner;
        }
        if (outer * 8u + inner > limit + 3u)
            break;
    }
    r[i + 256] = outer | inner << 8 | last << 16;

    uint x = i, n = 0u;
    do { // two ways out, and a uniform branch in between
        n++;
        if ((x & 7u) == 5u) {
            x += 100u * n;
            break;
        }
        if (p[2] > 128u)
            x = x * 5u + n;
        else
            x = x * 3u + n;
        if (n > limit)
            break;
    } while (x % 11u != 0u);
    r[i + 512] = x ^ n << 24;

    uint f = 0u;
    if (i % 3u == 0u) { // a uniform loop under a divergent condition
        for (uint q = 0u; q < p[3]; q++)
            f += q * q;
    } else if (p[0] > 7u) {
        f = p[1] * 77u;
    }
    r[i + 768] = f;
}

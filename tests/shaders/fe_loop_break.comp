#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint s = 0u, n = 0u;
    for (uint j = 0u; j < 100u; j++) {
        if ((a[(i + j) % 256u] & 3u) == 1u)
            continue;
        if (a[(i + j) % 256u] > 200u)
            break;
        for (;;) {
            n++;
            if (n % 5u == 0u)
                break;
            if (n % 3u == 0u)
                continue;
            s += n;
        }
        s ^= j << 4;
    }
    r[i] = s;
    r[i + 256] = n;
}

#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i] + 1u, steps = 0u;
    do {
        x = (x & 1u) != 0u ? 3u * x + 1u : x >> 1;
        steps++;
    } while (x != 1u && steps < 200u);
    r[i] = steps;
    uint k = 0u;
    while (k < 10u && (a[i + k] > 20u || k < 2u))
        k++;
    r[i + 256] = k;
}

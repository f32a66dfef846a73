#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

bool touch(inout uint n, uint bit)
{
    n += bit;
    return (n & 3u) != 2u;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint n = 0u;
    if (a[i] > 100u && (touch(n, 1u) || a[i + 1] > 50u) && touch(n, 4u))
        n += 100u;
    bool b = a[i + 2] < 30u || touch(n, 16u) && a[i + 3] > 128u;
    r[i] = n;
    r[i + 256] = uint(b);
    r[i + 512] = a[i] > 128u ? (a[i + 1] > 128u ? 1u : 2u) : (a[i + 1] > 128u ? 3u : 4u);
}

#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

uint seed;
uint count = 3u;
uint bits[4] = uint[4](1u, 2u, 4u, 8u);
uint next()
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    count++;
    return seed;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;

    seed = a[i];
    uint s = 0u;
    for (uint k = 0u; k < 10u; k++)
        s ^= next();
    r[i] = s;
    r[i + 256] = count;
    bits[i & 3u] = 5u;
    r[i + 512] = bits[0] + bits[1] + bits[2] + bits[3];
}

#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// Rotations: by constants, by a uniform count and by each item's own, of lanes and of what all share.
uint left(uint x, uint n)
{
    return (x << (n & 31u)) | (x >> (-n & 31u));
}

uint right(uint x, uint n)
{
    return (x >> (n & 31u)) | (x << (-n & 31u));
}

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i], n = a[i + 256], all = a[gl_WorkGroupID.x], by = a[gl_WorkGroupID.x + 256];
    r[i] = (x << 7) | (x >> 25);
    r[i + 256] = left(x, n);
    r[i + 512] = right(x, n);
    r[i + 768] = left(x, by) ^ right(n, by);
    r[i + 1024] = left(all, by) + right(all, n);
    r[i + 1280] = left(x, 0) ^ left(~x, 31) ^ right(-x, 32);
    r[i + 1536] = left(0x80000001u, n);
}

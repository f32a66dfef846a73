#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i], y = a[i + 256], z = a[i + 512] | 1u;
    r[i] = x + y;
    r[i + 256] = x - y;
    r[i + 512] = x * y;
    r[i + 768] = x / z;
    r[i + 1024] = x % z;
    r[i + 1280] = (x ^ y) & ~z | (x & 0xff00ff00u);
    r[i + 1536] = x / (z & 255u | 1u);
    r[i + 1792] = x % (z & 0xffffu | 1u);
}

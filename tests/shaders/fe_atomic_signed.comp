#version 450
// kiln: groups=4,1,1 b0=int b1=int
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int a[]; };
layout(set = 0, binding = 1) buffer B1 { int r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    int x = a[i], k = (x & 7) * 16;
    atomicMin(r[k], x);
    atomicMax(r[k + 1], x);
    atomicAdd(r[k + 2], -x);
    r[2048u + i] = atomicMin(r[1024u + i], 5) + atomicMax(r[1024u + i], -5);
}

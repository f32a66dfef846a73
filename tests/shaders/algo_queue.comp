#version 450
// kiln: groups=8,1,1 b0=uint b1=zero b2=zero
// Compaction by an atomic counter in shared memory, then a checksum that does not depend on the order.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer B { uint count[]; };
layout(set = 0, binding = 2) buffer C { uint sums[]; };
shared uint n, items[64];

void main()
{
    uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
    if (l == 0u)
        n = 0u;
    barrier();
    uint v = a[g];
    if ((v & 3u) == 1u)
        items[atomicAdd(n, 1u)] = v;
    barrier();
    if (l < n)
        atomicXor(sums[gl_WorkGroupID.x], items[l] * 2654435761u);
    atomicMax(sums[100], v);
    atomicMin(sums[101], ~v);
    atomicOr(sums[102], v & 0x0ff0u);
    if (l == 0u)
        count[gl_WorkGroupID.x] = n;
}

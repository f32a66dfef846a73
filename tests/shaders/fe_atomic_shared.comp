#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

shared uint h[20];
shared int lo;
shared uint hi;

void main()
{
    uint l = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x;
    if (l < 16u)
        h[l] = 0u;
    if (l == 0u) {
        lo = 0x7fffffff;
        hi = 0u;
    }
    barrier();
    atomicAdd(h[a[i] & 15u], 1u);
    atomicMin(lo, int(a[i]) - 100);
    atomicMax(hi, a[i]);
    uint t = atomicOr(h[16u + l % 4u], 1u << (l / 4u)) * 0u;
    barrier();
    if (l < 16u)
        r[gl_WorkGroupID.x * 16u + l] = h[l];
    r[1024u + i] = uint(lo) + hi + t;
}

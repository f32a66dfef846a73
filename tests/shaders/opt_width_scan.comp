#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Sums up and down a tree in shared memory: all channels stay in the loops, though they part in each round, so that
// SIMD32 is no worse for their being apart.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
shared uint t[512];
void main()
{
    uint l = gl_LocalInvocationID.x, first = gl_WorkGroupID.x * 512u, at = 1u;
    t[2u * l] = a[first + 2u * l];
    t[2u * l + 1u] = a[first + 2u * l + 1u];
    for (uint d = 256u; d > 0u; d >>= 1) {
        barrier();
        if (l < d)
            t[at * (2u * l + 2u) - 1u] += t[at * (2u * l + 1u) - 1u];
        at <<= 1;
    }
    if (l == 0u)
        t[511] = 0u;
    for (uint d = 1u; d < 512u; d <<= 1) {
        at >>= 1;
        barrier();
        if (l < d) {
            uint p = at * (2u * l + 1u) - 1u, q = at * (2u * l + 2u) - 1u, v = t[p];
            t[p] = t[q];
            t[q] += v;
        }
    }
    barrier();
    r[first + 2u * l] = t[2u * l];
    r[first + 2u * l + 1u] = t[2u * l + 1u];
}

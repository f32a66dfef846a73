#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    // Adds by compare and swap; the sums do not depend on the order.
    uint k = a[i] & 15u, old = atomicOr(r[k], 0u), seen;
    for (;;) {
        seen = atomicCompSwap(r[k], old, old + a[i]);
        if (seen == old)
            break;
        old = seen;
    }
    r[1024u + i] = atomicCompSwap(r[2048u + i], 0u, i + 1u) + atomicCompSwap(r[2048u + i], 5u, 9u);
}

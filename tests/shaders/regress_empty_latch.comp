#version 450
// kiln: groups=4,1,1 elems=4096 b0=small b1=zero b2=zero
// Loops whose latch does nothing: all state is in memory. Channels that `continue` meet the others before the next round.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint n[]; };
layout(set = 0, binding = 2) buffer B2 { uint r[]; };
shared uint sums[64];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
    n[i] = a[i];
    sums[l] = 0u;
    for (uint j = 0u; j < 5u; j++) {
        if (a[i + j] % 3u == 1u)
            continue;
        for (;;) {
            uint v = atomicAdd(n[i], 1u);
            if (v % 5u == 0u)
                break;
            if (v % 3u == 0u)
                continue;
            atomicAdd(sums[l], v);
        }
        sums[l] ^= j << 4;
    }
    r[i] = sums[l];
    // The same with one way out in the middle, and one `continue` inside of the other.
    for (;;) {
        uint v = atomicAdd(n[i + 256u], a[i] % 7u + 1u);
        if (v > 200u)
            break;
        if ((v & 4u) != 0u) {
            if ((v & 8u) == 0u)
                continue;
            atomicXor(r[i + 256u], v);
            if ((v & 1u) == 0u)
                continue;
        }
        atomicAdd(r[i + 256u], v * 3u);
    }
}

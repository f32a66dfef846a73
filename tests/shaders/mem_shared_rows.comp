#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// Rows of shared memory that all lanes read and that begin at any dword, since a row has 33: of 32 dwords, of 8, of some more, which are no multiple of
// eight, and of fewer; behind a branch that not all lanes take, and behind writes of what was read before.
shared uint s[33 * 32 + 8];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x, q[32], sum = 0u;
    for (uint k = l; k < 33u * 32u + 8u; k += 64u)
        s[k] = a[(k * 7u + gl_WorkGroupID.x * 1031u) & 8191u];
    for (uint d = 0u; d < 32u; d++)
        q[d] = a[d * 256u + i];
    barrier();
    for (uint t = 0u; t < 32u; t++) {
        uint p = 0u;
        for (uint d = 0u; d < 32u; d++)
            p += q[d] * s[t * 33u + d];
        sum = sum * 5u + p;
    }
    r[i] = sum;
    for (uint t = 1u; t < 30u; t += 2u) {
        uint p = 1u;
        for (uint d = 0u; d < 8u; d++)
            p = p * 3u + s[t * 33u + d];
        for (uint d = 0u; d < 11u; d++)
            p ^= (s[t * 33u + 40u + d] + d) << d;
        for (uint d = 0u; d < 15u; d++)
            p += s[t * 33u + 17u + d] >> d;
        for (uint d = 0u; d < 5u; d++)
            p = (p << 1) - s[t * 33u + 3u * d];
        sum ^= p;
    }
    r[256u + i] = sum;
    if ((a[i] & 3u) == 1u)
        for (uint d = 0u; d < 17u; d++)
            sum = sum * 7u + s[(gl_WorkGroupID.x + 2u) * 33u + d];
    r[512u + i] = sum;
    for (uint t = 0u; t < 4u; t++) {
        uint p = 0u;
        for (uint d = 0u; d < 12u; d++)
            p += s[t * 33u + d + 1u];
        barrier();
        s[t * 33u + 1u + l % 12u + (l / 12u) * 33u] = p + l % 12u;
        barrier();
        for (uint d = 0u; d < 12u; d++)
            p = p * 3u + s[t * 33u + d + 1u];
        sum += p;
        barrier();
    }
    r[768u + i] = sum;
}

#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// Attention with whole numbers: an inner loop with a row of the query and all sums in registers, inside one that fills tiles in shared memory, whose 64
// places for each invocation do not change. And what is read behind the loop, made of what is known before it.
shared uint ks[32 * 33], vs[32 * 33];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x, keys = 96u + (a[0] & 31u), acc[32], top = 0u;
    for (uint d = 0u; d < 32u; d++)
        acc[d] = d;
    for (uint j = 0u; j < keys; j += 32u) {
        for (uint d = 0u; d < 32u; d++) {
            ks[d * 33u + l] = a[(j + d) * 32u + l];
            vs[d * 33u + l] = a[((j + d) * 32u + l) ^ 4096u];
        }
        barrier();
        for (uint t = 0u; t < 32u; t++) {
            uint s = 0u;
            for (uint d = 0u; d < 32u; d++)
                s += a[i * 32u + d] * ks[t * 33u + d];
            uint p = max(top, s) - s;
            for (uint d = 0u; d < 32u; d++)
                acc[d] = acc[d] * 3u + p * vs[t * 33u + d];
            top = max(top, s);
        }
        barrier();
    }
    for (uint d = 0u; d < 32u; d++)
        r[i * 32u + d] = acc[d] ^ top;
}

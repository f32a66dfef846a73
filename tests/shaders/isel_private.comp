#version 450
// Private arrays: written and read at different places by each lane, as dwords and vectors, kept over a barrier's loop.
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i];
    uint s[24];
    vec4 v[5];
    for (uint k = 0u; k < 24u; k++)
        s[k] = k * x;
    for (uint k = 0u; k < 5u; k++)
        v[k] = vec4(float(k), float(x & 15u), float(i), 1.0);
    uint top = 0u;
    for (uint k = 0u; k < 24u + (x & 7u); k++) { // swaps at lane's places
        uint p = (x >> (k & 15u)) % 24u, q = (x * 7u + k) % 24u, t = s[p];
        s[p] = s[q] + 1u;
        s[q] = t;
        v[(p + q) % 5u][k & 3u] += float(k);
        if (s[p] > s[q])
            top++;
    }
    uint h = top;
    for (uint k = 0u; k < 24u; k++)
        h = h * 31u + s[k];
    vec4 w = v[x % 5u] + v[(x >> 8) % 5u];
    r[i] = h;
    r[i + 128] = uint(w.x + w.y) + uint(w.z + w.w);
}

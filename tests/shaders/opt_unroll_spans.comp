#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// Spans that are doubled or halved each round: butterflies of a private array, a bitonic sort, a search, a shift register of 80 rounds, and loops
// whose span begins at what is not known, or that are left early.
void main()
{
    uint i = gl_GlobalInvocationID.x, v[16], w[8];
    for (uint k = 0u; k < 16u; k++)
        v[k] = a[k * 256u + i] & 0xffffu;
    for (uint span = 1u; span < 16u; span *= 2u)
        for (uint b = 0u; b < 8u; b++) {
            uint j = (b / span) * 2u * span + b % span, p = v[j], q = v[j + span] * (b % span + 3u);
            v[j] = p + q;
            v[j + span] = p - q;
        }
    for (uint k = 0u; k < 16u; k++)
        r[k * 256u + i] = v[k];
    for (uint k = 0u; k < 8u; k++)
        w[k] = v[2u * k];
    for (uint size = 2u; size <= 8u; size <<= 1)
        for (uint span = size >> 1; span > 0u; span >>= 1)
            for (uint k = 0u; k < 8u; k++) {
                uint other = k ^ span;
                if (other > k && (w[k] > w[other]) == ((k & size) == 0u)) {
                    uint t = w[k];
                    w[k] = w[other];
                    w[other] = t;
                }
            }
    uint found = 0u, want = a[i] * 40503u;
    for (uint span = 4u; span != 0u; span /= 2u)
        if (w[found + span] <= want)
            found += span;
    r[4096u + i] = found + w[7] * 8u + w[0];
    uint s = want;
    for (uint t = 0u; t < 80u; t++) {
        if (t >= 16u)
            v[t & 15u] ^= (v[(t + 13u) & 15u] + v[(t + 2u) & 15u]) << 1;
        s = (s << 5 | s >> 27) + v[t & 15u] + (t < 40u ? s ^ t : s & 0xff00ffu);
    }
    r[4352u + i] = s;
    uint n = 0u;
    for (uint span = (a[i] & 31u) + 1u; span < 1000u; span *= 3u)
        n += span;
    for (int span = -1024; span < -1; span /= 2)
        n = n * 5u + uint(span);
    for (uint span = 1u; span < 256u; span *= 2u) {
        if ((want & span) != 0u)
            break;
        n += w[span & 7u];
    }
    r[4608u + i] = n;
}

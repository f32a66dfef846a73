#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero
// A private array that is shuffled: each index is below its own bound (a remainder, a mask, a shift), so that the elements it may choose are
// few enough for registers. Each element is asked whether it is the one when it is read and when it is written, and in part by both signs.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
#define N 16
void main()
{
    uint i = gl_GlobalInvocationID.x, m[N], s = a[i] | 1u;
    for (uint k = 0u; k < N; k++)
        m[k] = a[i + k] ^ k;
    for (uint k = N - 1u; k > 0u; k--) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        uint j = s % (k + 1u), t = m[k];
        m[k] = m[j];
        m[j] = t;
    }
    uint x = m[s & 7u], y = m[s >> 29], z = m[8u + (s >> 16 & 3u)];
    m[s & 3u] = z;
    m[(s & 1u) * 2u + (s >> 31)] += x;
    for (uint k = 0u; k < N; k++)
        r[i * N + k] = m[k] + (k < 8u ? y : x);
}

#version 450
// kiln: groups=10,1,1 elems=8192 b0=uint b1=zero
// Large loops over blocked layouts, whose rounds read what lies beside each other in twos and fours, or bytes of one word, for numbers of rounds
// from 0 on, even and odd;
// with as much arithmetic that only what is read beside each other makes unrolling worth it.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uvec2 a[]; };
layout(set = 0, binding = 0, std430) readonly buffer W { uint w[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };

#define STEP(k)                  \
    s = s * 5u + (x ^ (y >> k)); \
    s ^= (s << 7u) + x * (y + k); \
    s += (y | k) * (s >> 3u);

uint mix_in(uint s, uint x, uint y)
{
    STEP(1u) STEP(2u) STEP(3u) STEP(4u) STEP(5u)
    return s;
}

void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x, n = gl_WorkGroupID.x, s = 1u, t = 2u;
    for (uint k = 0u; k < n; k++) {
        uint at = k / 4u * 64u + (l * 2u + k / 2u % 2u) * 8u + k % 2u;
        uvec2 v = a[at];
        s = mix_in(s, v.x, v.y);
    }
    r[i] = s;
    for (uint k = 0u; k < 3u * n; k++)
        t = mix_in(t, w[(l + k / 4u) * 4u + k % 4u], k);
    r[320u + i] = t;
    s = t;
    for (uint k = 0u; k < 2u * n + 1u; k++)
        s = mix_in(s, w[l * 9u + k / 4u] >> k % 4u * 8u & 255u, k);
    r[640u + i] = s;
    // What the rounds read, they also write.
    for (uint k = 0u; k < 3u * n; k++) {
        uint at = 960u + l * 16u + n * 512u + k / 4u;
        t = mix_in(t, r[at], k);
        r[at] = t;
    }
}

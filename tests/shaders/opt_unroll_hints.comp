#version 450
#extension GL_EXT_control_flow_attributes : require
// kiln: groups=4,1,1 elems=4096 b0=uint b1=zero
// Loops that ask to be unrolled, or to stay: of several exits, with barriers, in each other, in functions that are called twice, of
// numbers of rounds that the loop around decides or that nobody knows.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared uint s[64];

uint leaves(uint i, uint limit)
{
    uint sum = 0u;
    [[unroll]] for (uint k = 0u; k < 24u; k++) {
        uint v = a[(i + 7u * k) & 4095u];
        if ((v & 15u) == limit)
            break;
        if ((v & 3u) == 1u)
            continue;
        sum = sum * 3u + (v >> (k & 7u));
        if (sum > 0xf0000000u)
            return sum ^ k;
    }
    return sum + 1u;
}

void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x, t = 0u, u = 0u, w = 1u;
    s[l] = a[i];
    barrier();
    [[unroll]] for (uint d = 32u; d > 0u; d >>= 1) {
        if (l < d)
            s[l] += s[l + d] * d;
        barrier();
    }
    [[unroll]] for (uint j = 0u; j < 6u; j++)
        [[unroll]] for (uint k = j; k < 9u; k++)
            t = (t ^ a[(i + j * 16u + k) & 4095u]) * 5u + k;
    [[dont_unroll]] for (uint k = 0u; k < 3u; k++)
        u += a[(i + k) & 4095u] * (k + 1u);
    [[unroll]] for (uint k = 0u; k < (a[i] & 31u); k++)
        w = w * 33u + a[k];
    r[i] = s[0];
    r[256u + i] = t;
    r[512u + i] = u;
    r[768u + i] = w;
    r[1280u + i] = leaves(i, 3u);
    r[1536u + i] = leaves(i + 1u, l & 15u);
}

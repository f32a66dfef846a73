#version 450
// kiln: groups=3,1,1 elems=8192 b0=uint b1=zero
// Indices of private arrays in registers that are in bounds as a whole only: a part of the sum is below zero, or has upper bits that
// the scale drops.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, rounds = 30u + (a[0] & 7u), w[14], sum = 0u;
    uvec2 p[9];
    for (uint k = 0u; k < 14u; k++)
        w[k] = a[14u * i + k];
    for (uint k = 0u; k < 9u; k++)
        p[k] = uvec2(a[k], i + k);
    for (uint k = 0u, turn = 0u; k < rounds; k++) {
        uint x = a[32u * i + k];
        int left = int(x % 6u);
        w[(turn + 7u) % 14u] += x;                    // the same in all lanes
        w[12 - 2 * left] ^= k;                        // differs
        sum = sum * 5u + w[(turn + (x & 7u) + 6u) % 14u] + w[5 - left];
        p[8 - left].y += sum;
        p[(turn + 3u) % 9u].x ^= p[7u - (x & 7u)].y;
        turn = turn == 8u ? 0u : turn + 1u;
    }
    for (uint k = 0u; k < 14u; k++)
        sum = sum * 3u + w[k];
    for (uint k = 0u; k < 9u; k++)
        sum = sum * 7u + p[k].x + (p[k].y << 4);
    r[i] = sum;
}

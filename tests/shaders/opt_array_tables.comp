#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Private arrays in the order of constant tables, which are trees of selects over the counter's bits: loops that
// count through them are unrolled, and nothing stays in memory.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
const uint spiral[36] = uint[36](0, 1, 2, 3, 4, 5, 11, 17, 23, 29, 35, 34, 33, 32, 31, 30, 24, 18, 12, 6, 7, 8, 9, 10,
                                 16, 22, 28, 27, 26, 25, 19, 13, 14, 15, 21, 20);
const int turn[16] = int[16](300, 304, 308, 312, 301, 305, 309, 313, 302, 306, 310, 314, 303, 307, 311, 315);
void main()
{
    uint i = gl_GlobalInvocationID.x, v[36], w[16];
    for (int k = 0; k < 36; k++)
        v[spiral[k]] = a[36u * i + k];
    for (int k = 0; k < 16; k++)
        w[k] = a[4096u + 16u * i + k];
    for (int k = 0; k < 35; k++)
        v[k + 1] += v[k] >> 1;
    for (int k = 0; k < 36; k++)
        r[52u * i + k] = v[spiral[35 - k]];
    for (int k = 0; k < 16; k++)
        r[52u * i + 36u + k] = w[turn[k] - 300] ^ v[k];
}

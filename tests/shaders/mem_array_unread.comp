#version 450
// kiln: groups=3,1,1 elems=8192 b0=uint b1=zero
// A private array in registers of which only two elements are read: the others are still written, wherever an index leads, and no value
// that lives meanwhile may be there.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, w[16], x[24];
    for (uint k = 0u; k < 16u; k++)
        w[k] = k;
    for (uint k = 0u; k < 24u; k++)
        x[k] = a[24u * i + k];
    for (uint k = 0u; k < 9u; k++)
        w[x[k] & 15u] = x[k + 1u] ^ a[k];
    w[a[7] & 15u] = i;
    uint sum = w[0] + 3u * w[5];
    for (uint k = 0u; k < 24u; k++)
        sum = sum * 5u + x[k];
    r[i] = sum;
}

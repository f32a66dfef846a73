#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero
// Two stacks with one top: what bounds the index is computed once for both.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, top = 0u, sum = 0u;
    uint n[12];
    float d[12];
    for (uint k = 0u; k < 32u + (a[0] & 7u); k++) {
        uint w = a[32u * i + k];
        if ((w & 3u) != 0u && top < 12u) {
            n[top] = w;
            d[top] = float(w & 255u);
            top++;
        } else if (top > 0u) {
            top--;
            sum = sum * 5u + n[top] + uint(d[top]);
        }
    }
    r[i] = sum;
}

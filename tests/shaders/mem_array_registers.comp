#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Private arrays of more elements than selects are good for: registers, reached by a register address for each lane, or by one for
// all lanes where the index is the same. A stack, elements of two components, places in front of an index, and loops within each other.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, stack[12], top = 0u, sum = 0u;
    uvec2 pairs[8];
    for (uint k = 0u; k < 8u; k++)
        pairs[k] = uvec2(k, a[8u * i + k]);
    for (uint k = 0u; k < 40u; k++) {
        uint w = a[40u * i + k];
        if ((w & 3u) != 0u && top < 12u) {
            stack[top] = w;
            top++;
        } else if (top > 0u) {
            top--;
            sum = sum * 5u + stack[top];
        }
        pairs[w >> 3 & 7u].y += w ^ pairs[w >> 7 & 7u].x;
        pairs[w >> 9 & 7u].x = k;
    }
    uint n = 2u + (a[i] & 7u); // differs, but what the rounds have of it is the same for those that are in them
    for (uint k = 1u; k < n; k++)
        pairs[k - 1u].x += pairs[k & 7u].y;
    for (uint k = 0u; k < 8u; k++)
        sum = sum * 3u + pairs[k].x + (pairs[k].y << 2);
    while (top > 0u) {
        sum = sum * 7u + stack[top - 1u];
        top--;
    }
    r[i] = sum;
}

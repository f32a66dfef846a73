#version 450
// kiln: groups=3,1,1 elems=8192 b0=uint b1=zero
// Private arrays in registers whose elements are vectors, at indices that differ, that all lanes share, and in lanes of which some are
// off: what those would have written may not be seen.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, sum = 0u;
    uvec4 q[5];
    uint grid[3][4];
    for (uint k = 0u; k < 5u; k++)
        q[k] = uvec4(k, a[5u * i + k], ~k, a[k]);
    for (uint k = 0u; k < 12u; k++)
        grid[k / 4u][k % 4u] = a[12u * i + k];
    for (uint k = 0u; k < 24u; k++) {
        uint w = a[24u * i + k], shared_index = a[k] % 5u;
        if ((w & 1u) != 0u)
            q[w >> 4 & 3u] += uvec4(w, w >> 1, w >> 2, w >> 3);
        if ((w & 6u) != 0u)
            grid[w >> 6 & 1u][w >> 8 & 3u] ^= w;
        else
            grid[2][w >> 10 & 3u] += q[shared_index].z;
        q[shared_index] = q[(w >> 12) % 5u].wxyz + q[shared_index].yxwz;
        if (a[k + 1u] % 3u == 0u)
            q[a[k] % 4u + 1u].xy = uvec2(k, w);
    }
    for (uint k = 0u; k < 5u; k++)
        sum = sum * 3u + q[k].x + (q[k].y << 1) + (q[k].z << 2) + (q[k].w << 3);
    for (uint k = 0u; k < 12u; k++)
        sum = sum * 5u + grid[k / 4u][k % 4u];
    r[i] = sum;
}

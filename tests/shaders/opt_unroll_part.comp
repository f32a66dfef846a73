#version 450
// kiln: groups=20,1,1 elems=8192 b0=uint b1=zero b2=uint
// Loops whose rounds read ahead, of as many rounds as the group's number: up and down, by steps, to an end that is
// met or passed, from memory that the loop writes as well, and of a number of rounds that is a constant.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
layout(set = 0, binding = 2, std430) buffer B { uint b[]; };
shared uvec4 tile[128];
void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x, n = gl_WorkGroupID.x, s = 0u;
    for (uint k = 0u; k < n; k++) // the same for all, and each its own
        s = s * 5u + a[k] + a[i + k];
    r[i] = s;
    s = 0u;
    for (int k = int(n); k >= 0; k--)
        s = s * 5u + a[uint(k) * 3u + l];
    r[640u + i] = s;
    s = 0u;
    for (uint k = 1u; k < n; k += 3u)
        s = s * 5u + a[k ^ l];
    r[1280u + i] = s;
    s = 0u;
    for (uint k = n; k != 0u; k--)
        s = s * 5u + a[a[k + l] % 8192u];
    r[1920u + i] = s;
    tile[l] = uvec4(a[l], a[l + 32u], a[l + 64u], a[l + 96u]);
    tile[l + 32u] = uvec4(a[l + 128u], a[l + 160u], a[l + 192u], a[l + 224u]);
    tile[l + 64u] = tile[l].wzyx;
    tile[l + 96u] = tile[l + 32u].yxwz;
    barrier();
    s = 0u;
    for (uint k = 0u; k < 128u; k++) {
        uvec4 t = tile[k];
        s += (t.x ^ i) * (t.y + l) + (t.z << (t.w & 7u));
    }
    r[2560u + i] = s;
    uint at = 4096u + 64u * n; // each round reads what the last one wrote
    if (l == 0u)
        for (uint k = 0u; k < n; k++)
            b[at + k + 1u] = b[at + k] * 3u + a[k];
    if (l == 0u)
        r[3200u + n] = b[at + n];
    s = 0u;
    for (uint k = 0u; k < n; k++) { // one that may end before
        if (a[k] == s)
            break;
        s += a[i + k];
    }
    r[3840u + i] = s;
    s = 0u;
    for (uint k = 0u; k < n; k++) // rounds that only some lanes run in full
        if ((a[i + k] & 1u) != 0u)
            s += a[i + k + 1u] * k;
    r[4480u + i] = s;
    s = 0u;
    for (uint k = 0xfffffff8u; k < 0xfffffff8u + min(n, 7u); k++)
        s = s * 5u + a[k - 0xfffffff0u + l];
    r[5120u + i] = s;
}

#version 450
// kiln: groups=3,2,1 elems=16384 b0=uint b1=zero
// What the lanes of a thread have in common of their place in the group: rows and layers, shifts, masks and comparisons of the index; shared memory
// that a row reads, whole and in parts, with writes in between.
layout(local_size_x = 16, local_size_y = 8, local_size_z = 2) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared uvec4 rows[64];
shared uint words[256];

void main()
{
    uvec3 l = gl_LocalInvocationID;
    uint i = gl_LocalInvocationIndex, n = (gl_WorkGroupID.y * 3u + gl_WorkGroupID.x) * 256u + i, s = 7u;
    if (i < 64u)
        rows[i] = uvec4(a[i], a[i + 1u], a[i + 2u], a[i + 3u]);
    words[i] = a[i * 3u];
    barrier();
    s = s * 31u + a[l.y * 5u + l.z] + a[i >> 3u] + a[(i + 64u) >> 4u] + a[(i + 24u) >> 3u] + a[(i + 9u) >> 3u];
    s = s * 31u + a[i & 0xf0u] + a[(i * 4u) >> 6u] + a[(i >> 1u) & 0xfcu] + a[((i & 31u) + 96u) >> 5u];
    if (i < 32u)
        s += 1000u;
    if (i >= 200u)
        s += 3000u;
    if ((i | 256u) > 303u)
        s += 20000u;
    if (i < 40u)
        s ^= 77u;
    for (uint k = 0u; k < 4u; k++) {
        uvec4 v = rows[l.y * 4u + k + l.z * 32u];
        s = s * 5u + v.x * (v.y ^ k) + v.z - v.w;
    }
    uint at = (l.y + 8u * l.z) * 16u;
    s = s * 3u + words[at] + words[at + 1u] * 2u + words[at + 2u] * 3u + words[at + 3u] * 5u + words[at + 9u];
    barrier();
    if (l.x == 5u)
        words[at + 2u] = s;
    barrier();
    s += words[at] ^ words[at + 1u] ^ words[at + 2u] ^ words[at + 3u];
    barrier();
    if (l.x == 7u)
        words[at + 3u] = s | 1u;
    barrier();
    s += words[at + 4u] + words[at + 5u] + words[at + 6u] + words[at + 7u] + (words[at + 3u] & 1u);
    r[n] = s;
}

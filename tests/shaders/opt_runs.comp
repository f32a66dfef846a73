#version 450
// kiln: groups=3,2,1 elems=4096 b0=uint b1=zero
// Shared memory that lanes read one behind the other: in rows that begin at whole OWords and in such that do not, apart by less
// and by more than a block, where all lanes are and where some are elsewhere, into values that others are merged with.
layout(local_size_x = 32, local_size_y = 4) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared uint t[8][64];
shared float f[4][37];
shared uint late[160];

void main()
{
    uvec3 l = gl_LocalInvocationID;
    uint i = gl_LocalInvocationIndex, n = (gl_WorkGroupID.y * 3u + gl_WorkGroupID.x) * 128u + i;
    for (uint k = 0u; k < 4u; k++)
        t[k * 2u + (i >> 6)][i & 63u] = a[k * 128u + i];
    f[l.y][l.x] = float(a[i] & 1023u);
    if (l.x < 5u)
        f[l.y][32u + l.x] = float(l.x);
    late[i] = a[i + 9u];
    if (i < 32u)
        late[128u + i] = i;
    barrier();
    uint s = 0u, other = a[l.y] & 7u;
    for (uint k = 0u; k < 8u; k++) { // the lanes' halves of a row, four or two messages' worth apart
        uint low = t[k][l.x & 15u], high = t[k][(l.x & 15u) + 16u], far = t[k][l.x + 32u];
        s = s * 3u + low + (high ^ far);
        if (far > 0x80000000u) // some lanes
            s += t[(k + 1u) & 7u][l.x] * 5u;
    }
    uint v = late[i + 4u], w = late[i + 5u]; // OWords further on; not at one
    for (uint k = 0u; k < (a[i] & 3u); k++)  // lanes leave this one by one, and keep what they had
        v = (v >> 1) + late[(i & 31u) + k * 32u] + t[other][i & 7u];
    float g = f[l.y][l.x] + f[(l.y + 1u) & 3u][l.x] * 3.0; // rows of 37
    uint m = (a[n] & 1u) != 0u ? t[other][l.x] : late[i];
    barrier();
    late[i] = m;
    barrier();
    r[n] = s + v * 7u + w * 11u + uint(g) * 13u + m + late[i ^ 1u] + late[i];
}

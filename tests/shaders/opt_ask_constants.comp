#version 450
// kiln: groups=4,4,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 16, local_size_y = 4) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// Branches one behind the other that compare the same with constants, as what loads the rim of a tile does: an item of the left edge is none of the
// right one. Also where the value changes in between, in loops, in a switch, and with other comparisons.
shared uint tile[6][18];

void main()
{
    uvec2 l = gl_LocalInvocationID.xy, g = gl_GlobalInvocationID.xy;
    uint i = g.y * 64u + g.x, s = 0u;
    for (uint z = 0u; z < 3u; z++) {
        uint at = z * 1024u + i;
        barrier();
        tile[l.y + 1u][l.x + 1u] = a[at];
        if (l.x == 0u)
            tile[l.y + 1u][0] = g.x > 0u ? a[at - 1u] : 7u;
        if (l.x == 15u)
            tile[l.y + 1u][17] = g.x < 63u ? a[at + 1u] : 9u;
        if (l.y == 0u)
            tile[0][l.x + 1u] = g.y > 0u ? a[at - 64u] : 11u;
        if (l.y == 3u)
            tile[5][l.x + 1u] = g.y < 15u ? a[at + 64u] : 13u;
        barrier();
        s = s * 3u + tile[l.y][l.x + 1u] + tile[l.y + 2u][l.x + 1u] * 5u + tile[l.y + 1u][l.x] * 17u + tile[l.y + 1u][l.x + 2u] * 29u;
    }
    uint x = a[i] & 7u, n = 0u;
    if (x == 2u)
        n += 5u;
    else if (x > 5u)
        n ^= i;
    if (x != 2u)
        n = n * 3u + 1u;
    switch (x) {
    case 1u:
        n += 100u;
    case 2u:
        n ^= 0x55u;
        break;
    case 6u:
        x = 3u;
        break;
    default:
        n -= x;
    }
    if (x == 6u)
        n = 0xdeadu; // never
    for (uint k = 0u; k < 5u; k++) {
        if (x == k)
            n += a[i + k];
        if (x == 3u)
            n = n * 7u + k;
        x = (x + 1u) & 3u;
        if (x == 0u)
            n++;
    }
    r[i] = s;
    r[i + 1024u] = n;
}

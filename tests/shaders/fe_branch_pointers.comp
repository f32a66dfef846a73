#version 450
// kiln: groups=2,1,1 b0=uint b1=zero b2=uint b3=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(set = 0, binding = 2) readonly buffer B2 { uint b[]; };
layout(set = 0, binding = 3) buffer B3 { uint q[]; };
shared uint s[256];

// Accesses at the ends of branches, to one buffer or to several: a compiler makes one access of them, to an address
// that depends on the branch.
void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, h, g;
    s[l] = i;
    s[l + 64u] = i * 3u;
    barrier();
    switch (a[i] & 3u) {
    case 0u:
        h = a[i * 2u];
        break;
    case 1u:
        h = a[i + 100u];
        break;
    case 2u:
        h = a[7];
        break;
    default:
        h = a[(i ^ 5u) + 9u];
    }
    if ((h & 4u) != 0u)
        g = a[h & 511u];
    else if ((h & 8u) != 0u)
        g = b[h & 255u];
    else
        g = b[i];
    for (uint k = 0u; k < (a[i] & 7u); k++)
        g = (g & 16u) != 0u ? a[(g + k) & 1023u] : a[(g * 3u) & 1023u];
    if ((g & 32u) != 0u)
        g += s[l ^ 1u];
    else
        g += s[l + 64u];
    if ((g & 1u) != 0u)
        r[i] = g;
    else
        r[i + 128u] = g;
    if ((h & 1u) != 0u)
        q[i] = h;
    else
        r[i + 256u] = h;
}

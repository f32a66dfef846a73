#version 450
// kiln: groups=4,4,1 elems=4096 b0=uint b1=zero b2=uint
layout(local_size_x = 16, local_size_y = 4) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(set = 0, binding = 2) readonly buffer B2 { uvec4 v[]; };

// Elements beside one that every item reads, which only some items read, since for the others they are before the buffer's start or after its end. A
// compiler that reads them ahead of the condition, in one message with the others, must not lose the others by it.
void main()
{
    uint i = gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x, s = 0u;
    // before the one that is read anyway, and on both sides of it
    s += a[i];
    if (i > 0u)
        s += a[i - 1u] * 3u;
    s += a[i * 3u] * 5u;
    if ((r[i] & 1u) == 0u && i > 0u)
        s ^= a[i * 3u - 1u] + a[i * 3u + 1u];
    // after the last one
    uint top = 4095u - i;
    s += a[top] * 7u;
    if (top < 4095u)
        s += a[top + 1u] * 11u;
    // the same in all lanes of a group, many of them
    uint g = gl_WorkGroupID.y * 4u + gl_WorkGroupID.x, t = 0u;
    for (uint k = 0u; k < 8u; k++)
        t = t * 3u + a[g * 9u + k];
    if (g > 0u)
        t += a[g * 9u - 1u] ^ a[g * 9u - 2u];
    // parts of a vector, the first of which some read
    uvec4 w = v[i];
    s += w.y ^ w.z * 13u;
    if ((w.w & 3u) != 0u)
        s += w.x * 17u;
    // a constant place that is none, which nobody reads
    s += a[0];
    if (r[i] != 0u)
        s += a[0x3fffffffu];
    r[i] = s;
    r[i + 1024u] = t;
}

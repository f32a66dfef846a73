#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Loops of constant numbers of rounds that read ahead: three times something, prime, and one more than a multiple of four.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x, s = 0u, t = 0u, u = 0u;
    for (uint k = 0u; k < 333u; k++)
        s = s * 5u + a[i + 3u * k];
    for (uint k = 0u; k < 1009u; k++)
        t = (t ^ a[k]) * 3u + l;
    for (uint k = 7u; k < 72u; k++)
        u = max(u, a[k * 64u + l]) - k;
    r[i] = s;
    r[256u + i] = t;
    r[512u + i] = u;
}

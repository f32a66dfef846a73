#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=small b2=uint
// Accesses of one buffer that overlap, or just do not, in part at places that are only known when it runs; and reads
// of another one between them.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) readonly buffer Sel { uint sel[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, b = 16u * i, j = sel[i] & 7u, k = sel[i + 256u] & 7u;
    r[b] = a[i];
    r[b + 1u] = a[i + 256u] + r[b + 2u];
    r[b + j] = a[i + 512u];
    uint x = r[b + 1u] + a[i + 768u];
    r[b + 3u] = x;
    r[b + k] += 7u;
    uint y = r[b + 3u] ^ r[b + j];
    r[b + 4u] = y + a[i + 1024u];
    r[b + 5u] = r[b + 4u] + r[b + k];
    r[b + j + 1u] = a[i + 1280u];
    r[b + 9u] = r[b + 1u] + r[b + 2u] + r[b + 3u] + r[b + j];
    uint p[8];
    for (uint n = 0u; n < 8u; n++)
        p[n] = r[b + n];
    p[j] = x;
    p[k] ^= y;
    uint q = p[(j + k) & 7u] + p[3];
    p[k ^ 1u] = q;
    r[b + 10u] = q * 31u + p[j] + p[(sel[i + 512u]) & 7u];
}

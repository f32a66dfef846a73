#version 450
// kiln: groups=8,1,1 b0=uint b1=zero
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer B { uint b[]; };
shared uint bins[64];

void main()
{
    uint l = gl_LocalInvocationID.x;
    if (l < 64u)
        bins[l] = 0u;
    barrier();
    uint v = a[gl_GlobalInvocationID.x];
    for (int i = 0; i < 5; i++)
        atomicAdd(bins[(v >> (6 * i)) & 63u], uint(i) + 1u);
    barrier();
    if (l < 64u)
        atomicAdd(b[l], bins[l]);
}

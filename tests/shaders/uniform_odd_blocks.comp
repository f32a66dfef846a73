// kiln: groups=8,1,1 b0=uint b1=uint
// Runs of dwords that are the same for all lanes and no power of two: five to fifteen, of a buffer and of shared memory.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint s[128];
void main()
{
    uint l = gl_LocalInvocationIndex, w = gl_WorkGroupID.x, sum = l;
    s[l] = a[w * 128 + l];
    s[l + 64] = a[w * 128 + 64 + l];
    barrier();
    for (uint k = 0; k < 5; k++)
        sum = sum * 3 + a[w * 5 + k];
    for (uint k = 0; k < 9; k++)
        sum = sum * 5 + a[200 + w * 9 + k];
    for (uint k = 0; k < 15; k++)
        sum = sum * 7 + a[400 + w * 15 + k];
    for (uint k = 0; k < 7; k++)
        sum = sum * 9 + s[w * 8 + k];
    for (uint k = 0; k < 11; k++)
        sum = sum * 11 + s[w * 4 + k];
    for (uint k = 0; k < 13; k++)
        sum = sum * 13 + s[w + k];
    for (uint k = 0; k < 27; k++)
        sum = sum * 17 + a[600 + w * 27 + k];
    b[gl_GlobalInvocationID.x] = sum;
}

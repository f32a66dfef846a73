#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero array=0:20
// An array of buffers in a loop that may be unrolled, with reads and writes of different elements; also by an index that
// only the program's data make the same for all lanes.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint v[]; } b[20];
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, sum = 0u;
    if (i >= 40u) return;
    for (int k = 0; k < 20; k++)
        sum = sum * 31u + b[k].v[i];
    for (int k = 0; k < int(i & 15u); k++)
        sum ^= b[k + 1].v[i + uint(k)];
    for (int k = 0; k < 20; k++)
        sum = sum * 17u + b[k + int(r[i] >> 20)].v[i];
    for (int k = 19; k > 0; k--)
        b[k].v[64u + i] = b[k - 1].v[i] + sum;
    r[i] = sum;
}

#version 450
// kiln: groups=3,1,1 elems=4096 b0=uint b1=zero
// Loops from an item's place in its group over tiles: all items take as many rounds, but of the last two.
layout(local_size_x = 32, local_size_y = 3) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
shared uint tile[960];
void main()
{
    uint l = gl_LocalInvocationIndex, x = gl_LocalInvocationID.x, first = gl_WorkGroupID.x * 960;
    for (uint k = l; k < 960; k += 96)
        tile[k] = a[first + k];
    barrier();
    uint s = 0;
    for (uint k = l + 96; k < 864; k += 96)
        s = s * 7 + tile[k - 96] + (k ^ tile[k + 96]);
    for (int k = 2 * int(l) + 1; k <= 960; k += 192)
        s += tile[k] * uint(k);
    for (uint k = x; k < 224; k += 32)
        s ^= tile[4 * k + 3] + k;
    for (uint k = l; k < 900; k += 96)
        s = s * 3 + tile[k];
    for (uint k = l; k != l + 3 * (l & 3); k++)
        s += tile[k & 511] << 3;
    r[gl_WorkGroupID.x * 96 + l] = s;
}

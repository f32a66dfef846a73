#version 450
// kiln: groups=3,1,1 elems=1024 b0=uint b1=zero
// Rows of what the lane is in twice: as it is, and as what is a multiple of the row.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, n = gl_WorkGroupID.x * 64u + i;
    uint five = i + ((i & 7u) << 5), four = ((i & 3u) << 4) + (i & 15u), six = i + ((i & 1u) << 7);
    uint s = (five >> 5) * 3u + (four & 0x30u) * 5u + a[six >> 5] * 7u;
    if (((i & 4u) << 4) + i < 64u)
        s += 9u;
    r[n] = s + a[i] * 11u;
}

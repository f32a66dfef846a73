#version 450
// kiln: groups=4,1,1 elems=4096 b0=uint b1=zero
// Neighbours of 8 bytes that become accesses of 16: with robust buffer access a message takes what is aligned together (test_kilnc.sh
// counts them), since that lies on one side of the end of 32 bits.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uvec2 a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uvec2 r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x * 3u + 1u;
    uvec2 x = a[i - 1u], y = a[i], z = a[i + 1u];
    r[i - 1u] = x + y * 3u;
    r[i] = max(y, z);
    r[i + 1u] = x ^ z;
}

#version 450
// kiln: groups=4,1,1 elems=1024 b0=small b1=zero
// Integers beside the one whose only bit is the sign, which as a float would be a zero.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i & 15u], y = a[i >> 4 & 15u];
    r[i] = (x ^ y) == 0x80000000u ? 3u : 5u;
    r[i + 256u] = (x & y) != 0x80000000u ? x + 7u : y;
    r[i + 512u] = (x | y) == 0x80000000u ? 11u : 13u;
    uint high = unpackDouble2x32(double(x & 3u) * -1.0LF).y;
    r[i + 768u] = (high == 0x80000000u ? 17u : 18u) + high % 7u;
    high = unpackDouble2x32(double(y & 3u)).y;
    r[i] += high == 0x80000000u ? 19u : 20u;
}

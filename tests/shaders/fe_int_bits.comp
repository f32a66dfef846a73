#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i], y = x >> (i % 33u == 32u ? 31u : i % 33u);
    if (i % 37u == 0u)
        y = 0u;
    r[i] = uint(bitCount(y));
    r[i + 256] = bitfieldReverse(y);
    r[i + 512] = uint(findLSB(y));
    r[i + 768] = uint(findMSB(y));
    r[i + 1024] = uint(findMSB(int(x) >> int(i & 31u)));
    r[i + 1280] = uint(findMSB(-int(y >> 1)));
    ivec3 v = findLSB(uvec3(x, y, x << 7));
    r[i + 1536] = uint(v.x + v.y * 64 + v.z * 4096);
}

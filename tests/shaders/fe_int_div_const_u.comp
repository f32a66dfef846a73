#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint x = a[i], s = 0;
    s = s * 31u + x / 3u + x % 3u;
    s = s * 31u + x / 5u + x % 5u;
    s = s * 31u + x / 6u + x % 6u;
    s = s * 31u + x / 7u + x % 7u;
    s = s * 31u + x / 9u + x % 9u;
    s = s * 31u + x / 10u + x % 10u;
    s = s * 31u + x / 11u + x % 11u;
    s = s * 31u + x / 12u + x % 12u;
    s = s * 31u + x / 13u + x % 13u;
    s = s * 31u + x / 25u + x % 25u;
    s = s * 31u + x / 100u + x % 100u;
    s = s * 31u + x / 125u + x % 125u;
    s = s * 31u + x / 255u + x % 255u;
    s = s * 31u + x / 641u + x % 641u;
    s = s * 31u + x / 1000u + x % 1000u;
    s = s * 31u + x / 65537u + x % 65537u;
    s = s * 31u + x / 1000000007u + x % 1000000007u;
    s = s * 31u + x / 2147483647u + x % 2147483647u;
    s = s * 31u + x / 2147483649u + x % 2147483649u;
    s = s * 31u + x / 4294967291u + x % 4294967291u;
    s = s * 31u + x / 4294967295u + x % 4294967295u;
    r[i] = s;
    r[i + 256] = x / 7u;
    r[i + 512] = x / 3u;
    r[i + 768] = x % 10u;
}

#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i], n = a[i + 256] & 31u;
    int s = int(x);
    r[i] = x << n;
    r[i + 256] = x >> n;
    r[i + 512] = uint(s >> int(n));
    r[i + 768] = (x << 3) ^ (x >> 29);
    r[i + 1024] = (x << n) | (x >> (31u - n) >> 1);
    r[i + 1280] = uint(s >> 31);
    uvec4 v = uvec4(x, n, x ^ n, ~x) >> uvec4(1, 2, 3, 4);
    r[i + 1536] = v.x ^ v.y ^ v.z ^ v.w;
}

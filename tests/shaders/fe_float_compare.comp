#version 450
// kiln: groups=4,1,1 b0=special b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i], y = (i & 3u) == 0u ? x : a[i + 256], n = (i % 5u) == 0u ? 0.0 : y;
    r[i] = uint(x == y) | uint(x != y) << 1 | uint(x < y) << 2 | uint(x <= y) << 3 | uint(x > y) << 4 | uint(x >= y) << 5;
    r[i + 256] = uint(x == n) | uint(x != n) << 1 | uint(x < n) << 2 | uint(x <= n) << 3 | uint(x > n) << 4 | uint(x >= n) << 5;
    r[i + 512] = uint(!(x < n)) | uint(!(x >= n)) << 1 | uint(!(x == n)) << 2;
    r[i + 768] = uint(isinf(x)) | uint(isinf(n)) << 1;
}

#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i], y = (i & 3u) == 0u ? x : a[i + 256];
    int s = int(x), t = int(y);
    uint m = 0u;
    m |= uint(x == y) | uint(x != y) << 1 | uint(x < y) << 2 | uint(x <= y) << 3 | uint(x > y) << 4 | uint(x >= y) << 5;
    m |= uint(s < t) << 6 | uint(s <= t) << 7 | uint(s > t) << 8 | uint(s >= t) << 9;
    r[i] = m;
    r[i + 256] = x < 1000000000u ? x : y;
    r[i + 512] = s < 0 ? 1u : t < -5 ? 2u : 3u;
    r[i + 768] = min(x, y) ^ max(x, y) * 3u + clamp(x, 1000u, 3000000000u);
}

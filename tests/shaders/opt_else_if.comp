#version 450
// kiln: groups=2,1,1 elems=4096 b0=any b1=zero
// `else if` of a few values is computed in vain for less than its branch takes, and what is read behind several such becomes one message; where
// it is more, or what a side does is not for both to do, it stays a branch.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, e0 = 0u, e1 = 0u, n = 0u;
    float b0 = -1e30, b1 = -1e30;
    for (uint e = 0u; e < 16u; e++) {
        float v = a[16u * i + e];
        if (v > b0) {
            b1 = b0;
            e1 = e0;
            b0 = v;
            e0 = e;
        } else if (v > b1) {
            b1 = v;
            e1 = e;
        }
    }
    for (uint e = 0u; e < 8u; e++) {
        uint k = r[8u * i + e] + (e0 >> e);
        if ((k & 1u) != 0u)
            n = n / (k | 3u) + e1; // not by zero where it is even
        else if ((k & 2u) != 0u)
            r[8u * i + e] = n + k;
    }
    r[8u * i + 7u] = floatBitsToUint(b0) ^ floatBitsToUint(b1) ^ (e0 * 5u + e1 * 131u) ^ n;
}

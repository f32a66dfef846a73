#version 450
// kiln: groups=16,1,1 b0=uint b1=zero
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// Several branches that all lanes take go to one place with the same values: one block moves them. In a loop as well, and where two bring other values.
void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i], y = a[i + 512], k = a[gl_WorkGroupID.x] & 7u, n = a[gl_WorkGroupID.x + 16] & 3u;
    uint u = 0u, v = x, w = y, q = 1u;
    if (k < 4u) {
        if (k == 3u) {
            u = n == 2u ? y : x + 1u;
            v = n == 1u ? 5u : w;
            w = 7u;
            q = x;
        }
    } else if (k == 5u) {
        u = x ^ y;
        v = n == 1u ? 9u : x * 3u;
        w = v + 1u;
        q = y;
    } else if (k == 6u) {
        v = y;
        q = 4u;
    }
    r[i] = u * 3u + v * 5u + w * 7u + q * 11u;
    uint s = 0u, t = x;
    for (uint m = 0u; m < n + 2u; m++) {
        uint b = 2u, c = t;
        if (m < k) {
            if (m == 2u) {
                b = t;
                c = s;
            }
        } else if (n == m) {
            b = s ^ 3u;
            c = t + 1u;
        }
        s += b * 13u;
        t = c ^ m;
    }
    r[i + 512] = s;
    r[i + 1024] = t;
}

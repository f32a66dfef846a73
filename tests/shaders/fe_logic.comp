#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    bvec4 p = notEqual(uvec4(a[i], a[i + 1], a[i + 2], a[i + 3]) & uvec4(1, 2, 4, 8), uvec4(0));
    bool q = (a[i] & 16u) != 0u, s = (a[i] & 32u) != 0u;
    r[i] = uint(any(p)) | uint(all(p)) << 1 | uint(q && s) << 2 | uint(q || s) << 3 | uint(q ^^ s) << 4 | uint(!q) << 5;
    r[i + 256] = uint(q == s) | uint(any(not(p))) << 1 | uint(all(equal(p, bvec4(q)))) << 2;
    bvec2 z = bvec2(q, p.y);
    z.y = z.y || z.x;
    r[i + 512] = uint(z.x) + 2u * uint(z.y);
}

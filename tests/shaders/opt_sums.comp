#version 450
// Sums that dot products are added to, in loops and unrolled ones, and one that is `precise`: inputs are small integers, so that every order
// gives the same sum, exactly.
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

vec4 row(uint i)
{
    return vec4(float(a[4 * i]), float(a[4 * i + 1]), float(a[4 * i + 2]), float(a[4 * i + 3])) - 100.0;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 sums = vec4(0.0);
    float one = 3.0, left = 7.0;
    precise float kept = 5.0;

    for (uint k = 0; k < 16; k++) {
        vec4 v = row((i + k) % 1024), w = row((i * 7 + k) % 1024), u = row((i * 13 + k) % 1024);
        sums += vec4(dot(v, w), dot(v.yxwz, w), dot(v.wzyx, w), dot(v.zwxy, w));
        one += dot(u, w);
        left -= dot(u.xy, v.zw) - u.z * v.x;
        kept += dot(u, v);
    }
    r[i] = sums.x;
    r[i + 256] = sums.y;
    r[i + 512] = sums.z;
    r[i + 768] = sums.w;
    r[i + 1024] = one;
    r[i + 1280] = left;
    r[i + 1536] = kept;
}

#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uvec4 v = uvec4(a[i], a[i + 1], a[i + 2], a[i + 3]);
    uint k = a[i + 256] & 3u;
    r[i] = v[k];
    v[k] = 77u;
    v[(k + 1u) & 3u] += v[(k + 2u) & 3u];
    r[i + 256] = v.x ^ v.y * 3u ^ v.z * 5u ^ v.w * 7u;
    vec3 f = vec3(1.0, 2.0, 3.0);
    f[k % 3u] = 9.0;
    r[i + 512] = uint(f.x * 100.0 + f.y * 10.0 + f.z);
}

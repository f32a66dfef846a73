#version 450
// kiln: groups=5,1,1 elems=4096 b0=uint b1=zero
// Rows of eight, which wider threads have several of, and groups whose last thread is not full.
layout(local_size_x = 8, local_size_y = 5) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared vec4 t[40];

void main()
{
    uvec3 l = gl_LocalInvocationID;
    uint i = gl_LocalInvocationIndex, n = gl_WorkGroupID.x * 40u + i;
    t[i] = vec4(float(a[i] & 255u), float(a[i + 1u] & 255u), 1.0, float(i));
    barrier();
    uint s = a[l.y] + a[i >> 4u] * 3u + a[(i + 8u) >> 3u] * 5u + a[i & 0x38u] * 7u;
    vec4 v = t[l.y * 8u] + t[l.y * 8u + 1u] + t[(i >> 4u) * 2u];
    if (i < 16u)
        v *= 2.0;
    if (l.y == 3u)
        s += 9u;
    r[n] = s + uint(v.x + v.y * 3.0 + v.z + v.w * 5.0);
}

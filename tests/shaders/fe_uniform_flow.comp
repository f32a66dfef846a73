#version 450
// kiln: groups=4,1,1 b0=small b1=zero push=uint:2
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(push_constant) uniform P { uint n; uint m; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    // Branches that every invocation takes alike.
    uint s = 0u;
    if ((n & 1u) != 0u)
        s = a[i] * 3u;
    else
        s = a[i + 1] + 5u;
    for (uint j = 0u; j < (m & 15u); j++)
        s += a[j] * gl_WorkGroupID.x;
    if (gl_WorkGroupID.x == 2u)
        s ^= 0xffu;
    r[i] = s;
}

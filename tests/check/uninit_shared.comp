#version 450
// check: groups=2
// Only half of the array is written.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[64];
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (l < 32u)
        s[l] = a[l];
    barrier();
    uint x = s[l] * 3u + 1u; // @uninit
    o[gl_GlobalInvocationID.x] = x; // @uninit
}

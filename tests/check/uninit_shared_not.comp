#version 450
// check: groups=2
// What was never written is read and copied about, and nobody asks what it is.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[64];
shared uint t[64];
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (l < 32u)
        s[l] = a[l];
    barrier();
    uint x = s[l] + 5u;
    t[l] = x;
    barrier();
    uint y = t[l];
    o[gl_GlobalInvocationID.x] = l < 32u ? y : 7u;
    o[512u + gl_GlobalInvocationID.x] = (s[63] & 0u) + l;
}

#version 450
// check: simd=16 by=12,0,0 at=128
// Invocation 12 is the first that reads what none wrote: the report names it and its place, not another one's.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[64];
void main()
{
    uint l = gl_LocalInvocationIndex;
    s[l] = a[l];
    s[16u + l] = a[64u - l];
    barrier();
    o[gl_GlobalInvocationID.x] = s[l + 20u]; // @uninit
}

#version 450
// check: groups=2
// A subgroup reads what another one writes, and no barrier is between.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[64];
void main()
{
    uint l = gl_LocalInvocationIndex;
    s[l] = a[l]; // @race
    o[gl_GlobalInvocationID.x] = s[63u - l]; // @race @uninit
}

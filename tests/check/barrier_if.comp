#version 450
// check: groups=1
// A barrier on a way that only some of each subgroup take.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[64];
void main()
{
    uint l = gl_LocalInvocationIndex;
    s[l] = l;
    if ((a[l] & 1u) != 0u) {
        barrier(); // @barrier
        o[l] = s[63u - l] * 3u;
    } else {
        o[l] = s[l];
    }
}

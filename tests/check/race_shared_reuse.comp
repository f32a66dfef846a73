#version 450
// check: groups=1
// The barrier before the second round is missing: a write after a read.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[64];
void main()
{
    uint l = gl_LocalInvocationIndex, x = 0u;
    for (uint round = 0u; round < 4u; round++) {
        s[l] = a[l] + round; // @race
        barrier();
        x += s[(l + 32u) & 63u]; // @race
    }
    o[l] = x;
}

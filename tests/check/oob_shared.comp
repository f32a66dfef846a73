#version 450
// check: groups=1
// Behind an array of 50 elements: from 200 bytes on, where the hardware still has memory up to 1024.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[50];
void main()
{
    uint l = gl_LocalInvocationIndex;
    s[l * 5u] = l; // @oob
    barrier();
    o[l] = s[l == 63u ? 5u : 0u];
}

#version 450
// check: groups=1
// Two invocations of one subgroup, and nobody else: not in the same message where a subgroup takes several.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s;
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (l == 3u || l == 7u)
        s = l; // @race
    barrier();
    o[l] = s;
}

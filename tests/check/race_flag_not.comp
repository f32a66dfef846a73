#version 450
// check: groups=4
// All raise the same flag: no race that would have two outcomes.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint found;
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (l == 0u)
        found = 0u;
    barrier();
    if (a[l] % 7u == 3u)
        found = 1u;
    barrier();
    if (found != 0u)
        o[0] = 5u;
    o[1u + gl_GlobalInvocationID.x] = found;
}

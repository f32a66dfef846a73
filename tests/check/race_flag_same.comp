#version 450
// check: groups=4 options=same not=Intel
// All raise the same flag, which is told when it is asked for. (Mesa's device is one for all these shaders.)
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
        found = 1u; // @race
    barrier();
    if (found != 0u)
        o[0] = 5u; // @race
    o[1u + gl_GlobalInvocationID.x] = found;
}

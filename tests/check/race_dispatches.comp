#version 450
// check: groups=1 dispatches=2
// Two dispatches without a pipeline barrier.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex;
    o[63u - l] = o[63u - l] + o[64u + l] + l + 1u; // @race
}

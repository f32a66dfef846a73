#version 450
// check: groups=1
// A write behind a barrier(), after reads before it: the order of execution is enough, whatever the barrier names.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex;
    uint x = a[(l + 32u) & 63u];
    barrier();
    a[l] = x + 1u;
}

#version 450
// check: groups=1
// An index that is the same for all invocations.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    o[gl_LocalInvocationIndex] = a[a[1000] + 24u]; // @oob
}

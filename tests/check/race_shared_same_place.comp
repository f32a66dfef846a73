#version 450
// check: groups=1
// Each invocation writes another value to one place.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s;
void main()
{
    s = gl_LocalInvocationIndex; // @race
    barrier();
    o[gl_LocalInvocationIndex] = s;
}

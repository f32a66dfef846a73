#version 450
// kiln: groups=5,1,1 elems=4096 b0=uint b1=zero
// Lanes that read shared memory one behind the other in groups whose last thread is not full: what lies behind is others'.
layout(local_size_x = 8, local_size_y = 5) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared uint t[40];
shared uint next[8];

void main()
{
    uint i = gl_LocalInvocationIndex, n = gl_WorkGroupID.x * 40u + i;
    t[i] = a[i];
    if (i >= 32u)
        next[i & 7u] = i;
    barrier();
    uint s = t[i] + t[gl_LocalInvocationID.x] * 3u + t[gl_LocalInvocationID.x + 8u] * 5u;
    if (i >= 20u)
        s += t[i] * 7u;
    r[n] = s + next[i & 7u];
}

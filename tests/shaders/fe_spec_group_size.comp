#version 450
// kiln: groups=4,1,1 b0=uint b1=zero spec=1:24 spec=2:2
layout(local_size_x_id = 1, local_size_y_id = 2) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

shared uint s[gl_WorkGroupSize.x * gl_WorkGroupSize.y];

void main()
{
    uint n = gl_WorkGroupSize.x * gl_WorkGroupSize.y, i = gl_WorkGroupID.x * n + gl_LocalInvocationIndex;
    s[gl_LocalInvocationIndex] = a[i];
    barrier();
    r[i] = s[(gl_LocalInvocationIndex + 1u) % n] + n;
}

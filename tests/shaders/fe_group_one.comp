#version 450
// kiln: groups=50,1,1 b0=uint b1=zero
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

shared uint s[gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z];

void main()
{
    uint n = gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z;
    uint i = gl_WorkGroupID.x * n + gl_LocalInvocationIndex;
    s[gl_LocalInvocationIndex] = a[i];
    barrier();
    r[i] = s[n - 1u - gl_LocalInvocationIndex] + gl_LocalInvocationID.x * 3u + gl_LocalInvocationID.y * 1000u +
           gl_LocalInvocationID.z * 100000u;
}

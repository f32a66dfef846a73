#version 450
// kiln: groups=3,2,2 b0=zero
layout(local_size_x = 4, local_size_y = 3, local_size_z = 5) in;
layout(set = 0, binding = 0) buffer B0 { uint r[]; };

void main()
{
    uvec3 g = gl_GlobalInvocationID, n = gl_NumWorkGroups * gl_WorkGroupSize;
    uint i = (g.z * n.y + g.y) * n.x + g.x;
    r[i] = gl_LocalInvocationIndex | gl_LocalInvocationID.x << 8 | gl_LocalInvocationID.y << 16 | gl_LocalInvocationID.z << 24;
    r[i + 1024] = gl_WorkGroupID.x | gl_WorkGroupID.y << 8 | gl_WorkGroupID.z << 16;
    r[i + 2048] = gl_NumWorkGroups.x | gl_NumWorkGroups.y << 8 | gl_NumWorkGroups.z << 16;
    r[i + 3072] = gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y * 10u + gl_WorkGroupSize.z;
}

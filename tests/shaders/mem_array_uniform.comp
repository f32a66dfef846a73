#version 450
// kiln: groups=8,1,1 elems=2048 b0=uint b1=zero array=0:8
// A small array of buffers, indexed by a uniform value: in the binding table.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; } src[8];
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint k = gl_WorkGroupID.x;
    r[gl_GlobalInvocationID.x] = src[k].v[gl_LocalInvocationID.x * 3u] + src[7u - k].v[gl_LocalInvocationID.x];
}

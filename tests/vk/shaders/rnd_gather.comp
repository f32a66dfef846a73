#version 450
#extension GL_EXT_nonuniform_qualifier : require
// Sums of buffers that an index of the invocation's chooses.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Dst { uint dst[]; };
layout(set = 1, binding = 0) readonly buffer Src { uint v[]; } srcs[];
layout(push_constant) uniform Push { uint n, count, k; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= n)
        return;
    uint sum = i;
    for (uint j = 0; j < 3; j++)
        sum = sum * 5u + srcs[nonuniformEXT((i * k + j) % count)].v[i & 15u];
    dst[i] = sum;
}

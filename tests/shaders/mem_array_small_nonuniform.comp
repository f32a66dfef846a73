#version 450
#extension GL_EXT_nonuniform_qualifier : require
// kiln: not=Intel groups=4,1,1 elems=4096 b0=uint b1=zero array=0:4
// Lanes with their own index into the binding table.
// ANV asks the sampler for buffer sizes in a way that is not simulated.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint v[]; } src[4];
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    r[i] = src[nonuniformEXT(i & 3u)].v[i] ^ src[nonuniformEXT(i >> 6)].v[i * 2u] + uint(src[nonuniformEXT(i % 3u)].v.length());
    src[nonuniformEXT(i & 3u)].v[512u + i] = i;
}

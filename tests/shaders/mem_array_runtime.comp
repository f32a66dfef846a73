#version 450
#extension GL_EXT_nonuniform_qualifier : require
// kiln: not=Intel,kiln-gen8 groups=16,1,1 elems=4096 b0=uint b1=uint b2=zero array=0:32 same=1:0 alone expect=2:1
// A run-time array of descriptors, and run-time arrays in its buffers.
// ANV asks the sampler for buffer sizes in a way that is not simulated.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint n; uint v[]; } src[];
layout(set = 0, binding = 1, std430) readonly buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    bool ok = src[nonuniformEXT(i & 31u)].v[i & 63u] == all[(i & 31u) * 128u + 1u + (i & 63u)];
    ok = ok && src[gl_WorkGroupID.x].n == all[gl_WorkGroupID.x * 128u];
    ok = ok && src[5].v[3] == all[5u * 128u + 4u];
    ok = ok && src[nonuniformEXT(i & 7u)].v.length() == 127 && src[gl_WorkGroupID.x].v.length() == 127;
    r[i] = ok ? 1u : 2u;
}

#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_int64 : require
// kiln: groups=4,1,1 elems=4096 b0=zero b1=index b2=zero array=0:64 alone expect=2:1 not=Intel,kiln-gen8
// The size of each lane's own buffer, asked for where the first lanes are off: alone, and as the bound of atomics.
// (Mesa 22.3 tells wrong lengths of arrays of buffers, with one index for all lanes too.)
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer Sums { uint64_t n[]; } sums[64];
layout(set = 0, binding = 1, std430) readonly buffer Sel { uint sel[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
void main()
{
    uint lane = gl_LocalInvocationIndex & 31u, group = gl_WorkGroupID.x * 2u + (gl_LocalInvocationIndex >> 5);
    // Eight subgroups or more at any width, each with its own lanes and qwords.
    bool on = lane >= 3u * group && (lane & 1u) == (group & 1u);
    uint k = (sel[gl_GlobalInvocationID.x] & 7u) + 8u * group;
    for (uint n = 0u; n < 16u; n++)
        r[gl_GlobalInvocationID.x + 256u * n] = 1u;
    if (on) {
        if (sums[nonuniformEXT(k)].n.length() != 32)
            r[gl_GlobalInvocationID.x] = 2u;
        atomicAdd(sums[nonuniformEXT(k)].n[lane], 5ul);
        if (atomicAdd(sums[nonuniformEXT(k)].n[lane], 2ul) != 5ul)
            r[gl_GlobalInvocationID.x + 256u] = 3u;
    }
}

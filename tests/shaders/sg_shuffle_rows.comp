#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
// kiln: groups=2,1,1 elems=256 b0=uint b1=zero expect=1:1
// Shuffles whose indices leave out low bits of the lane: rows of eight, moves between regions (test_kilnc.sh looks).
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint lane = gl_SubgroupInvocationID, i = gl_GlobalInvocationID.x, first = i - lane;
    uint size = gl_SubgroupSize, at = lane & 24u, last = lane & 16u;
    bool ok = subgroupShuffle(a[i], at) == a[first + at];
    ok = ok && (last >= size || subgroupShuffle(a[i] * 3u, last) == a[first + last] * 3u);
    r[i * 2u] = ok ? 1u : 2u;
    r[i * 2u + 1u] = 1u;
}

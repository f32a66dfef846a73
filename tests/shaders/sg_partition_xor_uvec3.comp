#version 450
// kiln: groups=3,1,1 elems=192 b0=uint b1=zero expect=1:1 alone not=Intel,anv25
// partitions, with their reduction and scans: Xor of uvec3
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
uvec3 f(uvec3 x, uvec3 y) { return x ^ y; }
shared uvec3 sv[64];
shared uint sa[64], lane[64];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    uvec3 v = uvec3(a[i], a[i] >> 3, a[i] * 5u);
    bvec2 key = bvec2((a[i] & 1u) != 0u, (a[i] & 2u) != 0u);
    bool active_ = true;
    sv[l] = v;
    sa[l] = uint(active_);
    lane[l] = me;
    barrier();
    uint last = 1u; // lanes of this subgroup, whatever size the driver tells
    while (base + last < 64u && lane[base + last] != 0u)
        last++;
    uint bad = 0u;
    if (active_) {
        uvec4 part = subgroupPartitionNV(key);
        uint same = 0u;
        uvec3 all_ = uvec3(0), upto = all_, below = all_;
        for (uint k = 0u; k < last; k++) {
            bvec2 other = subgroupShuffle(key, k);
            if (sa[base + k] != 0u && other == key) {
                same |= 1u << k;
                all_ = f(all_, sv[base + k]);
                if (k <= me)
                    upto = f(upto, sv[base + k]);
                if (k < me)
                    below = f(below, sv[base + k]);
            }
        }
        if (part != uvec4(same, 0u, 0u, 0u)) bad |= 1u;
        if (subgroupPartitionedXorNV(v, part) != all_) bad |= 2u;
        if (subgroupPartitionedInclusiveXorNV(v, part) != upto) bad |= 4u;
        if (subgroupPartitionedExclusiveXorNV(v, part) != below) bad |= 8u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

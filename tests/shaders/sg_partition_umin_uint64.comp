#version 450
// kiln: groups=3,1,1 elems=192 b0=uint b1=zero expect=1:1 alone not=Intel,anv25
// partitions, with their reduction and scans: Min of uint64_t
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
uint64_t f(uint64_t x, uint64_t y) { return min(x, y); }
shared uint64_t sv[64];
shared uint sa[64], lane[64];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    uint64_t v = uint64_t(a[i]) << 20;
    uint key = a[i] & 3u;
    bool active_ = (a[i] & 0x70000u) != 0u;
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
        uint64_t all_ = ~uint64_t(0), upto = all_, below = all_;
        for (uint k = 0u; k < last; k++) {
            uint other = subgroupShuffle(key, k);
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
        if (subgroupPartitionedMinNV(v, part) != all_) bad |= 2u;
        if (subgroupPartitionedInclusiveMinNV(v, part) != upto) bad |= 4u;
        if (subgroupPartitionedExclusiveMinNV(v, part) != below) bad |= 8u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

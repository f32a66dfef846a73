#version 450
// kiln: groups=3,1,1 elems=192 b0=uint b1=zero expect=1:1 alone not=Intel,anv25
// partitions, with their reduction and scans: Max of float
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
float f(float x, float y) { return max(x, y); }
shared float sv[64];
shared uint sa[64], lane[64];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    float v = float(int(a[i]) >> 8);
    float key = float(a[i] & 1u) - 0.5;
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
        float all_ = uintBitsToFloat(0xff800000u), upto = all_, below = all_;
        for (uint k = 0u; k < last; k++) {
            float other = subgroupShuffle(key, k);
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
        if (subgroupPartitionedMaxNV(v, part) != all_) bad |= 2u;
        if (subgroupPartitionedInclusiveMaxNV(v, part) != upto) bad |= 4u;
        if (subgroupPartitionedExclusiveMaxNV(v, part) != below) bad |= 8u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

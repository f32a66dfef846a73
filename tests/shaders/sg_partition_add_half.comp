#version 450
// kiln: groups=3,1,1 elems=192 b0=uint b1=zero expect=1:1 alone not=Intel,anv25
// partitions, with their reduction and scans: Add of float16_t
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
float16_t f(float16_t x, float16_t y) { return x + y; }
shared float16_t sv[64];
shared uint sa[64], lane[64];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    float16_t v = float16_t(a[i] >> 8 & 15u);
    float16_t key = float16_t(a[i] & 3u);
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
        float16_t all_ = float16_t(0), upto = all_, below = all_;
        for (uint k = 0u; k < last; k++) {
            float16_t other = subgroupShuffle(key, k);
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
        if (subgroupPartitionedAddNV(v, part) != all_) bad |= 2u;
        if (subgroupPartitionedInclusiveAddNV(v, part) != upto) bad |= 4u;
        if (subgroupPartitionedExclusiveAddNV(v, part) != below) bad |= 8u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

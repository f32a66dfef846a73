#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// reductions and scans: Min of float16_t
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
float16_t f(float16_t x, float16_t y) { return float16_t(min(x, y)); }
shared float16_t sv[96];
shared uint sa[96], lane[96];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    float16_t v = float16_t(int(a[i] & 63u) - 20);
    bool active_ = (a[i] & 0x30000u) != 0u;
    sv[l] = v;
    sa[l] = uint(active_);
    lane[l] = me;
    barrier();
    uint last = 1u; // lanes of this subgroup, whatever size the driver tells
    while (base + last < 96u && lane[base + last] != 0u)
        last++;
    uint bad = 0u;
    if (active_) {
        float16_t all_ = float16_t(float16_t(uintBitsToFloat(0x7f800000u))), upto = all_, below = all_, four = all_;
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u)
                all_ = f(all_, sv[base + k]);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k <= me)
                upto = f(upto, sv[base + k]);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k < me)
                below = f(below, sv[base + k]);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k / 4u == me / 4u)
                four = f(four, sv[base + k]);
        if (subgroupMin(v) != all_) bad |= 1u;
        if (subgroupInclusiveMin(v) != upto) bad |= 2u;
        if (subgroupExclusiveMin(v) != below) bad |= 4u;
        if (subgroupClusteredMin(v, 4u) != four) bad |= 8u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

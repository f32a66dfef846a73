#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone not=anv25
// reductions and scans: Add of u8vec4 (anv25: nir_opt_uniform_subgroup multiplies a constant by the count of all lanes, whatever the cluster)
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
u8vec4 f(u8vec4 x, u8vec4 y) { return u8vec4(x + y); }
shared u8vec4 sv[96];
shared uint sa[96], lane[96];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    u8vec4 v = u8vec4(uint8_t(a[i]), uint8_t(a[i] >> 9), uint8_t(i), uint8_t(200u));
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
        u8vec4 all_ = u8vec4(uint8_t(0)), upto = all_, below = all_, four = all_;
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
        if (subgroupAdd(v) != all_) bad |= 1u;
        if (subgroupInclusiveAdd(v) != upto) bad |= 2u;
        if (subgroupExclusiveAdd(v) != below) bad |= 4u;
        if (subgroupClusteredAdd(v, 4u) != four) bad |= 8u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

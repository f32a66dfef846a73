#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// clusters of every size: Or of bool
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
bool f(bool x, bool y) { return x || y; }
shared bool sv[96];
shared uint sa[96], lane[96];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    bool v = (a[i] & 4u) != 0u;
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
        bool e;
        e = bool(false);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k / 1u == me / 1u)
                e = f(e, sv[base + k]);
        if (subgroupClusteredOr(v, 1u) != e) bad |= 1u;
        e = bool(false);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k / 2u == me / 2u)
                e = f(e, sv[base + k]);
        if (subgroupClusteredOr(v, 2u) != e) bad |= 2u;
        e = bool(false);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k / 4u == me / 4u)
                e = f(e, sv[base + k]);
        if (subgroupClusteredOr(v, 4u) != e) bad |= 4u;
        e = bool(false);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k / 8u == me / 8u)
                e = f(e, sv[base + k]);
        if (subgroupClusteredOr(v, 8u) != e) bad |= 8u;
        e = bool(false);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k / 16u == me / 16u)
                e = f(e, sv[base + k]);
        if (last >= 16u)
            if (subgroupClusteredOr(v, 16u) != e) bad |= 16u;
        e = bool(false);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k / 32u == me / 32u)
                e = f(e, sv[base + k]);
        if (last >= 32u)
            if (subgroupClusteredOr(v, 32u) != e) bad |= 32u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

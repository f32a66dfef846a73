#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// reduction and scans: Max of uint
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
uint f(uint x, uint y) { return max(x, y); }
shared uint sv[96];
shared uint sa[96], lane[96];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    uint v = a[i];
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
        uint all_ = uint(0u), upto = all_, below = all_;
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u)
                all_ = f(all_, sv[base + k]);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k <= me)
                upto = f(upto, sv[base + k]);
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && k < me)
                below = f(below, sv[base + k]);
        if (subgroupMax(v) != all_) bad |= 1u;
        if (subgroupInclusiveMax(v) != upto) bad |= 2u;
        if (subgroupExclusiveMax(v) != below) bad |= 4u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

#version 450
// kiln: groups=3,1,1 elems=231 b0=uint b1=zero expect=1:1 alone
// votes
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 77) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared bool sv[77];
shared uint sa[77], lane[77];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    bool v = i > 3000u;
    bool active_ = true;
    sv[l] = v;
    sa[l] = uint(active_);
    lane[l] = me;
    barrier();
    uint last = 1u; // lanes of this subgroup, whatever size the driver tells
    while (base + last < 77u && lane[base + last] != 0u)
        last++;
    uint bad = 0u;
    if (active_) {
        bool all_ = true, any_ = false, same = true;
        uint f = 0u;
        while (sa[base + f] == 0u)
            f++;
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && !sv[base + k])
                all_ = false;
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && sv[base + k])
                any_ = true;
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && sv[base + k] != sv[base + f])
                same = false;
        if (subgroupAll(v) != all_) bad |= 1u;
        if (subgroupAny(v) != any_) bad |= 2u;
        if (subgroupAllEqual(v) != same) bad |= 4u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone not=anv25-doubles
// (anv25-doubles: ANV 25 reads what it moved by an address, two dwords, as of the pipe of doubles, and misses the wait)
// whether all are equal
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared double sv[96];
shared uint sa[96], lane[96];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    double v = double((i & 32u) != 0u ? a[0] : a[i] & 1u);
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
        bool same = true;
        uint f = 0u;
        while (sa[base + f] == 0u)
            f++;
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && sv[base + k] != sv[base + f])
                same = false;
        if (subgroupAllEqual(v) != same) bad |= 1u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// moves between lanes: broadcast of float16_t
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
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
        {
            float16_t got = subgroupBroadcast(v, 0u);
            uint o = 0u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 1u;
        }
        {
            float16_t got = subgroupBroadcast(v, 1u);
            uint o = 1u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 2u;
        }
        {
            float16_t got = subgroupBroadcast(v, 5u);
            uint o = 5u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 4u;
        }
        {
            float16_t got = subgroupBroadcast(v, 7u);
            uint o = 7u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 8u;
        }
        uint f = 0u;
        while (sa[base + f] == 0u)
            f++;
        {
            float16_t got = subgroupBroadcastFirst(v);
            uint o = f;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 64u;
        }
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

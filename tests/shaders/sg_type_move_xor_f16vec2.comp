#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// moves between lanes: xor of f16vec2
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared f16vec2 sv[96];
shared uint sa[96], lane[96];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    f16vec2 v = f16vec2(float16_t(int(a[i] & 31u)), float16_t(me));
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
            f16vec2 got = subgroupShuffleXor(v, 1u);
            uint o = me ^ 1u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 1u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 2u);
            uint o = me ^ 2u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 2u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 3u);
            uint o = me ^ 3u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 4u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 4u);
            uint o = me ^ 4u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 8u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 5u);
            uint o = me ^ 5u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 16u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 7u);
            uint o = me ^ 7u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 32u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 8u);
            uint o = me ^ 8u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 64u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 15u);
            uint o = me ^ 15u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 128u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 16u);
            uint o = me ^ 16u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 256u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, 31u);
            uint o = me ^ 31u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 512u;
        }
        {
            f16vec2 got = subgroupShuffleXor(v, a[0] & 31u);
            uint o = me ^ (a[0] & 31u);
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 4096u;
        }
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

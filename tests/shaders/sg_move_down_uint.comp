#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// moves between lanes: down of uint
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared uint sv[96];
shared uint sa[96], lane[96];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    uint v = a[i];
    bool active_ = true;
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
            uint got = subgroupShuffleDown(v, 0u);
            uint o = me + 0u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 1u;
        }
        {
            uint got = subgroupShuffleDown(v, 1u);
            uint o = me + 1u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 2u;
        }
        {
            uint got = subgroupShuffleDown(v, 2u);
            uint o = me + 2u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 4u;
        }
        {
            uint got = subgroupShuffleDown(v, 3u);
            uint o = me + 3u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 8u;
        }
        {
            uint got = subgroupShuffleDown(v, 4u);
            uint o = me + 4u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 16u;
        }
        {
            uint got = subgroupShuffleDown(v, 6u);
            uint o = me + 6u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 32u;
        }
        {
            uint got = subgroupShuffleDown(v, 8u);
            uint o = me + 8u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 64u;
        }
        {
            uint got = subgroupShuffleDown(v, 9u);
            uint o = me + 9u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 128u;
        }
        {
            uint got = subgroupShuffleDown(v, 16u);
            uint o = me + 16u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 256u;
        }
        {
            uint got = subgroupShuffleDown(v, a[0] & 15u);
            uint o = me + (a[0] & 15u);
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 4096u;
        }
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

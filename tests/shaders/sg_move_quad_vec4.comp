#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// moves between lanes: quad of vec4
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared vec4 sv[96];
shared uint sa[96], lane[96];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    vec4 v = vec4(float(a[i] & 0xffffu), float(i), -1.5, float(me));
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
            vec4 got = subgroupQuadBroadcast(v, 0u);
            uint o = me & ~3u | 0u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 1u;
        }
        {
            vec4 got = subgroupQuadBroadcast(v, 1u);
            uint o = me & ~3u | 1u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 2u;
        }
        {
            vec4 got = subgroupQuadBroadcast(v, 2u);
            uint o = me & ~3u | 2u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 4u;
        }
        {
            vec4 got = subgroupQuadBroadcast(v, 3u);
            uint o = me & ~3u | 3u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 8u;
        }
        {
            vec4 got = subgroupQuadSwapHorizontal(v);
            uint o = me ^ 1u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 16u;
        }
        {
            vec4 got = subgroupQuadSwapVertical(v);
            uint o = me ^ 2u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 32u;
        }
        {
            vec4 got = subgroupQuadSwapDiagonal(v);
            uint o = me ^ 3u;
            if (o < last && sa[base + o] != 0u && (true) && got != sv[base + o]) bad |= 64u;
        }
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

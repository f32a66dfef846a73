#version 450
// kiln: groups=3,1,1 elems=231 b0=uint b1=zero expect=1:1 alone not=Intel
// ballots and lane masks (ANV reports a subgroup size of 32 whatever it executes)
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 77) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared uint sv[77];
shared uint sa[77], lane[77];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, me = gl_SubgroupInvocationID, base = l - me;
    uint v = a[i] >> 3 & 1u;
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
        uint e = 0u, here = 0u;
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u && sv[base + k] != 0u)
                e |= 1u << k;
        for (uint k = 0u; k < last; k++)
            if (sa[base + k] != 0u)
                here |= 1u << k;
        uvec4 w = subgroupBallot(v != 0u);
        if (w != uvec4(e, 0u, 0u, 0u)) bad |= 1u;
        if (subgroupBallot(true).x != here) bad |= 2u;
        if (subgroupInverseBallot(w) != (v != 0u)) bad |= 4u;
        if (subgroupInverseBallot(uvec4(0x5a5a1234u)) != ((0x5a5a1234u >> me & 1u) != 0u)) bad |= 8u;
        for (uint k = 0u; k < gl_SubgroupSize; k++)
            if (subgroupBallotBitExtract(w, k) != ((e >> k & 1u) != 0u)) bad |= 16u;
        if (subgroupBallotBitExtract(w, me) != (v != 0u)) bad |= 32u;
        if (subgroupBallotBitCount(w) != bitCount(e)) bad |= 64u;
        if (subgroupBallotInclusiveBitCount(w) != bitCount(e & (2u << me) - 1u)) bad |= 128u;
        if (subgroupBallotExclusiveBitCount(w) != bitCount(e & (1u << me) - 1u)) bad |= 256u;
        if (e != 0u && (subgroupBallotFindLSB(w) != uint(findLSB(e)) || subgroupBallotFindMSB(w) != uint(findMSB(e)))) bad |= 512u;
        uint all_ = 0xffffffffu >> (32u - gl_SubgroupSize);
        if (subgroupBallotBitCount(uvec4(0xffffffffu)) != gl_SubgroupSize) bad |= 1024u;
        if (subgroupBallotFindMSB(uvec4(0xffffffffu)) != gl_SubgroupSize - 1u) bad |= 2048u;
        if (gl_SubgroupEqMask.x != 1u << me || gl_SubgroupLtMask.x != (1u << me) - 1u) bad |= 4096u;
        if (gl_SubgroupLeMask.x != (2u << me) - 1u || gl_SubgroupGeMask.x != (all_ & ~((1u << me) - 1u))) bad |= 8192u;
        if (gl_SubgroupGtMask.x != (all_ & ~((2u << me) - 1u)) || gl_SubgroupGtMask.yzw != uvec3(0u)) bad |= 16384u;
    }
    r[i] = bad == 0u ? 1u : bad << 1;
}

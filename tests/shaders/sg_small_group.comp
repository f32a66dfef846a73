#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_quad : require
// kiln: groups=8,1,1 elems=256 b0=uint b1=zero expect=1:1 alone
// A group of twelve is one subgroup, of whatever size the device reports: its threads need no lanes for the others.
layout(local_size_x = 12) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared uint s[12];

void main()
{
    uint l = gl_LocalInvocationID.x, n = gl_SubgroupInvocationID, v = a[gl_GlobalInvocationID.x], sum = 0u, most = 0u, before = 0u, four = 0u;
    s[l] = v;
    barrier();
    for (uint k = 0u; k < 12u; k++) {
        sum += s[k];
        most = max(most, s[k]);
        before += k < l ? s[k] : 0u;
        four += k / 4u == l / 4u ? s[k] : 0u;
    }
    // The width that a test asks for may be eight, of which the group takes two.
    bool one = gl_SubgroupSize >= 12u, right = gl_NumSubgroups == (one ? 1u : 2u);
    if (one) {
        right = right && n == l && gl_SubgroupID == 0u && subgroupAdd(v) == sum && subgroupMax(v) == most && subgroupExclusiveAdd(v) == before;
        right = right && subgroupBallot(true).x == 0xfffu && subgroupBallotBitCount(gl_SubgroupLtMask) == l && subgroupElect() == (l == 0u);
        right = right && subgroupBroadcast(v, 7u) == s[7] && subgroupShuffle(v, 11u - l) == s[11u - l] && subgroupBroadcastFirst(v) == s[0];
        right = right && bitCount(subgroupBallot(true).x & gl_SubgroupGeMask.x) == int(12u - l) && subgroupAll(gl_SubgroupSize >= 12u);
        uint down = subgroupShuffleDown(v, 1u);
        right = right && (l == 11u || down == s[l + 1u]);
        if ((l & 1u) == 1u)
            right = right && subgroupAdd(1u) == 6u;
    }
    right = right && subgroupClusteredAdd(v, 4u) == four && subgroupQuadBroadcast(v, 2u) == s[l / 4u * 4u + 2u] && subgroupShuffleXor(v, 3u) == s[l ^ 3u];
    r[gl_GlobalInvocationID.x] = uint(right);
    for (uint k = 96u + gl_GlobalInvocationID.x; k < 256u; k += 96u)
        r[k] = 1u;
}

#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
// kiln: groups=4,1,1 elems=1024 b0=uint b1=zero expect=1:1 alone
// Subgroup operations in loops that are unrolled and that lanes leave one by one: those that are together in a round stay so. Each
// counts what it should meet by what all lanes read, for any width (and for threads narrower than subgroups are said to be: ANV).
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer R { uint r[]; };
shared uint s[64];

uint rounds(uint v) { return (v >> 3) % 20u; }

void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x, own = rounds(a[i]), first = l - gl_SubgroupInvocationID, width = 64u / gl_NumSubgroups;
    bool right = true;
    s[l] = own;
    barrier();
    [[unroll]] for (uint k = 0u; k < 16u; k++) {
        uint here = 0u, sum = 0u;
        for (uint n = 0u; n < width; n++)
            if (s[first + n] >= k) {
                here++;
                sum += n;
            }
        right = right && subgroupBallotBitCount(subgroupBallot(true)) == here;
        if (own == k) {
            uint leaving = 0u;
            for (uint n = 0u; n < width; n++)
                leaving += uint(s[first + n] == k);
            right = right && subgroupAdd(1u) == leaving;
            break;
        }
        right = right && subgroupAdd(gl_SubgroupInvocationID) <= sum;
    }
    [[unroll]] for (uint k = 0u; k < 16u; k++) { // that each round comes to: these are copied
        uint here = 0u;
        for (uint n = 0u; n < width; n++)
            here += uint(s[first + n] >= k);
        uint met = subgroupBallotBitCount(subgroupBallot(true));
        right = right && met == here;
        if (own == k)
            break;
    }
    r[i] = uint(right);
    for (uint k = i + 256u; k < 1024u; k += 256u)
        r[k] = 1u;
}

#version 450
// Copies the results of performance queries that are available: qwords, which are scaled where the counter has a scale
// (ticks of 36 bits to nanoseconds, with 24 bits behind the point). A group is of one query.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer Queries { uint query[]; }; // available, ..., counters
layout(set = 0, binding = 1, std430) readonly buffer Scales { uint scale[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Dst { uint dst[]; };
layout(push_constant) uniform Push { uint queries, counters, query_dwords, dst_dwords, first; };
void main()
{
    uint i = gl_GlobalInvocationID.x, q = gl_WorkGroupID.y, at = q * query_dwords;
    if (i >= counters || q >= queries || query[at] == 0u)
        return;
    uint low = query[at + first + i * 2u], high = query[at + first + i * 2u + 1u], s = scale[i];
    if (s != 0u) {
        uint more, less, over, carry;
        umulExtended(low, s, more, less);
        umulExtended((high & 15u) << 8, s, high, over);
        low = uaddCarry(more << 8 | less >> 24, over, carry);
        high += (more >> 24) + carry;
    }
    uint to = q * dst_dwords + i * 2u;
    dst[to] = low;
    dst[to + 1u] = high;
}

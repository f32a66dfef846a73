#version 450
// Copies the results of performance queries that are available: qwords. What is done with each is told by its `scale`
// (query_counters.c): nothing; ticks of 36 bits to nanoseconds, with 24 bits behind the point; or the sum of counters of the
// observation unit's two reports (hw/oa.h). A group is of one query.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer Queries { uint query[]; }; // available, ..., counters
layout(set = 0, binding = 1, std430) readonly buffer Scales { uint scale[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Dst { uint dst[]; };
layout(push_constant) uniform Push { uint queries, counters, query_dwords, dst_dwords, first, reports; };

const uint REPORT = 64u, LOW = 4u, NARROW = 36u, HIGH = 40u, WIDE = 32u; // dwords of a report

uint high_byte(uint report, uint a)
{
    return bitfieldExtract(query[report + HIGH + a / 4u], int(a % 4u * 8u), 8);
}

uvec2 add(uvec2 x, uvec2 y)
{
    uint carry, low = uaddCarry(x.x, y.x, carry);
    return uvec2(low, x.y + y.y + carry);
}

// Of 40 bits, or 32.
uvec2 grown(uint begin, uint a)
{
    uint end = begin + REPORT, borrow;
    if (a >= WIDE)
        return uvec2(query[end + NARROW + a - WIDE] - query[begin + NARROW + a - WIDE], 0u);
    uint low = usubBorrow(query[end + LOW + a], query[begin + LOW + a], borrow);
    return uvec2(low, high_byte(end, a) - high_byte(begin, a) - borrow & 255u);
}

uvec2 unit(uint begin, uint s)
{
    uint a = s & 63u, count = s >> 6 & 15u, shift = s >> 10 & 15u;
    uvec2 sum = uvec2(0u);
    for (uint i = 0u; i < count; i++)
        sum = add(sum, grown(begin, a + i));
    return shift == 0u ? sum : uvec2(sum.x << shift, sum.y << shift | sum.x >> 32u - shift);
}

uvec2 nanoseconds(uvec2 ticks, uint s)
{
    uint more, less, over, high;
    umulExtended(ticks.x, s, more, less);
    umulExtended((ticks.y & 15u) << 8, s, high, over);
    return add(uvec2(over, high), uvec2(more << 8 | less >> 24, more >> 24));
}

void main()
{
    uint i = gl_GlobalInvocationID.x, q = gl_WorkGroupID.y, at = q * query_dwords;
    if (i >= counters || q >= queries || query[at] == 0u)
        return;
    uint s = scale[i];
    uvec2 value = uvec2(query[at + first + i * 2u], query[at + first + i * 2u + 1u]);
    if (s >> 31 != 0u)
        value = unit(at + reports, s);
    else if (s != 0u)
        value = nanoseconds(value, s);
    uint to = q * dst_dwords + i * 2u;
    dst[to] = value.x;
    dst[to + 1u] = value.y;
}

#version 450
// Sequences for test_generated.c, and their number behind them.
layout(local_size_x = 64) in;
struct Sequence { uint unused, table[4], skipped, where, value, index, more, groups[3], behind; };
layout(set = 0, binding = 0, std430) buffer Out { Sequence s[64]; uint n; };
layout(push_constant) uniform Push { uint count; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    s[i].table[2] = i + 200u;
    s[i].where = i;
    s[i].value = i * 7u;
    s[i].groups[0] = 1u;
    s[i].groups[1] = i % 3u + 1u;
    s[i].groups[2] = 1u;
    n = count;
}

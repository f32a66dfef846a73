#version 450
// check: groups=3 options=limit=1 not=Intel
// One report, though there are two pairs of lines: the second is only counted.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    o[i] = i; // @race
    o[1024u + i] = o[(i + 32u) % 96u]; // @race
    o[2048u + i] = o[(i + 32u) % 96u] + i;
}

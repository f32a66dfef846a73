#version 450
// Neighbours of which some are in front of the buffer or behind its end: those that are inside are not to be
// lost with them, wherever the places are known.
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer In { uint a[]; };
layout(binding = 1, std430) buffer Out { uint o[]; };
layout(binding = 2, std430) buffer Written { uint w[]; };
layout(push_constant) uniform Push { int zero; int end; };

void main()
{
    int n = 0;
    for (int i = -2; i < 6; i++) // places that the compiler knows
        o[n++] = a[i];
    for (int i = zero - 1; i < zero + 3; i++)
        o[n++] = a[i];
    int at = int(gl_WorkGroupID.x) + zero; // one that it does not
    o[12] = a[at - 1];
    o[13] = a[at];
    o[14] = a[at + 1];
    o[15] = a[at + 2];
    o[16] = a[end - 2];
    o[17] = a[end - 1];
    o[18] = a[end];
    o[19] = a[end + 1];
    w[at - 1] = 100;
    w[at] = 101;
    w[at + 1] = 102;
    w[at + 2] = 103;
    w[end - 1] = 104;
    w[end] = 105;
    for (int i = -1; i < 1; i++)
        w[i + 3] = 200 + i;
}

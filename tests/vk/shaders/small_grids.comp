#version 450
// Computes for long and reads little: the fewer channels a thread, the sooner a small grid is done.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
layout(push_constant) uniform Push { uint rounds, seed; };
void main()
{
    uint i = gl_GlobalInvocationID.x, x = i ^ seed;
    for (uint r = 0; r < rounds; r++)
        x = (x * 1664525u + 1013904223u) ^ (x >> 13);
    a[i] = x + gl_NumWorkGroups.x;
}

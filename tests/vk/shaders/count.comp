#version 450
// Doubles and adds one: the number of runs, and their order, show.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
layout(push_constant) uniform Push { uint add; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    a[i] = a[i] * 2u + add;
}

#version 450
// A loop that takes a known number of steps in each invocation.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) writeonly buffer Out { uint o[]; };
layout(push_constant) uniform Push { uint steps, width; };
void main()
{
    uvec3 g = gl_GlobalInvocationID;
    uint at = g.x + width * (g.y + g.z * 64u), x = at;
    for (uint i = 0u; i < steps; i++)
        x = (x ^ x >> 7) * 1664525u + 1013904223u;
    o[at] = x;
}

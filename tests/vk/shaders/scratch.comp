#version 450
// Arrays of each invocation's own that are indexed by what is computed: more than there are registers, so that they lie in
// scratch memory.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) writeonly buffer Out { uint o[]; };
layout(push_constant) uniform Push { uint salt, steps; };
void main()
{
    uint id = gl_GlobalInvocationID.x, x = id * 2654435761u + salt;
    uint a[96];
    for (uint i = 0u; i < 96u; i++)
        a[i] = x ^ i * 40503u;
    for (uint i = 0u; i < steps; i++) {
        uint at = x % 96u;
        x = (x ^ a[at]) * 1664525u + 1013904223u;
        a[(x >> 8) % 96u] += x;
    }
    o[id] = x;
}

#version 450
// kiln: groups=4,1,1 elems=4096 b0=uint b1=uint b2=zero
// Nine weights in a row, and nine more, at one offset that is computed: uniform reads that are not aligned to OWords.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) readonly buffer W { uint w[]; };
layout(set = 0, binding = 2, std430) buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, c = gl_WorkGroupID.x;
    uint s = 0u, t = 0u;
    for (uint k = 0u; k < 9u; k++) {
        s += a[i + 100u * k] * w[c * 9u + k];
        t += a[i + 100u * k] * w[c * 9u + 200u + k];
    }
    r[i * 2u] = s;
    r[i * 2u + 1u] = t;
}

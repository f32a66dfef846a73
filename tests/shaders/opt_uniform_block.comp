#version 450
// kiln: groups=4,1,1 elems=4096 b0=float b1=float b2=zero
// Nine weights in a row, and nine more, at one offset that is computed: uniform reads that are not aligned to OWords.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 1, std430) readonly buffer W { float w[]; };
layout(set = 0, binding = 2, std430) buffer R { float r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, c = gl_WorkGroupID.x;
    float s = 0.0, t = 0.0;
    for (uint k = 0u; k < 9u; k++) {
        s += a[i + 100u * k] * w[c * 9u + k];
        t += a[i + 100u * k] * w[c * 9u + 200u + k];
    }
    r[i * 2u] = s;
    r[i * 2u + 1u] = t;
}

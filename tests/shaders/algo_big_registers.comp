#version 450
// kiln: groups=2,1,1 b0=uint b1=zero
// 160 values live at once: more than the register file holds at SIMD16, so the allocator must spill or narrow.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) writeonly buffer B { uint b[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, v[160];
    for (int k = 0; k < 160; k++)
        v[k] = a[(i * 160u + uint(k)) & 4095u];
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 160; k++)
            v[k] = v[k] * 1664525u + v[(k + 77) % 160];
    uint s = 0u;
    for (int k = 159; k >= 0; k--)
        s = (s ^ v[k]) * 16777619u;
    b[i] = s;
}

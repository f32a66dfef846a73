#version 450
// kiln: groups=4,1,1 elems=1024 b0=uint b1=zero
// Loops to remainders, of which LLVM makes integers of two or three bits for a while (tests/shaders/variants.py leaves that in).
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, h = 1u;
    for (uint n = 0u; n != i % 2u + 1u; n++) {
        uint last = 32u;
        for (uint k = 0u; k < i % 4u; k++) {
            h = h * 31u + a[last];
            last = n;
        }
        h ^= a[i % 8u];
    }
    r[i] = h;
}

#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero
// How far two places read the same: each lane leaves the loop where its own text says.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, best = 0;
    for (uint d = 1; d <= 16; d++) {
        uint n = 0;
        while (n < 48 && (a[i + 16 + n] & 1) == (a[i + 16 - d + n] & 1))
            n++;
        best = max(best, n);
    }
    r[i] = best;
}

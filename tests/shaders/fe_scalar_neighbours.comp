#version 450
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    // Neighbours that become one message, also at odd places.
    uint b = i * 5u;
    uint s0 = a[b], s1 = a[b + 1], s2 = a[b + 2], s3 = a[b + 3], s4 = a[b + 4];
    r[b] = s4;
    r[b + 1] = s3;
    r[b + 2] = s2 ^ s0;
    r[b + 3] = s1 + s0;
    r[b + 4] = s0;
}

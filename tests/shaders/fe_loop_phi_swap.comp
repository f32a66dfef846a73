#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    // Loop-carried values that swap: phis that read each other.
    uint x = a[i], y = a[i + 1], z = 1u;
    for (uint j = 0u; j < (a[i + 2] & 15u); j++) {
        uint t = x;
        x = y;
        y = t + z;
        z = x ^ z;
    }
    r[i] = x;
    r[i + 256] = y;
    r[i + 512] = z;
}

#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint t[16];
    for (uint k = 0u; k < 16u; k++)
        t[k] = a[i + k];
    for (uint k = 0u; k < 16u; k++) {
        uint j = t[k] & 15u, x = t[k];
        t[k] = t[j];
        t[j] = x + k;
    }
    uint s = 0u;
    for (uint k = 0u; k < 16u; k++)
        s = s * 31u + t[k];
    r[i] = s;
    r[i + 256] = t[a[i] & 15u];
}

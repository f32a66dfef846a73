#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

uint lookup(uint i, uint x)
{
    if (x < 20u)
        return 100u;
    for (uint k = 0u; k < 8u; k++) {
        if (a[i + k] == x)
            return k;
        if (a[i + k] > 250u)
            return 1000u + k;
    }
    return x;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;

    r[i] = 1u;
    if (a[i] < 40u)
        return;
    r[i] = 2u;
    for (uint j = 0u; j < 20u; j++) {
        if (a[i + j] > 230u)
            return;
        r[i] += j;
    }
    r[i + 256] = lookup(i, a[i + 256]);
    if (i > 200u)
        return;
    r[i + 512] = 5u;
}

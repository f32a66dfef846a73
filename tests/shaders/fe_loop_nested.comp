#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint s = 0u;
    for (uint j = 0u; j < a[i] % 7u; j++)
        for (uint k = j; k < 5u + (a[i + 256] & 3u); k++)
            for (uint l = 0u; l < k; l += 2u)
                s = s * 3u + j + k * l;
    r[i] = s;
}

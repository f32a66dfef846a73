#version 450
// kiln: groups=3,1,1 b0=small b1=zero
layout(local_size_x = 192) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

shared uint s[192];

void main()
{
    uint l = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x;
    s[l] = a[i];
    barrier();
    for (uint step = 1u; step < 192u; step <<= 1) {
        uint v = l >= step ? s[l - step] : 0u;
        barrier();
        s[l] += v;
        barrier();
    }
    r[i] = s[l];
}

#version 450
// kiln: groups=8,1,1 b0=uint b1=zero
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer B { uint b[]; };
shared uint s[256];

void main()
{
    uint l = gl_LocalInvocationID.x;
    s[l] = a[gl_GlobalInvocationID.x];
    barrier();
    for (uint n = 128u; n > 0u; n >>= 1) {
        if (l < n)
            s[l] = s[l] * 31u + s[l + n];
        barrier();
    }
    if (l == 0u)
        b[gl_WorkGroupID.x] = s[0];
}

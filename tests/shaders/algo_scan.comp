#version 450
// kiln: groups=4,1,1 b0=small b1=zero
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer B { uint b[]; };
shared uint s[2][128];

void main()
{
    uint l = gl_LocalInvocationID.x, cur = 0u;
    s[0][l] = a[gl_GlobalInvocationID.x];
    barrier();
    for (uint d = 1u; d < 128u; d *= 2u) {
        uint v = s[cur][l];
        if (l >= d)
            v += s[cur][l - d];
        s[1u - cur][l] = v;
        cur = 1u - cur;
        barrier();
    }
    b[gl_GlobalInvocationID.x] = s[cur][l];
}

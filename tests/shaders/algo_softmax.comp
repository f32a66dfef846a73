#version 450
// kiln: groups=16,1,1 b0=unit b1=zero tol=rel:1e-5
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) writeonly buffer B { float b[]; };
shared float s[64];

void main()
{
    uint l = gl_LocalInvocationID.x, row = gl_WorkGroupID.x * 256u;
    float m = -1e30;
    for (uint i = l; i < 256u; i += 64u)
        m = max(m, a[row + i]);
    s[l] = m;
    barrier();
    for (uint n = 32u; n > 0u; n >>= 1) {
        if (l < n)
            s[l] = max(s[l], s[l + n]);
        barrier();
    }
    m = s[0];
    barrier();
    float sum = 0.0;
    for (uint i = l; i < 256u; i += 64u)
        sum += exp(a[row + i] - m);
    s[l] = sum;
    barrier();
    for (uint n = 32u; n > 0u; n >>= 1) {
        if (l < n)
            s[l] += s[l + n];
        barrier();
    }
    for (uint i = l; i < 256u; i += 64u)
        b[row + i] = exp(a[row + i] - m) / s[0];
}

#version 450
// kiln: groups=2,1,1 b0=uint
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
shared uint s[512];

void main()
{
    uint l = gl_LocalInvocationID.x, base = gl_WorkGroupID.x * 512u;
    s[l] = a[base + l];
    s[l + 256u] = a[base + l + 256u];
    for (uint k = 2u; k <= 512u; k <<= 1) {
        for (uint j = k >> 1; j > 0u; j >>= 1) {
            barrier();
            uint i = 2u * l - (l & (j - 1u));
            bool up = (i & k) == 0u;
            uint x = s[i], y = s[i + j];
            if ((x > y) == up) {
                s[i] = y;
                s[i + j] = x;
            }
        }
    }
    barrier();
    a[base + l] = s[l];
    a[base + l + 256u] = s[l + 256u];
}

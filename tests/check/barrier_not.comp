#version 450
// check: groups=2
// Barriers in a loop and behind branches that all take.
layout(local_size_x = 60) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint s[60];
void main()
{
    uint l = gl_LocalInvocationIndex, n = a[5];
    s[l] = l;
    for (uint k = 0u; k < n; k++) {
        barrier();
        uint x = s[59u - l];
        if ((a[l] & 1u) != 0u)
            x += 7u;
        barrier();
        s[l] = x;
    }
    if (a[7] == 7u) {
        barrier();
        o[gl_GlobalInvocationID.x] = s[(l + 1u) % 60u];
    }
}

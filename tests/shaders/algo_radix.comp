#version 450
// kiln: groups=4,1,1 b0=uint
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
shared uint keys[128], ones[128];

void main()
{
    uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
    keys[l] = a[g] & 0xffffu;
    for (uint bit = 0u; bit < 16u; bit++) {
        barrier();
        uint k = keys[l], one = (k >> bit) & 1u;
        ones[l] = one;
        barrier();
        for (uint d = 1u; d < 128u; d <<= 1) {
            uint v = l >= d ? ones[l - d] : 0u;
            barrier();
            ones[l] += v;
            barrier();
        }
        uint total = ones[127], before = ones[l] - one;
        uint at = one == 1u ? 128u - total + before : l - before;
        barrier();
        keys[at] = k;
    }
    barrier();
    a[g] = keys[l];
}

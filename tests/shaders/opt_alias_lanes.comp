#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
// A group of one thread hands values from lane to lane through shared memory: the barrier is no message, but what
// is apart for one lane (s[l], s[l + 1]) must not move past it. Two arrays, of which one is written meanwhile.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Out { uint r[]; };
shared uint s[32], t[32];
void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x, sum = 0u;
    s[l] = 0u;
    s[l + 16u] = a[i + 256u];
    t[l] = a[i + 512u];
    for (uint k = 0u; k < 4u; k++) {
        barrier();
        s[l] = a[i] + k;
        t[l + 16u] = sum;
        barrier();
        sum = sum * 31u + s[l + 1u] + t[(l + 1u) & 15u] + t[16u + ((l + 3u) & 15u)];
        barrier();
        s[l + 2u] = sum;
        barrier();
        sum += s[(l + 5u) & 15u] ^ s[l];
    }
    r[i] = sum;
}

#version 450
// kiln: groups=4,1,1 elems=1024 b0=uint b1=zero
// Volatile accesses are made as often as they are written down.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) volatile buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) volatile buffer Out { uint r[]; };
shared uint s[64];
void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
    s[l] = a[i];
    s[l] = a[i] + 1u;
    barrier();
    r[i] = s[63u - l] + s[63u - l] * 3u + a[i];
    a[i] = r[i];
}

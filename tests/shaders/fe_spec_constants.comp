#version 450
// kiln: groups=4,1,1 b0=uint b1=zero spec=0:7 spec=1:0 spec=2:1077936128
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

layout(constant_id = 0) const uint n = 3u;
layout(constant_id = 1) const bool on = true;
layout(constant_id = 2) const float f = 1.0;
layout(constant_id = 3) const int k = -5;
const uint twice = n * 2u + 1u;
const int chosen = on ? k : int(n);

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint t[n + 2u];
    for (uint j = 0u; j < n + 2u; j++)
        t[j] = a[i + j] ^ j;
    uint s = 0u;
    for (uint j = 0u; j < n; j++)
        s += t[(j * 3u) % (n + 2u)];
    r[i] = s;
    r[i + 256] = twice + uint(on) * 100u;
    r[i + 512] = uint(f * 2.0) + uint(chosen) + uint(k);
    r[i + 768] = a[i] / n + a[i] % twice;
}

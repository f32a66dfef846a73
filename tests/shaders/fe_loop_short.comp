#version 450
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared uint s[64];

// Loops that run a constant few times, or not at all: alone, nested, left early, with barriers, stepping up, down,
// around and past the end of their type.
void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, h = a[i];
    for (int k = 0; k < 1; k++)
        h = h * 3u + a[i + uint(k)];
    for (int k = 5; k < 5; k++)
        h ^= 0xdeadbeefu;
    for (uint k = 0u; k < 3u; k += 2u)
        for (uint m = 7u; m != 5u; m--)
            h = h * 5u + a[(i + k * m) & 1023u];
    for (int k = 0; k < 4; k++) {
        if ((h & 0xf0u) == 0x30u)
            break;
        if ((h & 1u) == 0u)
            continue;
        h = (h >> 1) ^ a[(h + uint(k)) & 1023u];
    }
    for (int k = 0; k < 2; k++) {
        s[l] = h;
        barrier();
        h += s[(l * 7u + uint(k)) & 63u] * 31u;
        barrier();
    }
    for (uint k = 0xfffffffeu; k >= 0xfffffffeu; k++)
        h = h * 7u + k;
    for (int k = 0x7ffffffe; k > 0; k += 1)
        h ^= uint(k) >> 3;
    r[i] = h;
}

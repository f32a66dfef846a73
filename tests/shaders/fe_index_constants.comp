#version 450
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uvec2 r[]; };
shared uint s[1024];

// Indices of which only a constant differs, inside sums, shifts and products that wrap around.
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x, h = 0u;
    for (uint k = i; k < 1024u; k += 64u)
        s[k] = a[k + g * 1024u];
    barrier();
    for (uint k = 0u; k < 4u; k++) {
        uint row = (i + k + 3u) * 5u;
        h = h * 3u + a[((i * 4u + (g + 7u)) << 1) + 1u] + a[((i * 4u + (g + 9u)) << 1) + 1u] + a[(i - 5u) * 3u + 100u];
        h ^= s[row + 17u] + s[row + 18u] * 2u + s[(row + 20u) ^ 1u] + s[(i + 4294967290u) * 2u + 40u + k];
        h += a[(i + 1u) * 16u + (k + 2u)] - a[(g + 1u) * 16u + (k + 3u)] + a[(k + 11u) * 7u + 4u];
    }
    r[g * 64u + i] = uvec2(h, s[(i * 3u + (g * 8u + 5u)) & 1023u]);
}

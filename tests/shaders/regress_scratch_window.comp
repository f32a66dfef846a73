#version 450
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
// A private array that fills the window of the scratch block messages (128 KiB a thread) at every width but SIMD8, and more
// values live across it than there are registers at SIMD32.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };

const uint N = 4000u;

void main()
{
    uint p[N], v[40], g = gl_GlobalInvocationID.x;
    for (uint i = 0u; i < 40u; i++)
        v[i] = a[g + i * 64u];
    for (uint i = 0u; i < 40u; i++) {
        p[(v[i] ^ i) % N] = v[i];
        p[(v[i] ^ i) % N + (i & 0u)] += v[(i * 7u + 1u) % 40u];
    }
    uint sum = 0u;
    for (uint i = 0u; i < 40u; i++)
        sum = sum * 31u + p[(v[i] ^ i) % N] + v[39u - i];
    b[g] = sum;
    for (uint i = 0u; i < 40u; i++)
        b[g + (i + 1u) * 64u] = v[i] + sum;
}

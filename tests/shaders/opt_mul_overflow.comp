#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=4,1,1 b0=uint b1=zero
// Products that are asked whether they fit: LLVM makes them with.overflow.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    // Of all sizes.
    uint x = a[i] >> (a[i + 256] & 31u), y = a[i + 512] >> (a[i + 256] >> 5 & 31u), hi, lo;
    umulExtended(x, y, hi, lo);
    r[i] = hi != 0u ? 7u : lo;
    int sx = int(a[i]) >> int(a[i + 256] & 31u), sy = int(a[i + 512]) >> int(a[i + 256] >> 5 & 31u), shi, slo;
    imulExtended(sx, sy, shi, slo);
    r[i + 256] = shi == slo >> 31 ? uint(slo) : 7u;
    uint64_t p = (uint64_t(a[i]) << 32 | a[i + 512]) >> (a[i + 256] >> 10 & 63u),
             q = (uint64_t(a[i + 768]) << 32 | a[i + 1]) >> (a[i + 256] >> 16 & 63u), pq = p * q;
    r[i + 512] = q != 0ul && pq / q != p ? 7u : uint(pq) ^ uint(pq >> 32);
}

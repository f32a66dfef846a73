#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Products of dwords with both halves or one, of edge values and of others, in lanes that part.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

const uint edges[8] = uint[](0u, 1u, 0xffffu, 0x10000u, 0x7fffffffu, 0x80000000u, 0xffff0001u, 0xffffffffu);

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint x = i < 64u ? edges[i & 7u] : a[i], y = i < 64u ? edges[i >> 3 & 7u] : a[i + 256u];
    uint hi, lo;
    int shi, slo;
    umulExtended(x, y, hi, lo);
    imulExtended(int(x), int(y), shi, slo);
    r[i] = hi;
    r[i + 256u] = lo;
    r[i + 512u] = uint(shi);
    r[i + 768u] = uint(slo);
    r[i + 1024u] = x * y;
    r[i + 1280u] = x / 641u + y % 1000003u; // high halves alone
    r[i + 1536u] = uint(int(x) / -7);
    uint64_t wide = uint64_t(x) * 0xd2511f53ul;
    r[i + 1792u] = uint(wide >> 32) ^ uint(wide);
    int64_t down = int64_t(int(x)) * -766435501l;
    r[i + 2048u] = uint(down >> 32);
    uint64_t q = (uint64_t(x) << 32 | y) * (uint64_t(y) << 32 | x);
    r[i + 2304u] = uint(q >> 32);
    r[i + 2560u] = uint(q);
    uint t = i;
    if ((x & 1u) != 0u) {
        umulExtended(x, x, hi, lo);
        t = hi + lo * y;
    }
    for (uint k = 0u; k < (y & 3u); k++) {
        umulExtended(t, y, hi, lo);
        t = hi ^ lo;
    }
    r[i + 2816u] = t;
    r[i + 3072u] = x * 0x10001u + (x ^ y) * 0xffffffffu;
}

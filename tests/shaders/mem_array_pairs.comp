#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Private arrays of 64 bits in registers, by halves, beside dwords in one structure: places that differ between lanes, that are the
// same for all, and that are constants; immediates as values.
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
struct entry { uint64_t key; uint count; };
void main()
{
    uint i = gl_GlobalInvocationID.x, n = 2u + (a[0] & 7u); // the same for all
    uint64_t w[12], sum = 0ul;
    entry e[3];
    for (uint k = 0u; k < 12u; k++)
        w[k] = packUint2x32(uvec2(a[12u * i + k], k));
    for (uint k = 0u; k < 3u; k++)
        e[k] = entry(~uint64_t(k), k);
    for (uint k = 0u; k < 16u + n; k++) {
        uint p = a[20u * i + k];
        w[p % 12u] += w[(p >> 8) % 12u] << (p >> 28);
        w[(n + k) % 12u] ^= 0x123456789abcdeful * (k + 1u);
        e[p % 3u].key = w[k % 12u] * 3ul;
        e[(p >> 4) % 3u].count += uint(e[(p >> 12) % 3u].key >> 32);
        if ((p & 0x30u) == 0u)
            w[(p >> 20) % 12u] = 0xffffffff00000001ul;
    }
    for (uint k = 0u; k < 12u; k++)
        sum = sum * 5ul + w[k];
    for (uint k = 0u; k < 3u; k++)
        sum = (sum ^ e[k].key) + uint64_t(e[k].count);
    r[2u * i] = unpackUint2x32(sum).x;
    r[2u * i + 1u] = unpackUint2x32(sum).y;
}

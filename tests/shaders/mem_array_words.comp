#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=3,1,1 elems=8192 b0=uint b1=zero
// Private arrays of bytes and words in registers, a dword for each: signed and unsigned, vectors of them, at indices that differ, that
// all lanes share, and in lanes of which some are off.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, sum = 0u;
    uint16_t bins[12];
    int8_t bytes[16];
    u16vec2 pairs[6];
    for (uint k = 0u; k < 12u; k++)
        bins[k] = uint16_t(a[12u * i + k]);
    for (uint k = 0u; k < 16u; k++)
        bytes[k] = int8_t(a[k] + i);
    for (uint k = 0u; k < 6u; k++)
        pairs[k] = u16vec2(a[k], i);
    for (uint k = 0u; k < 32u; k++) {
        uint w = a[32u * i + k], same = a[k] % 6u;
        if ((w & 3u) != 0u)
            bins[w >> 4 & 7u] += uint16_t(w >> 8);
        else
            bins[same + 6u] ^= uint16_t(w);
        bytes[w >> 12 & 15u] = int8_t(int(bytes[w >> 16 & 15u]) * 3 - int(w));
        if ((w & 4u) != 0u)
            pairs[(w >> 20) % 6u] += pairs[same].yx + u16vec2(bins[w >> 24 & 7u], 1us);
        sum += uint(int(bytes[same]) >> 1) + uint(bins[same]) * 5u;
    }
    for (uint k = 0u; k < 12u; k++)
        sum = sum * 3u + uint(bins[k]);
    for (uint k = 0u; k < 16u; k++)
        sum = sum * 5u + uint(int(bytes[k]));
    for (uint k = 0u; k < 6u; k++)
        sum = sum * 7u + uint(pairs[k].x) + (uint(pairs[k].y) << 3);
    r[i] = sum;
}

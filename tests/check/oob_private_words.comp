#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// check: groups=1 not=Intel
// Indices of other widths, as the compiler may keep them: numbers of lanes, words and bytes, and negative ones.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint l = gl_LocalInvocationIndex, p[8];
    for (uint k = 0u; k < 8u; k++)
        p[k] = k * a[l];
    o[l] = p[l & 7u];
    o[l] += p[uint(uint16_t(a[l] & 7u))];
    o[l] += p[uint(uint16_t(a[l]) % 8us)];
    o[l] += p[int(int16_t(l)) - 1]; // @oob
    o[l] += p[uint(uint16_t(l) + uint16_t(a[0]))]; // @oob
    o[l] += p[int(int8_t(l >= 8u ? 0u : l)) - 1]; // @oob
}

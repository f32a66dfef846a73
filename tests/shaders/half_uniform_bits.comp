#version 450
// kiln: not=Intel,anv25 groups=1,1,1 elems=64 b0=uint b1=zero
// The bits of halves that are the same in all lanes, wherever in a dword they lie: signs, masks, shifts. Mesa's ANV takes the sign
// of a denormal half for zero, which it may.
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer In { f16vec4 a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    for (int i = 0; i < 6; i++) {
        f16vec4 v = a[i];
        i16vec4 bits = float16BitsToInt16(v);
        f16vec4 s = sign(v);
        if (gl_LocalInvocationIndex < 4u) {
            uint k = gl_LocalInvocationIndex;
            int16_t b = k == 0u ? bits.x : k == 1u ? bits.y : k == 2u ? bits.z : bits.w;
            o[uint(i) * 8u + k] = uint(uint16_t(b & int16_t(-32768))) | uint(uint16_t(b >> 3)) << 16;
        } else if (gl_LocalInvocationIndex == 4u) {
            o[uint(i) * 8u + 4u] = packFloat2x16(s.xy);
            o[uint(i) * 8u + 5u] = packFloat2x16(s.zw);
        }
    }
    // Logic on the bits of single halves.
    f16vec4 w = a[6];
    o[48] = uint(uint16_t(float16BitsToInt16(w.y) & int16_t(0x7fff)));
    o[49] = uint(uint16_t(float16BitsToInt16(w.w) | int16_t(0x1234)));
    o[50] = uint(uint16_t(float16BitsToInt16(w.w) ^ float16BitsToInt16(w.y)));
    o[51] = uint(uint16_t(float16BitsToInt16(w.y) * int16_t(3) + float16BitsToInt16(w.z)));
}

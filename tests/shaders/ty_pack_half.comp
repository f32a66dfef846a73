#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    // Normal numbers only.
    uint bits = (a[i] & 0xbfffbfffu) | 0x10001000u;
    f16vec2 h = unpackFloat2x16(bits);
    r[i] = packFloat2x16(h.yx);
    r[i + 128u] = packFloat2x16(h * float16_t(0.5));
    r[i + 256u] = uint(float16BitsToUint16(h.x)) + uint(float16BitsToInt16(h.y));
    r[i + 384u] = packHalf2x16(vec2(h));
    r[i + 512u] = floatBitsToUint(unpackHalf2x16(bits).y);
    r[i + 640u] = uint(uint16BitsToFloat16(uint16_t(bits)) < h.y);
}

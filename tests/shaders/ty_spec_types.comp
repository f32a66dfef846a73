#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=1,1,1 b0=uint b1=zero env=vulkan1.2 spec=0:200:1 spec=1:60000:2 spec=2:1234567890123456789:8 spec=3:4612811918334230528:8 spec=4:15360:2 spec=5:251:1 spec=6:1:4
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint8_t U8 = uint8_t(1);
layout(constant_id = 1) const uint16_t U16 = 2us;
layout(constant_id = 2) const int64_t I64 = 3l;
layout(constant_id = 3) const double F64 = 1.0LF;
layout(constant_id = 4) const float16_t F16 = float16_t(2.0);
layout(constant_id = 5) const int8_t I8 = int8_t(1);
layout(constant_id = 6) const bool B = false;
const int64_t MIXED = I64 * 3l + int64_t(U16);
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    r[i] = a[i] + uint(U8);
    r[i + 64u] = a[i] + uint(U16);
    r[i + 128u] = uint(I64) ^ uint(I64 >> 32);
    uvec2 d = unpackDouble2x32(F64 * 2.0LF);
    r[i + 192u] = d.x ^ d.y;
    r[i + 256u] = uint(float16BitsToUint16(F16 * float16_t(3)));
    r[i + 320u] = uint(int(I8));
    r[i + 384u] = B ? a[i] : 5u;
    r[i + 448u] = uint(MIXED) ^ uint(MIXED >> 32);
}

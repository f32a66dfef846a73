#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float16_t a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// All bit patterns: only tests, no arithmetic.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    float16_t x = a[i], y = a[i + 128u];
    uint16_t bits = float16BitsToUint16(x);
    uint f = 0u;
    f |= x < y ? 1u : 0u;
    f |= x <= y ? 2u : 0u;
    f |= x == y ? 4u : 0u;
    f |= x != y ? 8u : 0u;
    f |= isnan(x) ? 16u : 0u;
    f |= isinf(y) ? 32u : 0u;
    f |= !(x >= y) ? 64u : 0u;
    f |= x == x ? 128u : 0u;
    r[i] = f;
    r[i + 128u] = uint(float16BitsToUint16(x > y || isnan(y) ? x : y));
    r[i + 256u] = uint(bits);
}

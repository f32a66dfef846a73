#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// kiln: groups=16,1,1 elems=1024 b0=special b1=zero
// Tests for NaN and infinity, together as the optimizer likes them, of floats and halves.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { float v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, bits = 0u;
    float x = v[i], y = (i & 7u) == 3u ? uintBitsToFloat(0x7fc00000u | i) : x * 2.0;
    if (isnan(y) || isinf(y)) bits |= 1u;
    if (!isnan(x) && !isinf(x)) bits |= 2u;
    if (isinf(y) && y < 0.0) bits |= 4u;
    if (isinf(y) || y == 0.0) bits |= 8u;
    if (isnan(y) || y == 0.0) bits |= 16u;
    if (isnan(y) != isinf(x)) bits |= 32u;
    bvec2 n = isnan(vec2(x, y)), f = isinf(vec2(y, x));
    if (any(n) || all(f)) bits |= 64u;
    float16_t h = float16_t((i & 3u) == 1u ? x * 1e10 : float(i));
    if (isnan(h) || isinf(h)) bits |= 128u;
    r[i] = bits;
}

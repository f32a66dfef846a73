#version 450
// kiln: groups=4,1,1 b0=float b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    // Halves that are exact: rounding of inexact ones is free.
    vec2 x = vec2(floor(a[i]), floor(a[i + 256] * 8.0) * 0.125);
    r[i] = packHalf2x16(x);
    vec2 y = unpackHalf2x16(r[i] ^ 0x80000000u);
    r[i + 256] = floatBitsToUint(y.x);
    r[i + 512] = floatBitsToUint(y.y);
    r[i + 768] = packHalf2x16(vec2(65504.0, -0.0));
}

#version 450
// kiln: groups=64,1,1 b0=uint b1=zero expect=1:1 alone not=anv26
// Words that are denormal as floats pass through constants, selects and stores whole, and sums are rounded to nearest, whatever the
// floating-point environment of the thread that makes the pipeline (shaders-float-env). Right answers on any driver that keeps the bits;
// ANV of Mesa 26 does not.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared float s[64];

void main()
{
    uint i = gl_GlobalInvocationID.x;
    bool even = (i & 1u) == 0u;
    float words = even ? uintBitsToFloat(0x12345u) : uintBitsToFloat(0x80000001u);
    s[gl_LocalInvocationIndex] = even ? uintBitsToFloat(4u) : uintBitsToFloat(0x7fffffu);
    barrier();
    uint there = floatBitsToUint(s[gl_LocalInvocationIndex]);
    bool ok = floatBitsToUint(words) == (even ? 0x12345u : 0x80000001u) && there == (even ? 4u : 0x7fffffu);
    // 1/3, 1/10 and their like: constants that the host divides, and the same by the GPU's arithmetic.
    float x = float(a[i] % 100u + 1u);
    ok = ok && floatBitsToUint(1.0 / 3.0 + 0.1) == 0x3eddddde && x * (1.0 / 3.0) * 0.0 == 0.0;
    // Halfway between two floats, to the even one; just above.
    float one = float((a[i] & 1u) + 1u) - float(a[i] & 1u);
    ok = ok && one + 5.9604645e-8 == 1.0 && floatBitsToUint(one + 5.9604652e-8) == 0x3f800001u && -one - 5.9604652e-8 < -1.0;
    r[i] = uint(ok);
}

#version 450
#extension GL_EXT_spirv_intrinsics : enable
// kiln: groups=64,1,1 b0=uint b1=zero expect=1:1 alone not=Intel,anv25
layout(local_size_x = 64) in;
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32); // SignedZeroInfNanPreserve

// Infinity times 0 is NaN, -1 times 0 is -0, and -0 + 0 is 0: what the shader asks to keep.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    float x = uintBitsToFloat(i % 3u == 0u ? 0x7f800000u : i % 3u == 1u ? 0xbf800000u : 0x80000000u);
    float y = x * 0.0, z = x + 0.0, q = 0.0 - x;
    bool nan = isnan(y), minus = floatBitsToUint(y) == 0x80000000u;
    bool plus = floatBitsToUint(z) == 0u && floatBitsToUint(q) == 0u;
    r[i] = i % 3u == 0u ? uint(nan) : i % 3u == 1u ? uint(minus && !nan) : uint(plus && minus);
}

#version 450
// kiln: groups=1,1,1 elems=64 b0=zero b1=zero expect=1:1 alone not=Intel,anv25 env=vulkan1.2
// arithmetic whose operands become constants only when functions are inlined rounds and flushes as at run time (rtz)
#extension GL_EXT_spirv_intrinsics : require
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4468], 4463, 32);
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer A { uint zero[]; };
layout(set = 0, binding = 1) buffer B { uint ok[]; };

// k is a number that the caller knows, or one that only the device knows.
float value(uint k, uint which) {
    precise float r;
    float a = uintBitsToFloat(0x3f800001u + k * 0x123457u), b = uintBitsToFloat(0x3f8fffffu - k * 77u);
    float tiny = uintBitsToFloat(0x00000001u + k * 0x13579u);
    switch (which) {
    case 0: return a * b;
    case 1: return a + b * 0.0001;
    case 2: return a / b;
    case 3: return a - tiny * 3.0;
    case 4: return tiny * 1.0;
    case 5: return tiny + 0.0;
    case 6: return float(16777217u + 2u * k + (k << 25));
    case 7: return float(int(k) * -16777213);
    case 8: return fma(a, b, -a);
    case 9: return tiny * 0.5 + tiny;
    case 10: return max(tiny, 0.0) * 1.0;
    case 11: return tiny + uintBitsToFloat(k * 3u + 5u);
    default: return 1.0 / a;
    }
}

void main() {
    uint i = gl_GlobalInvocationID.x, none = zero[i];
    bool same = true;
#define ONE(which, k) same = same && floatBitsToUint(value(k, which)) == floatBitsToUint(value(k + none, which));
#define ALL(k) ONE(0, k) ONE(1, k) ONE(2, k) ONE(3, k) ONE(4, k) ONE(5, k) ONE(6, k) ONE(7, k) ONE(8, k) ONE(9, k) ONE(10, k) ONE(11, k) ONE(12, k)
    ALL(0) ALL(1) ALL(2) ALL(3)
    // 50331651 lies between multiples of 4: the nearest is above
    same = same && floatBitsToUint(value(1u + none, 6)) == floatBitsToUint(50331648.0);
    ok[i] = same ? 1 : 0;
}

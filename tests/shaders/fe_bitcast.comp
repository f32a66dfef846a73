#version 450
// kiln: groups=4,1,1 b0=wide b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i];
    uint b = floatBitsToUint(x);
    r[i] = b;
    r[i + 256] = floatBitsToUint(uintBitsToFloat(b & 0x7fffffffu));
    r[i + 512] = uint(floatBitsToInt(x) >> 23 & 255);
    r[i + 768] = floatBitsToUint(intBitsToFloat(int(b & 0x807fffffu | 0x3f800000u)) * 2.0);
    uvec4 v = floatBitsToUint(vec4(x, -x, abs(x), a[i + 1]));
    r[i + 1024] = v.x ^ v.y ^ v.z ^ v.w;
}

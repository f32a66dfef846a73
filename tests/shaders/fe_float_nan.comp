#version 450
// kiln: groups=4,1,1 b0=uint b1=zero expect=1:0
// Comparisons with NaN, checked against IEEE 754: lavapipe may assume that there is none.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint wrong[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float nan = uintBitsToFloat(a[i] | 0x7fc00000u), x = uintBitsToFloat(a[i + 256] & 0xbfffffffu);
    uint w = 0u;
    w |= uint(nan == x) | uint(nan < x) << 1 | uint(nan <= x) << 2 | uint(nan > x) << 3 | uint(nan >= x) << 4;
    w |= uint(x == nan) << 5 | uint(x < nan) << 6 | uint(x <= nan) << 7 | uint(x > nan) << 8 | uint(x >= nan) << 9;
    w |= uint(nan == nan) << 10 | uint(!(nan != x)) << 11 | uint(!(nan != nan)) << 12;
    w |= uint(!isnan(nan)) << 13 | uint(isnan(x)) << 14 | uint(isinf(nan)) << 15;
    wrong[i] = w;
}

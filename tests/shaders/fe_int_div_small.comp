#version 450
// Quotients by constants of numbers that are known to be small, and by even constants.
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

#define OF(x) \
    s = s * 31u + (x) / 3u + (x) / 5u; s = s * 31u + (x) / 6u + (x) % 7u; s = s * 31u + (x) / 10u + (x) / 11u; \
    s = s * 31u + (x) / 28u + (x) / 60u; s = s * 31u + (x) / 100u + (x) / 255u; s = s * 31u + (x) / 1460u + (x) / 36524u; \
    s = s * 31u + (x) / 65534u + (x) / 146096u; s = s * 31u + (x) / 1431655766u + (x) / 4294967294u;
#define SIGNED(x) \
    t = t * 31 + (x) / 3 + (x) / 5; t = t * 31 + (x) / -6 + (x) / 7; t = t * 31 + (x) / 10 + (x) / -11; t = t * 31 + (x) / 1000 + (x) / -146097; \
    t = t * 31 + (x) / 1431655765 + (x) / 2147483646;

void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i], s = 0u;
    OF(x & 255u) OF(x & 1023u) OF(x >> 16) OF(x >> 12) OF(x >> 7) OF(x >> 1) OF(x) OF(x | 0xffff0000u) OF(gl_LocalInvocationIndex)
    r[i] = s;
    int t = 0, y = int(x);
    SIGNED(y) SIGNED(y >> 3) SIGNED(int(x >> 1)) SIGNED(int(x & 255u)) SIGNED(int(0x80000000u + (x & 7u))) SIGNED(int(0x7fffffffu - (x & 7u)))
    r[i + 256] = uint(t);
}

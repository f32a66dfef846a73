#version 450
// Remainders of a quotient that is rounded down, which the compiler does not compute where it knows the divisor, beside
// those of the same divisors at run time. Mesa 22.3 gives another remainder than SPIR-V for some (and than itself at run time):
// not lavapipe, not ANV.
// kiln: groups=4,1,1 b0=uint b1=zero expect=1:0 not=Intel,anv25
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

int zero;
uint wrong;

#define OF(d, c) { \
        int y = x / 16 / (d) * (d) + (c) + (x & 3) - 1, n = (d) + zero; \
        wrong += uint((x % (d) == (c)) != (x % n == (c))) + uint((y % (d) == (c)) != (y % n == (c))) + uint((-y % (d) != (c)) != (-y % n != (c))) + \
                 uint((least % (d) == (c)) != (least % n == (c))) + uint((most % (d) == (c)) != (most % n == (c))); \
    }

void main()
{
    zero = int(gl_NumWorkGroups.x) - 4;
    wrong = 0u;
    int x = int(a[gl_GlobalInvocationID.x]), least = int(0x80000000u + (a[gl_GlobalInvocationID.x + 256] & 15u)), most = -least - 1;
    OF(3, 0) OF(3, 1) OF(3, 2) OF(5, 2) OF(6, 0) OF(6, 5) OF(7, 3) OF(10, 1) OF(12, 4) OF(100, 99) OF(641, 640) OF(1000, 8) OF(196608, 65536)
    OF(1431655766, 1) OF(2147483646, 5) OF(2147483647, 0) OF(2147483647, 2147483646)
    for (uint n = gl_GlobalInvocationID.x; n < 4096u; n += 256u)
        r[n] = wrong;
}

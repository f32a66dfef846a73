#version 450
// Remainders that are only compared: of values near multiples, which random ones seldom are, and of any.
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

uint bits, at;
void note(bool b)
{
    bits = bits << 1 | uint(b);
    if ((++at & 31u) == 0u) {
        r[(at / 32u - 1u) * 256u + gl_GlobalInvocationID.x] = bits;
        bits = 0u;
    }
}

#define UNSIGNED(d, c) \
    { uint y = x / 16u / (d) * (d) + x % 8u; note(x % (d) == (c)); note(y % (d) == (c)); note((y + (c)) % (d) != (c)); note((0u - y) % (d) == (c)); }
#define SIGNED(d) \
    { int y = int(x) / 16 / (d) * (d) + int(x % 4u) - 1; note(int(x) % (d) == 0); note(y % (d) == 0); note(-y % (d) != 0); note((y + (d)) % (d) == 0); }

void main()
{
    uint x = a[gl_GlobalInvocationID.x];
    bits = at = 0u;
    UNSIGNED(3u, 0u) UNSIGNED(3u, 1u) UNSIGNED(3u, 2u) UNSIGNED(5u, 4u) UNSIGNED(6u, 0u) UNSIGNED(6u, 3u) UNSIGNED(7u, 0u) UNSIGNED(7u, 6u)
    UNSIGNED(10u, 0u) UNSIGNED(12u, 7u) UNSIGNED(48u, 0u) UNSIGNED(100u, 99u) UNSIGNED(641u, 0u) UNSIGNED(641u, 2u) UNSIGNED(65536u * 3u, 5u)
    UNSIGNED(2147483649u, 1u) UNSIGNED(4294967295u, 0u) UNSIGNED(4294967294u, 3u)
    SIGNED(3) SIGNED(5) SIGNED(6) SIGNED(7) SIGNED(10) SIGNED(12) SIGNED(-3) SIGNED(-10) SIGNED(1000) SIGNED(641) SIGNED(196608)
    SIGNED(2147483647) SIGNED(2147483646) SIGNED(-2147483647)
    int least = int(x & 3u) - 2147483647 - 1; // and where quotients begin
    note(least % 3 == 0); note(least % 6 == 0); note(least % 1431655766 == 0); note(least % -7 != 0);
    note(least % 2147483647 == 0); note(least % 12 == 0); note(least % 5 == 0); note(least % 641 == 0);
    r[at / 32u * 256u + gl_GlobalInvocationID.x] = bits;
}

#version 450
// kiln: groups=4,1,1 b0=int b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int a[]; };
layout(set = 0, binding = 1) buffer B1 { int r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int x = a[i], s = 0;
    s = s * 31 + x / 3;
    s = s * 31 + x / 5;
    s = s * 31 + x / 6;
    s = s * 31 + x / 7;
    s = s * 31 + x / 9;
    s = s * 31 + x / 10;
    s = s * 31 + x / 11;
    s = s * 31 + x / 12;
    s = s * 31 + x / 13;
    s = s * 31 + x / 25;
    s = s * 31 + x / 100;
    s = s * 31 + x / 125;
    s = s * 31 + x / 255;
    s = s * 31 + x / 641;
    s = s * 31 + x / 1000;
    s = s * 31 + x / 65537;
    s = s * 31 + x / 1000000007;
    s = s * 31 + x / -3;
    s = s * 31 + x / -7;
    s = s * 31 + x / -10;
    s = s * 31 + x / -1000;
    s = s * 31 + x / 2;
    s = s * 31 + x / 4;
    s = s * 31 + x / -8;
    s = s * 31 + x / 1024;
    s = s * 31 + x / -65536;
    s = s * 31 + x / 1073741824;
    s = s * 31 + x / 2147483647;
    s = s * 31 + x / -2147483647;
    r[i] = s;
    r[i + 256] = x / 7;
    r[i + 512] = x / -5;
    r[i + 768] = x / 64;
    r[i + 1024] = x / 10;
}

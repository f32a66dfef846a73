#version 450
// kiln: groups=4,1,1 b0=int b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int a[]; };
layout(set = 0, binding = 1) buffer B1 { int r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    // OpSMod: the sign of the divisor.
    int x = a[i] >> 3, y = (a[i + 256] >> (i & 15)) | 1;
    r[i] = x % y;
    r[i + 256] = x % 7;
    r[i + 512] = x % -7;
    r[i + 768] = x % 16;
    r[i + 1024] = x % -16;
}

#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i], y = a[i + 256], hi, lo, c, b;
    umulExtended(x, y, hi, lo);
    r[i] = hi;
    r[i + 256] = lo;
    int shi, slo;
    imulExtended(int(x), int(y), shi, slo);
    r[i + 512] = uint(shi);
    r[i + 768] = uint(slo);
    r[i + 1024] = uaddCarry(x, y, c);
    r[i + 1280] = c;
    r[i + 1536] = usubBorrow(x, y, b);
    r[i + 1792] = b;
}

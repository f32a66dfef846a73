#version 450
// kiln: groups=4,1,1 b0=int b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int a[]; };
layout(set = 0, binding = 1) buffer B1 { int r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    int x = a[i] >> 1, y = (a[i + 256] >> (i & 31)) | 1;
    r[i] = x / y;
    r[i + 256] = -x;
    r[i + 512] = x * y - y;
    r[i + 768] = abs(x) + sign(y);
    r[i + 1024] = min(x, y);
    r[i + 1280] = max(x, y);
    r[i + 1536] = clamp(x, -1000, y | 0x40000000);
    r[i + 1792] = abs(x) % abs(y);
}

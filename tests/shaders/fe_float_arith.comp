#version 450
// kiln: groups=4,1,1 b0=float b1=unit
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    precise float x = a[i], y = a[i + 256];
    precise float s = x + y, d = x - y, p = x * y;
    r[i] = s;
    r[i + 256] = d;
    r[i + 512] = p;
    r[i + 768] = -x;
    r[i + 1024] = abs(x);
    precise float q = p + s;
    r[i + 1280] = q;
    precise float z = 2.0 * x - 0.5;
    r[i + 1536] = z;
}

#version 450
// kiln: groups=4,1,1 b0=pos b1=unit tol=abs:0.002
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i] - 500.0, y = 0.75 + a[i + 256] * 0.01;
    float m = mod(x, y);
    // At a multiple either end is right.
    r[i] = min(m, y - m);
    float k = mod(x, 2.0);
    r[i + 256] = min(k, 2.0 - k);
}

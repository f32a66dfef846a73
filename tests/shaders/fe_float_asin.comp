#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=abs:0.001
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i] * 2.0 - 1.0;
    r[i] = asin(x);
    r[i + 256] = acos(x);
    r[i + 512] = asin(x * 0.01);
    r[i + 768] = acos(i == 0u ? 1.0 : i == 1u ? -1.0 : x * 0.01);
}

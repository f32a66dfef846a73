#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=rel:1e-4 tol=abs:1e-5
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i] * 10.0 - 5.0;
    r[i] = sinh(x);
    r[i + 256] = cosh(x);
    r[i + 512] = tanh(x);
    r[i + 768] = asinh(x);
    r[i + 1024] = acosh(abs(x) + 1.125);
    r[i + 1280] = atanh(x * 0.19);
    r[i + 1536] = tanh(x * 100.0);
}

#version 450
// kiln: groups=4,1,1 b0=float b1=unit tol=rel:4e-6
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i] * 0.25;
    r[i] = exp(x);
    r[i + 256] = exp2(x);
    r[i + 512] = exp(-x * 0.1);
    r[i + 768] = exp2(floor(x));
}

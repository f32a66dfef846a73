#version 450
// kiln: groups=4,1,1 b0=pos b1=unit tol=rel:1e-5 tol=abs:1e-6
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i];
    r[i] = log(x);
    r[i + 256] = log2(x);
    r[i + 512] = log(x * 1e20);
    r[i + 768] = log2(x * 1e-20);
}

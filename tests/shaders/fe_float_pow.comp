#version 450
// kiln: groups=4,1,1 b0=pos b1=unit tol=rel:1e-4
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i], y = a[i + 256] * 0.004 - 2.0;
    r[i] = pow(x, y);
    r[i + 256] = pow(x, 2.0);
    r[i + 512] = pow(x, 0.5);
    r[i + 768] = pow(x, -1.0);
    r[i + 1024] = pow(2.0, y);
    r[i + 1280] = pow(x, 3.0);
}

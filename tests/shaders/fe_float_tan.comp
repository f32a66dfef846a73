#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=rel:0.005 tol=abs:0.002
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i] * 2.4 - 1.2;
    r[i] = tan(x);
}

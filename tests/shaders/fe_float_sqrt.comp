#version 450
// kiln: groups=4,1,1 b0=pos b1=unit tol=ulp:4
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i];
    r[i] = sqrt(x);
    r[i + 256] = inversesqrt(x);
    vec3 v = sqrt(vec3(x, x * 2.0, x * x));
    r[i + 512] = v.y;
    r[i + 768] = v.z;
    r[i + 1024] = x * inversesqrt(x);
}

#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=ulp:4
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i], y = a[i + 256], z = a[i + 512];
    r[i] = x * y + z;
    r[i + 256] = fma(x, y, z);
    r[i + 512] = x * y + z * x + y;
    vec3 v = vec3(x, y, z) * vec3(z, x, y) + vec3(1.0, 2.0, 3.0);
    r[i + 768] = v.x + v.y + v.z;
}

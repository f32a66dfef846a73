#version 450
// kiln: groups=4,1,1 b0=pos b1=unit tol=ulp:6
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i], y = a[i + 256];
    r[i] = x / y;
    r[i + 256] = 1.0 / x;
    r[i + 512] = x / 3.0;
    r[i + 768] = (x / y) / (y / x);
    r[i + 1024] = x / 4.0;
    vec2 v = vec2(x, y) / y;
    r[i + 1280] = v.x + v.y;
}

#version 450
// kiln: groups=4,1,1 b0=float b1=unit tol=abs:0.002
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i] * 0.0314159;
    r[i] = sin(x);
    r[i + 256] = cos(x);
    r[i + 512] = sin(x) * sin(x) + cos(x) * cos(x);
    vec2 v = sin(vec2(x * 0.5, x * 0.25));
    r[i + 768] = v.x - v.y;
}

#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=rel:0.0005 tol=abs:1e-30
// Points so far out that the reciprocal of a coordinate is a denormal.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float x = a[i], y = a[i + 256];
    float s = abs(x) < 0.01 ? 0.5 : x, t = abs(y) < 0.01 ? -0.75 : y;
    r[i] = atan(s * 1e30, t * 3e38);
    r[i + 256] = atan(s * 3e38, t * 3e38);
    r[i + 512] = atan(s * 3e38, t * 1e25);
    r[i + 768] = atan(s * 1e20, t);
}
